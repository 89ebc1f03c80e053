"""The movement phase: orders to every unit, resolved together (RB-2 to RB-8)."""

from __future__ import annotations

from adjudicator.board import Board
from adjudicator.geography import geography
from adjudicator.movement.explain import results
from adjudicator.movement.facts import ORDINARY, Facts
from adjudicator.movement.outcome import Outcome
from adjudicator.movement.resolver import Resolver
from adjudicator.movement.sheet import Answers
from adjudicator.movement.situation import Situation
from adjudicator.position import Position
from adjudicator.reading import Reader
from adjudicator.results import PhaseTurn
from adjudicator.rulebook import Rulebook


def due(position: Position) -> tuple[str, ...]:
    """The powers that owe orders: those with units on the board."""
    return tuple(position.units)


def resolve(
    position: Position,
    answers: Answers,
    rules: Rulebook,
    *,
    facts: Facts = ORDINARY,
    board: Board | None = None,
    reader: Reader | None = None,
) -> PhaseTurn:
    """Resolve the orders of a movement phase.

    `answers`: order lines by power, canonical or such as `reader` makes canonical. None, or no key, is
    silence: the power is in disorder (RB-14), like those of `position.disorder`. `facts` are a variant's.
    Gives the results by power and the position with everybody where they went; season and phase stay.
    """
    resolver = Resolver(Situation(position, answers, rules, geography(board), facts, reader))
    resolver.run()
    outcome = Outcome(resolver)
    return PhaseTurn(outcome.position(), results(outcome))
