"""Opening games in tests: each says only what of its terms matters to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.agreed.absence import Absence
from games.agreed.dealing import LOTS
from games.agreed.pace import Pace
from games.gate.game_terms import GameTerms
from games.models import Game
from games.services.seats import opening

OF_NO_TERM = ("master", "key", "code", "rematch_of", "guests", "seats_kept_until", "is_contest")
"""What `services.opening.open_game` is told besides the terms."""


def open_game(
    *,
    league: Any,
    user: Any,
    name: str,
    variant: str,
    settings: Mapping[str, Any],
    pace: Pace,
    absence: Absence | None = None,
    **given: Any,
) -> Game:
    """Open a game on the league's terms but for those `given`.

    Its rules of absence are those given, however soft, and by default none: as in a game that is older than
    the league's.
    """
    besides = {each: given.pop(each) for each in OF_NO_TERM if each in given}
    plain = {"press": Game.Press.OPEN, "press_pauses": "rulebook", "dealing": LOTS}
    terms = replace(GameTerms.of_league(league, variant, settings), pace=pace, **plain | given)
    game = opening.open_game(league=league, user=user, name=name, terms=terms, **besides)
    game.absence = absence.to_json() if absence else {}
    game.save(update_fields=["absence"])
    return game
