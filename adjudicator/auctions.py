"""Two questions that pages ask about auctions, beside the engine's seven: neither decides anything.

A variant answers them in its phase kind for auctions; for a variant without auctions there is no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

from adjudicator import asking
from adjudicator.position import Position
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from adjudicator.variants.variant import Table

Json: TypeAlias = dict[str, Any]


@runtime_checkable
class Auctioneer(Protocol):
    """A phase kind that holds auctions."""

    def outlook(self, table: Table, position: Position, seat: str, answer: Any) -> Json:
        """See `outlook`."""

    def grounds(self, item: Mapping[str, Any]) -> Json:
        """See `grounds`."""


def outlook(
    variant: str, settings: Mapping[str, Any] | None, position: Json, seat: str, answer: Any
) -> Json | None:
    """What the bids in `answer` may come to for `seat`, whatever the others bid; None outside an auction.

    `{"treasury": {seat: n}, "income": {seat: n}, "total": n, "wins": [way, …], "windfall": way}`, where a way
    is `{"powers", "owes", "keeps", "bust"}` in credits. `income` is what an autumn with the centres of now
    would bring; `wins` is every set of bids that might win, the cheapest first; `windfall` is what comes of
    the bids when the other seat alone is bust; `ruin` is what the seat loses when it is bust itself, with the
    clauses that say so, `clause` and, should both be bust, `both`. Where they count also `loyalty` and `net`,
    credits off each price and what is left of each bid; `charges` asked for, by what they are for; `nothing`,
    the way in which no bid wins; and in every way its `charges` and what becomes of the seat's `satellite`.
    """
    table = table_for(variant, settings)
    value = checked_position(table, position)
    asking.seat(seat, table.seats)
    kind = course.stage_of(table, value).kind
    if value.outcome is not None or not isinstance(kind, Auctioneer):
        return None
    return kind.outlook(table, table.variant.sight.known(table, value, seat), seat, answer)


def grounds(variant: str, settings: Mapping[str, Any] | None, item: Mapping[str, Any]) -> Json | None:
    """Why an auction went as its news `item` tells: `{"clauses": {power: clause}, "owed": {seat: {power:
    n}}}`; None for a variant without auctions.

    `clauses` names what decided each power; `owed` is each seat's bids that were the higher, void ones too.
    """
    table = table_for(variant, settings)
    stages = (*table.variant.opening, *table.variant.year)
    for stage in stages:
        if isinstance(stage.kind, Auctioneer):
            return stage.kind.grounds(item)
    return None
