"""Reminding those who owe something of a deadline: one mail a person, for all their games.

The next moment of a phase (`engine.reminder_times`) stands in an indexed column until it has come. A sweep
finds the phases whose moment has come, writes down for every seat that owes something in them that its turn
has come (`Asked`), and puts an outbox row for each; saved or not makes no difference here. Only when the
mail is written (`games.notices.occasions`) it is looked whether anything is saved; who has saved gets none.

It looks besides who goes to bed soon: they are reminded of what would wake them.
"""

from __future__ import annotations

import time as clocks
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet

from games import notices
from games.adjudication import outage
from games.common import clock, outbox
from games.common.words import people as persons
from games.common.words.zones import zone_names
from games.engine.reminder_times import AHEAD, LAST, again_at, is_before_night, may_remind_of
from games.models import Asked, Heartbeat, Phase, Tenure

REMINDERS = "reminders"
BATCH = 200
"""Phases that one transaction takes."""

TOGETHER = timedelta(minutes=10)
"""A reminder of one game reminds at once of the others whose moment comes so soon after."""

AGAIN_AFTER = timedelta(hours=12)
"""Where a deadline moved after its reminder, a second reminder goes out if the first is at least so old.
"""

NEEDED = (
    *("game_id", "due", "opened_at", "deadline", "closes_at", "adjudicated_at", "set_aside_at"),
    *("paused_until", "remind_at", "branch_id"),
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that owes something in a phase, and the person in it."""

    user: int
    seat: int
    phase: Phase

    @property
    def key(self) -> tuple[int, int]:
        return self.phase.pk, self.seat


def remind(*, budget: float = 20) -> int:
    """Ask all whose turn has come, for at most about `budget` seconds; how many seats.

    One sweep at a time: a second one finds the first at work and leaves it to it. After an outage it waits
    until the drain has moved the deadlines on.
    """
    until, asked = clocks.monotonic() + budget, 0
    now = clock.now()
    if outage.is_pending(now):
        return 0
    beat, _is_new = Heartbeat.objects.get_or_create(name=REMINDERS, defaults={"beat_at": now})
    asked += _remind_before_nights(max(beat.beat_at, now - LAST), now)
    while clocks.monotonic() < until and _due(now, now).exists():
        with transaction.atomic():
            if not _is_alone():
                return asked
            taken, turns = _remind_of_some(now)
        asked += turns
        if not taken:
            break
    Heartbeat.objects.filter(name=REMINDERS).update(beat_at=now)
    return asked


def _is_alone() -> bool:
    """Whether no other sweep is at work; none begins before the transaction ends."""
    return Heartbeat.objects.select_for_update(skip_locked=True).filter(name=REMINDERS).exists()


def _due(until: datetime, now: datetime) -> QuerySet[Phase]:
    """The phases whose moment comes until `until`. One that is paused has to wait for the pause's end."""
    return Phase.objects.filter(Q(paused_until=None) | Q(paused_until__lte=now), remind_at__lte=until)


def _remind_of_some(now: datetime) -> tuple[int, int]:
    """Take a batch of phases whose moment has come: how many, and how many seats were asked.

    Phases that someone else has locked are being adjudicated, or their deadline is being moved.
    """
    due = _due(now, now).only(*NEEDED).order_by("remind_at", "pk")
    phases = list(due.select_for_update(of=("self",), skip_locked=True)[:BATCH])
    open_ones = [phase for phase in phases if may_remind_of(phase, now)]
    again = [phase for phase in open_ones if _is_again(phase)]
    turns = list(_turns_in([phase for phase in open_ones if not _is_again(phase)]))
    for phase in phases:
        later = again_at(phase.opened_at, phase.deadline) if phase in open_ones else None
        phase.remind_at = later if later is not None and later > now else None
    Phase.objects.bulk_update(phases, ["remind_at"])
    people = {turn.user for turn in turns}
    turns = _not_asked([*turns, *_soon(people, now)], now)
    _ask(turns, now)
    turns += _awake(list(_turns_in(again)), now)
    _put(turns, now)
    return len(phases), len(turns)


def _is_again(phase: Phase) -> bool:
    """Whether the next moment of `phase` is its second."""
    return phase.remind_at is not None and phase.remind_at == again_at(phase.opened_at, phase.deadline)


def _ask(turns: Sequence[Turn], now: datetime) -> None:
    Asked.objects.bulk_create(
        Asked(phase=turn.phase, seat_id=turn.seat, deadline=turn.phase.deadline, at=now) for turn in turns
    )


def _put(turns: list[Turn], now: datetime) -> None:
    turns.sort(key=lambda turn: (turn.user, turn.phase.deadline, turn.phase.pk))
    outbox.put(*(notices.reminder(turn.user, turn.phase, now) for turn in turns))


def _awake(turns: Sequence[Turn], now: datetime) -> list[Turn]:
    """The turns of those in whose night `now` is not."""
    readers = get_user_model().objects.in_bulk({turn.user for turn in turns})
    return [
        turn
        for turn in turns
        if persons.quiet_of(readers[turn.user]).begins(now, persons.zone_of(readers[turn.user])) is None
    ]


def _remind_before_nights(since: datetime, now: datetime) -> int:
    """Ask those whose last hour before their night has begun between the two; how many seats."""
    sleepers = get_user_model().objects.filter(_bedtime(since, now), is_active=True).order_by("pk")
    asked, last = 0, 0
    while people := {person.pk: person for person in sleepers.filter(pk__gt=last)[:BATCH]}:
        asked += _remind_sleepers(people, now)
        last = max(people)
    return asked


def _bedtime(since: datetime, now: datetime) -> Q:
    """A condition for people: their night begins, by their clock, an hour after a moment between the two."""
    alike: dict[tuple[datetime, datetime], list[str]] = defaultdict(list)
    for name in sorted(zone_names()):
        first, last = ((at + LAST).astimezone(ZoneInfo(name)).replace(tzinfo=None) for at in (since, now))
        alike[first, last].append(name)
    found = Q(pk=None)
    for (first, last), zones in alike.items():
        # Where clocks went back in between, `last` lies before `first`: what follows comes round again.
        after, upto = Q(quiet_from__gt=first.time()), Q(quiet_from__lte=last.time())
        found |= Q(after | upto if first.date() < last.date() else after & upto, time_zone__in=zones)
    return found


@transaction.atomic
def _remind_sleepers(people: Mapping[int, persons.Person], now: datetime) -> int:
    """Ask these, of what they would be asked in their night."""
    if not _is_alone():
        return 0
    theirs = Tenure.objects.filter(user__in=people, left_at=None).values("game")
    soon = Phase.objects.filter(remind_at__gt=now, remind_at__lte=now + AHEAD, game__in=theirs)
    phases = [phase for phase in soon.only(*NEEDED) if may_remind_of(phase, now) and _is_first_of_two(phase)]
    turns = [turn for turn in _turns_in(phases, people) if _would_wake(turn, people[turn.user], now)]
    turns = _not_asked(turns, now)
    _ask(turns, now)
    _put(turns, now)
    return len(turns)


def _is_first_of_two(phase: Phase) -> bool:
    return again_at(phase.opened_at, phase.deadline) is not None and not _is_again(phase)


def _would_wake(turn: Turn, reader: persons.Person, now: datetime) -> bool:
    """Whether the moment of a turn is in the night that its person is about to begin."""
    moment = turn.phase.remind_at
    quiet, zone = persons.quiet_of(reader), persons.zone_of(reader)
    return moment is not None and is_before_night(moment, quiet, zone, now)


def _turns_in(phases: Sequence[Phase], people: Iterable[int] | None = None) -> Iterable[Turn]:
    """Who owes something in `phases`; of `people` alone, if they are given."""
    tenures = Tenure.objects.filter(game__in=[phase.game_id for phase in phases], left_at=None)
    if people is not None:
        tenures = tenures.filter(user__in=people)
    by_game = {phase.game_id: phase for phase in phases}
    for game, user, seat, key in tenures.values_list("game", "user", "seat", "seat__key"):
        if key in by_game[game].due:
            yield Turn(user, seat, by_game[game])


def _soon(people: set[int], now: datetime) -> Iterable[Turn]:
    """The turns of `people` in other phases that come now, or so soon that one mail does for all."""
    if not people:
        return []
    theirs = Tenure.objects.filter(user__in=people, left_at=None).values("game")
    phases = _due(now + TOGETHER, now).filter(game__in=theirs).only(*NEEDED)
    return _turns_in([each for each in phases if may_remind_of(each, now) and not _is_again(each)], people)


def _not_asked(turns: Sequence[Turn], now: datetime) -> list[Turn]:
    """Without those who were asked about this very deadline, or not long ago about an earlier one."""
    asked = Asked.objects.filter(phase__in={turn.phase.pk for turn in turns})
    before: dict[tuple[int, int], list[tuple[datetime, datetime]]] = {}
    for phase, seat, deadline, at in asked.values_list("phase", "seat", "deadline", "at"):
        before.setdefault((phase, seat), []).append((deadline, at))
    return [
        turn
        for turn in turns
        if all(
            deadline != turn.phase.deadline and at <= now - AGAIN_AFTER
            for deadline, at in before.get(turn.key, [])
        )
    ]
