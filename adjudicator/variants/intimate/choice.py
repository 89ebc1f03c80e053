"""Who gets which home power: the ranked choice of two players (ID-1), and what each opens with (ID-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeGuard

from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots

OPENING_TREASURY: Final[Mapping[str, int]] = {
    "AUSTRIA": 24,
    "ENGLAND": 20,
    "FRANCE": 20,
    "GERMANY": 22,
    "ITALY": 24,
    "RUSSIA": 20,
    "TURKEY": 20,
}
"""Credits that a home power opens with (ID-2)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What two ranked lists gave.

    `rank` (from 1) is the first at which they differed, or 0 if they were identical and lots named the
    `winner`.
    """

    given: Mapping[str, str]
    rank: int
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class Lists:
    """Both seats' ranked lists, complete; `drawn` names the seats whose list had to come from the lots."""

    by_seat: Mapping[str, list[str]]
    drawn: tuple[str, ...] = field(default=())


def is_ranking(preferences: Any, powers: Sequence[str]) -> TypeGuard[list[str]]:
    """Whether `preferences` is a list of all of `powers`, each once."""
    return (
        isinstance(preferences, list)
        and all(isinstance(power, str) for power in preferences)
        and sorted(preferences) == sorted(powers)
    )


def complete(
    preferences: Mapping[str, Any], seats: Sequence[str], powers: Sequence[str], lots: Lots | None
) -> Lists:
    """Put a list drawn from the lots, label `homes <seat>`, in place of each that is missing or invalid
    (ID-1).
    """
    by_seat: dict[str, list[str]] = {}
    drawn = []
    for seat in seats:
        listed = preferences.get(seat)
        if is_ranking(listed, powers):
            by_seat[seat] = list(listed)
        else:
            by_seat[seat] = _needed(lots).several(f"homes {seat}", powers)
            drawn.append(seat)
    return Lists(by_seat, tuple(drawn))


def choose(lists: Mapping[str, Sequence[str]], lots: Lots | None) -> Choice:
    """Give each of two seats its choice at the first rank where their lists differ.

    Identical lists: lots, label `homes`; the winner gets its first choice and the loser its second
    (ID-1).
    """
    (one, ones), (two, twos) = sorted(lists.items())
    for rank, (first, second) in enumerate(zip(ones, twos, strict=True), start=1):
        if first != second:
            return Choice({one: first, two: second}, rank)
    winner = _needed(lots).one("homes", (one, two))
    loser = two if winner == one else one
    return Choice({winner: ones[0], loser: ones[1]}, 0, winner)


def _needed(lots: Lots | None) -> Lots:
    if lots is None:
        raise AdjudicatorError(
            "bad-input",
            "This phase draws at random, and no “lots” were given.",
            "Cette phase demande un tirage au sort, et aucun tirage n’a été donné.",
        )
    return lots
