"""A drawing as those who run the event look at it: its tables, what is imperfect by name, and the cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.words.people import at_start, called
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.pages.lines import names_of
from league.competitions.tables.seating import POWERS, Flaw, Kind, flaws_of
from league.competitions.tables.state import Round, read


class Seat(NamedTuple):
    """A power at a table, who plays it, and the numbers of the flaws that concern them."""

    power: str
    number: int
    name: str
    counts: bool
    flaws: Sequence[int]


class Drawn(NamedTuple):
    number: int
    is_top: bool
    seats: Sequence[Seat]


@dataclass(frozen=True, slots=True)
class DrawingPage:
    """`flaws` in words, by their numbers from 1; `cost`: its four parts with what they are called. `begins`:
    when the round begins by itself; `may_begin`: it can at once.
    """

    round: Round
    name: str
    tables: Sequence[Drawn]
    sat_out: Sequence[str]
    flaws: Sequence[str]
    cost: Sequence[tuple[Promise, int]]
    steps: int
    begins: datetime
    may_begin: bool
    names: Mapping[int, str]


COST: Final = (
    gettext_lazy("Players to keep apart who sit together"),
    gettext_lazy("The same players again, squared"),
    gettext_lazy("A power again"),
    gettext_lazy("The same neighbours again"),
)


def drawing_of(reader: Reader) -> DrawingPage | None:
    """The drawing of the round that is drawn and has not begun; None: there is none. Four queries."""
    found, names = read(reader.season), names_of(reader.season)
    last = found.last
    if last is None or last.drawn is None or last.begun is not None:
        return None
    tables = last.tables
    flaws = flaws_of([table.seats for table in tables], found.seated_before(last.number), found.apart)
    first = tables[0].number - 1
    begins = last.begins if found.began else reader.season.starts_at
    return DrawingPage(
        last,
        words.round_name(found.rules, last.number),
        [
            Drawn(
                table.number,
                table.is_top,
                [
                    Seat(
                        power,
                        entry,
                        names[entry],
                        entry not in table.aside,
                        [
                            at
                            for at, flaw in enumerate(flaws, 1)
                            if flaw.table + first == table.number and entry in flaw.entries
                        ],
                    )
                    for power, entry in zip(POWERS, table.seats, strict=True)
                ],
            )
            for table in tables
        ],
        [names[entry] for entry in _sat_out(last)],
        [_says(flaw, flaw.table + first, names) for flaw in flaws],
        list(zip(COST, last.drawn.facts["cost"], strict=True)),
        last.drawn.facts["steps"],
        begins,
        bool(found.began),
        names,
    )


def _sat_out(round_: Round) -> Sequence[int]:
    facts = round_.drawn.facts if round_.drawn is not None else {}
    found: Sequence[int] = facts.get("sat_out", ())
    return found


def _says(flaw: Flaw, table: int, names: Mapping[int, str]) -> str:
    said = {
        "table": table,
        "one": called(names[flaw.entries[0]]),
        "other": called(names[flaw.entries[-1]]),
        "power": words.the_power(flaw.power) if flaw.power else "",
        "times": flaw.times,
    }
    return at_start(_FLAWS[flaw.kind](flaw.times) % said)


_FLAWS: Final[Mapping[Kind, Callable[[int], str]]] = {
    Kind.APART: lambda _times: _("%(one)s and %(other)s, who are kept apart, sit at table %(table)d"),
    Kind.MET: lambda times: ngettext(
        "%(one)s and %(other)s meet again at table %(table)d: they have met %(times)d time",
        "%(one)s and %(other)s meet again at table %(table)d: they have met %(times)d times",
        times,
    ),
    Kind.POWER: lambda times: ngettext(
        "%(one)s plays %(power)s again at table %(table)d, and has had it %(times)d time",
        "%(one)s plays %(power)s again at table %(table)d, and has had it %(times)d times",
        times,
    ),
    Kind.NEIGHBOURS: lambda times: ngettext(
        "%(one)s and %(other)s are neighbours again at table %(table)d: they have been %(times)d time",
        "%(one)s and %(other)s are neighbours again at table %(table)d: they have been %(times)d times",
        times,
    ),
}
