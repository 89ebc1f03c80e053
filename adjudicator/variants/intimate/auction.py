"""Phase `B`: the sealed auction of the mercenaries for the coming year (ID-3 to ID-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants.auctioning import bids as bidding
from adjudicator.variants.auctioning.holding import clauses, counted, higher, hold
from adjudicator.variants.auctioning.prospects import prospects, windfall
from adjudicator.variants.intimate.calendar import income
from adjudicator.variants.intimate.state import IntimateState, remaining
from adjudicator.variants.pieces import pieces
from adjudicator.variants.variant import Answers, Choices, PhaseKind, Reading, Step, Table


class Auction(PhaseKind):
    """The auction of mercenaries."""

    letter = "B"

    def due(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        """Both seats, while any mercenary remains (ID-3)."""
        auctioned = list(remaining(position, table.board))
        if not auctioned:
            return {}
        treasury = IntimateState.of(position).treasury
        return {
            seat: {"kind": "bids", "powers": auctioned, "treasury": treasury[seat]} for seat in table.seats
        }

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        """A power and a number a line: `Germany 5`, `Allemagne : 5`."""
        bids = bidding.written(pieces(text, ";"), remaining(position, table.board), table.board)
        return Reading({"bids": bids.made}, bids.problems)

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        if not isinstance(answer, dict) or not isinstance(answer.get("bids"), dict):
            raise AdjudicatorError(
                "bad-input",
                'An answer to an auction reads {"bids": {"GERMANY": 5}}.',
                'Une offre s’écrit {"bids": {"GERMANY": 5}}.',
            )
        bids = bidding.given(answer["bids"], remaining(position, table.board), table.board)
        return Reading({"bids": bids.made}, bids.problems)

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return Choices()

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        auctioned = remaining(position, table.board)
        state = IntimateState.of(position).free()
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
        state = IntimateState.of(position)
        bids = counted(_made(answer, position, table), remaining(position, table.board))
        treasury = state.treasury[seat]
        return {
            "treasury": dict(state.treasury),
            "income": income(position),
            "total": sum(bids.values()),
            "wins": [each.to_json() for each in prospects(bids, treasury)],
            "windfall": windfall(bids, treasury).to_json(),
            "ruin": {"loses": treasury, "clause": "ID-6", "both": "ID-7"},
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


def _made(answer: Any, position: Position, table: Table) -> Any:
    """The bids of a raw answer that can stand; none where it has not the shape of one (ID-8)."""
    if not isinstance(answer, dict) or not isinstance(answer.get("bids"), dict):
        return {}
    return bidding.given(answer["bids"], remaining(position, table.board), table.board).made
