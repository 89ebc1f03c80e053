"""How long a game can take at most, and so the last day on which one may be begun.

A challenge made at the last moment is answered as late as it may be; every phase then lasts to its deadline,
with all extensions and all honoured holidays of all its players, and retreats after every movement.
"""

from __future__ import annotations

import zoneinfo
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from games.agreed.absence import Absence, extension_of
from games.agreed.game_years import BEFORE_ALL, letters_of_year
from games.agreed.pace import Pace
from games.common import clock
from games.engine import bridge

YEARS_WITHOUT_END: Final = 6
"""Years planned for a game that has no last year (the Great War); the site ends one that takes longer."""

FIRST_YEAR: Final = 1901
RETREATS: Final = "R"


@dataclass(frozen=True, slots=True)
class LongestGame:
    """What the longest game consists of: how many phases of each letter, how long they last in all, and the
    time beside them. What is left until `ends_at` is in reserve.
    """

    phases: Mapping[str, int]
    lasts: timedelta
    extensions: timedelta
    holidays: timedelta
    ends_at: datetime


def years_of(settings: Mapping[str, Any]) -> int:
    """How many years a game with these settings is planned for."""
    last = settings.get("last_year")
    return last - settings.get("first_year", FIRST_YEAR) + 1 if last else YEARS_WITHOUT_END


def clause_of_last_year(variant: str, settings: Mapping[str, Any]) -> str:
    """The clause by which a game is decided that reaches its last year; empty where none has one."""
    return str(bridge.about(variant, settings)["clauses"].get("last_year", ""))


def letters_of(variant: str, settings: Mapping[str, Any]) -> Iterator[str]:
    """The letters of the phases of the longest game of `variant`, in order."""
    kinds = bridge.about(variant, settings)["kinds"]
    if BEFORE_ALL in kinds and not settings.get("homes"):
        yield BEFORE_ALL
    for _year in range(years_of(settings)):
        yield from letters_of_year(kinds)


def longest_game(
    variant: str,
    settings: Mapping[str, Any],
    pace: Pace,
    absence: Absence,
    begins_at: datetime,
    *,
    years: int = 1,
) -> LongestGame:
    """The longest game that begins at `begins_at` (HR-2: what its players may extend and take off).

    Every extension is taken on the longest phase; `years` are the calendar years whose days of holiday each
    player may take off during it.
    """
    players = len(bridge.seats(variant, settings))
    at, longest, letters, has_moved = begins_at, timedelta(0), list(letters_of(variant, settings)), False
    for letter in letters:
        closes = pace.deadline(letter, at, first=letter == "M" and not has_moved)
        has_moved = has_moved or letter == "M"
        longest, at = max(longest, closes - at), closes
    extensions = players * absence.extensions * extension_of(longest)
    holidays = players * absence.holidays * years * timedelta(days=1)
    ends_at = pace.deadline("A", at + extensions + holidays) if holidays or extensions else at
    return LongestGame(Counter(letters), at - begins_at, extensions, holidays, ends_at)


def usual_game(variant: str, settings: Mapping[str, Any], pace: Pace, begins_at: datetime) -> timedelta:
    """How long a game of all its years takes if all players are always ready halfway to the deadline, none
    is on holiday and no unit retreats. It stands beside the longest game, and promises nothing.
    """
    at, lasts, has_moved = begins_at, timedelta(0), False
    for letter in letters_of(variant, settings):
        if letter == RETREATS:
            continue
        half = (pace.deadline(letter, at, first=letter == "M" and not has_moved) - at) / 2
        has_moved = has_moved or letter == "M"
        at, lasts = at + half, lasts + half
    return lasts


def last_challenge(
    variant: str,
    settings: Mapping[str, Any],
    pace: Pace,
    absence: Absence,
    *,
    answer_days: int,
    starts_at: datetime,
    ends_at: datetime,
    zone: str,
) -> datetime:
    """The midnight of `zone` until which a challenge may be made, so that its game ends by `ends_at`.

    Before it every challenge can; holidays are those of every calendar year that the season touches. A game
    begun a little earlier may end a little later where weekends are off or the time of day is fixed: `slack`.
    """
    answer, years = timedelta(days=answer_days), 1 + ends_at.year - starts_at.year
    slack = timedelta(days=3 if pace.weekends_off else 1 if pace.at else 0)

    def end_of(until: datetime) -> datetime:
        return longest_game(variant, settings, pace, absence, until + answer, years=years).ends_at + slack

    guess = ends_at - (end_of(ends_at) - ends_at)
    day = guess.astimezone(zoneinfo.ZoneInfo(zone)).date() + timedelta(days=5)
    while end_of(until := clock.midnight(day, zone)) > ends_at:
        day -= timedelta(days=1)
    return until


def days_later(moment: datetime, days: int, zone: str) -> datetime:
    """So many days after `moment`, at the same time by the clocks of `zone`."""
    here = zoneinfo.ZoneInfo(zone)
    local = moment.astimezone(here).replace(tzinfo=None) + timedelta(days=days)
    return local.replace(tzinfo=here).astimezone(UTC)
