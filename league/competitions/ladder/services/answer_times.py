"""By when a challenge is to be answered: it waits for the end of a holiday, and a mail comes before that."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.common import clock, outbox
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.models import Challenge, Competition
from league.competitions.outbox import mail
from league.competitions.services.locking import lock, show_change
from league.competitions.state.holidays import since_year_of, spells_of

State = Challenge.State

REMINDED_BEFORE: Final = timedelta(days=1)
"""So long before its answer is due a challenge is mailed again, or half its days where these are fewer."""


def latest_answer(competition: Competition, challenge: Challenge) -> datetime:
    """Until when a challenge can be answered at most: the days to answer, and all days of holiday that the
    season honours. The last day to challenge is computed with both.
    """
    rules = of_ladder(competition.terms)
    return challenge.made_at + timedelta(days=rules.challenges.answer_days + rules.absence.holidays)


def answer_due(competition: Competition, challenge: Challenge) -> datetime:
    """When the answer to a challenge is due, by the holidays that its receiver has announced by now: at the
    end of the one that it would fall into, one after the other. One query.

    A holiday that was announced when the time was over already changes nothing.
    """
    due = challenge.made_at + timedelta(days=of_ladder(competition.terms).challenges.answer_days)
    holidays = since_year_of(competition.league_id, challenge.made_at.date())
    own = holidays.filter(user=challenge.of.user_id)
    spells = spells_of(competition.terms, own).get(challenge.of.user_id, [])
    for spell in sorted(spells):
        if spell.begins_at <= due < spell.ends_at and spell.announced_at < due:
            due = spell.ends_at
    return min(due, latest_answer(competition, challenge))


def set_due(competition: Competition, challenge: Challenge, now: datetime) -> bool:
    """Bring a waiting challenge's due time, and its reminder's, to what they are by now; not saved. Whether
    they moved.
    """
    due = answer_due(competition, challenge)
    if due == challenge.answer_by:
        return False
    half = timedelta(days=of_ladder(competition.terms).challenges.answer_days) / 2
    remind_at = due - min(REMINDED_BEFORE, half)
    challenge.answer_by, challenge.remind_at = due, remind_at if remind_at > now else None
    return True


def move_answers(*, league: int, user: int) -> int:
    """Move the due times of all challenges that wait for `user` in `league` (keys), whose holidays there have
    changed; how many moved. A season at a time, each in a transaction of its own.
    """
    waiting = Challenge.objects.filter(of__user=user, competition__league=league, state=State.WAITING)
    seasons = sorted(set(waiting.order_by().values_list("competition", flat=True)))
    return sum(_move(season, user) for season in seasons)


@transaction.atomic
def _move(season: int, user: int) -> int:
    competition, now = lock(Competition(pk=season)), clock.now()
    rows = Challenge.objects.filter(competition=competition, of__user=user, state=State.WAITING)
    rows = rows.filter(answer_by__gt=now).select_related("of").order_by("pk")
    moved = [row for row in rows if set_due(competition, row, now)]
    Challenge.objects.bulk_update(moved, ["answer_by", "remind_at"])
    if moved:
        show_change(competition, now)
    return len(moved)


def remind(competition: Competition, now: datetime) -> int:
    """Mail those who have not answered a challenge whose time is nearly over, once each; how many. Call it
    under the competition's lock.
    """
    rows = Challenge.objects.filter(competition=competition, state=State.WAITING, remind_at__lte=now)
    found = list(rows.select_related("of").order_by("pk"))
    late = [row for row in found if row.answer_by > now]
    outbox.put(*(mail(row.of.user_id, now, about="answer_due", challenge=row.pk) for row in late))
    Challenge.objects.filter(pk__in=[row.pk for row in found]).update(remind_at=None)
    return len(late)
