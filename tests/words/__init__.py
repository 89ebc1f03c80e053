"""The words of the house as data (`terms.toml`), and where texts of before say otherwise (`hits.txt`)."""
