from games.common.database.heartbeat import Heartbeat
from games.common.outbox.happening import Happening
from games.common.outbox.row import OutboxRow
from games.models.answer import Answer
from games.models.blocking import Block, Withheld
from games.models.branch import Branch
from games.models.clock import ClockEntry
from games.models.clock_vote import ClockProposal, ClockVote
from games.models.contest import Contest, GameArbiter
from games.models.course import Course
from games.models.game import Game
from games.models.holiday import Holiday
from games.models.invitation import GameInvitation
from games.models.mailing import Asked, AskedAgain, Mailing
from games.models.master import MasterAct, StandIn
from games.models.nomination import Nomination, Objection
from games.models.notebook import Notebook, Pin
from games.models.phase import Phase, Turn
from games.models.practice import Practice, PracticeTurn
from games.models.press import Circle, LetterDraft, Message, ReadMark
from games.models.result import SeatResult, TenureResult
from games.models.sandbox import Sandbox, SandboxStep
from games.models.seat import Seat, Tenure
from games.models.tally import Tally
from games.models.vacancy import Vacancy
from games.models.vote import Vote

__all__ = [
    "Answer",
    "Asked",
    "AskedAgain",
    "Block",
    "Branch",
    "Circle",
    "ClockEntry",
    "ClockProposal",
    "ClockVote",
    "Contest",
    "Course",
    "Game",
    "GameArbiter",
    "GameInvitation",
    "Happening",
    "Heartbeat",
    "Holiday",
    "LetterDraft",
    "Mailing",
    "MasterAct",
    "Message",
    "Nomination",
    "Notebook",
    "Objection",
    "OutboxRow",
    "Phase",
    "Pin",
    "Practice",
    "PracticeTurn",
    "ReadMark",
    "Sandbox",
    "SandboxStep",
    "Seat",
    "SeatResult",
    "StandIn",
    "Tally",
    "Tenure",
    "TenureResult",
    "Turn",
    "Vacancy",
    "Vote",
    "Withheld",
]
