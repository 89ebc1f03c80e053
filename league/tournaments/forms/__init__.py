"""Forms of competitions."""
