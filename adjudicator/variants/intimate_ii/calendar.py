"""What the ends of the seasons bring: the look for a winner, in which satellites count too (ID2-11), and at
the year's end income (ID2-2), loyalty (ID2-3), and mercenaries set free.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator import news
from adjudicator.position import Position
from adjudicator.variants.intimate import calendar
from adjudicator.variants.intimate.calendar import entered, income, inside, quiet_years
from adjudicator.variants.intimate.state import SEATS, IntimateState
from adjudicator.variants.intimate_ii.bonds import Bonds, holds
from adjudicator.variants.owning import update_ownership
from adjudicator.variants.variant import Step, Table


def spring_over(table: Table, position: Position) -> Step:
    """Look for a winner, retreats done (ID-15, ID2-11)."""
    lapsed = lapse(position, Bonds.of(position))
    looked = look(table, lapsed.position, IntimateState.of(position).treasury, autumn=False)
    return Step(looked.position, news=(*lapsed.news, *looked.news))


def autumn_over(table: Table, position: Position) -> Step:
    """Ownership, then the look for a winner, in which this autumn's coming income counts (ID2-2)."""
    owned = update_ownership(table, position)
    state = IntimateState.of(position).having(quiet_years=quiet_years(table, position, owned))
    lapsed = lapse(state.into(owned.position), Bonds.of(position))
    coming = income(lapsed.position)
    credits = {seat: state.treasury[seat] + coming[seat] for seat in SEATS}
    looked = look(table, lapsed.position, credits, autumn=True)
    return Step(looked.position, news=(*owned.news, *lapsed.news, *looked.news))


def year_over(table: Table, position: Position) -> Step:
    """Income (ID2-2); another year of loyalty (ID2-3); mercenaries go free (ID-4), and the game may be over
    by itself (ID-18, HR-7).
    """
    state, earned = IntimateState.of(position), income(position)
    after = {seat: state.treasury[seat] + earned[seat] for seat in SEATS}
    paid = news.income(year=position.phase.year, before=state.treasury, after=after)
    bonds = Bonds.of(position).after_year(state.control)
    freed = state.having(treasury=after, control=dict.fromkeys(state.control))
    position = bonds.into(freed.into(position))
    lapsed = lapse(position, bonds)
    ended = calendar.over_by_itself(table, lapsed.position)
    return Step(ended.position, news=(paid, *lapsed.news, *ended.news))


def lapse(position: Position, bonds: Bonds) -> Step:
    """Satellites without units and centres are none any longer (ID2-8); `bonds` are those of `position`."""
    gone = {
        seat: each for seat, each in bonds.satellites.items() if each.is_held and not holds(each, position)
    }
    if not gone:
        return Step(position)
    kept = {seat: each for seat, each in bonds.satellites.items() if seat not in gone}
    told = (
        news.satellite(
            year=position.phase.year,
            seat=seat,
            event="lapsed",
            satellite=each.to_json(),
            clause="ID2-8",
        )
        for seat, each in gone.items()
    )
    return Step(bonds.having(satellites=kept).into(position), news=tuple(told))


def look(table: Table, position: Position, credits: Mapping[str, int], *, autumn: bool) -> Step:
    """Whether a seat has won now, by units of its home power or of its satellite (ID2-11).

    A satellite that a game is won or lost by is secret no longer.
    """
    bonds, by_home = Bonds.of(position), inside(position, table.board)
    by_satellite = {
        seat: entered(seat, each.power, position, table.board)
        for seat, each in bonds.satellites.items()
        if each.power is not None
    }
    looked = calendar.look(
        position,
        {seat: sorted([*by_home[seat], *by_satellite.get(seat, ())]) for seat in SEATS},
        credits,
        autumn=autumn,
        alone="ID-15" if any(by_home.values()) else "ID2-11",
        satellites=_told(bonds, by_satellite),
    )
    if looked.position.outcome is None:
        return looked
    decisive = [seat for seat, places in by_satellite.items() if places]
    shown = bonds.shown(decisive)
    revealed = tuple(
        news.satellite(
            year=position.phase.year,
            seat=seat,
            event="shown",
            satellite=shown.satellites[seat].to_json(),
            clause="ID2-11",
        )
        for seat in decisive
        if bonds.satellites[seat].secret
    )
    won = ({**item, "satellites": _told(shown, by_satellite)} for item in looked.news)
    return Step(shown.into(looked.position), news=(*revealed, *won))


def _told(bonds: Bonds, by_satellite: Mapping[str, list[str]]) -> dict[str, dict[str, Any]]:
    """What the news tells of satellites and of the centres that they stand in, by seat."""
    return {
        seat: {**bonds.satellites[seat].to_json(), "entered": places} for seat, places in by_satellite.items()
    }
