"""The course of a game: which phase follows which, what is skipped because no one has anything to decide, and
whose answers are heard: those of seats that have more than one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import attrgetter
from typing import Final

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Phase, Position
from adjudicator.results import Result
from adjudicator.variants.variant import Answers, Stage, Step, Table

_POWER: Final = attrgetter("power")


def first_phase(table: Table) -> Phase:
    """The phase that a game of this table opens with."""
    stage = (table.variant.opening + table.variant.year)[0]
    return Phase(stage.season, table.settings["first_year"], stage.kind.letter)


def stage_of(table: Table, position: Position) -> Stage:
    """The stage of the calendar that `position` is in; `bad-position` if this game has no such phase."""
    season, _, letter = position.phase
    for stages in (table.variant.year, table.variant.opening):
        for stage in stages:
            if stage.kind.letter == letter and stage.season == season:
                return stage
    raise AdjudicatorError(
        "bad-position",
        f"{table.variant.key} has no phase like {position.phase}.",
        f"{table.variant.key} n’a pas de phase comme {position.phase}.",
    )


def resolve(
    table: Table,
    position: Position,
    answers: Answers,
    lots: Lots | None,
    *,
    asked: Collection[str] = (),
    opens_all: bool = False,
) -> Step:
    """Resolve the phase that `position` is in and go on to the next in which someone has a choice.

    What earlier releases did: seats with only one possible answer that were `asked` for it beside others are
    judged by it, and silent without it; with `opens_all`, all of them were, even where no one had a choice.
    """
    stage = stage_of(table, position)
    heard = table.seats if opens_all else asked
    by_rule = [seat for seat in stage.kind.settled(table, position) if seat not in heard]
    if by_rule:
        answers = {**answers, **{seat: [] for seat in by_rule}}
    step = stage.kind.resolve(table, position, answers, lots)
    return _go_on(table, position, stage, step, lots, opens_all)


def _go_on(
    table: Table, before: Position, stage: Stage, step: Step, lots: Lots | None, opens_all: bool
) -> Step:
    position, results, told = step.position, list(step.results), list(step.news)
    stages, first = table.variant.opening + table.variant.year, len(table.variant.opening)
    at = next(at for at, each in enumerate(stages) if each is stage)
    last_spring: Position | None = None
    while True:
        if stage.then is not None:
            after = stage.then(table, position)
            position = after.position
            results += after.results
            told += after.news
        if position.outcome is not None:
            break
        at, ends_year = (at + 1, 0) if at + 1 < len(stages) else (first, 1)
        stage = stages[at]
        position = position.having(
            phase=Phase(stage.season, position.phase.year + ends_year, stage.kind.letter)
        )
        if at == first:
            if last_spring is not None and position.having(phase=last_spring.phase) == last_spring:
                break  # a whole year without anyone owing or changing anything: wait here
            last_spring = position
        if not table.variant.skips or stage.kind.is_due(table, position):
            break
        settled = stage.kind.settled(table, position)
        if settled and opens_all:
            break
        answers: Answers = {seat: [] for seat in settled}
        skipped = stage.kind.resolve(table, position, answers, lots)
        position = skipped.position
        results += (result for result in skipped.results if result.by_rule)
        told += skipped.news
    return Step(position, _in_order(results), _with_eliminations(before, position, told), step.later)


def _in_order(results: Iterable[Result]) -> tuple[Result, ...]:
    return tuple(sorted(results, key=_POWER))


def _with_eliminations(before: Position, after: Position, told: list[news.News]) -> tuple[news.News, ...]:
    """The news, with each power that has lost everything; who has won is told last."""
    gone = sorted(_alive(before) - _alive(after))
    eliminated = [news.elimination(year=before.phase.year, power=power) for power in gone]
    victory = [item for item in told if item["kind"] == "victory"]
    return (*(item for item in told if item["kind"] != "victory"), *eliminated, *victory)


def _alive(position: Position) -> set[str]:
    """Powers with a unit, on the board or in retreat, or a centre."""
    return {*position.units, *position.dislodged, *position.centres}
