"""What became of the games: counted from the rows, and proved by replaying every record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from json import dumps
from typing import Any

from django.db.models import Count, Q, Sum

from games.adjudication.proof import prove
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.gate.open_seats import is_open
from games.models import ClockEntry, Game, Phase, SeatResult, Tenure, Turn, Vacancy
from tests.chaos import absence, money, once
from tests.chaos.counted import Counted
from tests.chaos.ladder import Counting, counting
from tests.chaos.scene import EXTENDED, FORFEITED, GIVEN_UP, SILENT, VOID

QUICK = 5.0
"""Seconds within which work goes on after everything is back."""


@dataclass(frozen=True, slots=True)
class Disaster:
    """Something that happened: what, and when everything was up again."""

    what: str
    over_at: datetime


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one way of running."""

    way: str
    due: int
    adjudicated: int
    twice: int
    lost: int
    wrong: int
    rolled_back: int
    recovery: list[tuple[str, float]]
    replayed: int
    games: int
    undelivered: Mapping[str, int]
    """Rows by their topics."""
    extended: Counted
    given_up: Counted
    forfeited: Counted
    void: Counted
    people: absence.Counting
    told_twice: int
    ladder: Counting
    money: money.Counting
    once: Mapping[str, Counted]

    @property
    def violations(self) -> list[str]:
        """What must not be, and is."""
        found = []
        if self.adjudicated != self.due or self.lost:
            found.append(f"{self.lost} phases lost")
        if self.twice:
            found.append(f"{self.twice} phases adjudicated twice")
        if self.wrong:
            found.append(f"{self.wrong} turns are not what the engine makes of the answers")
        if self.replayed != self.games:
            found.append(f"{self.games - self.replayed} games do not replay")
        if self.extended.once != self.extended.of:
            found.append(f"{self.extended.of - self.extended.once} phases were not extended once")
        if self.given_up.once != self.given_up.of:
            found.append(f"{self.given_up.of - self.given_up.once} seats were not given up once")
        for what, each in (("forfeited", self.forfeited), ("void", self.void)):
            if each.once != each.of:
                found.append(f"{each.of - each.once} games were not {what} once")
        found += self.people.violations
        if self.told_twice:
            found.append(f"{self.told_twice} letters were asked for twice")
        if self.undelivered:
            found.append(f"outbox rows were not delivered: {dict(self.undelivered)}")
        found += self.ladder.violations
        found += self.money.violations
        for what, each in self.once.items():
            if each.once != each.of:
                found.append(f"{what}: {each.once} of {each.of}")
        found += [
            f"{seconds:.1f} s to recover from: {what}" for what, seconds in self.recovery if seconds > QUICK
        ]
        return found

    def table(self) -> str:
        worst = max((seconds for _what, seconds in self.recovery), default=0.0)
        rows = [
            ("phases due", self.due),
            ("adjudicated", self.adjudicated),
            ("adjudicated twice", self.twice),
            ("lost", self.lost),
            ("turns that are wrong", self.wrong),
            (f"extended once, of {self.extended.of}", self.extended.once),
            (f"seats given up once, of {self.given_up.of}", self.given_up.once),
            (f"games forfeited once, of {self.forfeited.of}", self.forfeited.once),
            (f"games void once, of {self.void.of}", self.void.once),
            (f"games paused once by vote, of {self.people.paused.of}", self.people.paused.once),
            (f"deadlines moved for a holiday, of {self.people.away.of}", self.people.away.once),
            (f"seats taken over once, of {self.people.taken_over.of}", self.people.taken_over.once),
            (f"results of a ladder counted once, of {self.ladder.games}", self.ladder.counted),
            (f"payments credited once, of {self.money.payments}", self.money.credited),
            (f"refunds made once, of {self.money.refunds}", self.money.refunded),
            (f"prizes paid out once, of {self.money.payouts}", self.money.paid_out),
            *((f"{what}, of {each.of}", each.once) for what, each in self.once.items()),
            ("difference between provider and ledger", self.money.difference),
            ("attempts rolled back and made again", self.rolled_back),
            ("disasters", len(self.recovery)),
            ("worst recovery", f"{worst:.1f} s"),
            ("games replayed without a difference", self.replayed),
            ("outbox rows not delivered", sum(self.undelivered.values())),
            ("letters asked for twice", self.told_twice),
        ]
        lines = [self.way, "-" * len(self.way), *(f"{name:<44}{value:>8}" for name, value in rows), ""]
        lines += [f"  {seconds:4.1f} s  {what}" for what, seconds in self.recovery]
        return "\n".join(lines)


def make_report(way: str, expected: Mapping[int, Any], disasters: Sequence[Disaster]) -> Report:
    """Count what became of the phases in `expected` (their turns by the phase's key)."""
    turns = {turn.phase_id: turn.turn for turn in Turn.objects.filter(phase__in=expected)}
    phases = Phase.objects.filter(pk__in=expected).select_related("game")
    attempts = phases.aggregate(Sum("attempts"))["attempts__sum"]
    # A forfeit, or a game that is void, is a phase of its own, after the one that was missed.
    ended = Counter(Turn.objects.filter(agreed__isnull=False).values_list("phase__game", flat=True))
    return Report(
        way=way,
        due=len(expected),
        adjudicated=len(turns),
        twice=sum(phase.game.phase_number > phase.ordinal + 1 + ended[phase.game_id] for phase in phases),
        lost=sum(phase.adjudicated_at is None or phase.pk not in turns for phase in phases),
        wrong=sum(expected[key] != turn for key, turn in turns.items()),
        rolled_back=attempts - len(turns),
        recovery=[(each.what, recovery_after(each, expected)) for each in disasters],
        replayed=sum(not prove(game).differences for game in Game.objects.all()),
        games=Game.objects.count(),
        undelivered=Counter(OutboxRow.objects.filter(sent_at=None).values_list("topic", flat=True)),
        extended=_extended(),
        given_up=_given_up(),
        forfeited=_ended(FORFEITED, "HR-5"),
        void=_ended(VOID, "HR-6"),
        people=absence.counting(),
        told_twice=_told_twice(),
        ladder=counting(),
        money=money.counting(),
        once=once.counting(),
    )


def _extended() -> Counted:
    """Their phase goes on, with one row that says so and why."""
    games = Game.objects.filter(name__startswith=EXTENDED)
    charged = Count("phases__clock_entries", Q(phases__clock_entries__reason=ClockEntry.Reason.EXTENSION))
    went_on = games.filter(phases__turn=None, phases__closes_at__gt=clock.now()).distinct()
    rightly = games.filter(pk__in=went_on.values("pk")).annotate(charged=charged).filter(charged=1)
    return Counted(rightly.count(), games.count())


def _given_up() -> Counted:
    """The seat of the silent player is open, or someone has taken it over; its player has left
    it.
    """
    games = list(Game.objects.filter(name__startswith=GIVEN_UP, state=Game.State.RUNNING))
    open_seats = Vacancy.objects.filter(
        is_open(), game__in=games, seat__key=SILENT, cause=Vacancy.Cause.SILENT
    )
    taken = Tenure.objects.filter(game__in=games, seat__key=SILENT, user__username=absence.SUCCESSOR)
    return Counted(open_seats.count() + taken.filter(left_at=None).count(), len(games))


def _ended(name: str, how: str) -> Counted:
    """By one agreement, a row for each seat; those that the missed phase itself ended are no matter."""
    once = of = 0
    for game in Game.objects.filter(name__startswith=name):
        turns = list(Turn.objects.filter(phase__game=game).order_by("phase__ordinal"))
        if turns and turns[-1].agreed is None and turns[-1].turn["outcome"] is not None:
            continue
        of += 1
        is_once = sum(turn.agreed is not None for turn in turns) == 1
        results = SeatResult.objects.filter(game=game, clause=how).count()
        once += is_once and results == 2 and (game.outcome or {}).get("how") == how
    return Counted(once, of)


def recovery_after(disaster: Disaster, expected: Mapping[int, Any]) -> float:
    """Seconds from when everything was up again until all that had fallen due by then was adjudicated."""
    behind = Phase.objects.filter(
        pk__in=expected, closes_at__lte=disaster.over_at, adjudicated_at__gt=disaster.over_at
    )
    last = behind.order_by("-adjudicated_at").first()
    return (last.adjudicated_at - disaster.over_at).total_seconds() if last else 0.0


def _told_twice() -> int:
    """Mails about the same to the same person, but for one."""
    letters = OutboxRow.objects.filter(topic="mail").values_list("payload", flat=True)
    same = Counter(dumps(payload, sort_keys=True) for payload in letters)
    return same.total() - len(same)
