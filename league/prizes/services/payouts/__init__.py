"""Prizes: proposed, confirmed by two, paid, ruled on again, not claimed."""
