"""What the floor of games knows of a person: an account, with the language and the zone they read in.

And which mails they want, and whether they reach them. The floor above keeps that; here it is asked.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Collection
from datetime import datetime, time, timedelta, tzinfo
from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

Person: TypeAlias = Any
"""A row of `AUTH_USER_MODEL`, whose class belongs to the floor above."""

FORMER: Final = "former-member-"
"""The beginning of the names of deleted accounts; no other name may begin so."""


LONGEST_QUIET: Final = timedelta(hours=12)
"""No one's quiet hours are longer."""


class Quiet(NamedTuple):
    """The hours of someone's day in which nothing should ring: from `start` to `end` of the clock, which may
    be past midnight. The same twice: none.
    """

    start: time
    end: time

    def begins(self, moment: datetime, zone: tzinfo) -> datetime | None:
        """When those began that `moment` is in, by the clock of `zone`; None if it is in none."""
        local = moment.astimezone(zone)
        clock, day = local.time(), local.date()
        if self.start <= self.end:
            if not self.start <= clock < self.end:
                return None
        elif clock < self.end:
            day -= timedelta(days=1)
        elif clock < self.start:
            return None
        return datetime.combine(day, self.start, zone).astimezone(moment.tzinfo)

    def ends(self, moment: datetime, zone: tzinfo) -> datetime | None:
        """When those end that `moment` is in; None if it is in none."""
        if (began := self.begins(moment, zone)) is None:
            return None
        local = began.astimezone(zone)
        day = local.date() + timedelta(days=int(self.end <= self.start))
        return datetime.combine(day, self.end, zone).astimezone(moment.tzinfo)


def is_former(name: str) -> bool:
    """Whether `name` stands for someone who has deleted the account."""
    return name.startswith(FORMER)


def called(name: str) -> str:
    """`name` as pages and mails say it, in the reader's language: a deleted account has none.

    Addresses, exports and what is kept go by the name itself.
    """
    return _("a former member") if is_former(name) else name


def at_start(words: str) -> str:
    """`words` with a capital, where they begin a line or a sentence and no one's name does."""
    return words[:1].upper() + words[1:] if words.startswith(_("a former member")) else words


def named(name: str) -> Person | None:
    """The account of this name, unless it is closed; None if there is none."""
    if "\0" in name:
        return None  # PostgreSQL will not even be asked for it
    return get_user_model().objects.filter(username=name, is_active=True).first()


def language_of(person: Person) -> str:
    """`en` or `fr`: the language in which to write to them."""
    return str(person.language)


def zone_of(person: Person) -> zoneinfo.ZoneInfo:
    """The zone in which to tell them times."""
    return zoneinfo.ZoneInfo(person.time_zone)


class Weight(Enum):
    """What an e-mail is to its reader."""

    NEWS = "news"
    COSTS = "costs"
    """Mails about something that costs its reader something if nothing is done, or has just done so."""
    SOON = "soon"
    """That, and before the next day is over."""


def quiet_of(person: Person) -> Quiet:
    """The hours in which nothing should ring at their place."""
    return Quiet(*person.quiet)


def wants(person: Person, wish: str, weight: Weight = Weight.NEWS) -> bool:
    """Whether to write to them at all, and now, a mail of this kind (`reminders`, `turns`, …) and weight."""
    return bool(person.is_active and person.email and person.wants_mail(wish, weight))


def stop_path(person: Person, wish: str) -> str:
    """The path at which a POST stops such mails to them, no matter who sends it."""
    return str(person.stop_path(wish))


def wishes_path() -> str:
    """The path of the page on which everyone says which mails they want."""
    return str(get_user_model().wishes_path())


def seen_since(people: Collection[int], moment: datetime) -> set[int]:
    """Which of `people` (ids) were on the site after `moment`, to within some minutes."""
    return set(get_user_model().seen_since(people, moment))


def note_refusal(person: Person, now: datetime) -> None:
    """The mail server refuses their address for good."""
    person.note_refusal(now)


def note_taken(person: Person) -> None:
    """The mail server has taken a mail to them."""
    person.note_taken()
