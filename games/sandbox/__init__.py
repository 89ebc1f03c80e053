"""Sandboxes: orders for every power on any position that one may see, adjudicated by the rules of the
standard game; a step back, a branch.

A sandbox is no game: no one plays in it, it has no clock, and nothing that happens in it is told to anyone.
What it begins with is what its maker sees (`games.pages.sightings`), the board alone; the engine is asked
directly (`games.sandbox.table`).
"""
