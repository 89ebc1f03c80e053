"""Seeds, pairings and lines of a knock-out as its export tells them (docs/season-export.md, Elimination):
plain JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.competitions.knock_out.bracket import By, Decision
from league.competitions.knock_out.measures import Measured
from league.competitions.knock_out.standing import how_far
from league.competitions.knock_out.state import Read
from league.competitions.models import Event
from league.competitions.rules.endings import told
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import Finality

Json = dict[str, Any]


def seeds_of(found: Read) -> list[int]:
    """The entries from the first seed: those who began, before that as drawn or put; empty: not drawn yet."""
    return found.played.began or _kept(found).get("order", [])


def seeded_by(found: Read) -> list[Json]:
    """The ratings that made the seeds, from the first one; empty where none did."""
    kept = _kept(found)
    pairs = zip(kept["order"], kept["ratings"], strict=True) if "ratings" in kept else ()
    return [{"entry": entry, "rating": rating} for entry, rating in pairs]


def _kept(found: Read) -> Mapping[str, Any]:
    """The facts of the seeds that count."""
    return next((event.facts for event in found.played.rest if event.kind == EventKind.SEEDS), {})


def rounds_of(
    found: Read, finality: Finality, measured: Mapping[int, Measured], first_year: int
) -> list[Json]:
    """All pairings, round by round, once it has begun; `measured` by the number of a game."""
    if not found.played.began:
        return []
    bracket, rounds = found.cup.bracket, []
    for number in range(1, bracket.rounds + 1):
        pairings = [*bracket.in_round(number)]
        if number == bracket.rounds and bracket.third is not None:
            pairings.append(bracket.third)
        pairs = [pair for each in pairings for pair in _pairs_of(found, each, finality, measured, first_year)]
        rounds.append({"round": number, "pairs": pairs})
    return rounds


def _pairs_of(
    found: Read, pairing: int, finality: Finality, measured: Mapping[int, Measured], first_year: int
) -> Iterator[Json]:
    """A pairing's pair, and that of its replay; the last of them has what decided it."""
    cup = found.cup
    a, b = (each if isinstance(each, int) else None for each in cup.bracket.sides(pairing))
    decision, last = cup.bracket.decided.get(pairing), cup.last_number(pairing)
    for number in dict.fromkeys((pairing, last)):
        game = _game_of(found, number, finality)
        pair = {"pairing": pairing, "a": a, "b": b, **game, **_decided(decision if number == last else None)}
        if number != last or decision is None:
            pair["silent"] = bool(found.played.end_of(number).get("silent"))
        is_by_letter = decision is not None and decision.by in (By.MEASURE, By.DRAW)
        nobody_won = game["how"] is not None and game["winner"] is None and not pair["silent"]
        wanted = measured.get(number) if is_by_letter or nobody_won else None
        yield pair | _measures(wanted, first_year)


def _game_of(found: Read, number: int, finality: Finality) -> Json:
    """The game of that number, if there is one, and what came of it."""
    code, result = found.played.codes.get(number) or None, found.played.results.get(number)
    if result is None:
        return {"game": code, "winner": None, "how": None, "provisional": False}
    winner = result.facts.get("winner")
    how = told(result.facts["how"], winner)
    return {"game": code, "winner": winner, "how": how, "provisional": not result.firm(finality).is_final}


def _decided(decision: Decision | None) -> Json:
    if decision is None:
        return {"advanced": None, "by": None, "measure": None, "silent": False}
    return {
        "advanced": decision.entry,
        "by": decision.by.value,
        "measure": decision.measure or None,
        "silent": decision.silent,
    }


def _measures(game: Measured | None, first_year: int) -> Json:
    """What HR-13 measures of a game, the centres of home powers by year."""
    if game is None:
        return dict.fromkeys(("home", "treasury", "commanded", "missed"))
    return {
        "home": {str(year): list(two) for year, two in enumerate(game.home, first_year)},
        "treasury": list(game.treasury),
        "commanded": list(game.commanded),
        "missed": list(game.missed),
    }


def table_of(found: Read) -> list[Json]:
    """How far everyone has come, from the first seed."""
    far = how_far(found)
    return [
        {
            "entry": entry,
            "seed": seed,
            "round": far[entry][0],
            "out": not far[entry][1] or entry in found.cup.disqualified,
        }
        for seed, entry in enumerate(found.played.began, 1)
    ]


def logged(events: Sequence[Event], *, shows_names: bool) -> Iterator[tuple[Any, str, Json]]:
    """What organisers and arbiters did to the bracket, for the log: the seeds put by hand, who goes on from a
    void game or that it is played again (`by` `replay`). Superseded ones too.
    """
    for event in events:
        if event.by_id is None or event.kind not in (EventKind.SEEDS, EventKind.ADVANCES):
            continue
        if event.kind == EventKind.SEEDS:
            facts = {"order": event.facts["order"]}
        else:
            facts = {"pairing": event.number, "advanced": event.facts["entry"], "by": event.facts["means"]}
        yield event.at, event.kind, facts | {"reason": event.facts["reason"] if shows_names else ""}
