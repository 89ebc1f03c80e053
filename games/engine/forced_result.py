"""HR-7's measure of a game for two, taken of a year that is over: centres of the home power, then treasuries.

A competition's game that is open when its season's very end has come is decided by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.models import Game, Phase
from games.words import wording


@dataclass(frozen=True, slots=True)
class Measure:
    """What `year`, the last finished one, comes to by seat; None: no year is over, and nothing was measured.

    `credits` are empty where centres decide, and in games without treasuries. No `winner`: a draw.
    """

    year: int | None = None
    winner: str = ""
    centres: Mapping[str, int] = field(default_factory=dict)
    credits: Mapping[str, int] = field(default_factory=dict)
    homes: Mapping[str, str] = field(default_factory=dict)
    """The home powers by seat, in games that have them."""


def measure(seats: Sequence[str], position: Mapping[str, Any], year: int) -> Measure:
    """The measure of `position`, with which the phase after `year` opened: its adjustments are done, its
    income is paid, and nothing of the next auction is charged (HR-7).

    Centres are those of home powers; in a game without them, of all powers that a seat was dealt.
    """
    centres = {seat: _centres(seat, position) for seat in seats}
    homes: Mapping[str, str] = position.get("homes", {})
    if winner := _alone_with_most(centres):
        return Measure(year, winner, centres, homes=homes)
    treasury: Mapping[str, int] = position.get("treasury", {})
    credits = {seat: treasury[seat] for seat in seats if seat in treasury}
    return Measure(year, _alone_with_most(credits), centres, credits, homes)


def measure_of(game: Game) -> Measure:
    """The measure of a running `game` by its last finished year. Two queries."""
    phases = Phase.objects.filter(game=game).order_by("ordinal")
    now = phases.filter(ordinal=game.phase_number).values_list("label", flat=True).get()
    this_year = wording.year_of(now)
    first = phases.filter(label__contains=str(this_year)).values_list("ordinal", "position").first()
    if first is None or first[0] == 0:
        return Measure()
    seats = game.seats.order_by("order").values_list("key", flat=True)
    return measure(list(seats), first[1], this_year - 1)


def _alone_with_most(count: Mapping[str, int]) -> str:
    """The seat whose count is the highest, if only one's is."""
    most = [seat for seat in count if count[seat] == max(count.values())]
    return most[0] if len(most) == 1 else ""


def _centres(seat: str, position: Mapping[str, Any]) -> int:
    home = position.get("homes", {}).get(seat)
    own = [home] if home else position.get("powers", {}).get(seat, [])
    return sum(len(position["centres"].get(power, ())) for power in own)
