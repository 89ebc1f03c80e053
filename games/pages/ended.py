"""What a page shows of the moment at which a game ended, as values; `moment` gathers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.gate.contests import Moved
from games.pages.curves import Curves
from games.pages.results import Verdict
from games.words import wording
from games.words.clauses import clause_url


@dataclass(frozen=True, slots=True)
class Deciding:
    """The part of the board on which it was decided, or where most changed: the phase, the picture, and the
    orders that had to do with it.
    """

    title: str
    label: str
    board: str
    orders: Sequence[Verdict]

    @property
    def name(self) -> str:
        return wording.phase(self.label)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of the phases that changed most."""

    number: int
    label: str
    said: Sequence[str]

    @property
    def name(self) -> str:
        return wording.phase(self.label)


@dataclass(frozen=True, slots=True)
class Moment:
    """What is said of the end. `by` is how it was won, in sentences, `clause` where the rules say so;
    `moved` what the end moved of the reader's.
    """

    heading: str
    by: Sequence[str]
    label: str
    clause: str
    moved: Sequence[Moved] = ()
    deciding: Deciding | None = None
    curves: Sequence[Curves] = ()
    turns: Sequence[TurningPoint] = ()

    @property
    def name(self) -> str:
        return wording.phase(self.label)

    @property
    def clause_url(self) -> str:
        return clause_url(self.clause)
