"""Proving a stored game: what its answers make of it, computed again, is what is stored.

Where a running game is not, nothing is quoted of it: members of the site's team may play in it, in fog.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

import adjudicator
from adjudicator.errors import AdjudicatorError
from games.adjudication.results import Last, Over, Rows, moments_of, rows_of
from games.engine import bridge
from games.engine.misses import asked_in, missed_in, without
from games.gate.contests import ruled_outcome
from games.models import Branch, Game, Phase, SeatResult, Tenure, TenureResult


@dataclass(frozen=True, slots=True)
class Proof:
    """How many turns a game has, and every way in which its rows are not what they should be."""

    turns: int
    differences: list[str]


def prove(game: Game) -> Proof:
    """Replay a game that has begun: lots, opening, every turn, and the phases that follow from the turns;
    those that were taken back too (HR-8).
    """
    game = Game.objects.get(pk=game.pk)
    record = bridge.record_of(game)
    turns = sum(len(each["turns"]) for each in (record, *record.get("branches", ())))
    return Proof(turns, list(_differences(game, record)))


def _differences(game: Game, record: dict[str, Any]) -> Iterator[str]:
    if bridge.lots(game.lots_secret, _nonces(game)) != game.lots:
        yield "the lots do not follow from the secret and the nonces"
    if bridge.deals(game):
        yield from _wrong_seats(game)
    if bridge.opening_of(game).position != record["start"]:
        yield "the opening position is not the variant's"
    try:
        adjudicator.replay(record, lots=game.lots)
    except AdjudicatorError as error:
        yield error.message if game.is_over else f"the record is not what its answers give ({error.code})"
    yield from _wrong_phases(game, record)
    yield from _wrong_branches(game, record)
    yield from _wrong_misses(game)
    yield from _wrong_results(game, record)
    outcome = record["turns"][-1]["outcome"] if record["turns"] else None
    counts = ruled_outcome(game) or outcome
    if (game.state == Game.State.FINISHED) != (outcome is not None) or game.outcome != counts:
        yield f"the game is {game.state} with {game.outcome}, its last turn says {outcome}"


def _wrong_misses(game: Game) -> Iterator[str]:
    """Turns that keep others as asked or absent than their phase and its answers say (HR-1). No one is named:
    the game may hide who missed (HR-3).
    """
    phases = Phase.every.filter(game=game, turn__isnull=False).select_related("turn").order_by("ordinal")
    for phase in phases.only("label", "due", "turn__answers", "turn__asked", "turn__missed", "turn__excused"):
        answers, asked, missed = phase.turn.answers, {}, {}
        if answers is not None:
            silent = missed_in(phase, asked_in(game.variant, phase), answers)
            if not silent.keys() >= phase.turn.excused.keys():
                yield f"{phase.label} excuses somebody who did not miss it"
            asked = without(asked_in(game.variant, phase), phase.turn.excused)
            missed = missed_in(phase, asked, answers)
        if phase.turn.asked != asked or phase.turn.missed != missed:
            yield f"{phase.label} does not keep whom it asked and who missed it"


def _wrong_results(game: Game, record: dict[str, Any]) -> Iterator[str]:
    """Rows of its results that are not what its last turn, its phases and their misses make of it; rows of a
    game that goes on. What a ruling has put in a row's place is not asked.
    """
    first = SeatResult.objects.filter(game=game, supersedes=None).order_by("seat__order")
    tenures = TenureResult.objects.filter(tenure__game=game).select_related("result").order_by("pk")
    wanted = Rows([], [])
    if game.is_over and game.finished_at is not None and record["turns"]:
        last = record["turns"][-1]
        phase = Phase.objects.select_related("turn").get(game=game, ordinal=game.phase_number - 1)
        ended = moments_of([Last(phase, phase.turn.agreed)], game.finished_at)[game.pk]
        wanted = rows_of([Over(game, ended, last["position"], last["outcome"])])
    kept = Rows(list(first), list(tenures))
    if list(map(_of_seat, kept.seats)) != list(map(_of_seat, wanted.seats)):
        yield "the results of its seats are not what its last turn says"
    if list(map(_of_tenure, kept.tenures)) != list(map(_of_tenure, wanted.tenures)):
        yield "the results of its players are not what its phases say"


def _of_seat(row: SeatResult) -> tuple[Any, ...]:
    return (row.seat_id, row.outcome, row.fraction, row.centres, row.last_year, row.clause, row.at)


def _of_tenure(row: TenureResult) -> tuple[Any, ...]:
    return (row.tenure_id, row.result.seat_id, row.how, row.since, row.until, row.asked, row.missed)


def _nonces(game: Game) -> list[str]:
    """The nonces of those who sat there when the game started, in the order of their places."""
    return [tenure.nonce for tenure in sitting_at_the_start(game)]


def sitting_at_the_start(game: Game) -> list[Tenure]:
    """Who sat there when the game started, in the order of their places, with their seats. One query."""
    sat = Q(left_at=None) | Q(left_at__gte=game.started_at) & ~Q(left_how=Tenure.Leaving.BEFORE)
    tenures = Tenure.objects.filter(sat, game=game, taken_at__lte=game.started_at)
    first: dict[int, Tenure] = {}
    for tenure in tenures.select_related("seat", "user").order_by("place", "pk"):
        first.setdefault(tenure.place, tenure)
    return list(first.values())


def _wrong_seats(game: Game) -> Iterator[str]:
    """Seats that were not dealt as lots and rankings deal them (RB-25)."""
    sitting = sitting_at_the_start(game)
    for tenure, each in zip(
        sitting, bridge.dealt(game, [tenure.ranking for tenure in sitting]), strict=False
    ):
        if tenure.seat.key != each.seat:
            yield f"place {tenure.place + 1} was not given what lots deal it"


def _wrong_phases(game: Game, record: dict[str, Any]) -> Iterator[str]:
    """Phases without a turn before the open one, doubled or left out, or that are not what a turn led to."""
    phases = list(Phase.objects.filter(game=game).order_by("ordinal"))
    positions = [record["start"], *(turn["position"] for turn in record["turns"])]
    if game.state == Game.State.FINISHED:
        positions.pop()
    if game.phase_number != len(record["turns"]) or len(phases) != len(positions):
        yield f"{len(phases)} phases and {len(record['turns'])} turns at phase number {game.phase_number}"
    for ordinal, (phase, position) in enumerate(zip(phases, positions, strict=False)):
        is_adjudicated = ordinal < len(record["turns"])
        if phase.ordinal != ordinal or phase.is_open == is_adjudicated:
            yield f"phase {phase.ordinal} stands where {ordinal} should, or lacks its turn"
        if phase.position != position or phase.label != position["phase"]:
            yield f"{phase.label} does not open with what the turn before led to"


def _wrong_branches(game: Game, record: dict[str, Any]) -> Iterator[str]:
    """Branches that do not begin where the game was then, or whose phases are not what their turns led to:
    all but the last, which was open when it was taken back, have a turn (HR-8).
    """
    as_it_was = [record["start"], *(turn["position"] for turn in record["turns"])]
    rows = Branch.objects.filter(game=game).order_by("number")
    for branch, recorded in reversed([*zip(rows, record.get("branches", ()), strict=True)]):
        as_it_was[branch.at + 1 :] = [turn["position"] for turn in recorded["turns"]]
        phases = list(Phase.every.filter(branch=branch).order_by("ordinal"))
        expected = list(enumerate(as_it_was))[branch.at :]
        found = [(phase.ordinal, phase.position) for phase in phases]
        if found != expected or branch.until != len(as_it_was) - 1:
            yield f"branch {branch.number} is not made of the phases that were taken back"
        if [phase.adjudicated_at is None for phase in phases] != [False] * len(recorded["turns"]) + [True]:
            yield f"branch {branch.number} has phases without their turns, or none that was open"
