"""A game master's power over whether the clock runs: a pause, and a time without a clock (RB-24).

All of it refuses as `pausing` does, and as all of a master's acts do.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games.adjudication import pausing
from games.adjudication.acts import enter_act
from games.adjudication.locking import open_phase_of
from games.common import clock
from games.common.words.people import Person
from games.models import ClockEntry, Game, MasterAct
from games.services.masters.presiding import lock_presided, moved_by

Kind = MasterAct.Kind


def pause(*, game: Game, user: Person, until: datetime, reason: str) -> MasterAct:
    """Pause the game until the moment `until`. Never a competition's: its deadlines move alike (HR-10)."""
    return _change(game, user, reason, Kind.PAUSE, pausing.pause, until, in_contests=False)


def end_pause(*, game: Game, user: Person, reason: str) -> MasterAct:
    """Let the game go on with the time it had left; a competition's too, which earlier releases let arbiters
    pause.
    """
    return _change(game, user, reason, Kind.GOES_ON, pausing.go_on)


def run_untimed(*, game: Game, user: Person, until: datetime, reason: str) -> MasterAct:
    """Let the game run without a clock until the moment `until`; again, to confirm it again. Never a
    competition's: its season has a last day.
    """
    return _change(game, user, reason, Kind.UNTIMED, pausing.run_untimed, until, in_contests=False)


def run_timed(*, game: Game, user: Person, reason: str) -> MasterAct:
    """Let the clock run again: the open phase has a full length from now."""
    return _change(game, user, reason, Kind.TIMED, pausing.run_timed)


@transaction.atomic
def _change(
    game: Game,
    user: Person,
    reason: str,
    kind: Kind,
    change: Callable[..., ClockEntry],
    until: datetime | None = None,
    *,
    in_contests: bool = True,
) -> MasterAct:
    """Do `change`, which lasts `until` then if it ends by itself, to the clock of the open phase."""
    game = lock_presided(game, user, reason, in_contests=in_contests)
    ends = () if until is None else (until,)
    entry = change(game, open_phase_of(game), *ends, clock.now(), by=user, note=reason)
    facts = moved_by(entry) if until is None else {**moved_by(entry), "until": until.isoformat()}
    return enter_act(game, user, kind, reason, facts)
