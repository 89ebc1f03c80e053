"""Draws as anyone can check them: what was committed to, what was drawn, and from what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import F

from league.competitions import kinds
from league.competitions.models import Competition, Draw
from league.competitions.rules.draws import TIES, seed_of
from league.competitions.rules.event_kind import EventKind

PLACES_SHOWN: Final = 100
"""The places of each draw that a page shows; the season's file has all of them."""
DRAWS_A_PAGE: Final = 100


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
    """A draw; before it is made, nothing of it but what it commits to, and its secret once that is opened.
    `more` places are not shown. `keeps_words`: it is the one that has the words of all.
    """

    label: str
    title: str
    commitment: str
    secret: str = ""
    seed: str = ""
    drawn_at: datetime | None = None
    places: Sequence[Drawn] = ()
    more: int = 0
    keeps_words: bool = False


@dataclass(frozen=True, slots=True)
class Draws:
    """A page of the draws of a season: those that are made come first, in the order in which they were.
    `shown` are they, and the first draw also before it is made; the others are `folded`.
    """

    shown: Sequence[ShownDraw]
    folded: Sequence[ShownDraw]
    takes_words: bool
    page: Page[Draw]

    @property
    def more(self) -> int:
        """How many there are beside the first."""
        return self.page.paginator.count - 1


def draws_of(season: Competition, page: Any = 1) -> Draws:
    """A page of a season's draws. Two queries; one more where ratings order the first table, two where there
    are several pages, and one on later ones.
    """
    made_first = season.draws.order_by(F("drawn_at").asc(nulls_last=True), "pk")
    few = list(made_first[: DRAWS_A_PAGE + 1])
    found = Paginator(few if len(few) <= DRAWS_A_PAGE else made_first, DRAWS_A_PAGE).get_page(page)
    rows = list(found)
    first = rows[0] if found.number == 1 and rows else season.draws.order_by("pk").first()
    kind = kinds.of(season)
    words = first.words if first else []
    takes_words = kind.takes_words(season.terms) or bool(words)  # those of ties took some once
    here = {number for row in rows for number in row.order[:PLACES_SHOWN]}
    names = season.entries.filter(number__in=here).values_list("number", "user__username") if here else ()
    is_rated = any(row.label == TIES and row.drawn_at for row in rows)
    tells = _Tells(words, dict(names), _rated(season) if is_rated else {})
    shown, folded = list[ShownDraw](), list[ShownDraw]()
    for row in rows:
        is_first = row == first
        each = tells.of(row, kind.draw_called(row.label), keeps_words=is_first and takes_words)
        (shown if is_first or row.drawn_at else folded).append(each)
    return Draws(shown, folded, takes_words, found)


@dataclass(frozen=True, slots=True)
class _Tells:
    """What tells of draws: the `words` of all, and by entry the names and the ratings with their ranks."""

    words: Sequence[str]
    names: Mapping[int, str]
    rated: Mapping[int, tuple[int, int]]

    def of(self, row: Draw, title: str, *, keeps_words: bool) -> ShownDraw:
        secret = row.secret if row.is_open else ""
        if row.drawn_at is None:
            return ShownDraw(row.label, title, row.commitment, secret, keeps_words=keeps_words)
        words = dict(zip(row.over, row.words, strict=False))
        places = [
            Drawn(
                place, number, self.names.get(number, ""), words.get(number, ""), *self.rated.get(number, ())
            )
            for place, number in enumerate(row.order[:PLACES_SHOWN], start=1)
        ]
        opened = (secret, seed_of(secret, self.words), row.drawn_at)
        more = len(row.order) - len(places)
        return ShownDraw(row.label, title, row.commitment, *opened, places, more, keeps_words)


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
