"""Retreats and adjustments, in which the divine have no say (DG-5); what the seasons' ends bring (DG-14 to
DG-16); and the vote (DG-17).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from adjudicator import asking, news
from adjudicator.agreed import Agreed
from adjudicator.lots import Lots
from adjudicator.phases import adjustments
from adjudicator.phases.adjustments import NO_POLICIES, Policies, Policy, removable
from adjudicator.position import Position
from adjudicator.variants.by_power import RETREATS, Adjustments, ByPower
from adjudicator.variants.classic import SOLO
from adjudicator.variants.devil_and_god.state import (
    DEVIL,
    DIVINE,
    GOD,
    DivineState,
    is_alive,
    is_year_of_favour,
)
from adjudicator.variants.endings import agreed_draw, end, need_draws_allowed, need_votes, present
from adjudicator.variants.owning import update_ownership
from adjudicator.variants.pieces import pieces
from adjudicator.variants.variant import Answers, Choices, Owed, PhaseKind, Problem, Reading, Step, Table

HOW: Final = "DG-15"


class OfTheSeven(PhaseKind):
    """A phase of the powers alone: what a divine seat answers is no one's order."""

    def __init__(self, phase: ByPower) -> None:
        self.phase = phase

    @property
    def letter(self) -> str:
        return self.phase.letter

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        return self.phase.due(table, position)

    def settled(self, table: Table, position: Position) -> Sequence[str]:
        return self.phase.settled(table, position)

    def read_text(self, table: Table, position: Position, seat: str, text: str) -> Reading:
        if seat not in DIVINE:
            return self.phase.read_text(table, position, seat, text)
        return Reading({}, tuple(_out_of_place(line, piece) for line, piece in pieces(text, ";,")))

    def read_answer(self, table: Table, position: Position, seat: str, answer: Any) -> Reading:
        if seat not in DIVINE:
            return self.phase.read_answer(table, position, seat, answer)
        given = sorted(asking.mapping(answer, "A spell", "Un sort").items())
        meant = [(key, value) for key, value in given if value is not None]
        problems = (_out_of_place(line, key) for line, (key, _) in enumerate(meant, start=1))
        return Reading({}, tuple(problems))

    def options(self, table: Table, position: Position, seat: str) -> Choices:
        return self.phase.options(table, position, seat)

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        orders = {seat: answer for seat, answer in answers.items() if seat not in DIVINE}
        return self.phase.resolve(table, position, orders, lots)


def _out_of_place(line: int, text: str) -> Problem:
    return Problem(
        line,
        text,
        "wrong-phase",
        "Spells are cast in movement phases alone (DG-3, DG-5).",
        "Les sorts ne se lancent que pendant les mouvements (DG-3, DG-5).",
    )


class FavouredAdjustments(Adjustments):
    """Adjustments in which one power may keep a unit more than its centres, and is asked whether it will.
    While it may be any, no one's answer is taken as read: that would tell of the favour (DG-14).
    """

    facts: tuple[str, ...] = ("builds", "removals", "favour")

    def settled(self, table: Table, position: Position) -> Collection[str]:
        return () if _is_veiled(table, position) else super().settled(table, position)

    def owed(self, table: Table, position: Position) -> dict[str, dict[str, Any]]:
        owed = super().owed(table, position)
        for power in policies(table, position):
            if power in owed or removable(position, power):
                owed[power] = owed.get(power, {}) | {"favour": 1}
        return owed


class Winter(OfTheSeven):
    """Adjustments. In a winter in which some power may be favoured, all that live are asked, be it for
    nothing (`powers` is empty then), and `veiled` says that no one may learn who is asked for something: it
    would tell of the favour (DG-14). Such a winter is always opened: that it was not would tell too.
    """

    def due(self, table: Table, position: Position) -> dict[str, Owed]:
        owed = super().due(table, position)
        if not _is_veiled(table, position):
            return owed
        nothing: Owed = {"kind": "adjustments", "powers": [], "builds": {}, "removals": {}, "favour": {}}
        return {
            power: {**owed.get(power, nothing), "veiled": True}
            for power in table.seats
            if power in owed or is_alive(power, position)
        }

    def resolve(self, table: Table, position: Position, answers: Answers, lots: Lots | None) -> Step:
        """No one is told of the silence of who was asked for the favour's sake alone."""
        step = super().resolve(table, position, answers, lots)
        asked = adjustments.due(position, board=table.board)
        told = (item for item in step.news if item["kind"] != "disorder" or _owes(item["seat"], asked))
        return Step(step.position, step.results, tuple(told))


def _owes(power: str, asked: adjustments.Due) -> bool:
    return power in asked.builds or power in asked.removals


def _is_veiled(table: Table, position: Position) -> bool:
    return is_year_of_favour(table, position.phase.year) and not DivineState.of(position).divine_retired


RETREATING: Final = OfTheSeven(RETREATS)
ADJUSTING: Final = Winter(ByPower(FavouredAdjustments()))


def policies(table: Table, position: Position) -> Policies:
    """The favoured power may keep one unit more than its centres this winter (DG-14)."""
    favour = DivineState.of(position).favour
    return NO_POLICIES if favour is None or position.phase.kind != "A" else {favour: _FAVOURED}


_FAVOURED: Final = Policy(allowance=1, clause="DG-14")


def autumn_over(table: Table, position: Position) -> Step:
    """Ownership; 18 centres win, and with them the seat that protects that power, or has won already (DG-15,
    DG-16). Else God's favour is told (DG-14).
    """
    owned = update_ownership(table, position)
    state = DivineState.of(position)
    for power, centres in owned.position.centres.items():
        if len(centres) >= SOLO and power not in position.disorder:
            divine = _winning_with(power, state)
            grounds: dict[str, Any] = {"centres": {power: len(centres)}}
            if divine is not None:
                grounds["divine"] = divine
            won = end(owned.position, HOW, [power, *([divine] if divine else [])], **grounds)
            return Step(won.position, news=owned.news + won.news)
    if state.favour is None:
        return owned
    told = news.favour(year=position.phase.year, power=state.favour, clause="DG-14")
    return Step(owned.position, news=(*owned.news, told))


def _winning_with(power: str, state: DivineState) -> str | None:
    """The divine seat that shares `power`'s victory: the winner by elimination, else who protects it."""
    if state.divine_winner is not None or state.divine_retired:
        return state.divine_winner
    return next((seat for seat in DIVINE if state.protected.get(seat) == power), None)


def year_over(table: Table, position: Position) -> Step:
    """The year's spells and favour are done with; a protected power that is gone makes the other's
    protector win, and both divine seats retire (DG-15, DG-16).
    """
    state = DivineState.of(position).having(cast={}, favour=None)
    if state.divine_retired or state.divine_winner is not None:
        return Step(state.into(position))
    gone = {seat: power for seat, power in state.protected.items() if not is_alive(power, position)}
    if not gone:
        return Step(state.into(position))
    winner = None if len(gone) > 1 else GOD if DEVIL in gone else DEVIL
    state = state.having(divine_winner=winner, divine_retired=True)
    told = news.divine(year=position.phase.year, how=HOW, winner=winner, eliminated=gone)
    return Step(state.into(position), news=(told,))


def draw(table: Table, position: Position, agreed: Agreed) -> Step:
    """The survivors of the seven agree, and share the game, but for the absent (HR-4); a divine win already
    earned stands (DG-17).
    """
    need_draws_allowed(table)
    survivors = [power for power in table.board.powers if is_alive(power, position)]
    need_votes(survivors, agreed)
    sharing, divine = present(survivors, agreed), DivineState.of(position).divine_winner
    grounds = {} if divine is None else {"divine": divine}
    # nothing depends on the divine seats' votes, nor is told of whether they have players
    by, absent = (tuple(seat for seat in of if seat not in DIVINE) for of in (agreed.by, agreed.absent))
    seven = Agreed(agreed.how, by, absent)
    return agreed_draw(position, "DG-17", [*sharing, *([divine] if divine else [])], seven, **grounds)
