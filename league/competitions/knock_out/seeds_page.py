"""The seeds of a knock-out that has not begun, and how they came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from games.common.words.people import called
from league.competitions.knock_out.bracket import rounds_of
from league.competitions.knock_out.rules import Seeding
from league.competitions.knock_out.seeding import can_be_put, kept_seeds, seeds_now
from league.competitions.models import Event
from league.competitions.selectors.seasons import address
from league.competitions.state.registration import accepted_and_clear
from league.competitions.state.season_access import Reader

ROWS: Final = 100


class Line(NamedTuple):
    """One seed. `rating`: the one that counted when it was drawn; None: it was not by rating, or the entrant
    came later. `is_gone`: they left, and no one has come in their place.
    """

    seed: int
    name: str
    address: str
    rating: int | None
    has_bye: bool
    is_me: bool
    is_gone: bool


@dataclass(frozen=True, slots=True)
class Seeds:
    """`how` they came about; changed by hand they have a `reason`, and `by` is who gave it. `change_at` is
    where the reader puts them by hand, if they may.
    """

    how: str
    at: datetime
    lines: Sequence[Line]
    page: Page[Any]
    reason: str = ""
    by: str = ""
    has_ratings: bool = False
    change_at: str = ""


_HOW: Final[Mapping[Seeding, Callable[[], str]]] = {
    Seeding.DRAW: lambda: _("The order was drawn at random when entries closed."),
    Seeding.RATING: lambda: _("By rating when entries closed; the draw decided between equal ratings."),
    Seeding.HAND: lambda: _(
        "The order was drawn at random when entries closed. The organisers can change it until the first "
        "games."
    ),
}


def seeds_of(reader: Reader, asked: Mapping[str, str]) -> Seeds | None:
    """None before they are drawn. Six queries at most."""
    season = reader.season
    kept = kept_seeds(season)
    if kept is None:
        return None
    entries = list(accepted_and_clear(season))
    order = seeds_now(season, kept, entries)
    page = Paginator(list(enumerate(order, 1)), ROWS).get_page(asked.get("page"))
    rows = season.entries.filter(number__in=[number for _seed, number in page.object_list])
    names = dict(rows.order_by().values_list("number", "user__username"))
    ratings = dict(zip(kept.facts["order"], kept.facts.get("ratings", ()), strict=False))
    here, byes = {entry.number for entry in entries}, 2 ** rounds_of(len(order)) - len(order)
    lines = [
        Line(
            seed,
            names[number],
            address(reader.slug, "entrant", season.code, number),
            ratings.get(number),
            seed <= byes,
            number == reader.number,
            number not in here,
        )
        for seed, number in page.object_list
    ]
    return Seeds(
        _how(kept, Seeding(season.rules["seeding"])),
        kept.recorded_at,
        lines,
        page,
        kept.facts.get("reason", ""),
        called(kept.by.get_username()) if kept.by else "",
        bool(ratings),
        address(reader.slug, "seeds", season.code) if reader.has_say and can_be_put(season) else "",
    )


def _how(kept: Event, seeding: Seeding) -> str:
    return (
        _("The organisers have changed the order that was drawn.") if kept.supersedes_id else _HOW[seeding]()
    )
