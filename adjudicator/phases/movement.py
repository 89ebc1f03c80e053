"""The movement phase: orders to every unit, resolved together (RB-2 to RB-8)."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.board import Board
from adjudicator.geography import geography
from adjudicator.legality import MOVE
from adjudicator.movement.explain import results
from adjudicator.movement.facts import ORDINARY, Facts
from adjudicator.movement.outcome import Outcome
from adjudicator.movement.resolver import Resolver
from adjudicator.movement.sheet import Answers, Sheet
from adjudicator.movement.situation import Situation
from adjudicator.movement.swayed import SwayedResolver
from adjudicator.movement.why import swayed_results
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
    Gives the results by power and the position with everyone where they went; season and phase stay.
    """
    situation = Situation(position, answers, rules, geography(board), facts, reader)
    if facts is not ORDINARY and facts.are_of_units:
        resolver: Resolver = SwayedResolver(situation)
        tell = swayed_results
    else:
        resolver, tell = Resolver(situation), results
    resolver.run()
    outcome = Outcome(resolver)
    return PhaseTurn(outcome.position(), tell(outcome))


class Deed(NamedTuple):
    """What a unit does by its power's orders: `kind` is HOLD (also without a valid order), MOVE, SUPPORT or
    CONVOY of `adjudicator.legality`; `to` is the province that a mover is ordered to.
    """

    power: str
    kind: int
    to: str | None


def deeds(
    position: Position,
    answers: Answers,
    rules: Rulebook,
    *,
    facts: Facts = ORDINARY,
    board: Board | None = None,
    reader: Reader | None = None,
) -> dict[str, Deed]:
    """Province -> what the unit there does, before anything comes of it; arguments as in `resolve`."""
    geo = geography(board)
    sheet = Sheet(position, answers, rules, geo, facts, reader)
    return {
        geo.province_text[sheet.provinces[unit]]: Deed(
            geo.powers[sheet.owners[unit]],
            kind,
            geo.province_text[sheet.to[unit]] if kind == MOVE else None,
        )
        for unit, kind in enumerate(sheet.kinds)
    }
