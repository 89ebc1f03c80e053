"""Phase `M` with nine seats: the orders of seven powers, and beside them, sealed alike, two spells (DG-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator import news
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.phases import movement
from adjudicator.position import Position
from adjudicator.variants.by_power import MOVEMENT, step
from adjudicator.variants.devil_and_god.casting import CANCELLED, Casting, casting
from adjudicator.variants.devil_and_god.speech import Said, castable, favourable, heard, taken
from adjudicator.variants.devil_and_god.state import DIVINE, DivineState
from adjudicator.variants.sheets import Sheets, reader, sheets
from adjudicator.variants.variant import Answers, Choices, Owed, PhaseKind, Reading, Step, Table


class Movement(PhaseKind):
    """Movement of the seven, under the eyes of two."""

    letter = "M"

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        """Orders of the powers; a spell of each divine seat that is left a unit to touch or a favour to
        grant.
        """
        owed = MOVEMENT.due(table, position)
        state = DivineState.of(position)
        for seat in () if state.divine_retired else DIVINE:
            touched = state.touched(seat)
            powers = [power for power in position.units if power not in touched]
            favour = list(favourable(table, position, seat))
            if powers or favour:
                owed[seat] = {"kind": "spell", "powers": powers} | ({"favour": favour} if favour else {})
        return owed

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        if seat not in DIVINE:
            return MOVEMENT.read_text(table, position, seat, text)
        said = heard(table, position, seat, text)
        return Reading(said.answer, said.problems)

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        if seat not in DIVINE:
            return MOVEMENT.read_answer(table, position, seat, answer)
        if not isinstance(answer, dict):
            raise AdjudicatorError(
                "bad-input",
                'A spell reads {"spell": "A MUN"}; God may add "favour": "FRANCE" in autumn.',
                'Un sort s’écrit {"spell": "A MUN"} ; à l’automne, le Bon Dieu peut ajouter '
                '"favour": "FRANCE".',
            )
        said = taken(table, position, seat, answer)
        return Reading(said.answer, said.problems)

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        """The options of a divine seat: each unit that it may touch, by the unit's name."""
        if seat not in DIVINE:
            return MOVEMENT.options(table, position, seat)
        if DivineState.of(position).divine_retired:
            return Choices()
        return Choices({unit: (unit,) for units in castable(position, seat).values() for unit in units})

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        said = _said(table, position, answers)
        orders = {seat: answer for seat, answer in answers.items() if seat not in DIVINE}
        given = sheets(table, position, orders, position.units)
        spells = {seat: each.spell for seat, each in said.items() if each.spell is not None}
        cast = _cast(table, position, given, spells)
        turn = movement.resolve(
            position,
            given.by_power,
            table.rulebook,
            facts=cast.facts,
            board=table.board,
            reader=reader(table, position),
        )
        moved = step(given, turn)
        owners = {unit: power for power, units in position.units.items() for unit in units}
        told = tuple(
            news.spell(
                seat=seat,
                unit=unit,
                power=owners[unit],
                clause=cast.clauses[seat],
                cancelled=cast.clauses[seat] == CANCELLED,
            )
            for seat, unit in spells.items()
        )
        state = DivineState.of(position)
        after = state.having(
            cast={
                seat: (*state.touched(seat), *([owners[spells[seat]]] if seat in spells else []))
                for seat in DIVINE
            },
            favour=next((each.favour for each in said.values() if each.favour is not None), state.favour),
        )
        void = tuple(result for seat, each in said.items() for result in each.void(seat))
        return Step(after.into(moved.position), (*moved.results, *void), (*told, *moved.news))


def _said(table: Table, position: Position, answers: Answers) -> dict[str, Said]:
    """What the divine seats that still play answered; silence is nothing (DG-18)."""
    if DivineState.of(position).divine_retired:
        return {}
    return {seat: taken(table, position, seat, answers[seat]) for seat in DIVINE if seat in answers}


def _cast(table: Table, position: Position, given: Sheets, spells: Mapping[str, str]) -> Casting:
    if not spells:
        return Casting({})
    deeds = movement.deeds(
        position, given.by_power, table.rulebook, board=table.board, reader=reader(table, position)
    )
    return casting(spells, deeds)
