"""What a seat knows of a board in fog: what it sees now, and what it saw last of every other province.

Everything here is told by the seat's own views of the game: where it stands, its own territory, and the
reports of its spies at each season's end (SPY-1 to SPY-5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

import adjudicator
from games.engine import sight
from games.gate.access import Access
from games.models import Game, Phase

SEASONS = 16
"""How many seasons back the map remembers. What is older is read on the page of reports."""

Known = dict[str, Any]
"""The known part of the board, as `games.board.fog` draws it."""


@dataclass(slots=True)
class Seen:
    """One position as a seat sees it: `known` is None where nothing is in fog."""

    position: Mapping[str, Any]
    known: Known | None = None


@dataclass(slots=True)
class _Reported:
    """What a season's end told: of which provinces, who stood there, whose spies."""

    season: str
    places: set[str] = field(default_factory=set)
    units: list[tuple[str, str]] = field(default_factory=list)
    spies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    some: set[str] = field(default_factory=set)

    def of(self, place: str) -> dict[str, Any]:
        return {
            "season": self.season,
            "units": [[power, unit] for power, unit in self.units if unit[2:5] == place],
            "spies": dict(self.spies.get(place, {})),
            "some": place in self.some,
        }


def seen_in(access: Access, phase: Phase) -> Seen:
    """The position that `phase` opened with. At most one query."""
    return _seen_in(access, phase, None)


def _seen_in(access: Access, phase: Phase, reports: Sequence[tuple[int, _Reported]] | None) -> Seen:
    game, seat = access.game, access.viewer
    if access.is_master or not sight.is_in_fog(game):
        return Seen(sight.position_of(game, phase.position, seat))
    if phase.ordinal == 0:  # the board as it is set up is known to all
        return Seen(sight.start_of(game, phase.position, seat))
    return _in_fog(access, sight.position_of(game, phase.position, seat), phase.ordinal, reports)


def seen_at_the_end(access: Access, last: Phase) -> Seen:
    """The position that the game ended in, with `last`. At most one query."""
    return _seen_at_the_end(access, last, None)


def _seen_at_the_end(access: Access, last: Phase, reports: Sequence[tuple[int, _Reported]] | None) -> Seen:
    position = sight.turn_of(access.game, last, access.viewer)["position"]
    is_in_fog = sight.is_in_fog(access.game) and not access.is_master
    return _in_fog(access, position, last.ordinal + 1, reports) if is_in_fog else Seen(position)


def seen_in_each(access: Access, phases: Sequence[Phase]) -> list[Seen]:
    """The positions with which `phases` opened, all of one game in order with their turns; where the last is
    adjudicated, the one that it ended in comes after them. No queries.
    """
    game, found = access.game, []
    reports: list[tuple[int, _Reported]] | None = None
    if access.seat_key is not None and sight.is_in_fog(game):
        reports = []
    for phase in phases:
        found.append(_seen_in(access, phase, reports))
        if reports is not None and access.seat_key and not phase.is_open and _ends_season(phase.label):
            turn = sight.turn_of(game, phase, access.seat_key)
            reports.append((phase.ordinal, _reported(game, access.seat_key, season_of(phase.label), turn)))
    if phases and not phases[-1].is_open:
        found.append(_seen_at_the_end(access, phases[-1], reports))
    return found


def _in_fog(
    access: Access, position: Mapping[str, Any], ordinal: int, reports: Sequence[tuple[int, _Reported]] | None
) -> Seen:
    """`position` of the phase numbered `ordinal`, with what was reported just now put upon it; `reports` of
    all seasons before, where they are known.
    """
    seat = access.seat_key
    if seat is None:
        return Seen(position, _nothing())
    known = _nothing()
    now = {*sight.watched_by(access.game, position, seat)["now"]}
    told = _reports(access.game, seat, ordinal) if reports is None else reports[-SEASONS:]
    for number, reported in told:
        if number == ordinal - 1:  # nothing has moved since
            position = _with_units(position, reported.units)
            known["spies"] = {place: dict(met) for place, met in reported.spies.items()}
            known["some"] = sorted(reported.some)
            now |= reported.places
        else:
            known["earlier"] |= {place: reported.of(place) for place in reported.places}
    known["now"] = sorted(now)
    known["earlier"] = {place: then for place, then in sorted(known["earlier"].items()) if place not in now}
    return Seen(position, known)


def _nothing() -> Known:
    return {"now": [], "spies": {}, "some": [], "earlier": {}}


def _with_units(position: Mapping[str, Any], units: Iterable[tuple[str, str]]) -> dict[str, Any]:
    standing: dict[str, set[str]] = {power: set(those) for power, those in position["units"].items()}
    for power, unit in units:
        standing.setdefault(power, set()).add(unit)
    return {**position, "units": {power: sorted(those) for power, those in sorted(standing.items())}}


def ends_of_seasons() -> Q:
    """The phases with which a season ends: retreats in spring, adjustments in autumn (SPY-20)."""
    return Q(label__startswith="S", label__endswith="R") | Q(label__endswith="A")


def _ends_season(label: str) -> bool:
    """Whether one phase ends a season."""
    return label.endswith("A") or (label.startswith("S") and label.endswith("R"))


def season_of(label: str) -> str:
    """The season that a phase belongs to: `S1901`, `F1901`; winter is the end of autumn."""
    return ("S" if label.startswith("S") else "F") + label[1:-1]


def _reports(game: Game, seat: str, before: int) -> Iterable[tuple[int, _Reported]]:
    """The last seasons that ended before the phase numbered `before`, the oldest first. One query."""
    ended = Phase.objects.select_related("turn").filter(
        ends_of_seasons(), game=game, ordinal__lt=before, turn__isnull=False
    )
    for phase in reversed(ended.order_by("-ordinal").defer("position", "due", "turn__answers")[:SEASONS]):
        turn = sight.turn_of(game, phase, seat)
        yield phase.ordinal, _reported(game, seat, season_of(phase.label), turn)


def _reported(game: Game, seat: str, season: str, turn: Mapping[str, Any]) -> _Reported:
    """What one season's end told: by the spies' report, and by one's own units where they stood."""
    told = _Reported(season)
    watched = sight.watched_by(game, turn["position"], seat)
    told.places |= set(watched["now"])
    own = {seat: turn["position"]["units"].get(seat, [])}
    told.units = [
        (power, unit)
        for power, units in turn["position"]["units"].items()
        if power not in own
        for unit in units
    ]
    for item in turn.get("news", []):
        if item["kind"] == "report":
            told.places |= {*watched["met"], *watched["near"]}
            told.units += [(power, unit) for power, units in item["units"].items() for unit in units]
            told.spies = item["spies_here"]
            told.some = set(item["spies_near"])
    told.units = sorted(set(told.units))
    return told


def has_full_report(game: Game) -> bool:
    """Whether there was fog in `game`, and it has been lifted."""
    is_over = game.state == Game.State.FINISHED
    return is_over and adjudicator.is_in_fog(game.variant, game.settings) and not sight.is_in_fog(game)
