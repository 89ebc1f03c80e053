"""The same extra time for all running games of a league, a batch of games after the other.

What has closed already, was set aside, or runs without a clock stays as it is, and so does a phase whose
deadline would be more than `LONGEST` ahead. Games at live speed are left out: hours would stop a table that
has come together for an evening. A paused game has so much more left when its pause ends. Games of
competitions are left to their arbiters, who move all of one competition alike (`move_contests`, HR-10).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Case, F, Q, When
from django.db.models.functions import Least

from games import notices
from games.adjudication.outage import remind_later
from games.agreed.pace import LONGEST
from games.common import clock, outbox
from games.common.words.people import Person
from games.errors import NoReason, NotArbiter
from games.models import ClockEntry, Game, GameArbiter, Phase

GAMES_AT_ONCE = 500
LIVE_SPEED = 3600
"""Seconds: a game whose movement phases are shorter is at live speed, whatever its pace is called."""


class Batch(NamedTuple):
    """How far a batch came: the key of its last game, how many games it came to, deadlines it moved."""

    upto: int
    seen: int
    moved: int


def running_games(league: int) -> int:
    """How many games of `league` (a key) run, but for those of competitions."""
    return Game.objects.filter(league=league, state=Game.State.RUNNING, is_contest=False).count()


def contest_games(league: int) -> int:
    """How many games of competitions run in `league` (a key): they are left to their arbiters."""
    return Game.objects.filter(league=league, state=Game.State.RUNNING, is_contest=True).count()


def live_games(league: int) -> int:
    """How many of them are at live speed, and left out."""
    running = Game.objects.filter(league=league, state=Game.State.RUNNING, is_contest=False)
    return running.filter(_at_live_speed()).count()


def _at_live_speed(prefix: str = "") -> Q:
    live = Q(**{f"{prefix}pace__kind": "live"})
    return live | Q(**{f"{prefix}pace__movement__lt": LIVE_SPEED})


def extend_games(*, league: int, after: int, length: timedelta, by: Person | None, note: str) -> Batch:
    """Move on by `length` the open deadlines of the next games of `league` whose keys are above `after`, each
    with a row that says why, and hint it to open pages. None seen: there are no more.

    Call it in a transaction that notes how far it came: it does not know what it has done before. A fixed
    number of statements.
    """
    running = Game.objects.filter(league=league, state=Game.State.RUNNING, is_contest=False, pk__gt=after)
    games = list(running.order_by("pk").values_list("pk", flat=True)[:GAMES_AT_ONCE])
    if not games:
        return Batch(after, 0, 0)
    fast = set(Game.objects.filter(_at_live_speed(), pk__in=games).values_list("pk", flat=True))
    keys = [key for key in games if key not in fast]
    moved = _extend(keys, length, by=by, note=note, reason=ClockEntry.Reason.LEAGUE)
    return Batch(games[-1], len(games), moved)


@transaction.atomic
def move_contests(*, league: int, key: str, by: Person, hours: int, reason: str) -> int:
    """Move by `hours` the open deadlines of all running games of one competition of `league` (HR-10), on, or
    back where they are negative, each with a row that says who and why; how many.

    What has closed, was set aside, or would be more than `LONGEST` ahead stays; and where deadlines come
    earlier, what would be over by now, and games that are paused. A second call extends again: the caller
    keeps a form from being sent twice. Refuses with `NotArbiter` a person who has no power over
    them, with `NoReason`.
    """
    running = Game.objects.filter(contest__league=league, contest__key=key, state=Game.State.RUNNING)
    keys = list(running.order_by("pk").values_list("pk", flat=True))
    if keys and not GameArbiter.objects.filter(game__in=running, user=by, left_at=None).exists():
        raise NotArbiter
    if not reason.strip():
        raise NoReason
    length, why = timedelta(hours=hours), ClockEntry.Reason.CONTEST
    batches = [keys[start : start + GAMES_AT_ONCE] for start in range(0, len(keys), GAMES_AT_ONCE)]
    return sum(_extend(each, length, by=by, note=reason.strip(), reason=why) for each in batches)


def _extend(games: Sequence[int], length: timedelta, *, by: Person | None, note: str, reason: str) -> int:
    """Move the deadlines of `games` (keys), locked in their order; in how many a deadline moved."""
    locked = Game.objects.filter(pk__in=games).order_by("pk").select_for_update(of=("self",))
    keys = list(locked.values_list("pk", flat=True))
    now = clock.now()
    phases = _movable(keys, length, now)
    ClockEntry.objects.bulk_create(
        ClockEntry(
            phase=phase,
            reason=reason,
            before=phase.deadline,
            after=phase.deadline + length,
            note=note[:200],
            by=by,
            at=now,
        )
        for phase in phases
    )
    Phase.objects.filter(pk__in=[phase.pk for phase in phases]).update(
        closes_at=Case(
            When(closes_at=F("deadline"), then=F("closes_at") + length),
            default=Least(F("closes_at"), F("deadline") + length),
        ),
        deadline=F("deadline") + length,
    )
    remind_later(phases, length)
    moved = [phase.game_id for phase in phases]
    Game.objects.filter(pk__in=moved).update(version=F("version") + 1)
    outbox.put(*(notices.hint(phase.game, now) for phase in phases))
    return len(phases)


def _movable(games: Sequence[int], length: timedelta, now: datetime) -> list[Phase]:
    """The open phases of `games` whose deadlines can move by `length` now, asked under the games' locks."""
    latest = now + timedelta(seconds=LONGEST) - length
    is_earlier = Q(deadline__gt=now - length) & (Q(paused_until=None) | Q(paused_until__lte=now))
    found = Phase.objects.filter(
        is_earlier if length < timedelta() else Q(),
        Q(game__untimed_until=None) | Q(game__untimed_until__lte=now),
        game__in=games,
        game__state=Game.State.RUNNING,
        adjudicated_at=None,
        set_aside_at=None,
        deadline__gt=F("opened_at"),
        deadline__lte=latest,
        closes_at__gt=now,
    )
    return list(found.select_related("game").only("opened_at", "deadline", "game__id").order_by("game_id"))
