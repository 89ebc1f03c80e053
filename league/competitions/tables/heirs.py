"""Whose prize substitutes share: of entrants who gave a seat up, resigned, were removed or disqualified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from league.competitions.kinds import Heirs
from league.competitions.models import Competition, Entry
from league.competitions.tables.asked import tenures_of
from league.competitions.tables.state import Read

OUT: Final = (Entry.State.WITHDRAWN, Entry.State.REMOVED, Entry.State.DISQUALIFIED)
"""Entries that are out, and whose place still has a prize: their own, or that of their substitutes."""


GONE: Final = (Entry.State.REMOVED, Entry.State.DISQUALIFIED)
"""Entries that win nothing, neither for themselves nor as substitutes: their part is no one's."""


def heirs_of(season: Competition, found: Read) -> Mapping[int, Heirs]:
    """By entry, who played its games of the rounds that count for how many game years, and how many it played
    itself: of those whose prize is not theirs. Four queries.
    """
    people = dict(season.entries.order_by("number").values_list("number", "user"))
    numbers = {user: number for number, user in people.items()}
    away = set(season.entries.filter(state__in=GONE).values_list("number", flat=True))
    lost = set(away)
    counted = {line.entry: line.counted for line in found.lines(besides=found.disqualified)}
    parts: dict[int, Counter[int]] = {entry: Counter() for entry in counted}
    for number, held in tenures_of(season).items():
        table = found.tables[number]
        for power, tenures in held.items():
            entry = table.entry_of(power)
            if entry in table.aside or table.round not in counted.get(entry, ()):
                continue
            for each in tenures:
                who = numbers.get(each.user, 0)
                parts[entry][entry if who in away else who] += each.years
                if each.user == people[entry] and each.is_given_up:
                    lost.add(entry)
    return {entry: _heirs(entry, shared) for entry, shared in parts.items() if entry in lost}


def _heirs(entry: int, years: Mapping[int, int]) -> Heirs:
    others = {who: count for who, count in years.items() if who not in (0, entry) and count}
    return Heirs(others, years.get(entry, 0))
