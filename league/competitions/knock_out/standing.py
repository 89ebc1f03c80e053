"""How far everyone has come, as standings keep it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.competitions.knock_out.state import Read, read
from league.competitions.models import Competition
from league.competitions.rules.endings import Ending, ending_of

Ends = Mapping[int, Mapping[str, Any]]


def rows_of(season: Competition, ends: Ends) -> dict[int, tuple[int, ...]]:
    """By entry: its rank, and its games won, drawn and lost; as if the games in `ends` had ended so.

    Who has come further stands higher, and in one round those who are still in; those who have come as far
    share the rank. 0: disqualified.
    """
    found = read(season)
    if not found.played.began:
        return {}
    far = how_far(found)
    games: dict[int, list[int]] = {entry: [0, 0, 0] for entry in far}
    for number, two in found.played.pairs.items():
        facts = ends.get(number) or found.played.end_of(number)
        if not facts:
            continue
        ending = ending_of(facts["how"], facts.get("winner"))
        for entry in two:
            if ending is Ending.WON:
                games[entry][0 if facts.get("winner") == entry else 2] += 1
            elif ending is Ending.DRAW:
                games[entry][1] += 1
            elif ending is Ending.BOTH_LOST:
                games[entry][2] += 1
    out = found.cup.disqualified
    order = sorted(far.values(), reverse=True)
    first = {reached: place for place, reached in reversed(list(enumerate(order, 1)))}
    ranks = {entry: first[own] for entry, own in far.items()}
    return {entry: (0 if entry in out else ranks[entry], *games[entry]) for entry in far}


def how_far(found: Read) -> dict[int, tuple[int, bool]]:
    """By entry, the last round in which it stands, and whether it is still in."""
    bracket = found.cup.bracket
    far: dict[int, tuple[int, bool]] = {}
    for pairing in bracket.every():
        if pairing == bracket.third:
            continue
        decision = bracket.decided.get(pairing)
        for entry in bracket.sides(pairing):
            if isinstance(entry, int):
                still = entry not in found.cup.gone if decision is None else decision.entry == entry
                far[entry] = (bracket.round_of(pairing), still)
    return far
