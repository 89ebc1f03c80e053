"""A round robin: everyone plays everyone once, all games at once (docs/season-export.md, Groups)."""
