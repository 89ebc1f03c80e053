"""Announcing a holiday, and taking it back before it begins (HR-2)."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games import notices
from games.adjudication.holidays import (
    LIKE_AN_OPENING,
    Spell,
    after_holidays,
    days_beyond,
    days_taken,
    spells_in,
)
from games.agreed.absence import BOUNDS, NOTICE, Absence
from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from games.common.words.people import Person
from games.engine.reminder_times import remind_at
from games.errors import BadHoliday, HolidayBegun
from games.gate.tenancy import LeagueLike
from games.models import ClockEntry, Game, Holiday, Phase, Tenure

MOST_DAYS = BOUNDS["holidays"][1]
"""Days of one holiday, and of all those of a year: no game honours more."""

AHEAD = timedelta(days=366)

Reason = ClockEntry.Reason

ANEW = frozenset(
    {
        *(Reason.ADMIN, Reason.MASTER, Reason.ARBITER, Reason.RESUMED, Reason.SETTLING),
        *(Reason.UNTIMED, Reason.TIMED, Reason.TAKEN_BACK),
    }
)
"""Reasons for which a deadline is set again, wherever it was; for others, but holidays, it is put off."""

Spells = Mapping[str, Sequence[Spell]]
Move = tuple[Phase, datetime, list[str]]


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline in a game that a holiday has to do with: where it was, and where it is now."""

    game: Game
    before: datetime
    after: datetime


@dataclass(frozen=True)
class Announced:
    """A holiday, the deadlines that it moved, and those that are too near for it to move."""

    holiday: Holiday
    moved: list[Deadline] = field(default_factory=list)
    too_near: list[Deadline] = field(default_factory=list)
    used_up: list[Deadline] = field(default_factory=list)
    """Deadlines inside the holiday that stay because their games honour no more days of the year."""
    beyond: int = 0
    """The holiday's days beyond what the league's own rules honour in their year (HR-2)."""
    honoured: int = 0
    """The days a year that the league's rules honour."""


@transaction.atomic
def announce(
    *, league: LeagueLike, user: Person, first: date, last: date, back: time, zone: str
) -> Announced:
    """Announce that `user` is away from the day `first` to `back` o'clock on the day `last`, in `zone`.

    Deadlines of open phases that ask them, and lie inside, move to the end of the holiday at once, those of
    later phases when they open; none that is less than a day away by now. Games honour as many days a year as
    their rules say. The same holiday announced twice is one. `BadHoliday` says what is wrong with it.
    """
    games = _locked_games(league.pk, user)
    now = clock.now()
    begins_at = clock.midnight(first, zone)
    ends_at = datetime.combine(last, back, zoneinfo.ZoneInfo(zone)).astimezone(UTC)
    own = Holiday.objects.filter(league_id=league.pk, user=user, taken_back_at=None).order_by("pk")
    holidays = list(own.filter(last__gte=date(first.year, 1, 1)))
    for earlier in holidays:
        if (earlier.first, earlier.last, earlier.ends_at) == (first, last, ends_at):
            return Announced(earlier)
    holiday = Holiday(
        league_id=league.pk,
        user=user,
        first=first,
        last=last,
        zone=zone,
        begins_at=begins_at,
        ends_at=ends_at,
        announced_at=now,
    )
    _check(holiday, holidays, now)
    holiday.save()
    days = Absence.of_league(league.absence).holidays
    announced = Announced(holiday, beyond=days_beyond(holiday, holidays, days), honoured=days)
    phases = _open_phases(games, now)
    moves = []
    for (phase, seat), spells in zip(phases, spells_in([phase for phase, _seat in phases]), strict=True):
        if not (seat in spells and begins_at <= phase.deadline < ends_at):
            continue
        inside = [spell for spell in spells[seat] if spell.begins_at <= phase.deadline < spell.ends_at]
        moved = after_holidays(phase.deadline, spells)
        if moved and any(spell.moves(phase.deadline) for spell in inside):
            moves.append((phase, moved.to, moved.seats))
            announced.moved.append(Deadline(phase.game, phase.deadline, moved.to))
        else:
            stay = announced.too_near if inside else announced.used_up
            stay.append(Deadline(phase.game, phase.deadline, phase.deadline))
    _move(moves, Reason.HOLIDAY, now)
    outbox.put(_changed(holiday, now))
    return announced


@transaction.atomic
def take_back(*, holiday: Holiday, user: Person) -> list[Deadline]:
    """Take back a holiday of `user` that has not begun: `HolidayBegun` if it has. The deadlines that move.

    Deadlines of open phases come to where they would be without it, by the rows of their clocks and the
    holidays that stand, but no nearer than a day from now. Taking it back again changes nothing.
    """
    games = _locked_games(holiday.league_id, user)
    holiday = Holiday.objects.select_for_update(of=("self",)).get(pk=holiday.pk, user=user)
    now = clock.now()
    if holiday.taken_back_at is not None:
        return []
    if holiday.begins_at <= now:
        raise HolidayBegun
    phases = _open_phases(games, now)
    opened = [phase for phase, _seat in phases]
    with_it = spells_in(opened)
    Holiday.objects.filter(pk=holiday.pk).update(taken_back_at=now)
    rows = _rows_of(opened)
    moves: dict[str, list[Move]] = {Reason.BACK: [], Reason.HOLIDAY: []}
    deadlines = []
    for (phase, seat), spells, rest in zip(phases, with_it, spells_in(opened), strict=True):
        ledger = rows[phase.pk]
        was, (to, charged) = _replay(phase, ledger, spells)[0], _replay(phase, ledger, rest)
        had_moved_it = any(entry.reason == Reason.HOLIDAY and seat in entry.charged for entry in ledger)
        if was == to and not had_moved_it:
            continue
        before = phase.deadline
        reason: str = Reason.BACK if to < before else Reason.HOLIDAY
        if to < before:
            to = max(to, min(now + NOTICE, before))
        elif was != before or before - now < NOTICE:  # only holidays may move it on, whose days are free now
            continue
        if to != before:
            moves[reason].append((phase, to, charged))
            deadlines.append(Deadline(phase.game, before, to))
    for reason, some in moves.items():
        _move(some, reason, now)
    outbox.put(_changed(holiday, now))
    return deadlines


def _changed(holiday: Holiday, now: datetime) -> OutboxRow:
    """Tells those who wait for the person that the holidays in the league are others."""
    return outbox.tell("holidays", now, league=holiday.league_id, user=holiday.user_id)


def _check(holiday: Holiday, others: Sequence[Holiday], now: datetime) -> None:
    if holiday.last < holiday.first:
        raise BadHoliday("last", _("The last day must not be before the first one."))
    if holiday.ends_at <= max(now, holiday.begins_at):
        raise BadHoliday("last", _("This holiday would be over already. Choose a later day or time."))
    if holiday.begins_at > now + AHEAD:
        raise BadHoliday("first", _("Announce a holiday at most a year ahead."))
    if holiday.begins_at < now - timedelta(days=1):
        raise BadHoliday("first", _("A holiday can begin today at the earliest."))
    if holiday.last > holiday.first + AHEAD:
        raise BadHoliday("last", _("A holiday lasts at most a year."))
    for year in {holiday.first.year, holiday.last.year}:
        if days_taken([*others, holiday], year) > MOST_DAYS:
            message = _("No game counts more than %(days)d days of holiday a year. Choose fewer days.")
            raise BadHoliday("last", message % {"days": MOST_DAYS})


def _locked_games(league: int, user: Person) -> list[tuple[Game, str]]:
    """The running games of a league in which `user` has a seat, and which, locked in the sequence of their
    keys; then the person, so that the same holiday sent twice comes one after the other.
    """
    own = dict(
        Tenure.objects.filter(user=user, left_at=None, game__league=league, game__state=Game.State.RUNNING)
        .order_by()
        .values_list("game", "seat__key")
    )
    games = list(Game.objects.filter(pk__in=own).order_by("pk").select_for_update(of=("self",)))
    get_user_model().objects.select_for_update(of=("self",), no_key=True).get(pk=user.pk)
    return [(game, own[game.pk]) for game in games if game.is_running]


def _open_phases(games: Sequence[tuple[Game, str]], now: datetime) -> list[tuple[Phase, str]]:
    """The open phases of `games` whose clocks go and whose deadlines are to come, each with the seat named
    there. One query.
    """
    by_key = {game.pk: (game, seat) for game, seat in games if not game.is_untimed(now)}
    phases = Phase.objects.filter(
        game__in=by_key, adjudicated_at=None, set_aside_at=None, closes_at__gt=now, closes_at=F("deadline")
    )
    found = []
    for phase in phases.order_by("game").defer("position"):
        if not phase.is_paused(now):
            phase.game, seat = by_key[phase.game_id]
            found.append((phase, seat))
    return found


def _rows_of(phases: Sequence[Phase]) -> dict[int, list[ClockEntry]]:
    """The clock rows of `phases`, by their keys, the first one first. One query."""
    rows: dict[int, list[ClockEntry]] = {phase.pk: [] for phase in phases}
    for entry in ClockEntry.objects.filter(phase__in=phases).order_by("pk"):
        rows[entry.phase_id].append(entry)
    return rows


def _replay(phase: Phase, rows: Sequence[ClockEntry], spells: Spells) -> tuple[datetime, list[str]]:
    """Where the deadline of `phase` would be by now, and whom that would be charged to, if `spells` were all
    the holidays that there ever were: everything else that moved it, as its clock has it, stands.

    Between two such moves holidays count that had been announced by then. Those from before the first of the
    two are looked at again only where a later one moves the deadline, or where it was `LIKE_AN_OPENING`.
    """
    to = rows[0].before if rows else phase.deadline
    charged: list[str] = []
    others = [entry for entry in rows if entry.reason not in (Reason.HOLIDAY, Reason.BACK)]
    for since, entry in zip([None, *others], [*others, None], strict=True):
        known = {
            seat: [spell for spell in own if entry is None or spell.announced_at < entry.at]
            for seat, own in spells.items()
        }
        if (
            since is None
            or since.reason in LIKE_AN_OPENING
            or any(
                spell.announced_at >= since.at and spell.moves(to) for own in known.values() for spell in own
            )
        ):
            moved = after_holidays(to, known)
            to, charged = (moved.to, moved.seats) if moved else (to, charged)
        if entry is not None:
            to, charged = entry.after if entry.reason in ANEW else to + (entry.after - entry.before), []
    return to, charged


def _move(moves: Sequence[Move], reason: str, now: datetime) -> None:
    """Move deadlines, with a row for each. Four statements, where there are any."""
    if not moves:
        return
    entries = []
    for phase, to, seats in moves:
        entries.append(
            ClockEntry(phase=phase, reason=reason, before=phase.deadline, after=to, charged=seats, at=now)
        )
        phase.deadline = phase.closes_at = to
        phase.remind_at = remind_at(phase.opened_at, to)
    phases = [phase for phase, _to, _seats in moves]
    Phase.objects.bulk_update(phases, ["deadline", "closes_at", "remind_at"])
    ClockEntry.objects.bulk_create(entries)
    Game.objects.filter(pk__in=[phase.game_id for phase in phases]).update(version=F("version") + 1)
    outbox.put(*(notices.hint(phase.game, now) for phase in phases))
