"""A knock-out: who loses is out, until one is left (docs/season-export.md, Elimination)."""
