"""What the ends of Intimate's seasons bring: income, victory, and the stalemate of a board without
mercenaries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import news
from adjudicator.board import Board
from adjudicator.position import Position
from adjudicator.variants.endings import end
from adjudicator.variants.intimate.state import SEATS, IntimateState, remaining
from adjudicator.variants.intimate.winning import QUIET_YEARS_TO_STALEMATE, is_looked_at, judge, next_look
from adjudicator.variants.owning import update_ownership
from adjudicator.variants.variant import Step, Table


def spring_over(table: Table, position: Position) -> Step:
    """Look for a winner, retreats done (ID-15)."""
    return look(position, inside(position, table.board), IntimateState.of(position).treasury, autumn=False)


def autumn_over(table: Table, position: Position) -> Step:
    """Ownership, then income (ID-13), then the look for a winner, who may win by that income (ID-16)."""
    owned = update_ownership(table, position)
    state = IntimateState.of(position)
    before = state.treasury
    earned = income(owned.position)
    after = {seat: before[seat] + earned[seat] for seat in SEATS}
    state = state.having(treasury=after, quiet_years=quiet_years(table, position, owned))
    paid = news.income(year=position.phase.year, before=before, after=after)
    position = state.into(owned.position)
    looked = look(position, inside(position, table.board), after, autumn=True)
    return Step(looked.position, news=(*owned.news, paid, *looked.news))


def quiet_years(table: Table, position: Position, owned: Step) -> int:
    """Whole years without mercenaries in which no centre changed owner, the one included that ends in
    `position` and whose change of ownership is `owned` (ID-18).
    """
    was_quiet = not owned.news and not remaining(position, table.board)
    return IntimateState.of(position).quiet_years + 1 if was_quiet else 0


def income(position: Position) -> dict[str, int]:
    """Credits by seat that an autumn with these centres brings: one for each of its home power's (ID-13)."""
    return {seat: _home_centres(position, seat) for seat in SEATS}


def year_over(table: Table, position: Position) -> Step:
    """Mercenaries go free (ID-4), and the game may be over by itself."""
    return over_by_itself(table, IntimateState.of(position).free().into(position))


def over_by_itself(table: Table, position: Position) -> Step:
    """The end of a year after which no more is played: the last one (HR-7), or the third whole quiet one
    without mercenaries (ID-18). In `position` adjustments are done and income is paid.
    """
    last_year = table.settings["last_year"]
    if last_year is not None and position.phase.year >= last_year:
        return last_year_over(position)
    is_quiet = IntimateState.of(position).quiet_years >= QUIET_YEARS_TO_STALEMATE
    return stalemate(position) if is_quiet else Step(position)


def last_year_over(position: Position) -> Step:
    """The last game year's end, for whose home power owns more centres; equal, for the larger treasury; equal
    too, a draw (HR-7). A pending tie (ID-16) gives nothing.
    """
    centres = {seat: _home_centres(position, seat) for seat in SEATS}
    grounds: dict[str, Any] = {"year": position.phase.year, "centres": centres}
    weight = centres
    if len({*centres.values()}) == 1:
        weight = grounds["credits"] = dict(IntimateState.of(position).treasury)
    return end(position, "HR-7", _with_most(weight), **grounds)


def look(
    position: Position,
    entered: Mapping[str, Sequence[str]],
    credits: Mapping[str, int],
    *,
    autumn: bool,
    alone: str = "ID-15",
    **grounds: Any,
) -> Step:
    """Whether someone has won now (ID-15, ID-16), for what each seat has `entered` and its `credits`.

    `alone` is the clause by which a seat wins that is in alone; `grounds` is what the news tells besides.
    """
    state, year = IntimateState.of(position), position.phase.year
    if not is_looked_at(autumn=autumn, year=year, tied_until=state.tied_until):
        return Step(position)
    judgement = judge(entered, credits, alone=alone)
    grounds = {"entered": dict(entered), "credits": dict(credits), **grounds}
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
    return end(position, "ID-18", _with_most(centres), centres=centres, **grounds)


def _with_most(count: Mapping[str, int]) -> list[str]:
    """The seats whose count is the highest."""
    most = max(count.values())
    return [seat for seat in SEATS if count[seat] == most]


def _home_centres(position: Position, seat: str) -> int:
    """How many centres the home power of `seat` owns."""
    return len(position.centres.get(IntimateState.of(position).homes[seat], ()))


def inside(position: Position, board: Board) -> dict[str, list[str]]:
    """By seat, the opponent's home centres, as on the starting map, where a unit of its home power stands."""
    return {
        seat: entered(seat, home, position, board) for seat, home in IntimateState.of(position).homes.items()
    }


def entered(seat: str, power: str, position: Position, board: Board) -> list[str]:
    """The home centres of the opponent of `seat`, as on the starting map, where a unit of `power` stands."""
    state = IntimateState.of(position)
    targets = board.powers[state.homes[state.opponent_of(seat)]].homes
    return sorted(unit[2:5] for unit in position.units.get(power, ()) if unit[2:5] in targets)
