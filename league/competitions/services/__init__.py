"""What people do to competitions, one transaction each. The modules are its rooms; this is its door."""

from league.competitions.services.disputing import answer, dispute, rule
from league.competitions.services.entering import enter, remove, set_word, withdraw
from league.competitions.services.extending import extend
from league.competitions.services.founding import (
    announce,
    cancel,
    create_season,
    invite,
    name_arbiter,
    uninvite,
    update_season,
)
from league.competitions.services.mass_email import write_to_entrants
from league.competitions.services.moving import extend_registration, move_dates
from league.competitions.services.nudging import nudge
from league.competitions.services.proposing import decide
from league.competitions.services.suspecting import dismiss, suspect

__all__ = [
    "announce",
    "answer",
    "cancel",
    "create_season",
    "decide",
    "dismiss",
    "dispute",
    "enter",
    "extend",
    "extend_registration",
    "invite",
    "move_dates",
    "name_arbiter",
    "nudge",
    "remove",
    "rule",
    "set_word",
    "suspect",
    "uninvite",
    "update_season",
    "withdraw",
    "write_to_entrants",
]
