"""The course of a finished game in numbers and facts: curves, where it turned, and what decided it.

A record goes in as its reader may see it, plain values come out, in no language and of no person: seats,
powers, provinces, counts. Nothing is judged: what a phase did is told, not why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from adjudicator.board import standard

EDITION: Final = 1
"""Grows when the same record gives other facts, so that kept ones are made again."""

TURNS: Final = 3
"""The number of phases that are marked: those that changed most."""

MOST: Final = 6
"""Captures, dislodged units and supports that are kept of one of them."""

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Step:
    """One phase, with the retreats that belong to it: where it began and ended in the row of positions."""

    label: str
    before: int
    after: int
    results: Sequence[Mapping[str, Any]]
    news: Sequence[Mapping[str, Any]]

    def of(self, kind: str) -> Iterable[Mapping[str, Any]]:
        return (item for item in self.news if item["kind"] == kind)


@dataclass(slots=True)
class _Row:
    """What is counted of one seat at each position; none while it has no power yet."""

    centres: list[int | None] = field(default_factory=list)
    strength: list[int] = field(default_factory=list)
    treasury: list[int] = field(default_factory=list)


def course_of(seats: Sequence[str], record: Mapping[str, Any]) -> Facts:
    """The course of a game of `seats` (the engine's, those that have a board to play for), from its
    `record`:

    labels     the phases in order; position 0 is before the first of them, position n after the nth
    centres    by seat, those of its own powers at each position; null where it had none to play
    treasury   by seat, credits at each position; empty in games without treasuries
    turns      the phases that changed most, at most three, in order (`_told`)
    decided    the label and provinces of the moves that brought the win; null where no move did
    """
    positions = [record["start"], *(turn["position"] for turn in record["turns"])]
    labels = [str(position["phase"]) for position in positions[:-1]]
    rows = {seat: _counted(seat, positions) for seat in seats}
    playing = {seat: row for seat, row in rows.items() if any(each for each in row.centres)}
    steps = _steps(labels, record["turns"])
    has_treasury = any("treasury" in position for position in positions)
    return {
        "labels": labels,
        "centres": {seat: row.centres for seat, row in playing.items()},
        "treasury": {seat: row.treasury for seat, row in playing.items()} if has_treasury else {},
        "turns": [_told(step, positions, playing) for step in _turning(steps, positions, playing)],
        "decided": _decided(steps),
    }


def own_powers(position: Mapping[str, Any], seat: str) -> Sequence[str]:
    """The powers that `seat` plays for: its home power where mercenaries come and go (ID-1); none before."""
    if "homes" in position or "treasury" in position:
        home = position.get("homes", {}).get(seat)
        return [home] if home else []
    powers: Sequence[str] = position.get("powers", {}).get(seat, [seat])
    return powers


def touches(order: str, places: Iterable[str]) -> bool:
    """Whether an order stands in, goes to or helps at one of these provinces: `A PIE - VEN` and Venice."""
    named = {province(word) for word in order.split(" ") if len(word) > 1}
    return not named.isdisjoint(places)


def province(location: str) -> str:
    return location.partition("/")[0]


def _counted(seat: str, positions: Sequence[Mapping[str, Any]]) -> _Row:
    row = _Row()
    for position in positions:
        powers = own_powers(position, seat)
        centres = _count(position, "centres", powers)
        units = _count(position, "units", powers) + _count(position, "dislodged", powers)
        row.centres.append(centres if powers else None)
        row.strength.append(centres + units)
        row.treasury.append((position.get("treasury") or {}).get(seat) or 0)
    return row


def _count(position: Mapping[str, Any], what: str, powers: Iterable[str]) -> int:
    held = position.get(what) or {}
    return sum(len(held.get(power, ())) for power in powers)


def _steps(labels: Sequence[str], turns: Sequence[Mapping[str, Any]]) -> list[_Step]:
    """The phases, retreats with the moves that made them: what a move took is told once they are over."""

    def begins(at: int) -> str:
        label = labels[at]
        return label[:-1] + "M" if label.endswith("R") else label

    steps = []
    for label, group in groupby(range(len(labels)), key=begins):
        ats = list(group)
        moves = turns[ats[0]]
        news = [item for at in ats for item in turns[at].get("news", ())]
        steps.append(_Step(label, ats[0], ats[-1] + 1, moves.get("results", ()), news))
    return steps


def _turning(
    steps: Sequence[_Step], positions: Sequence[Mapping[str, Any]], rows: Mapping[str, _Row]
) -> list[_Step]:
    """The steps that changed most: those with a bust or a home centre taken before others, then by how far
    they moved the seats apart in centres and units at once, then in treasury; the later of two alike.

    What all gained alike turned nothing. Builds and disbands follow from the centres of the autumn, so by
    themselves they are none.
    """

    def weight(step: _Step) -> tuple[bool, int, int]:
        grave = any(item["bust"] for item in step.of("auction")) or bool(_homes_taken(step, positions, rows))
        if step.label.endswith("A"):
            return grave, 0, 0
        strength = _apart([row.strength[step.after] - row.strength[step.before] for row in rows.values()])
        treasury = _apart([row.treasury[step.after] - row.treasury[step.before] for row in rows.values()])
        return grave, strength, treasury

    weighed = [(weight(step), step.before, step) for step in steps if _is_comparable(step, rows)]
    heaviest = sorted((each for each in weighed if any(each[0])), key=lambda each: each[:2], reverse=True)
    return sorted((step for _weight, _at, step in heaviest[:TURNS]), key=lambda step: step.before)


def _is_comparable(step: _Step, rows: Mapping[str, _Row]) -> bool:
    """Whether every seat had its powers before the step already."""
    return all(row.centres[step.before] is not None for row in rows.values())


def _apart(changes: Sequence[int]) -> int:
    """How far apart `changes` lie from their mean, all together, times their number."""
    total = sum(changes)
    return sum(abs(len(changes) * change - total) for change in changes)


def _homes_taken(step: _Step, positions: Sequence[Mapping[str, Any]], rows: Mapping[str, _Row]) -> list[str]:
    """Home centres of a seat's own power that another power took, or won by standing in."""
    before = positions[step.before]
    whose = {
        centre: (seat, power)
        for seat in rows
        for power in own_powers(before, seat)
        if power in standard().powers
        for centre in standard().powers[power].homes
    }
    taken = [
        centre
        for centre, change in _changes(step).items()
        if centre in whose
        and change["from"] in own_powers(before, whose[centre][0])
        and change["to"] not in own_powers(before, whose[centre][0])
    ]
    return [*taken, *(place for place in _entered(step) if place not in taken)]


def _changes(step: _Step) -> Mapping[str, Mapping[str, Any]]:
    return {centre: change for item in step.of("ownership") for centre, change in item["changes"].items()}


def _entered(step: _Step) -> list[str]:
    """Home centres in which someone stood and won by it."""
    return sorted(
        {
            place
            for item in step.of("victory")
            for seat, places in item.get("entered", {}).items()
            for place in places
            if seat in item.get("winners", ())
        }
    )


def _told(step: _Step, positions: Sequence[Mapping[str, Any]], rows: Mapping[str, _Row]) -> Facts:
    """What a step did: `at`, its place on the curves; `places`, where its moves changed something; `taken`,
    centres that changed hands; `entered`; `bust`; `bought`, by seat what each power cost, and `anarchy`;
    `out`, units that were dislodged; `supports` that were `cut`, or not given (`missed`), to what happened
    there; `gone`, powers that were eliminated; `held` and `credits`, a seat's centres and treasury before and
    after, where they changed.
    """
    taken = [
        {"centre": centre, "from": change["from"], "to": change["to"]}
        for centre, change in sorted(_changes(step).items(), key=lambda each: (not each[1]["from"], each[0]))
    ]
    out = [
        {"unit": result["order"].split(" ")[:2], "power": result["power"], "by": result["dislodged_by"]}
        for result in step.results
        if "dislodged_by" in result
    ]
    places = _focus(step)
    auctions = list(step.of("auction"))
    return {
        "label": step.label,
        "at": step.after,
        "places": places,
        "taken": taken[:MOST],
        "entered": _entered(step),
        "bust": sorted({seat for item in auctions for seat in item["bust"]}),
        "bought": _bought(auctions),
        "anarchy": sorted({power for item in auctions for power, seat in item["winner"].items() if not seat}),
        "out": out[:MOST],
        "supports": [said for result in step.results if (said := _support(result, places))][:MOST],
        "gone": sorted({item["power"] for item in step.of("elimination")}),
        "held": {
            seat: [row.centres[step.before], row.centres[step.after]]
            for seat, row in rows.items()
            if row.centres[step.before] != row.centres[step.after]
        },
        "credits": {
            seat: [row.treasury[step.before], row.treasury[step.after]]
            for seat, row in rows.items()
            if row.treasury[step.before] != row.treasury[step.after]
        },
    }


def _bought(auctions: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    bought: dict[str, dict[str, int]] = {}
    for item in auctions:
        for power, seat in item["winner"].items():
            if seat:
                bought.setdefault(seat, {})[power] = item["price"][power]
    return bought


def _support(result: Mapping[str, Any], places: Iterable[str]) -> Facts | None:
    """A support that did not come off, where something happened at what it was for."""
    words = result["order"].split(" ")
    if len(words) < 5 or words[2] != "S" or result["verdict"] != "fails":
        return None
    if not touches(" ".join(words[3:]), places):
        return None
    is_cut = result.get("reason") == "cut"
    return {"power": result["power"], "order": result["order"], "how": "cut" if is_cut else "missed"}


def _focus(step: _Step) -> list[str]:
    """The provinces in which a step's moves changed something: centres taken, units driven out.

    Centres that were no one's are none of them as long as there are others.
    """
    entered, changes = _entered(step), _changes(step)
    taken = [centre for centre, change in changes.items() if change["from"]]
    out = [province(each["order"].split(" ")[1]) for each in step.results if "dislodged_by" in each]
    return sorted({*entered, *taken, *out} or {*changes})


def _decided(steps: Sequence[_Step]) -> Facts | None:
    """The moves after which someone had won on the board; none where the game ended by agreement or by a
    rule of absence. A win at an auction, or with the year's income, was brought by the moves before.
    """
    last = steps[-1] if steps else None
    if last is None:
        return None
    wins = [item for item in last.of("victory") if item.get("winners") and "agreed" not in item]
    moves = [step for step in steps if step.label.endswith("M")]
    if not wins or not moves:
        return None
    return {"label": moves[-1].label, "places": _entered(last) or _focus(moves[-1])}
