"""Who played each power best: seven awards beside the standings."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Read, ended_of, is_void


class Award(NamedTuple):
    """The best score with a power, with so many centres, at a table; those equal in both share it."""

    power: str
    entry: int
    score: Fraction
    centres: int
    table: int


def awards_of(found: Read) -> list[Award]:
    """In the order of the powers; none with a power that no one scored with. Second seats win nothing, nor
    does who is disqualified.
    """
    best: dict[str, list[Award]] = {}
    for number, table in found.tables.items():
        end = found.played.end_of(number)
        if not end or is_void(end):
            continue
        scores, centres = found.rules.scores(ended_of(end)), end["centres"]
        for power, entry in zip(POWERS, table.seats, strict=True):
            if entry in table.aside or entry in found.disqualified or not scores[power]:
                continue
            made = Award(power, entry, scores[power], centres[power], number)
            held = best.setdefault(power, [made])
            if _key(made) > _key(held[0]):
                best[power] = [made]
            elif _key(made) == _key(held[0]) and made not in held:
                held.append(made)
    return [award for power in POWERS for award in best.get(power, ())]


def _key(award: Award) -> tuple[Fraction, int]:
    return award.score, award.centres
