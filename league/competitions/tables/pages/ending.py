"""What the page of an event at tables shows when it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from league.competitions.models import Competition, FinalPlace
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.awards import awards_of
from league.competitions.tables.now import now_of
from league.competitions.tables.pages.cards import Card, cards_of
from league.competitions.tables.pages.lines import LINES_A_PAGE, chain, columns_of, names_of, rows_of
from league.competitions.tables.seating import POWERS


class Honour(NamedTuple):
    """An award as it is shown: for the best game with a power."""

    power: str
    number: int
    name: str
    score: str
    centres: int
    address: str


@dataclass(frozen=True, slots=True)
class Ending:
    """What a season's page shows when it is over: the top board, the best with each power, and a page of the
    standings (`Row`).
    """

    top: Card | None
    honours: Sequence[Honour]
    rows: Page[Any]
    columns: Sequence[int]
    chain: Sequence[str]


def ending_of(reader: Reader, asked: Mapping[str, str]) -> Ending:
    now, names = now_of(reader.season), names_of(reader.season)
    placed = FinalPlace.objects.filter(competition=reader.season).values_list("entry__number", flat=True)
    rows = Paginator(now.found.lines(besides=set(placed)), LINES_A_PAGE).get_page(asked.get("page"))
    rows.object_list = rows_of(reader, now, rows.object_list, names)  # type: ignore[assignment]
    top = now.found.top
    cards = cards_of(reader, now, [top], names) if top is not None else []
    return Ending(
        cards[0] if cards else None,
        [
            Honour(
                each.power,
                each.entry,
                names[each.entry],
                words.points(each.score),
                each.centres,
                reader.game_address(now.found.played.codes.get(each.table, "")),
            )
            for each in awards_of(now.found)
        ],
        rows,
        columns_of(now),
        chain(),
    )


def came_to(season: Competition) -> Mapping[int, str]:
    """The points of every entry; at the top board, what it gave."""
    found = now_of(season).found
    top = found.top
    scores = found.scores_at(top.number) if top is not None else {}
    said = {
        line.entry: _("%(points)s points") % {"points": words.points(line.points)} for line in found.lines()
    }
    for power, entry in zip(POWERS, top.seats if top is not None else (), strict=False):
        if power in scores:
            given = {"points": words.points(scores[power])}
            said[entry] = _("%(points)s points at the top board") % given
    return said
