"""What the pages of an event at tables show."""
