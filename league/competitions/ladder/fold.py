"""Folding a log: events are put into their one order, whatever order they arrived in, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from league.competitions.ladder.counting import Counting
from league.competitions.ladder.events import Challenged, Event, key_of
from league.competitions.ladder.table import Ladder, Score
from league.competitions.rules.event_kind import EventKind


def in_order(events: Iterable[Event]) -> list[Event]:
    """The events that count, in the order in which they do; never that of their arrival."""
    counting = [event for event in events if not event.superseded]
    ends = {(event.at, event.number) for event in counting if event.kind is EventKind.RESULT}
    return sorted(counting, key=lambda event: key_of(event.at, event.kind, event.number, ends))


def before_all(events: Iterable[Event], counting: Counting) -> Ladder:
    """The ladder before any of `events` counts. It knows whom their challenges are between."""
    return Ladder(
        pairs={event.challenge: (event.by, event.of) for event in events if isinstance(event, Challenged)},
        counting=counting,
    )


def fold(events: Iterable[Event], counting: Counting | None = None) -> Ladder:
    """The ladder that `events`, in any order, come to. Without `counting` each entry is a person."""
    ordered = in_order(events)
    ladder = before_all(ordered, counting or Counting())
    for event in ordered:
        event.applied_to(ladder)
    return ladder


def rows(ladder: Ladder) -> list[Mapping[str, int]]:
    """The table as an export writes it, from the top: rank, entry, and the games that count."""
    return [
        {
            "rank": rank,
            "entry": entry,
            "games": score.games,
            "won": score.won,
            "drawn": score.drawn,
            "lost": score.lost,
        }
        for rank, entry in enumerate(ladder.table, start=1)
        for score in [ladder.scores.get(entry, Score())]
    ]
