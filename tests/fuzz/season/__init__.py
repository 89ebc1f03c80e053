"""A simulated season: a league of bots that vanish, return, resign, quarrel and take seats over.

It is played through the site's services by a set clock, and everything that came of it is counted again.

python -m tests.fuzz.season --games 24 --bots 40 --seed 1
"""
