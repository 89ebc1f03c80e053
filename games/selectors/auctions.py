"""The auctions of a game: what each year's sealed bids were, and what came of them (ID-9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games import wording
from games.models import Game, Phase

KIND = "auction"


@dataclass(frozen=True, slots=True)
class Bid:
    """One seat's bid for one power. `took`: it won the power; `void`: it was higher and did not."""

    player: str
    amount: int
    took: bool
    void: bool


@dataclass(frozen=True, slots=True)
class Sale:
    """One power in one auction. `winner` is empty in anarchy."""

    power: str
    bids: list[Bid]
    winner: str
    price: int

    @property
    def is_half_price(self) -> bool:
        return any(bid.took and bid.amount != self.price for bid in self.bids)


@dataclass(frozen=True, slots=True)
class Purse:
    """One seat's treasury before and after the auction, in credits."""

    player: str
    bids: int
    before: int
    after: int
    is_bust: bool

    @property
    def paid(self) -> int:
        return self.before - self.after


@dataclass(frozen=True, slots=True)
class Auction:
    """One year's auction."""

    year: int
    label: str
    sales: list[Sale]
    purses: list[Purse]

    @property
    def busts(self) -> list[str]:
        return [purse.player for purse in self.purses if purse.is_bust]


def auction_of(item: Mapping[str, Any], players: Mapping[str, str], label: str = "") -> Auction:
    """The engine's news of an auction, with the players' names."""
    bids, winners, prices = item["bids"], item["winner"], item["price"]
    seats = sorted(item["before"])
    sales = []
    for power in sorted(winners, key=wording.power):
        offered = {seat: bids.get(seat, {}).get(power, 0) for seat in seats}
        winner = winners[power]
        best = max(offered.values())
        sales.append(
            Sale(
                power,
                [
                    Bid(
                        players.get(seat, seat),
                        amount,
                        took=seat == winner,
                        void=seat in item["bust"] and seat != winner and 0 < amount == best,
                    )
                    for seat, amount in offered.items()
                ],
                players.get(winner, winner) if winner else "",
                prices[power],
            )
        )
    purses = [
        Purse(
            players.get(seat, seat),
            sum(bids.get(seat, {}).values()),
            item["before"][seat],
            item["after"][seat],
            seat in item["bust"],
        )
        for seat in seats
    ]
    return Auction(item["year"], label, sales, purses)


def auction_news(turn: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The news of an auction in a turn; None if there was none."""
    return next((item for item in turn.get("news", []) if item["kind"] == KIND), None)


def sales_by_power(auction: Auction) -> dict[str, Sale]:
    """What each power went for."""
    return {sale.power: sale for sale in auction.sales}


def phases_with_auctions(game: Game) -> list[Phase]:
    """The adjudicated phases whose turns tell of an auction, oldest first. One query."""
    return list(_auctions(game).order_by("ordinal"))


def last_phase_with_an_auction(game: Game) -> Phase | None:
    """The latest of them. One query, however long the game."""
    return _auctions(game).order_by("-ordinal").first()


def _auctions(game: Game) -> QuerySet[Phase]:
    phases = Phase.objects.filter(game=game, label__endswith="B", adjudicated_at__isnull=False)
    return phases.select_related("turn").defer("turn__answers")
