"""Round robins as hypothesis draws them: who began, their games, who went out, and the order of the draw."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from league.competitions.round_robin.table import Game, Out, annuls, pairs_of, table_of

ENDS = [None, "void", "HR-6", "ID2-5", "HR-7", "stalemate", ("a", "HR-4"), ("b", "HR-5"), ("a", "RB-14")]
"""How a game ends: by a clause, or won by one of its two by a clause; None: it is played."""


@dataclass(frozen=True)
class Scene:
    began: list[int]
    games: list[Game]
    ended: dict[int, int]
    order: list[int]

    @property
    def out(self) -> Out:
        return {entry: annuls(len(self.began), ended) for entry, ended in self.ended.items()}

    @property
    def table(self):
        return table_of(self.began, self.games, self.out, self.order)


def game_of(number: int, a: int, b: int, end) -> Game:
    if isinstance(end, tuple):
        return Game(number, a, b, {"a": a, "b": b}[end[0]], end[1])
    return Game(number, a, b, None, end)


@st.composite
def scenes(draw, leavers: int = 8) -> Scene:
    """`ended` has who went out, at most `leavers`, and how many of their games had ended then."""
    began = sorted(draw(st.lists(st.integers(1, 30), min_size=4, max_size=8, unique=True)))
    pairs = pairs_of(began)
    ends = draw(st.lists(st.sampled_from(ENDS), min_size=len(pairs), max_size=len(pairs)))
    games = [game_of(k, *pair, end) for k, (pair, end) in enumerate(zip(pairs, ends, strict=True), 1)]
    out = draw(st.lists(st.sampled_from(began), max_size=leavers, unique=True))
    ended = {entry: draw(st.integers(0, len(began) - 1)) for entry in out}
    return Scene(began, games, ended, draw(st.permutations(began)))
