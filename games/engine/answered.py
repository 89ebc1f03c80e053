"""Who has sent something for a phase: saved an answer, or given orders ahead for it that still hold (SPY-21).

The one place that says so, for mails and lists alike. It says nothing of what was sent, and each caller tells
it to the person alone.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from games.common.database.compiled import Param, PreparedQuery
from games.engine import bridge
from games.models import Answer, Phase, Tenure

_DRAFTS_OF_PERSON = PreparedQuery(
    lambda: Answer.objects.filter(
        phase__adjudicated_at=None,
        phase__branch=None,
        seat__tenures__user_id=Param("user"),
        seat__tenures__left_at=None,
    ).values_list("phase_id", "ready_at")
)


def sent_by(user: int, seats: Collection[tuple[Phase, str]]) -> dict[int, datetime | None]:
    """Open phases in which `user` has sent something, by their keys, and when they were ready, if they are.

    `seats` are theirs, each with the open phase of its game. One query; two more where orders can be given
    ahead.
    """
    sent: dict[int, datetime | None] = {}
    ahead = bridge.given_ahead(phase for phase, _seat in seats)
    for phase, seat in seats:
        if phase.kind in ahead.get(phase.pk, {}).get(seat, {}):
            sent[phase.pk] = None
    return sent | dict(_DRAFTS_OF_PERSON.rows(user=user))  # type: ignore[arg-type]


def sent_in(phases: Collection[Phase]) -> dict[tuple[int, int], datetime | None]:
    """By phase and person (keys), when they were ready, if they are: those who have sent something in
    `phases`.
    """
    sent: dict[tuple[int, int], datetime | None] = {}
    ahead = bridge.given_ahead(phases)
    games = {phase.game_id: phase for phase in phases if phase.pk in ahead}
    if games:
        sitting = Tenure.objects.filter(game__in=games, left_at=None).order_by()
        for game, user, seat in sitting.values_list("game", "user", "seat__key"):
            phase = games[game]
            if phase.kind in ahead[phase.pk].get(seat, {}):
                sent[phase.pk, user] = None
    answers = Answer.objects.filter(phase__in=phases, seat__tenures__left_at=None)
    for phase_key, user, ready_at in answers.values_list("phase", "seat__tenures__user", "ready_at"):
        sent[phase_key, user] = ready_at
    return sent
