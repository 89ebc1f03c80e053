"""What simulated knock-outs (`tests.fuzz.cups`) and events at tables of seven (`tests.fuzz.tables`) share:
the course of one, what people of any do, what has to be true of all, and the command.
"""
