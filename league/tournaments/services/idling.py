"""Idle weeks: those in which the page offered a challenge upward all the time and none was made.

Weeks are seven days each from the season's beginning, until challenges end. Every hour each entry is looked
at once: a moment without a legal opponent, at a cap or away hinders its week for good. A week in which
somebody declined what they received is idle, too, unless they challenged somebody. Every so many idle weeks,
as the season says, cost ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q

from games import clock, outbox
from league.tournaments import log
from league.tournaments.challenges import ChallengeRules, Reach, Scene, Why, why_not
from league.tournaments.models import Challenge, Competition, Entry, IdleWeek
from league.tournaments.outbox import mail
from league.tournaments.scene import scene_of
from league.tournaments.services import table
from league.tournaments.services.locking import lock, show_change
from league.tournaments.services.one_by_one import one_by_one

WEEK = timedelta(days=7)
TOGETHER = 500
LONGEST_GAP = timedelta(hours=12)
"""For how long nobody may have looked in a week that can be idle: a site that was down offered nothing."""
State = Challenge.State


def watch_all() -> int:
    """Look once at everybody in every running season; in how many seasons. Beat asks every hour."""
    running = (
        Competition.objects.filter(state=Competition.State.RUNNING).select_related("league").order_by("pk")
    )
    seasons = [each for each in running if each.rules["idle_weeks"] and each.rules["cost"]]
    return sum(1 for _each in one_by_one(seasons, watch))


@transaction.atomic
def watch(competition: Competition) -> bool:
    """Note who cannot challenge anybody at this moment, and count the weeks that are over; whether the season
    still runs.
    """
    competition = lock(competition)
    now = clock.now()
    if competition.state != Competition.State.RUNNING:
        return False
    entries = {each.number: each for each in competition.entries.filter(state=Entry.State.PLAYING)}
    week = week_of(competition, min(now, competition.challenges_until))
    _note_look(competition, week, now)
    if now < competition.challenges_until:
        _note_hindered(competition, entries.values(), week, now)
    _count(competition, list(entries.values()), now)
    return True


def week_of(competition: Competition, at: datetime) -> int:
    """The number of the week, from 0, that the moment `at` is in."""
    return (at - competition.starts_at) // WEEK


def week_begins(competition: Competition, week: int) -> datetime:
    return competition.starts_at + week * WEEK


def could_challenge(rules: ChallengeRules, scene: Scene, entry: int, now: datetime) -> bool:
    """Whether the page offers `entry` anybody at the moment `now`; the nearest are asked first. Whose own
    challenge waits for an answer could make one: they did.
    """
    if scene.count("out", entry):
        return entry not in scene.away and entry not in scene.barred
    for of in reversed(scene.table[: max(0, scene.ranks.get(entry, 0) - 1)]):
        refusal = why_not(rules, scene, entry, of, now)
        if refusal is None:
            return True
        if refusal.why is Why.FAR and rules.reach is not Reach.RATING:
            return False  # nor is anybody who is further up in reach
    return False


def _note_look(competition: Competition, week: int, now: datetime) -> None:
    """Keep when people were looked at last, and the weeks in which nobody looked for too long."""
    before = competition.looked_at or competition.started_at or now
    if now - before > LONGEST_GAP:
        missed = range(max(0, week_of(competition, before)), week + 1)
        competition.unseen_weeks = sorted({*competition.unseen_weeks, *missed})
    competition.looked_at = now
    competition.save(update_fields=["looked_at", "unseen_weeks"])


def _note_hindered(competition: Competition, entries: Iterable[Entry], week: int, now: datetime) -> None:
    scene, rules = scene_of(competition, now), competition.terms.challenges
    rows = {row.entry_id: row for row in IdleWeek.objects.filter(entry__competition=competition, week=week)}
    hindered = [each for each in entries if not could_challenge(rules, scene, each.number, now)]
    began = week_begins(competition, week)
    late = [each for each in entries if each.entered_at > began and each.pk not in rows]
    new = {each.pk: IdleWeek(entry=each, week=week, hindered_at=now) for each in (*hindered, *late)}
    IdleWeek.objects.bulk_create(row for key, row in new.items() if key not in rows)
    again = [rows[each.pk].pk for each in hindered if each.pk in rows and rows[each.pk].hindered_at is None]
    IdleWeek.objects.filter(pk__in=again).update(hindered_at=now)


def _count(competition: Competition, entries: list[Entry], now: datetime) -> None:
    """Decide the weeks that are over and not decided yet, the oldest first."""
    ended = week_of(competition, min(now, competition.challenges_until))
    decided = IdleWeek.objects.filter(entry__competition=competition).exclude(counted_at=None)
    last = decided.order_by("-week").values_list("week", flat=True).first()
    for week in range(0 if last is None else last + 1, ended):
        _count_week(competition, entries, week, now)


def _count_week(competition: Competition, entries: list[Entry], week: int, now: datetime) -> None:
    begins, ends = week_begins(competition, week), week_begins(competition, week + 1)
    # Made in the week, or waiting for an answer in it.
    made = Challenge.objects.filter(competition=competition, made_at__lt=ends).filter(
        Q(made_at__gte=begins)
        | Q(answered_at__gte=begins)
        | Q(answered_at=None, over_at__gte=begins)
        | Q(answered_at=None, over_at=None)
    )
    active = set(made.exclude(state=State.TAKEN_BACK).values_list("by_id", flat=True))
    refused = Challenge.objects.filter(
        competition=competition,
        state__in=[State.DECLINED, State.UNANSWERED],
        over_at__gte=begins,
        over_at__lt=ends,
    )
    declined = set(refused.values_list("of_id", flat=True))
    rows = {row.entry_id: row for row in IdleWeek.objects.filter(entry__competition=competition, week=week)}
    decided, is_seen = [], week not in competition.unseen_weeks
    for entry in entries:
        row = rows.get(entry.pk) or IdleWeek(entry=entry, week=week)
        could = is_seen and entry.entered_at <= begins and row.hindered_at is None
        row.counted_at = now
        row.idle = could and (entry.pk not in active or entry.pk in declined)
        row.hindered_at = None if row.idle else row.hindered_at
        decided.append(row)
    IdleWeek.objects.bulk_create([row for row in decided if row.pk is None], batch_size=TOGETHER)
    for idle, changed in ((True, {"hindered_at": None}), (False, {})):
        known = [row.pk for row in decided if row.entry_id in rows and row.idle is idle]
        IdleWeek.objects.filter(pk__in=known).update(idle=idle, counted_at=now, **changed)
    _charge(competition, [row.entry for row in decided if row.idle], ends, now)


def _charge(competition: Competition, idle: Sequence[Entry], ends: datetime, now: datetime) -> None:
    """Let those of the `idle` pay whose idle weeks have come to the number that costs ranks, at the moment at
    which the week `ends`: however late it is counted, the table is the same.
    """
    rules = competition.rules
    weeks = IdleWeek.objects.filter(entry__competition=competition, idle=True).values("entry")
    counts = dict(weeks.annotate(weeks=Count("pk")).values_list("entry", "weeks"))
    paying = [entry for entry in idle if counts[entry.pk] % rules["idle_weeks"] == 0]
    events = [log.idle(entry, ends, rules["cost"], now) for entry in paying]
    told = [mail(entry.user_id, now, about="idle", entry=entry.pk) for entry in paying]
    if events:
        table.record(competition, *events)
        outbox.put(*told)
        show_change(competition, now)
