"""What the end of a game is to each of its seats; `closing` keeps it as rows (`SeatResult`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from games.engine import hosting_rules
from games.engine.elimination import has_nothing
from games.engine.hidden_players import masked_seats
from games.models import SeatResult

Outcome = SeatResult.Outcome
NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class SeatEnd:
    """One seat's end: its outcome, its share of the win, the centres of its own powers."""

    seat: str
    outcome: str
    share: Fraction
    centres: int


def seat_ends(
    variant: str, seats: Sequence[str], position: Mapping[str, Any], ended: Mapping[str, Any]
) -> list[SeatEnd]:
    """The ends of `seats`, all of a game of `variant`, whose last `position` ended it as `ended` says
    (`{"winners": […], "how": clause}`).

    Winners share equally (RB-12), but for those who win beside another (DG-15). A game without a winner is
    a draw of all who are still in it, unless it is void (HR-6) or lost by everyone (ID2-5).
    """
    masked = masked_seats(variant)
    won: Sequence[str] = ended["winners"]
    if not won and not hosting_rules.is_void(ended) and not hosting_rules.all_lose(variant, ended):
        won = [seat for seat in seats if seat not in masked and not has_nothing(position, seat)]
    sharing = [seat for seat in won if seat not in masked] or won
    ends = []
    for seat in seats:
        share = Fraction(1, len(sharing)) if seat in sharing else NOTHING
        outcome = _outcome(seat, won, share, position, ended)
        ends.append(SeatEnd(seat, outcome, share, _centres(position, seat)))
    return ends


def called_off(seats: Sequence[str]) -> list[SeatEnd]:
    """The ends of `seats` in a game that never began."""
    return [SeatEnd(seat, Outcome.VOID, NOTHING, 0) for seat in seats]


def _outcome(
    seat: str, won: Sequence[str], share: Fraction, position: Mapping[str, Any], ended: Mapping[str, Any]
) -> str:
    if hosting_rules.is_void(ended):
        return Outcome.VOID
    if share:
        return Outcome.SOLO if share == 1 else Outcome.SHARED
    if seat in won:
        return Outcome.BESIDE
    if hosting_rules.is_forfeit(ended):
        return Outcome.FORFEIT
    return Outcome.ELIMINATED if has_nothing(position, seat) else Outcome.LOST


def _centres(position: Mapping[str, Any], seat: str) -> int:
    """The number of a seat's centres; in Intimate Diplomacy those of its home power, as mercenaries' count
    for no one (ID-1).
    """
    home = position.get("homes", {}).get(seat)
    own = [home] if home else position.get("powers", {}).get(seat, [seat])
    return sum(len(position["centres"].get(power, ())) for power in own)
