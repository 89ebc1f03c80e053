"""Idle weeks: every midnight of a season's zone each entry is checked, and the seventh check judges the week.

`idle_weeks` has the rules, and this module the rows. So many idle weeks in a row, as the season says, cost
ranks; then counting restarts.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Coalesce

from games.common import clock, outbox
from league.competitions.ladder import log
from league.competitions.ladder.challenges import LadderState, Why, why_not_anew
from league.competitions.ladder.idle_weeks import Asked, Week, check_days, idle_in, in_a_row, week_ended_by
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.services import table
from league.competitions.ladder.services.challenging import write_overdue
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Challenge, Competition, Entry, Event, IdleCheck, IdleWeek
from league.competitions.models.pairing import runs
from league.competitions.outbox import mail
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.each_in_transaction import one_by_one
from league.competitions.services.locking import lock, show_change
from league.competitions.state.holidays import since_year_of, spells_of

LATEST: Final = timedelta(hours=1)
"""So long after midnight a check still runs; later than that it did not, and has offered nothing."""


def watch_all() -> int:
    """Run the checks that are due in running seasons; in how many. Beat asks every minute."""
    running = Competition.objects.filter(kind="ladder", state=Competition.State.RUNNING)
    running = running.select_related("league").order_by("pk")
    seasons = [each for each in running if each.rules["idle_weeks"] and each.rules["cost"]]
    return sum(1 for _each in one_by_one(seasons, watch))


def watch(competition: Competition) -> bool:
    """Run the check of the last midnight, if it is due and has not run; with the seventh of a week, judge
    that week. Whether a check ran.
    """
    day = due_check(competition, clock.now())
    if day is None or competition.idle_checks.filter(day=day).exists():
        return False
    return _check(competition, day)


def due_check(competition: Competition, now: datetime) -> date | None:
    """The day that begins with the check that can run at the moment `now`; None where there is none."""
    zone = competition.rules["zone"]
    today = now.astimezone(zoneinfo.ZoneInfo(zone)).date()
    is_due = today > first_day(competition) and now < clock.midnight(today, zone) + LATEST
    return today if is_due else None


def first_day(competition: Competition) -> date:
    """The day on which a season begins, in its zone: its weeks run from there."""
    return competition.starts_at.astimezone(zoneinfo.ZoneInfo(competition.rules["zone"])).date()


@transaction.atomic
def _check(competition: Competition, day: date) -> bool:
    competition = lock(competition)
    now = clock.now()
    if competition.state != Competition.State.RUNNING or competition.idle_checks.filter(day=day).exists():
        return False
    write_overdue(competition, now)
    scene, rules = ladder_state_of(competition, now), of_ladder(competition.terms).challenges
    offered = [entry for entry in scene.table if can_challenge(rules, scene, entry, now)]
    IdleCheck.objects.create(competition=competition, day=day, ran_at=now, offered=offered)
    week = week_ended_by(first_day(competition), day)
    if week is not None:
        _judge(competition, week, now)
    return True


def can_challenge(rules: ChallengeRules, scene: LadderState, entry: int, now: datetime) -> bool:
    """Whether the ladder offers `entry` anyone at the moment `now`, or would if none of their own challenges
    waited; the nearest are asked first.
    """
    for of in reversed(scene.table[: max(0, scene.ranks.get(entry, 0) - 1)]):
        refusal = why_not_anew(rules, scene, entry, of, now)
        if refusal is None:
            return True
        if refusal.why is Why.FAR and rules.reach is not Reach.RATING:
            return False  # nor is anyone who is further up in reach
    return False


def _judge(competition: Competition, week: int, now: datetime) -> None:
    """Write down whose week was idle, and let those pay who come to the number in a row that costs ranks."""
    days, limit = check_days(first_day(competition), week), competition.rules["idle_weeks"]
    ended = clock.midnight(days[-1], competition.rules["zone"])
    idle = idle_in(_week(competition, days, ended))
    entries = {each.number: each for each in competition.entries.filter(number__in=idle)}
    counts = in_a_row(idle, _idle_before(competition, week), limit)
    IdleWeek.objects.bulk_create(
        IdleWeek(entry=entries[number], week=week, in_a_row=counts[number]) for number in sorted(idle)
    )
    _charge(competition, [entries[each] for each in sorted(idle) if counts[each] == limit], ended, now)


def _week(competition: Competition, days: Sequence[date], ended: datetime) -> Week:
    """What rows know of the week with the checks of `days`, the last of them at the moment `ended`."""
    began = clock.midnight(days[0] - timedelta(days=1), competition.rules["zone"])
    checks = competition.idle_checks.filter(day__in=days).order_by("day")
    challenges = Challenge.objects.filter(competition=competition).order_by()
    # A game may be over whose result has not been heard of yet: its own rows say since when.
    not_heard = Q(over_at=None) & (runs("pairing__") | Q(pairing__game__results__at__gt=began))
    games = challenges.filter(not_heard | Q(over_at__gt=began), pairing__isnull=False, answered_at__lt=ended)
    pairs = games.values_list("by__number", "of__number")
    people = dict(competition.entries.values_list("number", "user"))
    announced = since_year_of(competition.league_id, began.date()).filter(
        user__in=competition.entries.values("user"), begins_at__lt=ended
    )
    away = {
        user
        for user, spells in spells_of(competition.terms, announced).items()
        if any(spell.begins_at < ended and spell.ends_at > began for spell in spells)
    }
    joined = Event.objects.filter(competition=competition, kind=EventKind.JOINS, at__gt=began)
    return Week(
        offered=[frozenset(offered) for offered in checks.values_list("offered", flat=True)],
        challenged=frozenset(
            each.by for each in _asked(competition, began, ended) if each.saves(began, ended)
        ),
        played=frozenset(entry for pair in pairs for entry in pair),
        away=frozenset(number for number, user in people.items() if user in away),
        late=frozenset(joined.values_list("number", flat=True)),
    )


def _asked(competition: Competition, began: datetime, ended: datetime) -> Iterator[Asked]:
    """The challenges that waited for their answers at any moment of a week. One query."""
    rows = Challenge.objects.filter(competition=competition, made_at__lt=ended).order_by()
    rows = rows.annotate(until=Coalesce("answered_at", "over_at"))
    rows = rows.filter(Q(until=None) | Q(until__gte=began))
    for by, made_at, until, state in rows.values_list("by__number", "made_at", "until", "state"):
        yield Asked(by, made_at, until, state in Challenge.SETTLED)


def _idle_before(competition: Competition, week: int) -> Mapping[int, int]:
    """How many idle weeks in a row those had who were idle the week before, by entry number."""
    rows = IdleWeek.objects.filter(entry__competition=competition, week=week - 1)
    return dict(rows.values_list("entry__number", "in_a_row"))


def _charge(competition: Competition, paying: Sequence[Entry], ended: datetime, now: datetime) -> None:
    """Let entries pay at the moment at which the seventh check was scheduled, however late it ran."""
    if not paying:
        return
    cost = competition.rules["cost"]
    table.record(competition, *(log.idle(entry, ended, cost, now) for entry in paying))
    outbox.put(*(mail(entry.user_id, now, about="idle", entry=entry.pk) for entry in paying))
    show_change(competition, now)
