"""Tags of Django's own that every page has dozens of, at a fraction of what they cost."""
