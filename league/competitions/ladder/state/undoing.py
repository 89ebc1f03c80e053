"""Until when a challenge can be undone: one answer for the page and for the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from league.competitions.ladder.challenges import ONE_UNDO_IN, UNDO
from league.competitions.models import Challenge, Competition


def undo_until(
    competition: Competition, waiting: Sequence[Challenge], now: datetime
) -> Mapping[int, datetime | None]:
    """Until when each of these challenges, which wait for an answer, can be undone, by key; None where it
    cannot be any more. By the old rules that is as long as it waits. One query where one is two minutes old
    at most, else none.
    """
    if competition.has_old_rules:
        return {each.pk: each.answer_by for each in waiting}
    new = {each.pair: each for each in waiting if now < each.made_at + UNDO}
    undone = Challenge.objects.filter(
        competition=competition,
        pair__in=new,
        state=Challenge.State.TAKEN_BACK,
        over_at__gt=now - ONE_UNDO_IN,
    )
    before = set(undone.order_by().values_list("pair", flat=True)) if new else set()
    return {
        each.pk: each.made_at + UNDO if each.pair in new and each.pair not in before else None
        for each in waiting
    }
