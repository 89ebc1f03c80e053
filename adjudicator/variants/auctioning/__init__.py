"""Sealed auctions of mercenaries between two seats: what is bid, who gets what, what it may come to."""
