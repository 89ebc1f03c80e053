"""What apps above add to *This week*, the organisers' page: parts of it, and what the week is told by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from league.leagues.models import League

WEEK: Final = timedelta(days=7)
"""The part of the past that the week's mail tells of."""

Shows: TypeAlias = Callable[[League, Any, datetime], Any]
"""What a part shows to an organiser at a moment. A fixed number of queries."""

Briefly: TypeAlias = Callable[[Any], str]
"""A part in a sentence, for the mail of the week; empty where it needs no one."""


class Part(NamedTuple):
    """One part: its template, which calls its value `part`; beside the others where `is_aside`."""

    template: str
    shows: Shows
    is_aside: bool
    briefly: Briefly | None


@dataclass(frozen=True, slots=True)
class Told:
    """What an app tells of the week: sentences, and the rows of a picture, up to three cells a row, with
    what stands above them. `is_news`: something happened, or is about to.
    """

    lines: Sequence[str] = ()
    title: str = ""
    rows: Sequence[Sequence[str]] = ()
    is_news: bool = True


Tells: TypeAlias = Callable[[League, datetime, datetime], Told]
"""What happened from a moment until another, in the language that holds. A fixed number of queries."""

parts: list[Part] = []
tellers: list[Tells] = []


def on_week(
    template: str, *, aside: bool = False, briefly: Briefly | None = None
) -> Callable[[Shows], Shows]:
    """Register the decorated function as a part, once, when the apps are loaded."""

    def register(shows: Shows) -> Shows:
        parts.append(Part(template, shows, aside, briefly))
        return shows

    return register


def tells_week(tells: Tells) -> Tells:
    """Register what an app tells of the week, once, when the apps are loaded."""
    tellers.append(tells)
    return tells
