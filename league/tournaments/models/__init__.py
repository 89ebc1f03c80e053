"""Rows of competitions: what was decided and what happened, and tables kept of it."""

from league.tournaments.models.challenge import Challenge, IdleCheck, IdleWeek, Notice
from league.tournaments.models.circular import Circular
from league.tournaments.models.competition import Arbiter, Competition
from league.tournaments.models.date_move import DateMove
from league.tournaments.models.decision import ProposedAct, Suspension
from league.tournaments.models.dispute import Dispute
from league.tournaments.models.draw import Draw
from league.tournaments.models.entry import Entry, EntryInvitation, EntryStep
from league.tournaments.models.event import Event, that_count
from league.tournaments.models.extension import Extension
from league.tournaments.models.rating import LateResult, Rating, RatingList, RatingStep
from league.tournaments.models.record import (
    AuctionEvent,
    AuctionGame,
    AuctionTally,
    Happened,
    PairTally,
    PriceTally,
    RecordBook,
)
from league.tournaments.models.reign import Reign
from league.tournaments.models.suspicion import Suspicion
from league.tournaments.models.table import FinalPlace, Move, Standing
from league.tournaments.models.tally import Counting, GameCount, Played, Tally

__all__ = [
    "Arbiter",
    "AuctionEvent",
    "AuctionGame",
    "AuctionTally",
    "Challenge",
    "Circular",
    "Competition",
    "Counting",
    "DateMove",
    "Dispute",
    "Draw",
    "Entry",
    "EntryInvitation",
    "EntryStep",
    "Event",
    "Extension",
    "FinalPlace",
    "GameCount",
    "Happened",
    "IdleCheck",
    "IdleWeek",
    "LateResult",
    "Move",
    "Notice",
    "PairTally",
    "Played",
    "PriceTally",
    "ProposedAct",
    "Rating",
    "RatingList",
    "RatingStep",
    "RecordBook",
    "Reign",
    "Standing",
    "Suspension",
    "Suspicion",
    "Tally",
    "that_count",
]
