"""Challenges that end without an answer, at no one's cost."""

from __future__ import annotations

from datetime import datetime

from games.common import outbox
from league.competitions.models import Challenge, Entry
from league.competitions.outbox import mail


def drop_waiting(
    entry: Entry,
    now: datetime,
    state: str = Challenge.State.DROPPED,
    *,
    made_until: datetime | None = None,
) -> list[int]:
    """End the challenges of and to `entry` that wait for an answer, made until then (None: all);
    no one pays. The others are told. Returns the numbers of the challenges.
    """
    waiting = Challenge.objects.filter(state=Challenge.State.WAITING, competition=entry.competition_id)
    waiting = (waiting.filter(by=entry) | waiting.filter(of=entry)).select_related("by", "of")
    found = list(waiting.filter(made_at__lte=made_until or now).order_by("number"))
    for challenge in found:
        drop(challenge, now, state)
        other = challenge.of if challenge.by_id == entry.pk else challenge.by
        outbox.put(mail(other.user_id, now, about="dropped", challenge=challenge.pk))
    return [challenge.number for challenge in found]


def drop(challenge: Challenge, now: datetime, state: str = Challenge.State.DROPPED) -> None:
    """End a challenge that waits for an answer; no one pays."""
    challenge.state, challenge.over_at = state, now
    challenge.save(update_fields=["state", "over_at"])
