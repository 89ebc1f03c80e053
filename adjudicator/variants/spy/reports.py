"""What spies report at the end of a season (SPY-4): news for each seat, dated, which stay in the record."""

from __future__ import annotations

from adjudicator import news
from adjudicator.position import Position
from adjudicator.variants import classic
from adjudicator.variants.spy.state import places_of
from adjudicator.variants.spy.terrain import terrain
from adjudicator.variants.variant import Step, Table


def spring_over(table: Table, position: Position) -> Step:
    """Reports, retreats done (SPY-20)."""
    return Step(position, news=reports(table, position, f"S{position.phase.year:04d}"))


def year_over(table: Table, position: Position) -> Step:
    """The autumn's reports, adjustments done (SPY-20); the end of a short game (RB-13)."""
    told = reports(table, position, f"F{position.phase.year:04d}")
    step = classic.year_over(table, position)
    return Step(step.position, news=(*told, *step.news))


def reports(table: Table, position: Position, season: str) -> tuple[news.News, ...]:
    """One report for each seat that has a spy alive: others' units and spies in and around the spy's
    place.
    """
    ground = terrain(table.board)
    spies = places_of(position)
    units = {unit[2:5]: (power, unit) for power, stood in position.units.items() for unit in stood}
    present: dict[str, dict[str, int]] = {}
    """Province -> how many spies of each power are there."""
    for power, places in spies.items():
        for at in places:
            counts = present.setdefault(at, {})
            counts[power] = counts.get(power, 0) + 1
    garrisoned, watched = frozenset(units), frozenset(present)
    told = []
    for seat in table.seats:
        here = frozenset(spies.get(seat, ()))
        if not here:
            continue
        near = here.union(*[ground.near[at] for at in here])
        seen: dict[str, list[str]] = {}
        for province in near & garrisoned:
            power, unit = units[province]
            if power != seat:
                seen.setdefault(power, []).append(unit)
        met: dict[str, dict[str, int]] = {}
        beside: set[str] = set()
        for at in near & watched:
            counts = present[at]
            if len(counts) > 1 or seat not in counts:
                if at in here:
                    met[at] = {power: count for power, count in counts.items() if power != seat}
                else:
                    beside.add(at)
        told.append(news.report(seat=seat, phase=season, units=seen, spies_here=met, spies_near=beside))
    return tuple(told)
