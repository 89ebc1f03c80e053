"""News: what a turn tells that is no order. One function a kind, so that every kind has one shape.

homes        {"kind", "homes": {seat: power}, "preferences": {seat: [7 powers]}, "drawn": [seats], "rank": 1,
              "treasury": {seat: credits}, "clause"}; "rank" is the first at which the lists differed, or 0
              when lots decided between two identical lists, with "winner": seat
auction      {"kind", "year", "bids": {seat: {power: n}}, "winner": {power: seat or null}, "price":
{power: n},
              "before": {seat: n}, "after": {seat: n}, "bust": [seats]}; null: anarchy, at price 0. Where they
              count also "loyalty": {power: {"seat", "years"}} before it, "net": the bids less what that takes
              off, "charges": {seat: n} and, seen by one's own seat alone, what they were for, "charged":
              {seat: {"nomination": n, "upkeep": n, "secrecy": n}}
satellite    {"kind", "year", "seat", "event", "clause"}; "event": "nominated", "shown", "lost" and "lapsed",
              with "satellite": {"power", "secret"}; "none", with "again": whether both may nominate once
              more; "void", for a seat that is bust. A secret one's "power" is seen by its own seat alone
disorder     {"kind", "seat", "powers": [powers], "clause"}: a seat that was asked and sent nothing
ownership    {"kind", "year", "changes": {centre: {"from": power or null, "to": power}}}
income       {"kind", "year", "income": {seat: n}, "before": {seat: n}, "after": {seat: n}}
carried      {"kind", "seat", "spies": [{"from": province, "to": province}], "clause"}: by their fleets
lost         {"kind", "seat", "spies": [provinces], "clause"}: spies that went down with their fleets
report       {"kind", "seat", "phase": "S1901", "units": {power: [units]}, "spies_here": {place: {power:
              n}}, "spies_near": [places], "clause"}: what its spies saw of others at a season's end
coin         {"kind", "year", "seat", "power", "clause"}: whose side the coin gives a neutral power, from
              next spring on
elimination  {"kind", "year", "power"}: its last unit and centre are gone
spell        {"kind", "seat", "unit", "power", "clause", "cancelled"}: a blessing or a curse, the power whose
              unit it is, the clause that it went by
favour       {"kind", "year", "power", "clause"}: who may keep a unit more this winter
victory      {"kind", "how": clause, "winners": [seats]} and what it rests on: "entered": {seat: [centres]},
              "credits": {seat: n}, "satellites": {seat: {"power", "secret", "entered": [centres]}},
              "centres": {power or seat: n}, "units": {seat: n}, "powers": {seat: power}, where a seat has
              several, the one that it won by; "agreed": how and
              "by": [seats] when the players ended it, "absent": [seats] that had no
              part in it (HR-4); "cause" where it was forfeited or void (HR-5, HR-6); "year" where it ended
              with its last one (HR-7). Without "winners" no one has won yet: a tie
              (ID-16), looked at again in autumn of "tied_until". "divine": the seat among the winners that
              shares a power's victory. With "eliminated": {seat: power}, protected powers that are gone by
              who protected them, the divine alone have won or lost, and the game goes on (DG-16)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

News: TypeAlias = dict[str, Any]


def is_drawn(item: Mapping[str, Any]) -> bool:
    """Whether `item` tells of a random draw: of a list of homes, between two that were the same, of a coin.

    Code that makes news of a turn that asks the lots adds its code here.
    """
    if item["kind"] == "homes":
        return bool(item["drawn"]) or "winner" in item
    return bool(item["kind"] == "coin")


def homes(
    *,
    homes: Mapping[str, str],
    preferences: Mapping[str, list[str]],
    drawn: Iterable[str],
    rank: int,
    winner: str | None,
    treasury: Mapping[str, int],
) -> News:
    item: News = {
        "kind": "homes",
        "homes": dict(homes),
        "preferences": {seat: list(powers) for seat, powers in preferences.items()},
        "drawn": sorted(drawn),
        "rank": rank,
        "treasury": dict(treasury),
        "clause": "ID-1",
    }
    return item if winner is None else item | {"winner": winner}


def auction(
    *,
    year: int,
    bids: Mapping[str, Mapping[str, int]],
    winner: Mapping[str, str | None],
    price: Mapping[str, int],
    before: Mapping[str, int],
    after: Mapping[str, int],
    bust: Iterable[str],
    **terms: Any,
) -> News:
    """`terms` is what else counted, where anything did: loyalty, charges."""
    return {
        "kind": "auction",
        "year": year,
        "bids": {seat: dict(made) for seat, made in bids.items()},
        "winner": dict(winner),
        "price": dict(price),
        "before": dict(before),
        "after": dict(after),
        "bust": sorted(bust),
        **terms,
    }


def satellite(*, year: int, seat: str, event: str, clause: str, **facts: Any) -> News:
    return {"kind": "satellite", "year": year, "seat": seat, "event": event, "clause": clause, **facts}


def disorder(*, seat: str, powers: Iterable[str], clause: str) -> News:
    return {"kind": "disorder", "seat": seat, "powers": sorted(powers), "clause": clause}


def ownership(*, year: int, changes: Mapping[str, tuple[str | None, str]]) -> News:
    """`changes`: each centre that changes owner -> its owner before (None: no one) and now."""
    changed = {centre: {"from": changes[centre][0], "to": changes[centre][1]} for centre in sorted(changes)}
    return {"kind": "ownership", "year": year, "changes": changed}


def income(*, year: int, before: Mapping[str, int], after: Mapping[str, int]) -> News:
    earned = {seat: after[seat] - before[seat] for seat in sorted(after)}
    return {"kind": "income", "year": year, "income": earned, "before": dict(before), "after": dict(after)}


def carried(*, seat: str, spies: Iterable[Mapping[str, str]], clause: str) -> News:
    return {"kind": "carried", "seat": seat, "spies": [dict(way) for way in spies], "clause": clause}


def lost(*, seat: str, spies: Iterable[str], clause: str) -> News:
    return {"kind": "lost", "seat": seat, "spies": sorted(spies), "clause": clause}


def report(
    *,
    seat: str,
    phase: str,
    units: Mapping[str, Iterable[str]],
    spies_here: Mapping[str, Mapping[str, int]],
    spies_near: Iterable[str],
) -> News:
    return {
        "kind": "report",
        "seat": seat,
        "phase": phase,
        "units": {power: sorted(units[power]) for power in sorted(units)},
        "spies_here": {place: dict(sorted(spies_here[place].items())) for place in sorted(spies_here)},
        "spies_near": sorted(spies_near),
        "clause": "SPY-4",
    }


def coin(*, year: int, seat: str, power: str) -> News:
    return {"kind": "coin", "year": year, "seat": seat, "power": power, "clause": "RB-20"}


def elimination(*, year: int, power: str) -> News:
    return {"kind": "elimination", "year": year, "power": power}


def spell(*, seat: str, unit: str, power: str, clause: str, cancelled: bool) -> News:
    return {
        "kind": "spell",
        "seat": seat,
        "unit": unit,
        "power": power,
        "clause": clause,
        "cancelled": cancelled,
    }


def favour(*, year: int, power: str, clause: str) -> News:
    return {"kind": "favour", "year": year, "power": power, "clause": clause}


def divine(*, year: int, how: str, winner: str | None, eliminated: Mapping[str, str]) -> News:
    return {
        "kind": "victory",
        "year": year,
        "how": how,
        "winners": [] if winner is None else [winner],
        "eliminated": dict(sorted(eliminated.items())),
    }


def victory(*, how: str, winners: Iterable[str], **grounds: Any) -> News:
    return {"kind": "victory", "how": how, "winners": sorted(winners), **grounds}


def tie(*, how: str, tied_until: int, **grounds: Any) -> News:
    return {"kind": "victory", "how": how, "tied_until": tied_until, **grounds}
