"""A knock-out as its log and its pairings have it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from league.competitions.knock_out.bracket import Bracket, By, Decision, seeded
from league.competitions.knock_out.follows import REPLAY, Cup
from league.competitions.models import Competition
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.played import Noted, Played, played_of


class Read(NamedTuple):
    """A knock-out that has begun, and the rows that it is read from: the decisions, by the number of a game
    or of a pairing without one.
    """

    cup: Cup
    played: Played
    decisions: Mapping[int, Noted]


def read(season: Competition) -> Read:
    """Three queries."""
    played = played_of(season)
    decisions = {event.number: event for event in played.rest if event.kind == EventKind.ADVANCES}
    return Read(cup_of(season, played, decisions), played, decisions)


def cup_of(season: Competition, played: Played, decisions: Mapping[int, Noted]) -> Cup:
    rules, seats = season.rules, seats_of(played.began)
    replayed = {number for number, event in decisions.items() if event.facts["means"] == REPLAY}
    decided = {}
    for number, event in decisions.items():
        if number not in replayed:
            decided[number if number <= len(seats) else number - len(seats)] = decision_of(event.facts)
    return Cup(
        Bracket(seats, rules["third_place"], decided),
        replays=rules["replay"],
        results={number: event.facts for number, event in played.results.items()},
        begun={number for number, code in played.codes.items() if code},
        replayed=replayed,
        gone=set(played.left),
        disqualified={number for number, facts in played.left.items() if facts["why"] == "disqualified"},
    )


def seats_of(order: Iterable[int]) -> list[int | None]:
    """The entries of the first round from the top, `order` being those of the seeds from the first."""
    by_seed = list(order)
    return [None if seed is None else by_seed[seed - 1] for seed in seeded(len(by_seed))]


def decision_of(facts: Mapping[str, Any]) -> Decision:
    by = By(facts["means"])
    return Decision(facts["entry"], by, facts.get("measure", ""), facts.get("silent", False))


def facts_of(pairing: int, decision: Decision) -> dict[str, Any]:
    """What the log says of a decision."""
    facts: dict[str, Any] = {
        "pairing": pairing,
        "entry": decision.entry,
        "means": decision.by.value,
    }
    if decision.measure:
        facts["measure"] = decision.measure
    return facts | ({"silent": True} if decision.silent else {})
