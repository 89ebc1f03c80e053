"""What people do to competitions, one transaction each. The modules are its rooms; this is its door."""

from league.tournaments.services.challenging import CannotChallenge, accept, challenge, decline, take_back
from league.tournaments.services.disputing import answer, dispute, rule, rule_open_game
from league.tournaments.services.entering import enter, remove, set_word, withdraw
from league.tournaments.services.extending import extend
from league.tournaments.services.founding import (
    announce,
    cancel,
    create_season,
    invite,
    name_arbiter,
    uninvite,
    update_season,
)
from league.tournaments.services.moving import extend_registration, move_dates

__all__ = [
    "CannotChallenge",
    "accept",
    "announce",
    "answer",
    "cancel",
    "challenge",
    "create_season",
    "decline",
    "dispute",
    "enter",
    "extend",
    "extend_registration",
    "invite",
    "move_dates",
    "name_arbiter",
    "remove",
    "rule",
    "rule_open_game",
    "set_word",
    "take_back",
    "uninvite",
    "update_season",
    "withdraw",
]
