"""Where holidays move a deadline (HR-2): counted day by day from what people announced, by none of the site's
own functions.
"""

from __future__ import annotations

import zoneinfo
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from games.models import ClockEntry, Game, Holiday, Phase, Tenure

Reason = ClockEntry.Reason
NOTICE = timedelta(hours=24)
LOOKED_AT_AGAIN = (Reason.TAKEN_BACK, Reason.SETTLING, Reason.VOTE, Reason.UNTIMED, Reason.TIMED)
"""Changes after which all holidays count, as when a phase opens."""
SET_ANEW = (
    *(Reason.ADMIN, Reason.MASTER, Reason.ARBITER, Reason.RESUMED, Reason.SETTLING),
    *(Reason.UNTIMED, Reason.TIMED, Reason.TAKEN_BACK),
)


class Day(NamedTuple):
    """One day of a holiday that the game honours."""

    begins: datetime
    ends: datetime
    announced: datetime

    def moves(self, deadline: datetime) -> bool:
        return self.begins <= deadline < self.ends and deadline - self.announced >= NOTICE


class Away:
    """The holidays of everyone who ever held a seat of one game."""

    def __init__(self, game: Game) -> None:
        self.days = int(game.absence["holidays"]) if game.absence and game.variant != "spy" else 0
        self.tenures = list(Tenure.objects.filter(game=game).select_related("seat").order_by("pk"))
        users = {each.user_id for each in self.tenures}
        self.holidays = list(Holiday.objects.filter(league=game.league_id, user__in=users).order_by("pk"))

    def ends(self, deadline: datetime, phase: Phase, at: datetime) -> set[datetime]:
        """Where `deadline` may move at the moment `at`: a player who loses a seat then may still have held
        it.
        """
        return {moved(deadline, self.days_at(phase, at, is_leaving_there=each)) for each in (False, True)}

    def days_at(self, phase: Phase, at: datetime, *, is_leaving_there: bool = False) -> list[Day]:
        """The days that count for those whom `phase` asked at the moment `at`."""
        asked = {seat for seat, owed in phase.due.items() if owed.get("powers", True)}
        there = [
            each.user_id
            for each in self.tenures
            if each.seat.key in asked
            and each.taken_at <= at
            and (each.left_at is None or each.left_at > at or (is_leaving_there and each.left_at == at))
        ]
        return [day for user in there for day in self._honoured(user, phase, at)]

    def _honoured(self, user: int, phase: Phase, at: datetime) -> Iterable[Day]:
        """As many days of a year as the game honours, in the order of their announcement."""
        years: dict[int, set[date]] = defaultdict(set)
        for each in self.holidays:
            stands = each.taken_back_at is None or each.taken_back_at > at
            if each.user_id != user or each.announced_at > at or not stands:
                continue
            for number in range((each.last - each.first).days + 1):
                day = each.first + timedelta(days=number)
                if day not in years[day.year] and len(years[day.year]) >= self.days:
                    continue
                years[day.year].add(day)
                ends = each.ends_at if day == each.last else _midnight(day + timedelta(days=1), each.zone)
                yield Day(_midnight(day, each.zone), ends, each.announced_at)


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), zoneinfo.ZoneInfo(zone)).astimezone(UTC)


def moved(deadline: datetime, days: Sequence[Day]) -> datetime:
    """Where `deadline` comes to, one day after the other."""
    while (found := next((day for day in days if day.moves(deadline)), None)) is not None:
        deadline = found.ends
    return deadline


def without(first: datetime, rows: Sequence[ClockEntry], days: Sequence[Day]) -> datetime:
    """Where a deadline that was `first` would be after `rows`, if `days` were all the holidays there are."""
    others = [row for row in rows if row.reason not in (Reason.HOLIDAY, Reason.BACK)]
    to = first
    for before, row in zip([None, *others], [*others, None], strict=True):
        known = [day for day in days if row is None or day.announced < row.at]
        is_looked_at = before is None or before.reason in LOOKED_AT_AGAIN
        if is_looked_at or any(day.announced >= before.at and day.moves(to) for day in known if before):
            to = moved(to, known)
        if row is not None:
            to = row.after if row.reason in SET_ANEW else to + (row.after - row.before)
    return to
