"""The drawing of a round, made with its committed draw and written as the log keeps it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.competitions.models import Competition
from league.competitions.rules import draws
from league.competitions.services.drawing import draw_now
from league.competitions.state.rated import counted_points
from league.competitions.tables.drawing import Drawing, drawn, judged, players_of
from league.competitions.tables.ended import SEATS
from league.competitions.tables.seating import POWERS, Table, by_snake, in_sevens
from league.competitions.tables.state import Read
from league.competitions.tables.systems import Powers


@dataclass(frozen=True, slots=True)
class Checked:
    """An entry (its number) that has checked in, or a substitute's; whether a second seat is welcome, and the
    powers that are wanted, the dearest first.
    """

    entry: int
    is_substitute: bool = False
    twice: bool = False
    ranking: tuple[str, ...] = ()


def label_of(number: int) -> str:
    """How the draw of a round is called."""
    return f"round {number}"


def drawn_round(
    season: Competition,
    found: Read,
    checked: Sequence[Checked],
    number: int,
    now: datetime,
    again: int = 0,
) -> dict[str, Any]:
    """The tables of a round, as the log keeps them; no tables where too few have checked in. `again`: how
    often it was drawn before.
    """
    order = _order(season, number, [each.entry for each in checked], again, now)
    entrants = [each.entry for each in checked if not each.is_substitute]
    said: dict[str, Any] = {
        "checked_in": sorted(entrants),
        "standbys": [each.entry for each in checked if each.is_substitute],
        "volunteers": [each.entry for each in checked if each.twice and not each.is_substitute],
        "again": again,
    }
    if len(entrants) < SEATS:
        return said | {"tables": [], "sat_out": []}
    by_standing = found.rules.final and number == found.rules.rounds
    make = _by_standing if by_standing else _by_draw
    return said | make(season, found, checked, number, order)


def _order(season: Competition, number: int, over: Collection[int], again: int, now: datetime) -> list[int]:
    """As the committed draw orders them; drawn again, by the same secret under another label, and over the
    same: who has gone since is passed over.
    """
    if not again:
        return draw_now(season, label_of(number), over, now)
    draw, first = season.draws.get(label=label_of(number)), season.draws.order_by("pk")[0]
    return draws.draw(draws.seed_of(draw.secret, first.words), f"{draw.label} again {again}", draw.over)


def _by_draw(
    season: Competition, found: Read, checked: Sequence[Checked], number: int, order: Sequence[int]
) -> dict[str, Any]:
    entrants = [each.entry for each in checked if not each.is_substitute]
    players = players_of(
        entrants,
        [each.entry for each in checked if each.is_substitute],
        [each.entry for each in checked if each.twice and not each.is_substitute],
        found.sat_out_before(number),
        order,
    )
    if players is None:
        raise ValueError("fewer than seven have checked in")
    seated = [entry for entry in order if entry in players.seated]
    if number == 1 and found.rules.by_rating and not players.twice:
        seated = by_snake(_by_rating(season, seated), order)
    made = drawn(seated, players.twice, found.seated_before(number), found.apart)
    return facts_of(found, made, players.standbys, sorted(players.sit_out))


def _by_rating(season: Competition, entries: Sequence[int]) -> list[int]:
    """The best rated first, equal ones as they are drawn."""
    people = dict(season.entries.filter(number__in=entries).values_list("number", "user"))
    points = counted_points(season, people)
    return sorted(entries, key=lambda entry: -points[entry])


def _by_standing(
    season: Competition, found: Read, checked: Sequence[Checked], number: int, order: Sequence[int]
) -> dict[str, Any]:
    """The final round: the best seven sit at the first table, the others by standing. No one sits twice."""
    known = {each.entry: each for each in checked}
    standing = [line.entry for line in found.lines() if line.entry in known]
    top, rest = standing[:SEATS], standing[SEATS:]
    standbys = [each.entry for each in checked if each.is_substitute]
    players = players_of(rest, standbys, (), found.sat_out_before(number), order, least=0)
    if players is None:
        raise ValueError("however few are left over, someone says who plays")
    others = [*(entry for entry in rest if entry in players.seated), *players.standbys]
    tables = [_top_table(found, top, order, {each.entry: each.ranking for each in checked})]
    tables += [tuple(sorted(table, key=order.index)) for table in in_sevens(others)]
    made = judged(tables, {}, found.seated_before(number), found.apart)
    return facts_of(found, made, players.standbys, sorted(players.sit_out)) | {"top": True}


def _top_table(
    found: Read, top: Sequence[int], order: Sequence[int], rankings: Mapping[int, Sequence[str]]
) -> Table:
    """By draw; by rankings the best placed chooses first, and who wants nothing that is left gets the rest as
    it is drawn.
    """
    drawn_powers = sorted(top, key=order.index)
    if found.rules.top_powers is Powers.DRAW:
        return tuple(drawn_powers)
    has: dict[str, int] = {}
    for entry in top:
        wanted = next((power for power in rankings[entry] if power in POWERS and power not in has), None)
        if wanted is not None:
            has[wanted] = entry
    free = iter([power for power in POWERS if power not in has])
    has |= {next(free): entry for entry in drawn_powers if entry not in has.values()}
    return tuple(has[power] for power in POWERS)


def facts_of(
    found: Read, drawing: Drawing, standbys: Collection[int], sat_out: Sequence[int]
) -> dict[str, Any]:
    """A drawing as the log keeps it; tables are numbered after those of the rounds before."""
    tables = []
    for at, seats in enumerate(drawing.tables, 1):
        aside = [entry for entry in seats if entry in standbys or drawing.second.get(entry) == at]
        made: dict[str, Any] = {"number": len(found.tables) + at, "seats": list(seats)}
        tables.append(made | ({"aside": aside} if aside else {}))
    return {
        "tables": tables,
        "sat_out": list(sat_out),
        "cost": list(drawing.cost),
        "steps": drawing.steps,
    }
