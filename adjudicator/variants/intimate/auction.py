"""Phase `B`: the sealed auction of the mercenaries for the coming year (ID-3 to ID-9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from adjudicator import news
from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.intimate.bidding import clauses, counted, higher, hold, is_bid
from adjudicator.variants.intimate.calendar import income
from adjudicator.variants.intimate.prospects import Prospect, prospects, windfall
from adjudicator.variants.intimate.state import State, remaining
from adjudicator.variants.pieces import pieces
from adjudicator.variants.powers import called
from adjudicator.variants.variant import Answers, Choices, Problem, Reading, Step, Table

_LINE: Final = re.compile(r"^\s*(?P<power>\D*?)\s*[:=]?\s*(?P<amount>[-+]?\d\S*)?\s*$")
_LONGEST_AMOUNT: Final = 100
"""Digits of the largest bid that people may write out."""


class Auction:
    """The auction of mercenaries."""

    letter = "B"

    def due(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        """Both seats, while any mercenary remains (ID-3)."""
        auctioned = list(remaining(position, table.board))
        if not auctioned:
            return {}
        treasury = State.of(position).treasury
        return {
            seat: {"kind": "bids", "powers": auctioned, "treasury": treasury[seat]} for seat in table.seats
        }

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """A power and a number a line: `Germany 5`, `Allemagne : 5`."""
        bids = ((number, line, *_parted(line)) for number, line in pieces(text, ";"))
        return _reading(bids, position, table)

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        if not isinstance(answer, dict) or not isinstance(answer.get("bids"), dict):
            raise AdjudicatorError(
                "bad-input",
                'An answer to an auction reads {"bids": {"GERMANY": 5}}.',
                'Une réponse à des enchères s\'écrit {"bids": {"GERMANY": 5}}.',
            )
        return _answered(answer["bids"], position, table)

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return Choices()

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        auctioned = remaining(position, table.board)
        state = State.of(position).free()
        if not auctioned:
            return Step(state.into(position))
        bids = {seat: counted(_made(answers.get(seat), position, table), auctioned) for seat in table.seats}
        held = hold(bids, state.treasury)
        told = news.auction(
            year=position.phase.year,
            bids=held.bids,
            winner=held.winner,
            price=held.price,
            before=held.before,
            after=held.after,
            bust=held.bust,
        )
        state = state.having(control={**state.control, **held.winner}, treasury=held.after)
        return Step(state.into(position), news=(told,))

    def outlook(self, table: Table, position: Position, seat: str, answer: Any) -> dict[str, Any]:
        """What the bids of `seat` may come to; see `adjudicator.auctions`."""
        state = State.of(position)
        bids = counted(_made(answer, position, table), remaining(position, table.board))
        treasury = state.treasury[seat]
        return {
            "treasury": dict(state.treasury),
            "income": income(position),
            "total": sum(bids.values()),
            "wins": [_shown(each) for each in prospects(bids, treasury)],
            "windfall": _shown(windfall(bids, treasury)),
        }

    def grounds(self, item: Mapping[str, Any]) -> dict[str, Any]:
        """Why an auction went as it did; see `adjudicator.auctions`."""
        face = higher(item["bids"])
        return {
            "clauses": clauses(item["winner"], item["bust"]),
            "owed": {
                seat: {power: bids[power] for power, who in face.items() if who == seat}
                for seat, bids in item["bids"].items()
            },
        }


def _shown(prospect: Prospect) -> dict[str, Any]:
    return {
        "powers": list(prospect.powers),
        "owes": prospect.owes,
        "keeps": prospect.keeps,
        "bust": prospect.is_bust,
    }


def _made(answer: Any, position: Position, table: Table) -> Any:
    """The bids of a raw answer that can stand; none where it has not the shape of one (ID-8)."""
    if not isinstance(answer, dict) or not isinstance(answer.get("bids"), dict):
        return {}
    return _answered(answer["bids"], position, table).answer["bids"]


def _answered(bids: dict[str, Any], position: Position, table: Table) -> Reading:
    """Keys come in no sequence that counts: of two names for one power its own key goes first, then the
    alphabet.
    """
    made = [
        (line, f"{power} {shown(bid)}", str(power), bid)
        for line, (power, bid) in enumerate(bids.items(), start=1)
    ]
    made.sort(key=lambda each: (each[2] not in table.board.powers, each[2]))
    return _reading(made, position, table)


def _parted(line: str) -> tuple[str, Any]:
    """The power's name and the amount of a line; the amount stays text where it is no whole number."""
    match = _LINE.match(line)
    if match is None:
        return line.strip(), ""
    amount = match["amount"] or ""
    if amount.isascii() and amount.isdigit() and len(amount) <= _LONGEST_AMOUNT:
        return match["power"], int(amount)
    return match["power"], amount


def _reading(items: Iterable[tuple[int, str, str, Any]], position: Position, table: Table) -> Reading:
    auctioned = remaining(position, table.board)
    bids: dict[str, int] = {}
    problems = []
    for line, text, name, amount in items:
        power = called(name, table.board)
        problem = _problem(power, amount, auctioned, bids)
        if problem is not None:
            problems.append(Problem(line, text, *problem))
        elif power is not None:
            bids[power] = amount
    problems.sort(key=lambda problem: problem.line)
    return Reading({"bids": dict(sorted(bids.items()))}, tuple(problems))


def _problem(
    power: str | None, amount: Any, auctioned: tuple[str, ...], bids: dict[str, int]
) -> tuple[str, str, str] | None:
    """Why a bid cannot stand: a code, and a sentence in each language. None when it can."""
    if power is None:
        return (
            "unknown-power",
            "A bid reads like “Germany 5”: a power, then a whole number.",
            "Une enchère s’écrit comme « Allemagne 5 » : une puissance, puis un nombre entier.",
        )
    if power not in auctioned:
        return (
            "not-auctioned",
            "This power is not in the auction: it is a home power or out of the game (ID-3).",
            "Cette puissance n’est pas aux enchères : elle appartient à un joueur ou est éliminée (ID-3).",
        )
    if not is_bid(amount):
        return (
            "bad-bid",
            "A bid is a whole number of credits, 0 or more; anything else counts as 0 (ID-3).",
            "Une enchère est un nombre entier de crédits, 0 ou plus ; autre chose compte pour 0 (ID-3).",
        )
    if power in bids:
        return (
            "duplicate",
            f"There is a bid for this power already, of {bids[power]}; that one stands.",
            f"Il y a déjà une enchère pour cette puissance, de {bids[power]} ; c’est elle qui compte.",
        )
    return None
