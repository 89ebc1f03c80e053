"""Money that comes: online and by hand, matched, compared with the provider, taken back."""
