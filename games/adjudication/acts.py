"""What a game master did, or the site in their place: written down where all who play read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.adjudication.locking import (
    open_phase_of,
    show_change,
)
from games.common import clock
from games.common.words.people import Person
from games.models import Game, MasterAct
from games.models.master import LONGEST_REASON


def enter_act(game: Game, user: Person | None, kind: str, reason: str, facts: Mapping[str, Any]) -> MasterAct:
    """Write down what was done and why, and show it; without a `user` the site did it. Call it under the
    game's lock.
    """
    now = clock.now()
    act = MasterAct.objects.create(
        game=game,
        phase=open_phase_of(game),
        kind=kind,
        facts=dict(facts),
        reason=reason.strip()[:LONGEST_REASON],
        by=user,
        at=now,
    )
    show_change(game, now)
    return act
