"""Who gets which satellite: two sealed rankings and the auction's outcome decide (ID2-6, ID2-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Allotment:
    """The satellites by seat, and the clause they went by. Empty where nothing came of the nominations."""

    given: Mapping[str, str] = field(default_factory=dict)
    clause: str = "ID2-6"


def allot(rankings: Mapping[str, Sequence[str]], control: Mapping[str, str | None]) -> Allotment:
    """What the `rankings` of those who nominate give, where `control` is as the auction left it."""
    if len(rankings) < 2:
        return Allotment({seat: ranking[0] for seat, ranking in rankings.items()})
    (one, ones), (two, twos) = sorted(rankings.items())
    for first, second in zip(ones, twos, strict=True):
        if first != second:
            return Allotment({one: first, two: second})
    return Allotment(_of_the_same(one, two, ones, control), "ID2-7")


def _of_the_same(
    one: str, two: str, ranking: Sequence[str], control: Mapping[str, str | None]
) -> dict[str, str]:
    """First and second choice of one ranking between two seats: by who controls which of them (ID2-7)."""
    first, second = ranking[0], ranking[1] if len(ranking) > 1 else None
    winner = control[first]
    if winner is None and second is not None and control[second] is not None:
        winner = two if control[second] == one else one
    if winner is None:
        return {}
    given = {winner: first}
    if second is not None:
        given[two if winner == one else one] = second
    return given
