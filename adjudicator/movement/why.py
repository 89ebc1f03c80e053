"""Why, where a variant's facts decided: results that cite the clause of the fact, and say which it was."""

from __future__ import annotations

from adjudicator.legality import MOVE, SUPPORT
from adjudicator.movement.decisions import NO
from adjudicator.movement.explain import Explainer
from adjudicator.movement.outcome import Outcome
from adjudicator.movement.resolver import Resolver
from adjudicator.movement.situation import HELPLESS, UNAIDED
from adjudicator.movement.swayed import SwayedResolver
from adjudicator.results import FAILS, SUCCEEDS, Result


def swayed_results(outcome: Outcome) -> tuple[Result, ...]:
    """As `explain.results`, for an outcome of the `SwayedResolver`."""
    return SwayedExplainer(outcome).results()


class SwayedExplainer(Explainer):
    """A fact is named only where things would have gone otherwise without it."""

    __slots__ = ("swayed",)

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        assert isinstance(outcome.res, SwayedResolver), "facts are explained where they were decided by"
        self.swayed: SwayedResolver = outcome.res

    def _finished(self, made: list[Result]) -> tuple[Result, ...]:
        for unit, result in enumerate(made):
            made[unit] = self._swayed(unit, result)
        return super()._finished(made)

    def _swayed(self, unit: int, result: Result) -> Result:
        """`result`, with the fact that made it so."""
        sit = self.sit
        if result.verdict == SUCCEEDS and sit.kinds[unit] == MOVE:
            return self._entered(unit, result)
        if unit in sit.severed and unit in sit.convoys and result.reason is None:
            broken = result._replace(verdict=FAILS, reason="convoy-disrupted", by=())
            return self._citing(broken, unit, "severed")
        if result.detail is not None:
            return result
        if result.reason == "dislodged" and unit in sit.prone:
            return self._citing(result, unit, "prone")
        if result.verdict == SUCCEEDS and unit in sit.steadfast and sit.kinds[unit] == SUPPORT:
            cutters = self.swayed.cutters.get(unit, [])
            if cutters and Resolver.support(self.swayed, unit) == NO:
                by = tuple(sit.texts[cutter] for cutter in cutters if self.res.ways[cutter])
                return self._citing(result._replace(by=by), unit, "steadfast")
        if result.verdict == SUCCEEDS and unit in sit.rooted and sit.kinds[unit] != MOVE:
            attackers = self.swayed.attackers(unit)
            repelled = [attacker for attacker in attackers if self._barrier(attacker) == (unit, "rooted")]
            if repelled:
                by = tuple(sit.texts[attacker] for attacker in repelled)
                return self._citing(result._replace(by=by), unit, "rooted")
        return result

    def _citing(self, result: Result, unit: int, detail: str) -> Result:
        """`result` by the fact `detail` about `unit`, with the clause that it goes by."""
        return result._replace(clause=self.sit.clauses.get(unit, result.clause), detail=detail)

    def _entered(self, unit: int, result: Result) -> Result:
        sit = self.sit
        if unit in sit.assured and result.strength is not None and result.strength[0] <= result.strength[1]:
            return self._citing(result, unit, "assured")
        there = sit.at[sit.to[unit]]
        if there in sit.prone and self.out.dislodgers.get(there) == unit:
            own = self._strength(unit, sit.owners[there])
            if own <= self._ordinary_hold(unit, there):
                return self._citing(result._replace(by=(sit.texts[there],)), there, "prone")
        return result

    def _ordinary_hold(self, unit: int, there: int) -> int:
        """What a prone unit would have had against `unit` were it not prone, its void supports included."""
        sit = self.sit
        if there in sit.doomed and self.swayed.heads_on(unit, there):
            return self._strength(there)
        void = sum(fault == UNAIDED and sit.targets[other] == there for other, fault in enumerate(sit.faults))
        return self._holding(there) + 1 + void

    def _barrier(self, unit: int) -> tuple[int, str] | None:
        """What alone kept a mover out that had a way: the unit and the fact about it."""
        sit = self.sit
        if self.res.moves[unit] or not self.res.ways[unit] or unit in sit.doomed:
            return None
        there = sit.at[sit.to[unit]]
        own, against = self._odds(unit, there)
        stays = there >= 0 and (not self.res.moves[there] or self._opposed(unit, there))
        if against >= own or (stays and sit.owners[there] == sit.owners[unit]):
            return None
        if stays and there in sit.rooted:
            return there, "rooted"
        if stays and there in sit.assured and self._opposed(unit, there):
            return there, "assured"
        rivals = [rival for rival in self.swayed.assured_against(unit) if self._prevents(rival)]
        return (rivals[0], "assured") if rivals else None

    def _odds(self, unit: int, there: int) -> tuple[int, int]:
        """A mover's strength, and the most that ordinarily stands against it."""
        sit = self.sit
        heads_on = there >= 0 and self._opposed(unit, there)
        stays = heads_on or (there >= 0 and not self.res.moves[there])
        own = self._strength(unit, sit.owners[there] if stays else -1)
        against = 0
        if stays:
            against = self._strength(there) if heads_on else self._holding(there)
        for rival in sit.into[sit.to[unit]] or ():
            foreign = sit.owners[rival] != sit.owners[unit]
            if rival != unit and not (foreign and unit in sit.assured):
                against = max(against, self._prevents(rival))
        return own, against

    def _opposed(self, unit: int, there: int) -> bool:
        return there not in self.sit.doomed and super()._opposed(unit, there)

    def _failed(self, unit: int, power: str, line: str) -> Result:
        sit, texts = self.sit, self.sit.texts
        if unit in self.swayed.knots:
            return super()._failed(unit, power, line)
        if unit in sit.doomed:
            attackers = [
                attacker
                for attacker in self.swayed.attackers(unit)
                if self.res.ways[attacker] or attacker in sit.doomed
            ]
            if not self.res.ways[unit] and not attackers:
                return self._stranded(unit, power, line)
            by = tuple(texts[attacker] for attacker in attackers)
            failed = Result(power, line, FAILS, "bounced", by, None, "RB-5a")
            return self._citing(failed, unit, "no-effect" if attackers else "doomed")
        if not self.res.ways[unit]:
            return self._stranded(unit, power, line)
        there = sit.at[sit.to[unit]]
        barrier = self._barrier(unit)
        if barrier is not None:
            odds = self._odds(unit, there)
            failed = Result(power, line, FAILS, "bounced", (texts[barrier[0]],), odds, "RB-5a")
            return self._citing(failed, *barrier)
        if unit in sit.assured:
            return self._stood_off(unit, power, line)
        return super()._failed(unit, power, line)

    def _stood_off(self, unit: int, power: str, line: str) -> Result:
        """An assured mover that failed: by a mover, or by a unit, of its own power."""
        sit, texts = self.sit, self.sit.texts
        own, _ = self._odds(unit, sit.at[sit.to[unit]])
        rivals = [
            rival
            for rival in sit.into[sit.to[unit]] or ()
            if rival != unit and sit.owners[rival] == sit.owners[unit] and self._prevents(rival) >= own
        ]
        if not rivals:
            own_unit = texts[sit.at[sit.to[unit]]]
            return Result(power, line, FAILS, "bounced", (own_unit,), None, "RB-5d")
        strength = (own, max(self._prevents(rival) for rival in rivals))
        by = tuple(texts[rival] for rival in rivals)
        stood_off = Result(power, line, FAILS, "bounced", by, strength, "RB-5a")
        return stood_off._replace(clause=sit.clauses.get(unit, "RB-5a"))

    def _is_lost(self, fleet: int) -> bool:
        return fleet in self.sit.severed or super()._is_lost(fleet)

    def _stranded(self, unit: int, power: str, line: str) -> Result:
        """Of a severed convoy it is said who could carry no one; dislodged fleets are told of first."""
        sit = self.sit
        severed = [
            fleet for fleet in sit.routes[unit] if fleet in sit.severed and fleet not in self.out.dislodgers
        ]
        told = super()._stranded(unit, power, line)
        if not severed or told.by:
            return told
        return self._citing(told._replace(by=(sit.texts[severed[0]],)), severed[0], "severed")

    def _void(self, unit: int, power: str, line: str) -> Result:
        told = super()._void(unit, power, line)
        fault = self.sit.faults[unit]
        about = {HELPLESS: unit, UNAIDED: self.sit.targets[unit]}.get(fault) if fault is not None else None
        return told if about is None else told._replace(clause=self.sit.clauses.get(about, told.clause))
