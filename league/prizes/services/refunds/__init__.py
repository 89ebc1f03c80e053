"""Money that goes back to whom it came from, and what nobody claims or won."""
