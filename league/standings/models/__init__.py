"""Rows of standings and of the record book; their app's label is that of competitions."""

from league.standings.models.record import (
    AuctionEvent,
    AuctionGame,
    AuctionTally,
    Feat,
    Happened,
    PairTally,
    PriceTally,
    RecordBook,
    Sort,
)
from league.standings.models.tally import Counting, GameCount, Played, Tally

__all__ = [
    "AuctionEvent",
    "AuctionGame",
    "AuctionTally",
    "Counting",
    "Feat",
    "GameCount",
    "Happened",
    "PairTally",
    "Played",
    "PriceTally",
    "RecordBook",
    "Sort",
    "Tally",
]
