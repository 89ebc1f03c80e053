"""A season of the ladder in a table: its places, how its games went, what was done and what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from league.competitions.models import Event, FinalPlace
from tests.fuzz.ladder.season import LadderSeason

FIRST = 10


def table(season: LadderSeason) -> Iterator[str]:
    """The lines of the table."""
    places = FinalPlace.objects.filter(competition=season.competition).order_by("place")
    yield f"\n{'place':>5}{'rank':>6}  {'name':<10}{'games':>6}{'won':>5}{'drawn':>6}{'lost':>5}"
    for row in places.select_related("entry__user", "entry__standing")[:FIRST]:
        figures = row.entry.standing
        yield (
            f"{row.place:>5}{row.rank or '–':>6}  {row.entry.user.username:<10}{figures.games:>6}"
            f"{figures.won:>5}{figures.drawn:>6}{figures.lost:>5}"
        )
    yield f"… of {places.count()}"
    events = Event.objects.filter(competition=season.competition)
    yield from _counted("events", Counter(events.values_list("kind", flat=True)))
    results = events.filter(kind="result", superseded_by=None)
    yield from _counted("results", Counter(each.facts["how"] for each in results))
    entries = season.competition.entries.values_list("state", flat=True)
    yield from _counted("entries", Counter(entries))
    yield from _counted("fates", Counter(each.fate.value for each in season.courses.values()))
    yield from _counted("done", season.done)
    yield from _counted("refused", season.refused)


def _counted(name: str, counts: Counter[str]) -> Iterator[str]:
    yield f"\n{name}"
    for what, count in counts.most_common():
        yield f"  {what:<44}{count:>7,}"
