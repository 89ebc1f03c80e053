"""How fewer than seven players divide the powers among them (RB-16 to RB-20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Division(NamedTuple):
    """One small table: who plays which powers, and what its games begin with.

    `groups`: the powers of seat 1, 2, …; lots, or the players' rankings, decide who takes which seat (RB-25).
    `disorder`: powers in civil disorder from the start. `names`: what tells the table from the others.
    """

    groups: tuple[tuple[str, ...], ...]
    names: Mapping[str, str]
    first_year: int
    disorder: tuple[str, ...] = ()

    @property
    def by_seat(self) -> dict[str, tuple[str, ...]]:
        return {str(number): tuple(sorted(group)) for number, group in enumerate(self.groups, start=1)}


SEVEN_NAMES: Final[Mapping[str, str]] = {"en": "seven players", "fr": "sept joueurs"}

SMALL: Final[Mapping[Any, Division]] = {
    6: Division(  # RB-16
        (("AUSTRIA",), ("ENGLAND",), ("FRANCE",), ("GERMANY",), ("RUSSIA",), ("TURKEY",)),
        {
            "en": "six players, Italy in civil disorder",
            "fr": "six joueurs, l’Italie en désordre civil",
        },
        first_year=1870,
        disorder=("ITALY",),
    ),
    5: Division(  # RB-17
        (("AUSTRIA",), ("ENGLAND",), ("FRANCE",), ("RUSSIA",), ("TURKEY",)),
        {
            "en": "five players, Germany and Italy in civil disorder",
            "fr": "cinq joueurs, l’Allemagne et l’Italie en désordre civil",
        },
        first_year=1801,
        disorder=("GERMANY", "ITALY"),
    ),
    4: Division(  # RB-18
        (("ENGLAND",), ("AUSTRIA", "FRANCE"), ("GERMANY", "TURKEY"), ("ITALY", "RUSSIA")),
        {
            "en": "four players, England alone and three pairs",
            "fr": "quatre joueurs, l’Angleterre seule et trois paires",
        },
        first_year=1901,
    ),
    "3a": Division(  # RB-19, form 1
        (("RUSSIA",), ("ENGLAND", "FRANCE", "GERMANY"), ("AUSTRIA", "ITALY", "TURKEY")),
        {
            "en": "three players, Russia alone and two threes",
            "fr": "trois joueurs, la Russie seule et deux triplés",
        },
        first_year=1901,
    ),
    "3b": Division(  # RB-19, form 2
        (("ENGLAND", "GERMANY", "AUSTRIA"), ("RUSSIA", "ITALY"), ("FRANCE", "TURKEY")),
        {
            "en": "three players, one with three powers and two with pairs",
            "fr": "trois joueurs, un triplé et deux paires",
        },
        first_year=1901,
    ),
}
"""By the value of the setting `players`, the most players first."""

GREAT_WAR: Final = Division(  # RB-20
    (("ENGLAND", "FRANCE", "RUSSIA"), ("AUSTRIA", "GERMANY", "TURKEY")),
    {"en": "the Great War, two players", "fr": "la Grande Guerre, à deux"},
    first_year=1914,
)
