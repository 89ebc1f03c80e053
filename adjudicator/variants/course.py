"""The course of a game: which phase follows which, and what is skipped because nobody has anything to
decide.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Phase, Position
from adjudicator.results import Result
from adjudicator.variants.variant import Answers, Stage, Step, Table


def first_phase(table: Table) -> Phase:
    """The phase that a game of this table opens with."""
    stage = (table.variant.opening + table.variant.year)[0]
    return Phase(stage.season, table.settings["first_year"], stage.kind.letter)


def stage_of(table: Table, position: Position) -> Stage:
    """Where in the calendar `position` is; `bad-position` if this game has no such phase."""
    for stage in table.variant.opening + table.variant.year:
        if (stage.season, stage.kind.letter) == (position.phase.season, position.phase.kind):
            return stage
    raise AdjudicatorError(
        "bad-position",
        f"{table.variant.key} has no phase like {position.phase}.",
        f"{table.variant.key} n’a pas de phase comme {position.phase}.",
    )


def resolve(table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
    """Resolve the phase that `position` is in and go on to the next in which somebody owes something."""
    stage = stage_of(table, position)
    return _go_on(table, position, stage, stage.kind.resolve(table, position, answers, lots), lots)


def _go_on(table: Table, before: Position, stage: Stage, step: Step, lots: Lots | None) -> Step:
    position, results, told = step.position, list(step.results), list(step.news)
    last_year: Position | None = None
    while True:
        if stage.then is not None:
            after = stage.then(table, position)
            position = after.position
            results += after.results
            told += after.news
        if position.outcome is not None:
            break
        stage, phase = _following(table, stage, position.phase)
        if stage is table.variant.year[0]:
            timeless = position.having(phase=phase._replace(year=0))
            if timeless == last_year:  # a whole year without anybody owing or changing anything: wait here
                position = position.having(phase=phase)
                break
            last_year = timeless
        position = position.having(phase=phase)
        if not table.variant.skips or stage.kind.due(table, position):
            break
        skipped = stage.kind.resolve(table, position, {}, lots)
        position = skipped.position
        results += (result for result in skipped.results if result.by_rule)
        told += skipped.news
    return Step(position, _in_order(results), _with_eliminations(before, position, told), step.later)


def _following(table: Table, stage: Stage, phase: Phase) -> tuple[Stage, Phase]:
    """The next stage of the calendar and the phase that it then is."""
    stages = table.variant.opening + table.variant.year
    at = next(i for i, each in enumerate(stages) if each is stage)
    ends_year = at + 1 == len(stages)
    following = table.variant.year[0] if ends_year else stages[at + 1]
    return following, Phase(following.season, phase.year + ends_year, following.kind.letter)


def _in_order(results: Iterable[Result]) -> tuple[Result, ...]:
    return tuple(sorted(results, key=lambda result: result.power))


def _with_eliminations(before: Position, after: Position, told: list[news.News]) -> tuple[news.News, ...]:
    """The news, with each power that has lost everything; who has won is told last."""
    gone = sorted(_alive(before) - _alive(after))
    eliminated = [news.elimination(year=before.phase.year, power=power) for power in gone]
    victory = [item for item in told if item["kind"] == "victory"]
    return (*(item for item in told if item["kind"] != "victory"), *eliminated, *victory)


def _alive(position: Position) -> set[str]:
    """Powers with a unit, on the board or in retreat, or a centre."""
    return {*position.units, *position.dislodged, *position.centres}
