"""The holidays of one person in one league. Others are shown nothing but the deadlines that they moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

from games.adjudication.holidays import days_of, days_taken
from games.agreed.absence import Absence
from games.common.words.zones import place_of
from games.gate.tenancy import LeagueLike
from games.models import Holiday

SHOWN = 20


@dataclass(frozen=True, slots=True)
class OwnHoliday:
    """One holiday: how many days it has, and whether it can be taken back."""

    pk: int
    first: date
    last: date
    ends_at: datetime
    days: int
    may_take_back: bool
    is_over: bool

    @property
    def says(self) -> str:
        """From which day to which, naming a month and a year once where they are the same: 26 to 29 November.
        This year is not named.
        """
        first, last = self.first, self.last
        is_this_year = first.year == last.year == timezone.localdate().year
        end = date_format(last, "j F" if is_this_year else "j F Y")
        if first == last:
            return end
        if first.year != last.year:
            begin = date_format(first, "j F Y")
        else:
            begin = date_format(first, "j" if first.month == last.month else "j F")
        return pgettext("days of holiday", "%(first)s to %(last)s") % {"first": begin, "last": end}


@dataclass(frozen=True, slots=True)
class YearOfDays:
    """How many days of a year are announced, and how many the league's own rules of absence honour."""

    year: int
    taken: int
    honoured: int

    @property
    def left(self) -> int:
        return max(0, self.honoured - self.taken)

    @property
    def beyond(self) -> int:
        """The holidays that move no deadline by these rules."""
        return max(0, self.taken - self.honoured)


@dataclass(frozen=True, slots=True)
class HolidayPage:
    """A person's holidays in a league, the latest first, and how many days of this year they have,
    and of later ones in which they have announced some. Games may have other rules than the league.
    """

    holidays: Sequence[OwnHoliday]
    years: Sequence[YearOfDays]
    policy: str
    zone: str


def holiday_page(league: LeagueLike, user: Any, now: datetime) -> HolidayPage:
    """Two queries."""
    year = timezone.localtime(now).year
    own = Holiday.objects.filter(league_id=league.pk, user_id=user.pk, taken_back_at=None)
    counted = list(own.filter(last__year__gte=year))
    years = sorted({year} | {each.last.year for each in counted} | {each.first.year for each in counted})
    absence = Absence.of_league(league.absence)
    return HolidayPage(
        holidays=[
            OwnHoliday(
                each.pk,
                each.first,
                each.last,
                each.ends_at,
                sum(1 for _day in days_of(each)),
                may_take_back=each.begins_at > now,
                is_over=each.ends_at <= now,
            )
            for each in own.order_by("-first", "-pk")[:SHOWN]
        ],
        years=[
            YearOfDays(each, days_taken(counted, each), absence.holidays) for each in years if each >= year
        ],
        policy=absence.name.lower(),
        zone=place_of(timezone.get_current_timezone_name()),
    )
