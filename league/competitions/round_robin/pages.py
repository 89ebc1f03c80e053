"""What the pages of a round robin show while it is played, and of one of its entrants."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models import Entry
from league.competitions.round_robin.games import games_of, lines_of, out_of
from league.competitions.round_robin.table import Line, Mark, cross_of
from league.competitions.selectors import log, seasons
from league.competitions.selectors.entrant import History
from league.competitions.selectors.page import SeasonPage
from league.competitions.state.played import played_of
from league.competitions.state.season_access import Reader

MARKS = {
    Mark.WON: ("1", pgettext_lazy("a game", "won")),
    Mark.DRAWN: ("½", pgettext_lazy("a game", "drawn")),
    Mark.LOST: ("0", pgettext_lazy("a game", "lost")),
    Mark.VOID: ("–", pgettext_lazy("a game", "void")),
    Mark.ANNULLED: ("×", _("does not count: one of the two has left")),
    Mark.RUNNING: ("·", _("being played")),
}


def points(number: Fraction) -> str:
    """7/2 → 3½; Sonneborn–Berger has quarters."""
    whole, part = divmod(number, 1)
    return f"{whole or ''}{'¼½¾'[int(part * 4) - 1]}" if part else str(whole)


class Met(NamedTuple):
    """One game from the side of an entrant: its mark, what that says, against whom, and where it is."""

    mark: str
    says: Any
    other: Entry
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the cross table, or of someone who has gone out; None against oneself."""

    entry: Entry
    line: Line | None
    is_me: bool
    met: list[Met | None]

    points = property(lambda self: points(self.line.points))
    direct = property(lambda self: points(self.line.direct))
    sonneborn = property(lambda self: points(self.line.sonneborn))


@dataclass(frozen=True, kw_only=True)
class TablePage(SeasonPage):
    running: str = "tournaments/round_robin/_running.html"
    moving: str = "tournaments/round_robin/_table.html"
    rows: list[Row]


@dataclass(frozen=True, kw_only=True)
class GamesOfOne(History):
    part: str = "tournaments/round_robin/_entrant.html"
    row: Row | None


def rows_of(reader: Reader) -> list[Row]:
    """The cross table from the top, those who have gone out below. Five queries."""
    played = played_of(reader.season)
    began = reader.season.entries.filter(number__in=played.began).select_related("user")
    entries = {entry.number: entry for entry in began}
    lines = {line.entry: line for line in lines_of(played)}
    shown = [*lines, *sorted(played.left)]
    cross = cross_of(shown, games_of(played), out_of(played))
    address = {number: reader.game_address(code) for number, code in played.codes.items()}
    return [
        Row(
            entries[number],
            lines.get(number),
            number == reader.number,
            [
                Met(*MARKS[each.mark], entries[each.opponent], address[each.game.number]) if each else None
                for each in cross[number]
            ],
        )
        for number in shown
    ]


def page_of(reader: Reader, common: dict[str, Any]) -> TablePage:
    season = reader.season
    latest = log.lines_of(reader, log.results_of(season)[: log.LATEST])
    day, games = seasons.day_of(season, reader.now), seasons.on_table(season).games
    return TablePage(**common, day=day, games_counted=games, latest=latest, rows=rows_of(reader))


def history_of(reader: Reader, entry: Entry, common: dict[str, Any]) -> GamesOfOne:
    rows = rows_of(reader) if reader.season.started_at else []
    return GamesOfOne(**common, row=next((row for row in rows if row.entry == entry), None))
