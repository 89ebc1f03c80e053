"""A ladder's table as a function of its log: nothing else decides a rank (docs/season-export.md).

Values and functions alone: no database, no clock.
"""

from league.competitions.ladder.counting import Counting
from league.competitions.ladder.events import (
    Challenged,
    Declined,
    Event,
    Idle,
    Joins,
    Leaves,
    Opens,
    Result,
    key_of,
)
from league.competitions.ladder.fold import before_all, fold, in_order, rows
from league.competitions.ladder.table import Ladder, Move, Score, rank_won
from league.competitions.rules.endings import FORFEIT, VOID, Ending, ending_of

__all__ = [
    "FORFEIT",
    "VOID",
    "Challenged",
    "Counting",
    "Declined",
    "Ending",
    "Event",
    "Idle",
    "Joins",
    "Ladder",
    "Leaves",
    "Move",
    "Opens",
    "Result",
    "Score",
    "before_all",
    "ending_of",
    "fold",
    "in_order",
    "key_of",
    "rank_won",
    "rows",
]
