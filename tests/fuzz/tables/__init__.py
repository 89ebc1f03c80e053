"""Simulated events at tables of seven, of 6 to 17: people check in or do not, volunteer, sit in for others,
go, dispute; organisers draw again, swap, keep pairs apart; arbiters rule; games end with any board.

They are played through the site's services by a set clock; results are heard of late and in any order. After
each act the table, the export and its recomputation are checked. A seed always gives the same event: the
digest of its file without moments and codes, which is printed, tells.

python -m tests.fuzz.tables --events 12 --seed 1
"""
