"""Games of a competition for tests: what a season would tell them, and one for two that runs."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from games.agreed.pace import Pace
from games.common.guards.codes import new_code
from games.models import Game
from games.services.seats.contests import Terms, open_contest

RULES = {"kind": "ladder", "name": "Winter ladder", "format": 1}
HOMES = {"homes": {"1": "FRANCE", "2": "TURKEY"}}


def terms(number: int = 1, **given: Any) -> Terms:
    """What game `number` of Calais' Winter ladder is told of it."""
    values: dict[str, Any] = {
        "key": "winter26",
        "kind": "ladder",
        "title": "Winter ladder",
        "address": "/l/calais/c/winter26/",
        "number": number,
        "rules": RULES,
        "rules_sha256": hashlib.sha256(json.dumps(RULES, sort_keys=True).encode()).hexdigest(),
    }
    return Terms(**values | given)


def open_duel(league: Any, players: Any, arbiters: Any, number: int = 1, **given: Any) -> Game:
    """A game for two of that ladder, running."""
    values: dict[str, Any] = {
        "variant": "intimate",
        "settings": {"last_year": 1905},
        "pace": Pace(),
        "code": new_code(),
        "contest": terms(number),
    }
    return open_contest(league=league, players=players, arbiters=arbiters, **values | given)
