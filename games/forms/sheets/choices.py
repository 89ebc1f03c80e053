"""What the lists of sheets offer: choices, those of one kind together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games import order_words, wording


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a select."""

    order: str
    says: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Choices of one kind of order, under their kind's name."""

    kind: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class Rank:
    """One place of a list, the dearest first, and the power that stands there now; empty: none yet."""

    number: int
    power: str


def alphabetical(choices: Iterable[Choice]) -> list[Choice]:
    """`choices` as a reader looks them up."""
    return sorted(choices, key=lambda choice: wording.alphabetical(choice.says))


def grouped(orders: Sequence[str], chosen: str) -> list[Group]:
    """`orders` as choices, those of one kind together, in the order in which the kinds first appear."""
    groups: dict[str, list[Choice]] = {}
    for order in orders:
        words = order_words.in_words(order)
        groups.setdefault(words.kind, []).append(Choice(order, words.says, order == chosen))
    return [
        Group(kind, alphabetical(choices) if len(choices) > 1 else choices)
        for kind, choices in groups.items()
    ]
