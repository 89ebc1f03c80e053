"""Simulated knock-outs of 3 to 24: people enter, wait, play, fall silent, go, dispute; arbiters rule.

They are played through the site's services by a set clock; results are heard of late and in any order. After
each act the bracket, its export and its recomputation are checked. A seed always gives the same cup: the
digest of its file without moments and codes, which is printed, tells.

python -m tests.fuzz.cups --cups 20 --seed 1
"""
