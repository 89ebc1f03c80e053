"""Phase `H`: each player ranks the seven powers, sealed (ID-1, ID-2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from adjudicator import news
from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.intimate.choice import OPENING_TREASURY, choose, complete
from adjudicator.variants.intimate.state import State, mercenaries
from adjudicator.variants.pieces import pieces
from adjudicator.variants.powers import called
from adjudicator.variants.variant import Answers, Choices, Problem, Reading, Step, Table

_NUMBERING: Final = re.compile(r"^\s*\d{1,2}\s*[.):°-]?\s*")


class Homes:
    """The choice of home powers."""

    letter = "H"

    def due(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        return {seat: {"kind": "homes", "powers": list(table.board.powers)} for seat in table.seats}

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """One power a line, or all on one line with commas between them; numbering is passed over."""
        words = ((line, _NUMBERING.sub("", word)) for line, word in pieces(text, ",;>"))
        return _reading([(line, word) for line, word in words if word], table)

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        if not isinstance(answer, dict) or not isinstance(answer.get("preferences"), list):
            raise AdjudicatorError(
                "bad-input",
                'An answer about homes reads {"preferences": [seven powers]}.',
                'Une réponse sur les puissances s\'écrit {"preferences": [sept puissances]}.',
            )
        return _reading(list(enumerate(answer["preferences"], start=1)), table)

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return Choices()

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        powers = list(table.board.powers)
        lists = complete(
            {seat: _listed(answers.get(seat), table) for seat in table.seats}, table.seats, powers, lots
        )
        choice = choose(lists.by_seat, lots)
        state = State(
            homes=choice.given,
            treasury={seat: OPENING_TREASURY[choice.given[seat]] for seat in table.seats},
            control=dict.fromkeys(mercenaries(choice.given, table.board)),
        )
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


def _text(word: Any) -> str:
    return word if isinstance(word, str) else shown(word)


def _reading(words: Sequence[tuple[int, Any]], table: Table) -> Reading:
    """The powers that `words` name; short of all seven, each once, the list will be drawn by lots."""
    listed: list[str] = []
    problems = []
    for line, word in words:
        power = called(word, table.board)
        if power is None:
            problems.append(
                Problem(
                    line,
                    _text(word),
                    "unknown-power",
                    f"“{_text(word)}” is none of the seven powers.",
                    f"« {_text(word)} » n’est aucune des sept puissances.",
                )
            )
        elif power in listed:
            problems.append(
                Problem(
                    line,
                    str(word),
                    "duplicate",
                    f"“{word}” is on the list already, at rank {listed.index(power) + 1}.",
                    f"« {word} » est déjà sur la liste, au rang {listed.index(power) + 1}.",
                )
            )
        else:
            listed.append(power)
    missing = [power for power in table.board.powers if power not in listed]
    if missing:
        names = ", ".join(table.board.powers[power].name for power in missing)
        noms = ", ".join(table.board.powers[power].name_fr for power in missing)
        problems.append(
            Problem(
                0,
                "",
                "incomplete",
                f"Rank all seven powers; still missing: {names}. An incomplete list is drawn by lots (ID-1).",
                f"Il manque encore : {noms}. Incomplète, la liste est tirée au sort (ID-1).",
            )
        )
    return Reading({"preferences": listed}, tuple(problems))
