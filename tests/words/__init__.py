"""The words of the house as data (`terms.toml`), and how long a text may be."""
