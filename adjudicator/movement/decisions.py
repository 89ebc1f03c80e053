"""The rules of movement, asked with whatever is known so far.

Every order poses a *decision*: does this move arrive, is this support given, does this convoyed army have
a way? Each rule answers YES, NO or, when the best and the worst case differ, OPEN.
"""

from __future__ import annotations

from typing import Final

from adjudicator.legality import MOVE
from adjudicator.movement.convoys import is_chain
from adjudicator.movement.situation import Situation

NO: Final = 0
YES: Final = 1
OPEN: Final = 2


class Decisions:
    """Decisions taken so far about a movement phase, and the rules that take the others."""

    __slots__ = ("cutters", "given", "moves", "sit", "ways")

    def __init__(self, sit: Situation) -> None:
        count = len(sit.texts)
        self.sit = sit
        self.moves: list[int] = [NO] * count
        self.given: list[int] = [NO] * count
        self.ways: list[int] = [YES] * count
        """Whether a mover can get to its destination at all, by land or over fleets that hold."""
        self.cutters: dict[int, list[int]] = {}
        """Support that is attacked -> the foreign movers that might cut it."""

    def way(self, army: int) -> int:
        """Whether a convoyed army has a way: over a route that holds, or over all of them (DATC 4.A.1)."""
        holding = []
        sunk = doubtful = False
        for fleet in self.sit.routes[army]:
            state = self.dislodged(fleet)
            if state == NO:
                holding.append(fleet)
            elif state == YES:
                sunk = True
            else:
                doubtful = True
        if self.sit.rules.routes == "any-route":
            return NO if sunk else OPEN if doubtful else YES
        if self.has_chain(army, holding):
            return YES
        if doubtful:
            floating = [fleet for fleet in self.sit.routes[army] if self.dislodged(fleet) != YES]
            if self.has_chain(army, floating):
                return OPEN
        return NO

    def dislodged(self, unit: int) -> int:
        """Whether a unit that does not move is dislodged."""
        state = NO
        moves = self.moves
        for attacker in self.sit.into[self.sit.provinces[unit]] or ():
            if moves[attacker] == YES:
                return YES
            if moves[attacker] == OPEN:
                state = OPEN
        return state

    def support(self, unit: int) -> int:
        """Whether an attacked support is given (RB-5c).

        Any foreign attack cuts it, except one from where the support is aimed, which must dislodge.
        """
        sit = self.sit
        moves, ways = self.moves, self.ways
        aimed = sit.to[unit]
        if aimed < 0:
            aimed = sit.provinces[sit.targets[unit]]
        state = YES
        for attacker in self.cutters[unit]:
            if sit.provinces[attacker] == aimed and not (
                sit.convoyed[attacker] and sit.rules.convoyed_cut == "cut"  # DATC 4.A.4
            ):
                cuts = moves[attacker]
            else:
                cuts = ways[attacker]
            if cuts == YES:
                return NO
            if cuts == OPEN:
                state = OPEN
        return state

    def move(self, unit: int) -> int:
        """Whether a move arrives: stronger than what stays there, and than every other unit going there."""
        way = self.ways[unit]
        if way == NO:
            return NO
        sit = self.sit
        moves, given = self.moves, self.given
        destination = sit.to[unit]
        rivals = sit.into[destination]
        assert rivals is not None, "a mover is listed where it is going"
        there = sit.at[destination]
        if there < 0:
            if len(rivals) == 1:
                return way
            stays, heads_on = NO, False
        elif sit.kinds[there] != MOVE:
            stays, heads_on = YES, False
        elif sit.to[there] == sit.provinces[unit] and not (sit.convoyed[unit] or sit.convoyed[there]):
            stays, heads_on = YES, True
        else:
            stays, heads_on = (OPEN if moves[there] == OPEN else YES - moves[there]), False

        # Our strength: with every support if the place is left, without those of its owner if not (RB-5d).
        low = high = 1
        low_staying = high_staying = 1
        owner_there = sit.owners[there] if there >= 0 else -1
        aid = sit.supporters[unit]
        if aid is not None:
            owners = sit.owners
            for supporter in aid:
                state = given[supporter]
                if state:
                    high += 1
                    if state == YES:
                        low += 1
                    if owners[supporter] != owner_there:
                        high_staying += 1
                        if state == YES:
                            low_staying += 1

        # What the others bring to bear.
        against_low = against_high = 0
        if len(rivals) > 1:
            for rival in rivals:
                if rival != unit:
                    rival_low, rival_high = self._prevents(rival, there)
                    if rival_low > against_low:
                        against_low = rival_low
                    if rival_high > against_high:
                        against_high = rival_high

        # If what is there goes, only rivals matter; if it stays it must be beaten and be dislodgeable.
        surely = possibly = True
        if stays != YES:
            surely = low > against_high
            possibly = high > against_low
        if stays != NO:
            if owner_there == sit.owners[unit] or there in sit.rooted:
                surely = False
                if stays == YES:
                    return NO
            else:
                hold_low, hold_high = self._holds(there, heads_on)
                surely = surely and low_staying > greater(hold_high, against_high)
                if stays == YES:
                    possibly = high_staying > greater(hold_low, against_low)
        if not possibly:
            return NO
        if surely:
            return way
        return OPEN

    def _prevents(self, unit: int, there: int) -> tuple[int, int]:
        """Least and most strength with which a mover keeps others out of where it is going.

        None without a way, and none against the place its own dislodger came from (RB-6): after a
        head-to-head battle lost, or, under DATC 4.A.7 `a`, when dislodged by an exchange over water.
        """
        way = self.ways[unit]
        if way == NO:
            return 0, 0
        sit = self.sit
        low = high = 1
        aid = sit.supporters[unit]
        if aid is not None:
            given = self.given
            for supporter in aid:
                state = given[supporter]
                if state:
                    high += 1
                    if state == YES:
                        low += 1
        if there >= 0 and sit.kinds[there] == MOVE and sit.to[there] == sit.provinces[unit]:
            beaten = self.moves[there]
            if sit.convoyed[unit] or sit.convoyed[there]:
                if sit.rules.effect_on_origin == "b" or self.moves[unit] == YES:
                    beaten = NO
                elif beaten == YES:
                    beaten = OPEN if self.moves[unit] == OPEN else YES
            if beaten == YES:
                return 0, 0
            if beaten == OPEN:
                return 0, high
        return (low if way == YES else 0), high

    def _holds(self, unit: int, heads_on: bool) -> tuple[int, int]:
        """Least and most strength with which a unit that stays defends its province.

        A unit that meant to move defends alone, except head-to-head, with the strength of its own move.
        """
        sit = self.sit
        low = high = 0 if unit in sit.prone else 1
        if heads_on or sit.kinds[unit] != MOVE:
            aid = sit.supporters[unit]
            if aid is not None:
                given = self.given
                for supporter in aid:
                    state = given[supporter]
                    if state:
                        high += 1
                        if state == YES:
                            low += 1
        return low, high

    def has_chain(self, army: int, fleets: list[int]) -> bool:
        sit = self.sit
        seas = sum(1 << sit.provinces[fleet] for fleet in fleets)
        return is_chain(sit.geo, sit.provinces[army], sit.to[army], seas)

    def may_not_cut(self, army: int, unit: int) -> bool:
        """Whether a convoyed army's attack leaves `unit`'s support uncut by the paradox rule (DATC 4.A.2).

        1971 (Rulebook XII.5): a support for an attack on a fleet that carries the army. 2000: the same, if
        the army has no way without that fleet. 1982: a support into a sea with any fleet that convoys.
        """
        sit = self.sit
        rule = sit.rules.paradox
        if not sit.convoyed[army] or rule not in ("1971", "1982", "2000"):
            return False
        aimed = sit.to[unit]
        if aimed < 0 and rule != "1982":
            return False
        fleet = sit.at[aimed if aimed >= 0 else sit.provinces[sit.targets[unit]]]
        if rule == "1982":
            return any(fleet in fleets for fleets in sit.routes.values())
        if fleet not in sit.routes[army]:
            return False
        return rule == "1971" or not self.has_chain(
            army, [other for other in sit.routes[army] if other != fleet]
        )


def greater(first: int, second: int) -> int:
    """The greater of two strengths."""
    return first if first > second else second
