"""What should ring at someone's place: handed, when an e-mail on the same occasion is, to who carries it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from games.common.words.people import Person, Weight


@dataclass(frozen=True, slots=True)
class Ring:
    """One row (of the outbox, of `topic`) that tells `reader` something: of which kind (`wish`), how heavy;
    `always`: whatever they chose.
    """

    reader: Person
    topic: str
    row: Any
    wish: str
    weight: Weight
    always: bool = False


Carrier: TypeAlias = Callable[[Sequence[Ring]], None]

_carriers: list[Carrier] = []


def carries_rings(carrier: Carrier) -> Carrier:
    """Register the decorated function, once, when the apps are loaded."""
    _carriers.append(carrier)
    return carrier


def ring(rings: Sequence[Ring]) -> None:
    """Hand over what should ring now. Is handed the same again for as long as an e-mail is not taken."""
    for carrier in _carriers if rings else ():
        carrier(rings)
