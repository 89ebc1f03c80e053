"""How fast a game is played: how long each kind of phase stays open, and when exactly it closes."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Any, Final, Literal, Self

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import BadPace

Kind = Literal["live", "daily", "custom"]
KINDS: Final[tuple[Kind, ...]] = ("live", "daily", "custom")
LENGTHS: Final = ("first", "movement", "retreats", "adjustments", "auctions")
AS_THEY_ARE: Final = ("writing", "weekends_off", "zone")
"""What JSON keeps as it is, besides the lengths."""

MINUTE: Final = 60
DAY: Final = 24 * 3600
LONGEST: Final = 60 * DAY
SATURDAY: Final = 5
"""Saturday as `datetime.weekday` counts, from Monday (0) on."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The lengths of one game's phases in seconds, and the time of day at which they close, if it is fixed.

    `first` is the first movement phase, `movement` every later one; `auctions` also holds for home choices
    and every kind of phase not named. `writing` is the end of a movement phase in which messages are no
    longer carried (RB-23). `at` is a time of day in `zone`; then a length says which day. With `weekends_off`
    no deadline is set for a Saturday or Sunday of `zone`; a live pace has no weekends off.
    """

    kind: Kind = "daily"
    first: int = DAY
    movement: int = DAY
    retreats: int = DAY
    adjustments: int = DAY
    auctions: int = DAY
    writing: int = 0
    at: time | None = None
    weekends_off: bool = False
    zone: str = "UTC"

    def __post_init__(self) -> None:
        """Refuse (`BadPace`) what cannot be kept."""
        if self.kind not in KINDS:
            raise BadPace("kind", _("Choose live, daily or custom."))
        shortest = settings.GAMES_SHORTEST_PHASE
        for name in LENGTHS:
            seconds = getattr(self, name)
            if (
                isinstance(seconds, bool)
                or not isinstance(seconds, int)
                or not shortest <= seconds <= LONGEST
            ):
                raise BadPace(name, self._bounds(shortest))
        if isinstance(self.writing, bool) or not isinstance(self.writing, int) or self.writing < 0:
            raise BadPace("writing", _("Orders-only time must be a whole number of seconds."))
        if self.writing and self.writing >= min(self.first, self.movement):
            raise BadPace("writing", _("Orders-only time must be shorter than the phase it ends."))
        if self.kind == "live" and self.at is not None:
            raise BadPace("at", _("A live game can’t have a fixed time of day."))
        if not isinstance(self.weekends_off, bool):
            raise BadPace("weekends_off", _("Answer yes or no for weekends off."))
        if self.kind == "live" and self.weekends_off:
            raise BadPace("weekends_off", _("A live game can’t have weekends off."))
        if self.zone not in _zones():
            raise BadPace("zone", _("Choose a time zone such as Europe/Paris."))

    @staticmethod
    def _bounds(shortest: int) -> str:
        return ngettext(
            "A phase must last at least %(shortest)d second and at most 60 days.",
            "A phase must last at least %(shortest)d seconds and at most 60 days.",
            shortest,
        ) % {"shortest": shortest}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; `BadPace` if wrong. `{}` is the daily pace, a kind alone its preset.

        Paces written before there were weekends off have none.
        """
        unknown = set(data) - {"kind", "at", *LENGTHS, *AS_THEY_ARE}
        if unknown:
            raise BadPace(
                "kind", _("A pace has no setting called “%(name)s”.") % {"name": sorted(unknown)[0]}
            )
        kind = data.get("kind", "daily")
        if kind not in KINDS:
            raise BadPace("kind", _("Choose live, daily or custom."))
        given = {name: data[name] for name in (*LENGTHS, *AS_THEY_ARE) if name in data}
        if data.get("at") is not None:
            given["at"] = _time_of_day(data["at"])
        start: Self = LIVE if kind == "live" else cls()  # type: ignore[assignment]
        return replace(start, kind=kind, **given)

    def to_json(self) -> dict[str, Any]:
        """The pace in full, so that a game keeps it whatever the presets become."""
        parts = {name: getattr(self, name) for name in (*LENGTHS, *AS_THEY_ARE)}
        return {"kind": self.kind, **parts, "at": self.at.strftime("%H:%M") if self.at else None}

    @property
    def has_long_start(self) -> bool:
        """Whether the first movement phase is another length than the later ones."""
        return self.first != self.movement

    def length(self, letter: str, *, first: bool = False) -> timedelta:
        """How long a phase whose code ends in `letter` is open; `first` for the game's first movement."""
        name = {"M": "first" if first else "movement", "R": "retreats", "A": "adjustments"}.get(
            letter, "auctions"
        )
        return timedelta(seconds=getattr(self, name))

    def deadline(self, letter: str, opened_at: datetime, first: bool = False) -> datetime:
        """When a phase opened at `opened_at` closes, in UTC.

        With a fixed time of day: of all the days, that whose closing time is nearest to `opened_at` plus the
        phase's length (the earlier of two), but no sooner than half that length. So a day's phase lasts
        between 12 and 36 hours, where clocks are put back up to 37; a longer one half a day more or less
        than its length; a shorter one at least half its length, and at most a day more than that half.
        Retreats and adjustments keep to the same time, however short they are, and games fall into step
        again after a phase that everyone closed early. The fixed time is the zone's own, winter and summer.
        Where clocks are put forward over the fixed time, it closes that much later by the clock; where it
        comes twice, the first time.

        With weekends off, a deadline that would then fall on a Saturday or Sunday of the zone, from midnight
        to midnight, moves on to the Monday after: to the fixed time, or else to the same time of day by the
        clock. Where clocks change meanwhile, that is an hour more or less than 24 or 48 hours later. Where
        Monday lacks that time, it is that much later by the clock; where it comes twice, the first time.
        A phase may still close early at a weekend, and a deadline that is moved afterwards, by hand or to
        make up for an outage, goes to the moment it is moved to.
        """
        opened_at = opened_at.astimezone(UTC)  # where arithmetic is in hours that pass, not in the clock's
        length = self.length(letter, first=first)
        closes = opened_at + length
        if self.at is not None:
            closes = self._nearest_closing(self.at, closes, soonest=opened_at + length / 2)
        return self._after_weekend(closes) if self.weekends_off else closes

    def _nearest_closing(self, at: time, wanted: datetime, soonest: datetime) -> datetime:
        """The moment nearest to `wanted`, but not before `soonest`, at which it is `at` in the zone."""
        zone = zoneinfo.ZoneInfo(self.zone)
        day = wanted.astimezone(zone).date()
        closings = (
            datetime.combine(day + timedelta(days=offset), at, zone).astimezone(UTC)
            for offset in (-1, 0, 1, 2)
        )
        return min((each for each in closings if each >= soonest), key=lambda each: abs(each - wanted))

    def _after_weekend(self, closes: datetime) -> datetime:
        """`closes`, or where that is on the zone's Saturday or Sunday, the Monday after."""
        zone = zoneinfo.ZoneInfo(self.zone)
        local = closes.astimezone(zone)
        if local.weekday() < SATURDAY:
            return closes
        monday = local.date() + timedelta(days=7 - local.weekday())
        # The second of Sunday's two half past twos is not the second of Monday's: `fold` stays behind.
        time_of_day = self.at or local.time().replace(fold=0)
        return datetime.combine(monday, time_of_day, zone).astimezone(UTC)

    def press_closes(self, letter: str, opened_at: datetime, deadline: datetime) -> datetime:
        """When a phase that is open for messages stops carrying them: `writing` seconds before its deadline.

        Never before `opened_at`, however the deadline was moved.
        """
        if letter != "M":
            return deadline
        return max(opened_at, deadline - timedelta(seconds=self.writing))


@cache
def _zones() -> frozenset[str]:
    """The zones there are. Asking the system means walking through hundreds of files."""
    return frozenset(zoneinfo.available_timezones())


def _time_of_day(text: Any) -> time:
    if not isinstance(text, str) or not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text):
        raise BadPace("at", _("Give the time of day as hours and minutes, such as 21:00."))
    return time(int(text[:2]), int(text[3:]))


LIVE: Final = Pace(
    kind="live",
    first=35 * MINUTE,
    movement=20 * MINUTE,
    retreats=5 * MINUTE,
    adjustments=5 * MINUTE,
    auctions=5 * MINUTE,
    writing=5 * MINUTE,
)
"""RB-23: 30 minutes of press before the first movement, 15 before each later one, 5 of writing; else 5."""

DAILY: Final = Pace()
"""A day for everything."""

TWICE_A_DAY: Final = Pace(
    kind="custom",
    first=DAY // 2,
    movement=DAY // 2,
    retreats=DAY // 4,
    adjustments=DAY // 4,
    auctions=DAY // 2,
)
"""Half a day for moves and auctions, a quarter for the rest."""


def length_in_words(seconds: int) -> str:
    """90 → 1 min 30 s; 86400 → 1 day."""
    left = timedelta(seconds=seconds)
    hours, rest = divmod(left.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = []
    if left.days:
        parts.append(ngettext("%(count)d day", "%(count)d days", left.days) % {"count": left.days})
    if hours:
        parts.append(_("%(count)d h") % {"count": hours})
    if minutes:
        parts.append(_("%(count)d min") % {"count": minutes})
    if seconds:
        parts.append(_("%(count)d s") % {"count": seconds})
    return " ".join(parts)
