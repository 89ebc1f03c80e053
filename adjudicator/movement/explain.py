"""Why: a `Result` for every order of a movement phase, with the units, numbers and clause behind it."""

from __future__ import annotations

from typing import Final

from adjudicator.legality import CONVOY, MOVE, SUPPORT, Illegality
from adjudicator.movement.convoys import lies_on_route
from adjudicator.movement.decisions import YES
from adjudicator.movement.outcome import Outcome
from adjudicator.results import FAILS, SUCCEEDS, VOID, VOID_REASONS, Result, Verdict

CLAUSES: Final = {
    "illegal": "RB-3",
    "no-unit": "RB-3",
    "duplicate": "RB-2",
    "unmatched": "RB-5b",
    "cut": "RB-5c",
}

PLAINLY: Final = tuple(Result("", "", SUCCEEDS)[2:])
GIVEN: Final = tuple(Result("", "", SUCCEEDS, clause="RB-5b")[2:])
LEFT_ALONE: Final = tuple(Result("", "", SUCCEEDS, implied=True)[2:])
"""All but power and order of the three commonest results: `tuple.__new__` makes those in half the time."""


def results(outcome: Outcome) -> tuple[Result, ...]:
    """Results by power: one for every unit and every line, each power's units in the position's order."""
    return Explainer(outcome).results()


def clause_of(fault: Illegality) -> str:
    """The clause that an order with `fault` goes by."""
    if fault.detail == "closed":
        return "RB-20"
    return "RB-4" if fault.detail in ("coast-missing", "wrong-coast") else CLAUSES[fault.reason]


class Explainer:
    """Tells of one outcome."""

    __slots__ = ("out", "res", "sit")

    def __init__(self, outcome: Outcome) -> None:
        self.out = outcome
        self.res = outcome.res
        self.sit = outcome.sit

    def results(self) -> tuple[Result, ...]:
        sit, out = self.sit, self.out
        texts, lines, kinds, faults, to, at = sit.texts, sit.lines, sit.kinds, sit.faults, sit.to, sit.at
        moves, given, into, provinces = self.res.moves, self.res.given, sit.into, sit.provinces
        convoyed, dislodgers = sit.convoyed, out.dislodgers
        made: list[Result] = []
        new = tuple.__new__
        first = 0
        for power, stood in sit.position.units.items():
            silent = sit.silent[sit.owners[first]]
            end = first + len(stood)
            for unit in range(first, end):
                line = lines[unit]
                kind = kinds[unit]
                if line is None:
                    if into[provinces[unit]] is None and not silent:
                        made.append(new(Result, (power, texts[unit] + " H", *LEFT_ALONE)))
                        continue
                    result = self._held(unit, power, None)
                elif kind == MOVE:
                    if moves[unit]:
                        destination = to[unit]
                        rivals = into[destination]
                        if (
                            at[destination] < 0
                            and not convoyed[unit]
                            and rivals is not None
                            and len(rivals) == 1
                        ):
                            made.append(new(Result, (power, line, *PLAINLY)))
                            continue
                        result = self._arrived(unit, power, line)
                    else:
                        result = self._failed(unit, power, line)
                elif kind == SUPPORT:
                    if given[unit] and unit not in dislodgers:
                        made.append(new(Result, (power, line, *GIVEN)))
                        continue
                    result = self._broken_support(unit, power, line)
                elif kind == CONVOY:
                    result = self._convoy(unit, power, line)
                elif faults[unit] is not None:
                    result = self._void(unit, power, line)
                elif into[provinces[unit]] is None:
                    made.append(new(Result, (power, line, *PLAINLY)))
                    continue
                else:
                    result = self._held(unit, power, line)
                if unit in dislodgers:
                    result = self._with_retreats(unit, result)
                made.append(result)
            first = end
        return self._finished(made)

    def _finished(self, made: list[Result]) -> tuple[Result, ...]:
        """All results, out of those of the units in their order."""
        return self._with_strays(made) if self.sit.strays else tuple(made)

    # Strengths, now that everything is decided.

    def _strength(self, unit: int, without: int = -1) -> int:
        """The strength of a unit: 1 and its supports, but for supports given by the power `without`."""
        strength = 1
        aid = self.sit.supporters[unit]
        if aid is not None:
            given, owners = self.res.given, self.sit.owners
            for supporter in aid:
                if given[supporter] and owners[supporter] != without:
                    strength += 1
        return strength

    def _holding(self, unit: int) -> int:
        """The strength with which a unit that does not leave defends its province."""
        own = 1 if self.sit.kinds[unit] == MOVE else self._strength(unit)
        return own - 1 if unit in self.sit.prone else own

    def _opposed(self, unit: int, there: int) -> bool:
        """Whether `there` and `unit` are ordered to each other's places by land."""
        sit = self.sit
        return (
            sit.kinds[there] == MOVE
            and sit.to[there] == sit.provinces[unit]
            and not (sit.convoyed[unit] or sit.convoyed[there])
        )

    def _prevents(self, unit: int) -> int:
        """The strength with which a mover keeps others out of where it is going."""
        if not self.res.ways[unit]:
            return 0
        there = self.out.dislodgers.get(unit, -1)
        if there >= 0 and self.sit.at[self.sit.to[unit]] == there:
            by_sea = self.sit.convoyed[unit] or self.sit.convoyed[there]
            if not by_sea or self.sit.rules.effect_on_origin == "a":
                return 0
        return self._strength(unit)

    # Moves.

    def _arrived(self, unit: int, power: str, line: str) -> Result:
        sit = self.sit
        destination = sit.to[unit]
        there = sit.at[destination]
        rivals = sit.into[destination]
        assert rivals is not None, "a mover is listed where it is going"
        if there < 0 and len(rivals) == 1:
            return Result(power, line, SUCCEEDS, None, (), None, "RB-5h" if sit.convoyed[unit] else None)
        against = 0
        if len(rivals) > 1:
            for rival in rivals:
                if rival != unit:
                    against = max(against, self._prevents(rival))
        clause = "RB-5h" if sit.convoyed[unit] else None
        detail = None
        owner_there = -1
        if there >= 0:
            if not self.res.moves[there]:
                heads_on = self._opposed(unit, there)
                owner_there = sit.owners[there]
                against = max(against, self._strength(there) if heads_on else self._holding(there))
                clause = "RB-5f" if heads_on else clause or "RB-5b"
            elif sit.to[there] == sit.provinces[unit]:
                clause, detail = "RB-8", "swap"
            elif self._in_ring(unit):
                clause = "RB-5g"
        if not against:
            return Result(power, line, SUCCEEDS, None, (), None, clause, detail)
        strength = (self._strength(unit, owner_there), against)
        return Result(power, line, SUCCEEDS, None, (), strength, clause or "RB-5b", detail)

    def _in_ring(self, unit: int) -> bool:
        """Whether the places that units leave for one another lead back to `unit`.

        No one shares a place on arrival, so the trail ends or comes back here; it cannot run into a ring.
        """
        at, to, moves = self.sit.at, self.sit.to, self.res.moves
        following = at[to[unit]]
        while following >= 0 and following != unit and moves[following]:
            following = at[to[following]]
        return following == unit

    def _failed(self, unit: int, power: str, line: str) -> Result:
        sit, texts = self.sit, self.sit.texts
        if self.res.knots and unit in self.res.knots:
            core = tuple([texts[other] for other in self.res.knots[unit]])
            return Result(power, line, FAILS, "paradox", core, None, "RB-5j")
        if not self.res.ways[unit]:
            return self._stranded(unit, power, line)
        destination = sit.to[unit]
        there = sit.at[destination]
        own = full = self._strength(unit) if sit.supporters[unit] is not None else 1
        stays = own_unit = heads_on = False
        if there >= 0:
            stays = not self.res.moves[there]
            own_unit = stays and sit.owners[there] == sit.owners[unit]
            heads_on = self._opposed(unit, there)
            if full > 1 and (stays or heads_on) and not own_unit:
                own = self._strength(unit, sit.owners[there])
        against = 0
        causes: list[int] = []
        for rival in sit.into[destination] or ():
            if rival != unit:
                strength = self._prevents(rival)
                if rival in self.res.knots and not sit.convoyed[rival]:
                    strength = self._strength(rival)  # it stood in the way before `all-hold` stopped it
                if strength > against:
                    against = strength
                if strength >= own:
                    causes.append(rival)
        clause = "RB-5a"
        if own_unit:
            if against < full:
                return Result(power, line, FAILS, "bounced", (texts[there],), None, "RB-5d")
        elif stays or heads_on:
            holds = self._strength(there) if heads_on else self._holding(there)
            if holds >= own:
                causes.append(there)
                if holds >= against:
                    only_owner = own < full and full > holds
                    clause = "RB-5d" if only_owner else "RB-5f" if heads_on else "RB-5a"
            if holds > against:
                against = holds
        if len(causes) > 1:
            causes.sort()
        by = tuple([texts[cause] for cause in causes])
        return Result(power, line, FAILS, "bounced", by, (own, against), clause)

    def _stranded(self, unit: int, power: str, line: str) -> Result:
        """An army that has no way over water: no one was there to carry it, or its convoy broke."""
        fleets = self.sit.routes[unit]
        if not fleets:
            return Result(power, line, FAILS, "no-convoy", (), None, "RB-7")
        causes: list[str] = []
        for fleet in fleets:
            dislodger = self.out.dislodgers.get(fleet)
            if dislodger is not None:
                causes += (self.sit.texts[fleet], self.sit.texts[dislodger])
        return Result(power, line, FAILS, "convoy-disrupted", tuple(causes), None, "RB-5i")

    # Everyone else.

    def _broken_support(self, unit: int, power: str, line: str) -> Result:
        sit, texts = self.sit, self.sit.texts
        dislodger = self.out.dislodgers.get(unit)
        if dislodger is not None:
            by = (texts[dislodger],)
            strength = (self._holding(unit), self._strength(dislodger, sit.owners[unit]))
            if self.res.given[unit]:  # the paradox rule kept the army at sea from cutting it
                return Result(power, line, SUCCEEDS, None, by, strength, "RB-5j")
            return Result(power, line, FAILS, "dislodged", by, strength, "RB-5c")
        aimed = sit.to[unit] if sit.to[unit] >= 0 else sit.provinces[sit.targets[unit]]
        cutters = [
            texts[attacker]
            for attacker in self.res.cutters[unit]
            if self.res.ways[attacker]
            and (
                sit.provinces[attacker] != aimed
                or (sit.convoyed[attacker] and sit.rules.convoyed_cut == "cut")
            )
        ]
        return Result(power, line, FAILS, "cut", tuple(cutters), None, "RB-5c")

    def _convoy(self, unit: int, power: str, line: str) -> Result:
        sit, texts = self.sit, self.sit.texts
        dislodger = self.out.dislodgers.get(unit)
        if dislodger is not None:
            strength = (self._holding(unit), self._strength(dislodger, sit.owners[unit]))
            return Result(power, line, FAILS, "dislodged", (texts[dislodger],), strength, "RB-5i")
        army = sit.targets[unit]
        if not sit.convoyed[army]:
            return Result(power, line, FAILS, "unmatched", (texts[army],), None, "RB-d", "by-land")
        if unit not in sit.routes[army]:
            return Result(power, line, FAILS, "no-convoy", (), None, "RB-7")
        if army in self.res.knots:
            return Result(power, line, FAILS, "paradox", (texts[army],), None, "RB-5j")
        if self._is_cut_off(unit, army):
            return self._cut_off(army, power, line)
        return Result(power, line, SUCCEEDS, None, (), None, "RB-5h")

    def _is_cut_off(self, fleet: int, army: int) -> bool:
        """Whether `army` did not sail over `fleet` because other fleets of the convoy were lost."""
        sit = self.sit
        floating = [other for other in sit.routes[army] if not self._is_lost(other)]
        if len(floating) == len(sit.routes[army]):
            return False
        if not self.res.ways[army]:
            return True
        seas = sum(1 << sit.provinces[other] for other in floating)
        start, end = sit.provinces[army], sit.to[army]
        return not lies_on_route(sit.geo, start, end, seas, sit.provinces[fleet])

    def _cut_off(self, army: int, power: str, line: str) -> Result:
        """A fleet that did its part (DATC 6.C.5, Rulebook example 11) of a convoy that others lost."""
        told = self._stranded(army, power, line)
        return told._replace(verdict=SUCCEEDS, reason=None, detail=told.detail or "cut-off")

    def _is_lost(self, fleet: int) -> bool:
        """Whether a fleet is lost to its convoy."""
        return fleet in self.out.dislodgers

    def _void(self, unit: int, power: str, line: str) -> Result:
        fault = self.sit.faults[unit]
        assert fault is not None, "asked about an order without a fault"
        if fault.reason == "unmatched" and fault.detail is None:
            other = self.sit.faults[self.sit.targets[unit]]
            if other is not None and other.reason in VOID_REASONS:
                fault = fault._replace(detail="void-order")
        return self._faulty(power, line, fault, (self.sit.texts[unit], self.sit.targets[unit]))

    def _faulty(
        self, power: str, line: str, fault: Illegality, about: tuple[str, int] | None = None
    ) -> Result:
        reason = fault.reason
        verdict: Verdict = VOID if reason in VOID_REASONS else FAILS
        clause = clause_of(fault)
        by: tuple[str, ...] = ()
        if reason == "unmatched" and about is not None:
            if self.sit.is_fleet(self.sit.index[about[0]]) and " C " in line:
                clause = "RB-7"
            by = (self.sit.texts[about[1]],)
        return Result(power, line, verdict, reason, by, None, clause, fault.detail)

    def _held(self, unit: int, power: str, line: str | None) -> Result:
        sit = self.sit
        implied = line is None
        text = line if line is not None else f"{sit.texts[unit]} H"
        detail = "disorder" if implied and sit.silent[sit.owners[unit]] else None
        clause = sit.disorder.get(power, "RB-14") if detail else None
        dislodger = self.out.dislodgers.get(unit)
        own = self._holding(unit)
        if dislodger is not None:
            strength = (own, self._strength(dislodger, sit.owners[unit]))
            by: tuple[str, ...] = (sit.texts[dislodger],)
            return Result(
                power, text, FAILS, "dislodged", by, strength, clause or "RB-5b", detail, None, (), implied
            )
        owner = sit.owners[unit]
        attackers = [
            (self._strength(attacker, owner), attacker)
            for attacker in sit.into[sit.provinces[unit]] or ()
            if sit.owners[attacker] != owner and self.res.ways[attacker] == YES
        ]
        if not attackers:
            return Result(power, text, SUCCEEDS, None, (), None, clause, detail, None, (), implied)
        strongest = max(attackers)[0]
        besieged = strongest > own
        by = tuple([sit.texts[attacker] for strength, attacker in attackers if strength == strongest])
        clause = clause or ("RB-5e" if besieged else "RB-5a")
        return Result(power, text, SUCCEEDS, None, by, (own, strongest), clause, detail, None, (), implied)

    def _with_retreats(self, unit: int, result: Result) -> Result:
        sit = self.sit
        origin = sit.geo.province_text[sit.provinces[self.out.dislodgers[unit]]]
        return result._replace(dislodged_by=origin, retreats=self.out.retreats[unit])

    def _with_strays(self, made: list[Result]) -> tuple[Result, ...]:
        """Lines that are no unit's order: after the unit's own if they name it, else last of their power."""
        sit = self.sit
        powers = sit.geo.powers
        ordered: list[Result] = []
        strays = sorted(sit.strays)
        for power, name in enumerate(powers):
            for unit, result in enumerate(made):
                if sit.owners[unit] == power:
                    ordered.append(result)
                    ordered += [
                        self._faulty(name, stray.line, stray.fault) for stray in strays if stray.unit == unit
                    ]
            ordered += [
                self._faulty(name, stray.line, stray.fault)
                for stray in strays
                if stray.power == power and stray.unit < 0
            ]
        return tuple(ordered)
