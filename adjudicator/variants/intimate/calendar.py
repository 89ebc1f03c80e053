"""What the ends of Intimate's seasons bring: income, victory, and the stalemate of a board without
mercenaries.
"""

from __future__ import annotations

from typing import Any

from adjudicator import news
from adjudicator.board import Board
from adjudicator.position import Position
from adjudicator.variants.endings import end
from adjudicator.variants.intimate.state import SEATS, State, remaining
from adjudicator.variants.intimate.winning import QUIET_YEARS_TO_STALEMATE, is_looked_at, judge, next_look
from adjudicator.variants.owning import update_ownership
from adjudicator.variants.variant import Step, Table


def spring_over(table: Table, position: Position) -> Step:
    """Look for a winner, retreats done (ID-15)."""
    return look(table, position, autumn=False)


def autumn_over(table: Table, position: Position) -> Step:
    """Ownership, then income (ID-13), then the look for a winner, who may win by that income (ID-16)."""
    owned = update_ownership(table, position)
    state = State.of(position)
    before = state.treasury
    earned = income(owned.position)
    after = {seat: before[seat] + earned[seat] for seat in SEATS}
    was_quiet = not owned.news and not remaining(position, table.board)
    state = state.having(treasury=after, quiet_years=state.quiet_years + 1 if was_quiet else 0)
    paid = news.income(year=position.phase.year, before=before, after=after)
    looked = look(table, state.into(owned.position), autumn=True)
    return Step(looked.position, news=(*owned.news, paid, *looked.news))


def income(position: Position) -> dict[str, int]:
    """Credits by seat that an autumn with these centres brings: one for each of its home power's (ID-13)."""
    return {seat: _home_centres(position, seat) for seat in SEATS}


def year_over(table: Table, position: Position) -> Step:
    """Mercenaries go free (ID-4); three whole quiet years without any are a stalemate by themselves
    (ID-18).
    """
    state = State.of(position)
    freed = state.free().into(position)
    return stalemate(freed) if state.quiet_years >= QUIET_YEARS_TO_STALEMATE else Step(freed)


def look(table: Table, position: Position, *, autumn: bool) -> Step:
    """Whether somebody has won now (ID-15, ID-16)."""
    state, year = State.of(position), position.phase.year
    if not is_looked_at(autumn=autumn, year=year, tied_until=state.tied_until):
        return Step(position)
    entered = {seat: _entered(seat, state, position, table.board) for seat in SEATS}
    judgement = judge(entered, state.treasury)
    grounds = {"entered": entered, "credits": dict(state.treasury)}
    if judgement.tied:
        again = next_look(autumn=autumn, year=year)
        told = news.tie(how=judgement.how, tied_until=again, **grounds)
        return Step(state.having(tied_until=again).into(position), news=(told,))
    position = state.having(tied_until=None).into(position)
    if judgement.winner is None:
        return Step(position)
    return end(position, judgement.how, [judgement.winner], **grounds)


def stalemate(position: Position, **grounds: Any) -> Step:
    """The end by stalemate: for whose home power owns more centres; equal, a draw (ID-18)."""
    centres = {seat: _home_centres(position, seat) for seat in SEATS}
    most = max(centres.values())
    return end(
        position, "ID-18", [seat for seat in SEATS if centres[seat] == most], centres=centres, **grounds
    )


def _home_centres(position: Position, seat: str) -> int:
    """How many centres the home power of `seat` owns."""
    return len(position.centres.get(State.of(position).homes[seat], ()))


def _entered(seat: str, state: State, position: Position, board: Board) -> list[str]:
    """The opponent's home centres, as on the starting map, where a unit of the home power of `seat`
    stands.
    """
    targets = board.powers[state.homes[state.opponent_of(seat)]].homes
    return sorted(unit[2:5] for unit in position.units.get(state.homes[seat], ()) if unit[2:5] in targets)
