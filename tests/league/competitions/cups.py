"""Knock-outs played without rows: games end as a test wants, people go, and what follows is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from league.competitions.knock_out.bracket import Bracket, By, Decision, seeded
from league.competitions.knock_out.follows import Cup, follows, goes_instead

ENDS = ("a", "b", "a-forfeits", "b-forfeits", "drawn", "both-lost", "silent", "void")
"""How a game ends: the upper or the lower entry wins, or has lost by forfeit; else no one wins."""

CLAUSES = {"drawn": "HR-7", "both-lost": "ID2-5", "silent": "HR-6", "void": "HR-6"}


@dataclass
class Played:
    """A knock-out of entries 1 to `people`, seeded so; HR-13 lets the upper entry go on of even pairings."""

    people: int
    third: bool = True
    replays: bool = False
    results: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    begun: dict[int, tuple[int, int]] = field(default_factory=dict)
    decided: dict[int, Decision] = field(default_factory=dict)
    replayed: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    disqualified: set[int] = field(default_factory=set)
    late: bool = False
    """Whether no one rules in time on games that were voided."""
    firm: bool = True
    """Whether results are final."""

    def __post_init__(self) -> None:
        self.go_on()

    @property
    def cup(self) -> Cup:
        seats = [None if seed is None else seed for seed in seeded(self.people)]
        return Cup(
            Bracket(seats, self.third, dict(self.decided)),
            self.replays,
            dict(self.results),
            set(self.begun),
            set(self.replayed),
            set(self.gone),
            set(self.disqualified),
        )

    @property
    def bracket(self) -> Bracket:
        return self.cup.bracket

    @property
    def running(self) -> list[int]:
        return sorted(number for number in self.begun if number not in self.results)

    @property
    def is_over(self) -> bool:
        return all(pairing in self.decided for pairing in self.bracket.every()) and not self.running

    def go_on(self) -> list[int]:
        """Write what follows; the games on which an arbiter has to say who goes on."""
        found = follows(
            self.cup, lambda _n: self.firm, lambda _n: self.late, lambda n, _g: (n % 2, By.MEASURE, "a")
        )
        self.replayed |= set(found.replays)
        self.decided |= found.decided
        for each in found.begins:
            assert each.number not in self.begun
            self.begun[each.number] = (each.a, each.b)
        return found.waits

    def end(self, number: int, how: str) -> None:
        a, b = self.begun[number]
        winner = {"a": a, "b": b, "a-forfeits": b, "b-forfeits": a}.get(how)
        clause = "HR-5" if "forfeits" in how else CLAUSES.get(how, "ID-15")
        self.results[number] = {"winner": winner, "how": clause} | (
            {"silent": True} if how == "silent" else {}
        )
        self.go_on()

    def goes(self, entry: int, *, disqualified: bool = False) -> None:
        """Open games are lost first, as services have it."""
        for number in self.running:
            if entry in self.begun[number]:
                self.end(number, "a-forfeits" if self.begun[number][0] == entry else "b-forfeits")
        if disqualified:
            self.decided |= goes_instead(self.cup, entry)
            self.disqualified.add(entry)
        self.gone.add(entry)
        self.go_on()

    def name(self, number: int, entry: int | None) -> None:
        """An arbiter says who goes on from a void game; None: one replay."""
        pairing = self.cup.pairing_of(number)
        if entry is None:
            self.replayed.add(pairing)
        else:
            self.decided[pairing] = Decision(entry, By.RULING)
        self.go_on()


@st.composite
def courses(draw: Any, most: int = 16) -> Played:
    """A knock-out played to its end, with people who go at any moment."""
    played = Played(
        draw(st.integers(3, most)), draw(st.booleans()), draw(st.booleans()), late=draw(st.booleans())
    )
    leavers = draw(st.lists(st.integers(1, played.people), unique=True, max_size=4))
    while not played.is_over:
        waits = played.go_on()
        if leavers and draw(st.integers(0, 3)) == 0:
            played.goes(leavers.pop(), disqualified=draw(st.booleans()))
        elif waits:
            number = waits[0]
            two = [each for each in played.begun[number] if each not in played.gone]
            again = [None] if number == played.cup.pairing_of(number) and len(two) == 2 else []
            if not two:
                played.late = True
                played.go_on()
            else:
                played.name(number, draw(st.sampled_from([*two, *again])))
        else:
            played.end(draw(st.sampled_from(played.running)), draw(st.sampled_from(ENDS)))
    return played
