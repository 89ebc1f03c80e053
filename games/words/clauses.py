"""Where players read each clause of the rules: results name a clause, pages hold it under its own anchor."""

from __future__ import annotations

from functools import cache, lru_cache

from django.urls import reverse

from adjudicator import VARIANTS

RULEBOOK = "rulebook"
"""The classic rulebook's page, whose clauses begin with `RB`; a variant's page has the variant's key."""
HOUSE = "house"
"""The house rules' page, whose clauses begin with `HR`: they come after those of every game."""


@cache
def slug_of(prefix: str) -> str:
    """The rules page that the clauses `prefix` stand on: `ID` gives `intimate`. KeyError if there is none."""
    slugs = {"RB": RULEBOOK, "HR": HOUSE}
    for key, variant in VARIANTS.items():
        slugs.setdefault(variant["rules"][0], key)
    return slugs[prefix]


@lru_cache(maxsize=512)
def clause_url(code: str) -> str:
    """The address of a clause: `ID-15` gives `/rules/intimate/#ID-15`."""
    prefix, _, _ = code.partition("-")
    return f"{reverse('rules:page', args=[slug_of(prefix)])}#{code}"
