"""Rows of competitions: what was decided and what happened, and tables kept of it."""

from league.competitions.models.challenge import Challenge, IdleCheck, IdleWeek, Notice
from league.competitions.models.check_in import CheckIn
from league.competitions.models.circular import Circular
from league.competitions.models.competition import Arbiter, Competition
from league.competitions.models.date_move import DateMove
from league.competitions.models.decision import ProposedAct, Suspension
from league.competitions.models.dispute import Dispute
from league.competitions.models.draw import Draw
from league.competitions.models.entry import Entry, EntryInvitation, EntryStep
from league.competitions.models.event import Event, that_count
from league.competitions.models.extension import Extension
from league.competitions.models.nudge import Nudge
from league.competitions.models.pairing import Pairing, Side
from league.competitions.models.reign import Reign
from league.competitions.models.suspicion import Suspicion
from league.competitions.models.table import FinalPlace, Move, Standing
from league.ratings.models import LateResult, Rating, RatingList, RatingStep
from league.standings.models import (
    AuctionEvent,
    AuctionGame,
    AuctionTally,
    Counting,
    Feat,
    GameCount,
    Happened,
    PairTally,
    Played,
    PriceTally,
    RecordBook,
    Tally,
)

__all__ = [
    "Arbiter",
    "AuctionEvent",
    "AuctionGame",
    "AuctionTally",
    "Challenge",
    "CheckIn",
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
    "Feat",
    "FinalPlace",
    "GameCount",
    "Happened",
    "IdleCheck",
    "IdleWeek",
    "LateResult",
    "Move",
    "Notice",
    "Nudge",
    "PairTally",
    "Pairing",
    "Played",
    "PriceTally",
    "ProposedAct",
    "Rating",
    "RatingList",
    "RatingStep",
    "RecordBook",
    "Reign",
    "Side",
    "Standing",
    "Suspension",
    "Suspicion",
    "Tally",
    "that_count",
]
