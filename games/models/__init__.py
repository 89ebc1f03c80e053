from games.models.answer import Answer
from games.models.clock import ClockEntry, Heartbeat
from games.models.game import Game
from games.models.outbox import OutboxRow
from games.models.phase import Phase, Turn
from games.models.press import Message
from games.models.seat import Seat, Tenure
from games.models.vote import Vote

__all__ = [
    "Answer",
    "ClockEntry",
    "Game",
    "Heartbeat",
    "Message",
    "OutboxRow",
    "Phase",
    "Seat",
    "Tenure",
    "Turn",
    "Vote",
]
