"""What announced holidays do to deadlines: which of their days a game honours, and where a deadline moves.

Days are counted by person, league and calendar year, in the order in which they were announced; a game
honours as many of a year's as its rules of absence say (HR-2). Nothing moves where a holiday would show who
has answered, or who owes an answer (HR-3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import F

from games.agreed.absence import NOTICE, Absence
from games.common import clock
from games.engine import hosting_rules
from games.engine.hidden_players import masked_seats
from games.engine.reminder_times import remind_at
from games.models import ClockEntry, Holiday, Phase

ONE_DAY = timedelta(days=1)

LIKE_AN_OPENING = frozenset(
    {
        *(ClockEntry.Reason.TAKEN_BACK, ClockEntry.Reason.SETTLING, ClockEntry.Reason.VOTE),
        *(ClockEntry.Reason.UNTIMED, ClockEntry.Reason.TIMED),
    }
)
"""Changes of a clock after which all holidays are looked at, as when a phase opens. A pause keeps what was
left (HR-12), and what a person sets by hand stays there.
"""


class Spell(NamedTuple):
    """A stretch of a holiday that a game honours, and when it was announced."""

    begins_at: datetime
    ends_at: datetime
    announced_at: datetime

    def moves(self, deadline: datetime) -> bool:
        """Whether it moves `deadline`: that is inside, and was a day away at least when it was announced."""
        return self.begins_at <= deadline < self.ends_at and deadline - self.announced_at >= NOTICE


class Moved(NamedTuple):
    """Where the holidays of `seats` move a deadline."""

    to: datetime
    seats: list[str]


def days_of(holiday: Holiday) -> Iterator[date]:
    for number in range((holiday.last - holiday.first).days + 1):
        yield holiday.first + number * ONE_DAY


def days_taken(holidays: Iterable[Holiday], year: int) -> int:
    """How many days of `year` these holidays of one person have, each counted once."""
    return len({day for holiday in holidays for day in days_of(holiday) if day.year == year})


def honoured(holidays: Iterable[Holiday], days: int) -> list[Spell]:
    """What a game that honours `days` a year honours of one person's holidays, which come as announced."""
    counted: dict[int, set[date]] = defaultdict(set)
    spells = []
    for holiday in holidays:
        for begins, ends in _runs(_honoured_days(holiday, days, counted)):
            spells.append(
                Spell(
                    holiday.begins_at if begins == holiday.first else clock.midnight(begins, holiday.zone),
                    holiday.ends_at if ends == holiday.last else clock.midnight(ends + ONE_DAY, holiday.zone),
                    holiday.announced_at,
                )
            )
    return spells


def days_beyond(holiday: Holiday, earlier: Iterable[Holiday], days: int) -> int:
    """How many days of `holiday` a game that honours `days` a year does not, after those of `earlier`."""
    counted: dict[int, set[date]] = defaultdict(set)
    for each in earlier:
        list(_honoured_days(each, days, counted))
    return sum(1 for _day in days_of(holiday)) - sum(1 for _day in _honoured_days(holiday, days, counted))


def _honoured_days(holiday: Holiday, days: int, counted: dict[int, set[date]]) -> Iterator[date]:
    for day in days_of(holiday):
        year = counted[day.year]
        if day in year or len(year) < days:
            year.add(day)
            yield day


def _runs(days: Iterable[date]) -> Iterator[tuple[date, date]]:
    """The first and the last of each row of days without a gap."""
    first = last = None
    for day in days:
        if first is None or last is None or day != last + ONE_DAY:
            if first is not None and last is not None:
                yield first, last
            first = day
        last = day
    if first is not None and last is not None:
        yield first, last


def after_holidays(deadline: datetime, spells: Mapping[str, Sequence[Spell]]) -> Moved | None:
    """Where `deadline` moves for the holidays of those who are asked, by seat; None where it stays.

    When it has moved to the end of one holiday it may be inside another's, and moves on.
    """
    to, seats = deadline, []
    while found := next(
        ((seat, spell) for seat, own in spells.items() for spell in own if spell.moves(to)), None
    ):
        seat, spell = found
        to = spell.ends_at
        if seat not in seats:
            seats.append(seat)
    return Moved(to, seats) if seats else None


def _days_in(phase: Phase) -> int:
    """How many days a year the phase's game honours."""
    absence = Absence.from_json(phase.game.absence)
    return absence.holidays if absence else 0


def asked_seats(phase: Phase) -> list[str]:
    """The seats whose holidays move the deadline of `phase`: those that it asks, where all may know whom it
    asks; where no one may in this phase, all that see it open. None in games that hide it altogether.
    """
    variant = phase.game.variant
    if not _days_in(phase) or not hosting_rules.shows_readiness(variant) or phase.lasted_no_time:
        return []
    masked = masked_seats(variant)
    return [
        seat for seat in phase.due if seat not in masked and hosting_rules.is_called(variant, phase.due, seat)
    ]


def spells_in(phases: Sequence[Phase]) -> list[dict[str, list[Spell]]]:
    """For each of `phases`, by seat, the honoured holidays of those it asks. One query; none where no game
    honours any.
    """
    asked = [asked_seats(phase) for phase in phases]
    days = {phase.game_id: _days_in(phase) for phase in phases}
    games = [phase.game_id for phase, seats in zip(phases, asked, strict=True) if seats]
    if not games:
        return [{} for _phase in phases]
    found: dict[tuple[int, str], list[Holiday]] = defaultdict(list)
    this_year = date(min(phase.opened_at for phase in phases).year, 1, 1)
    holidays = Holiday.objects.filter(
        user__tenures__game__in=games,
        user__tenures__left_at=None,
        user__tenures__game__league=F("league"),
        taken_back_at=None,
        last__gte=this_year,
    ).annotate(game=F("user__tenures__game"), seat=F("user__tenures__seat__key"))
    for holiday in holidays.order_by("pk"):
        found[holiday.game, holiday.seat].append(holiday)
    return [
        {
            seat: honoured(found[phase.game_id, seat], days[phase.game_id])
            for seat in seats
            if (phase.game_id, seat) in found
        }
        for phase, seats in zip(phases, asked, strict=True)
    ]


def move_for_holidays(phases: Sequence[Phase], now: datetime) -> list[ClockEntry]:
    """Let deadlines inside holidays of people whom their phases ask move to the end (HR-2): the rows of the
    clock that say so. Neither they nor the phases are saved. One query; none where no game honours holidays.
    """
    entries = []
    for phase, spells in zip(phases, spells_in(phases), strict=True):
        moved = after_holidays(phase.deadline, spells) if spells else None
        if moved is not None:
            entries.append(
                ClockEntry(
                    phase=phase,
                    reason=ClockEntry.Reason.HOLIDAY,
                    before=phase.deadline,
                    after=moved.to,
                    charged=moved.seats,
                    at=now,
                )
            )
            phase.deadline = phase.closes_at = moved.to
            phase.remind_at = remind_at(phase.opened_at, moved.to)
    return entries
