"""For those who run the site: is it well, how is it doing, and which request was that."""
