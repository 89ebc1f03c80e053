"""Moments, lengths and numbers as readers of a language write them, and what sorts their names."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import lru_cache
from unicodedata import combining, normalize

from django.utils import formats, timezone
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _


def language() -> str:
    """The reader's language as the engine names it: `en` or `fr`."""
    return (get_language() or "en")[:2]


def moment(value: datetime) -> str:
    """A moment in the reader's zone: Tue 24 Nov, 21:00; with the year when it is not this one."""
    local = timezone.localtime(value)
    is_this_year = local.year == timezone.localdate().year
    pattern = pgettext("date", "D j M, H:i") if is_this_year else pgettext("date", "D j M Y, H:i")
    return formats.date_format(local, pattern, use_l10n=True)


def day(value: datetime) -> str:
    """The day of a moment in the reader's zone: 30 November; with its year when that is not this one."""
    zone = timezone.get_current_timezone()
    there = value.astimezone(zone)
    return _day(there.date(), there.year == datetime.now(zone).year, language())


@lru_cache(maxsize=1024)
def _day(there: date, is_this_year: bool, _language: str) -> str:
    """A ladder says fifty of them, and the same ones to all who open it."""
    return formats.date_format(there, pgettext("date", "j F") if is_this_year else "DATE_FORMAT")


@lru_cache(maxsize=8192)
def alphabetical(name: str) -> str:
    """What `name` is sorted by: Édimbourg stands among the E, as a reader looks for it."""
    return "".join(sign for sign in normalize("NFD", name) if not combining(sign)).casefold()


def number(amount: int) -> str:
    """Thousands apart as the reader writes them: 1,200; 1 200 in French, with a thin space."""
    return _number(amount, language())


@lru_cache(maxsize=4096)
def _number(amount: int, _language: str) -> str:
    return formats.number_format(amount, use_l10n=True, force_grouping=True)


def yes_or_no(value: bool) -> str:
    return _("yes") if value else _("no")


def countdown() -> dict[str, str]:
    """What `time_left` says, as patterns for a script that goes on counting by itself."""
    return {
        "left": _("%(left)s left"),
        "over": _("Being resolved"),
        "day": ngettext("%(count)d day", "%(count)d days", 1),
        "days": ngettext("%(count)d day", "%(count)d days", 2),
        "days_hours": _("%(days)s %(hours)d h"),
        "hours": _("%(hours)d h %(minutes)d min"),
        "minutes": _("%(minutes)d min"),
        "seconds": _("%(seconds)d s"),
    }


def time_left(deadline: datetime, now: datetime) -> str:
    """How long until `deadline`, in the two largest units, rounded down: no one is promised too much."""
    left = max(deadline - now, timedelta())
    if left.days:
        return _length(left.days, left.seconds // 3600, 0, 0, language())
    hours, seconds = divmod(left.seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    return _length(0, hours, minutes, 0 if hours or minutes else seconds, language())


@lru_cache(maxsize=4096)
def _length(days: int, hours: int, minutes: int, seconds: int, _language: str) -> str:
    """A length of time in the two largest units. Lists show it for each game."""
    if days:
        largest = ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
        return _("%(days)s %(hours)d h") % {"days": largest, "hours": hours} if hours else largest
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    if minutes:
        return _("%(minutes)d min") % {"minutes": minutes}
    return _("%(seconds)d s") % {"seconds": seconds}
