"""Phase `H`: each player ranks the seven powers, sealed (ID-1, ID-2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.intimate.choice import choose, complete
from adjudicator.variants.intimate.opening import homely
from adjudicator.variants.powers import called
from adjudicator.variants.rankings import Ranking, named, ranked
from adjudicator.variants.variant import Answers, Choices, PhaseKind, Problem, Reading, Step, Table


@dataclass(frozen=True, slots=True)
class Homes(PhaseKind):
    """The choice of home powers. `treasury` is what each opens with, in credits (ID-2)."""

    treasury: Mapping[str, int]
    letter: str = "H"

    def due(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        """All powers, and the treasury that each opens with, in credits (ID-2)."""
        owed = {"kind": "homes", "powers": list(table.board.powers), "treasury": dict(self.treasury)}
        return {seat: dict(owed) for seat in table.seats}

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """One power a line, or all on one line with commas between them; numbering is passed over."""
        return _reading(ranked(named(text), list(table.board.powers), table.board), table)

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        if not isinstance(answer, dict) or not isinstance(answer.get("preferences"), list):
            raise AdjudicatorError(
                "bad-input",
                'An answer about homes reads {"preferences": [seven powers]}.',
                'Une réponse sur les puissances s’écrit {"preferences": [sept puissances]}.',
            )
        words = enumerate(answer["preferences"], start=1)
        return _reading(ranked(words, list(table.board.powers), table.board), table)

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return Choices()

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        powers = list(table.board.powers)
        lists = complete(
            {seat: _listed(answers.get(seat), table) for seat in table.seats}, table.seats, powers, lots
        )
        choice = choose(lists.by_seat, lots)
        state = homely(choice.given, self.treasury, table.board)
        told = news.homes(
            homes=choice.given,
            preferences=lists.by_seat,
            drawn=lists.drawn,
            rank=choice.rank,
            winner=choice.winner,
            treasury=state.treasury,
        )
        return Step(state.into(position), news=(told,))


def _listed(answer: Any, table: Table) -> list[Any]:
    """The ranking in a raw answer, powers by their keys whatever they were called; empty if there is none."""
    given = answer.get("preferences") if isinstance(answer, dict) else None
    return [called(name, table.board) for name in given] if isinstance(given, list) else []


def _reading(ranking: Ranking, table: Table) -> Reading:
    """Short of all seven powers, each once, the list will be drawn by lots."""
    problems = ranking.problems
    if ranking.missing:
        names = ", ".join(table.board.powers[power].name for power in ranking.missing)
        noms = ", ".join(table.board.powers[power].name_fr for power in ranking.missing)
        incomplete = Problem(
            0,
            "",
            "incomplete",
            f"Rank all seven powers; still missing: {names}. An incomplete list is drawn at random (ID-1).",
            f"Il manque encore : {noms}. Incomplète, la liste est tirée au sort (ID-1).",
        )
        problems = (*problems, incomplete)
    return Reading({"preferences": list(ranking.listed)}, problems)
