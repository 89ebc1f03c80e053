"""Draws as anybody can check them: what was committed to, what was drawn, and from what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from league.competitions import kinds
from league.competitions.models import Competition
from league.competitions.rules.draws import INITIAL, TIES, seed_of
from league.competitions.rules.event_kind import EventKind

PLACES_SHOWN: Final = 100
"""Of each draw; the season's file has all of them."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One place that was drawn: the entry's number, its person's name and word. Where ratings make the first
    table, also the rating that counted and the rank that came of both.
    """

    place: int
    number: int
    name: str
    word: str
    rating: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class ShownDraw:
    """A draw; before `drawn_at` nothing of it but what it commits to. `more` places are not shown."""

    label: str
    title: str
    commitment: str
    secret: str = ""
    seed: str = ""
    drawn_at: datetime | None = None
    places: Sequence[Drawn] = ()
    more: int = 0
    takes_words: bool = True


def draws_of(season: Competition) -> list[ShownDraw]:
    """The draws of a season. Two queries; three where ratings order the first table."""
    rows = list(season.draws.order_by("pk"))
    shown = {number for row in rows for number in row.order[:PLACES_SHOWN]}
    names = (
        dict(season.entries.filter(number__in=shown).values_list("number", "user__username")) if shown else {}
    )
    rated = _rated(season) if any(row.label == TIES and row.drawn_at for row in rows) else {}
    titles = {INITIAL: _("Starting order"), TIES: str(kinds.of(season).of_ties)}
    found = []
    for row in rows:
        title = titles.get(row.label, row.label)
        takes_words = row.label != TIES or bool(row.words)  # those of ties took some once
        if row.drawn_at is None:
            found.append(ShownDraw(row.label, title, row.commitment, takes_words=takes_words))
            continue
        words = dict(zip(row.over, row.words, strict=False))
        places = [
            Drawn(place, number, names.get(number, ""), words.get(number, ""), *rated.get(number, ()))
            for place, number in enumerate(row.order[:PLACES_SHOWN], start=1)
        ]
        opened = (row.secret, seed_of(row.secret, row.words), row.drawn_at)
        more = len(row.order) - len(places)
        found.append(ShownDraw(row.label, title, row.commitment, *opened, places, more, takes_words))
    return found


def _rated(season: Competition) -> dict[int, tuple[int, int]]:
    """By entry, the rating that made the first table, as its log keeps it, and the rank in it. One query."""
    rows = season.events.filter(kind=EventKind.OPENS, facts__has_key="ratings").values_list(
        "facts", flat=True
    )
    return {
        number: (rating, rank)
        for facts in rows
        for rank, (number, rating) in enumerate(zip(facts["order"], facts["ratings"], strict=True), start=1)
    }
