"""A movement phase with its orders matched: who supports what, who sails over which fleets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adjudicator.geography import Geography
from adjudicator.legality import HOLD, MOVE, SUPPORT, Illegality
from adjudicator.movement.convoys import is_chain, on_routes
from adjudicator.movement.facts import ORDINARY, Facts
from adjudicator.movement.sheet import Answers, Sheet
from adjudicator.position import Position
from adjudicator.reading import Reader
from adjudicator.rulebook import Rulebook

UNMATCHED: Final = Illegality("unmatched")
UNAIDED: Final = Illegality("unmatched", "unaided")
HELPLESS: Final = Illegality("cut", "helpless")
NOBODY: Final[frozenset[int]] = frozenset()


class Situation(Sheet):
    """Orders by unit, and what they have to do with each other; unmatched supports and convoys hold."""

    __slots__ = (
        "assured",
        "carriers",
        "clauses",
        "convoyed",
        "doomed",
        "into",
        "prone",
        "rooted",
        "routes",
        "severed",
        "steadfast",
        "supporters",
        "unaided",
    )

    def __init__(
        self,
        position: Position,
        answers: Answers,
        rules: Rulebook,
        geo: Geography,
        facts: Facts = ORDINARY,
        reader: Reader | None = None,
    ) -> None:
        super().__init__(position, answers, rules, geo, facts, reader)
        count = len(self.texts)
        self.supporters: list[list[int] | None] = [None] * count
        """Unit -> those who support what it does (its move, or its holding)."""
        self.into: list[list[int] | None] = [None] * geo.provinces
        """Province -> the units ordered there."""
        self.carriers: dict[int, list[int]] = {}
        """Army -> the fleets ordered to carry it to where it is going."""
        self.convoyed: list[bool] = [False] * count
        self.routes: dict[int, list[int]] = {}
        """Convoyed army -> those of its carriers that lie on a route; none: there is no chain."""
        self.rooted = self.assured = self.steadfast = NOBODY
        self.prone = self.unaided = self.doomed = self.severed = NOBODY
        """Units of which a variant's facts are true; see `Facts`."""
        self.clauses: dict[int, str] = {}
        """Unit -> the clause that its facts go by."""
        self._match(facts)

    def _match(self, facts: Facts) -> None:
        if facts is not ORDINARY:
            self._settle(facts)
        into = self.into
        to, kinds, landings, targets = self.to, self.kinds, self.landings, self.targets
        for unit in self.movers:
            province = to[unit]
            there = into[province]
            if there is None:
                into[province] = [unit]
            else:
                there.append(unit)
        if self.convoys or self.by_sea:
            self._match_convoys()
        supporters = self.supporters
        exact = self.rules.support_coast != "ignored"  # DATC 4.B.4
        matched = []
        for unit in self.supports:
            target = targets[unit]
            province = to[unit]
            if province < 0:
                good = kinds[target] != MOVE and target not in self.attempting
            else:
                good = to[target] == province and kinds[target] == MOVE
                if good and landings[unit] >= 0 and exact:
                    good = landings[unit] == landings[target]
            if not good or (target in self.unaided and province < 0):
                self.faults[unit] = UNAIDED if good else UNMATCHED
                kinds[unit] = HOLD
                continue
            matched.append(unit)
            aid = supporters[target]
            if aid is None:
                supporters[target] = [unit]
            else:
                aid.append(unit)
        self.supports = matched

    def _match_convoys(self) -> None:
        """Say which armies go by sea, and over which fleets (RB-7, RB-d; DATC 4.A.3)."""
        carriers = self.carriers
        for fleet in self.convoys:
            army = self.targets[fleet]
            if self.kinds[army] == MOVE and self.to[army] == self.to[fleet]:
                carriers.setdefault(army, []).append(fleet)
            else:
                self.faults[fleet] = UNMATCHED
                self.kinds[fleet] = HOLD
        for army in sorted({*carriers, *self.by_sea}):
            fleets = sorted(carriers.get(army, ()))
            seas = 0
            for fleet in fleets:
                seas |= 1 << self.provinces[fleet]
            start, end = self.provinces[army], self.to[army]
            chain = seas != 0 and is_chain(self.geo, start, end, seas)
            if not self._goes_by_sea(army, fleets, chain):
                continue
            self.convoyed[army] = True
            if not chain:
                fleets = []
            elif len(fleets) > 1:
                needed = on_routes(self.geo, start, end, seas)
                fleets = [fleet for fleet in fleets if needed >> self.provinces[fleet] & 1]
            self.routes[army] = fleets

    def _goes_by_sea(self, army: int, fleets: list[int], chain: bool) -> bool:
        if self.by_sea.get(army):
            return True
        asked = army in self.by_sea
        rule = self.rules.by_convoy
        if rule == "explicit":
            return asked
        if rule == "always":
            return asked or chain
        if rule == "opposite":
            other = self.at[self.to[army]]
            meets = other >= 0 and self.kinds[other] == MOVE and self.to[other] == self.provinces[army]
            return asked or (chain and meets)
        owner = self.owners[army]
        meant = asked or any(self.owners[fleet] == owner for fleet in fleets)
        return meant and (chain or rule != "intent-fallback")

    def _settle(self, facts: Facts) -> None:
        """Turn a variant's facts about provinces into facts about the units there."""
        place_code, at = self.geo.place_code, self.at

        def units(places: Iterable[str]) -> frozenset[int]:
            return frozenset(at[place_code[place]] for place in places) - {-1}

        self.rooted = units(facts.rooted)
        self.assured = units(facts.assured) & set(self.movers)
        self.steadfast = units(facts.steadfast)
        self.prone = units(facts.prone)
        self.unaided = units(facts.unaided)
        self.doomed = units(facts.doomed) & set(self.movers)
        self.severed = units(facts.severed)
        for place, clause in facts.clauses.items():
            self.clauses[at[place_code[place]]] = clause
        for unit in units(facts.helpless):
            if self.kinds[unit] == SUPPORT:
                self.faults[unit] = HELPLESS
                self.kinds[unit] = HOLD
                self.supports.remove(unit)
