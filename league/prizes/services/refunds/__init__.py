"""Money that goes back to whom it came from, and what no one claims or won."""
