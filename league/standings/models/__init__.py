"""Rows of standings and of the record book; their app's label is that of competitions."""

from league.standings.models.record import (
    AuctionEvent,
    AuctionGame,
    AuctionTally,
    Happened,
    PairTally,
    PriceTally,
    RecordBook,
)
from league.standings.models.tally import Counting, GameCount, Played, Tally

__all__ = [
    "AuctionEvent",
    "AuctionGame",
    "AuctionTally",
    "Counting",
    "GameCount",
    "Happened",
    "PairTally",
    "Played",
    "PriceTally",
    "RecordBook",
    "Tally",
]
