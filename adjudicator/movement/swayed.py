"""The resolver where a variant's facts bear on units: the same decisions, with exceptions to their rules.

A doomed unit's move never arrives. Whether it has any effect meanwhile is what its *way* says, so that a
doomed unit under attack cuts and keeps out as little as an army without a convoy.
"""

from __future__ import annotations

from adjudicator.legality import MOVE
from adjudicator.movement.decisions import NO, OPEN, YES, greater
from adjudicator.movement.resolver import Resolver


class SwayedResolver(Resolver):
    """Decides a situation with `Facts` about units; those that `Decisions` knows are left to it."""

    __slots__ = ()

    def _begin(self) -> None:
        for unit in sorted(self.sit.doomed):
            if unit not in self.sit.routes:
                self.ways[unit] = OPEN
                self.open_ways.append(unit)
        super()._begin()

    def way(self, unit: int) -> int:
        """Whether a mover gets to its destination, or, if it is doomed, has any effect there (DG-12)."""
        state = self._journey(unit)
        if unit in self.sit.doomed and state != NO:
            for attacker in self.attackers(unit):
                attacks = self._journey(attacker) if attacker in self.sit.doomed else self.ways[attacker]
                if attacks == YES:
                    return NO
                if attacks == OPEN:
                    state = OPEN
        return state

    def attackers(self, unit: int) -> list[int]:
        """The foreign units that are ordered to where `unit` stands."""
        sit = self.sit
        movers = sit.into[sit.provinces[unit]] or ()
        return [mover for mover in movers if sit.owners[mover] != sit.owners[unit]]

    def _journey(self, unit: int) -> int:
        fleets = self.sit.routes.get(unit)
        if fleets is None:
            return YES
        return super().way(unit) if fleets else NO

    def dislodged(self, unit: int) -> int:
        """Whether a fleet's link of a convoy is lost (DG-13 beside RB-5i)."""
        return YES if unit in self.sit.severed else super().dislodged(unit)

    def support(self, unit: int) -> int:
        """DG-8: nothing cuts what is steadfast."""
        return YES if unit in self.sit.steadfast else super().support(unit)

    def move(self, unit: int) -> int:
        """As `Decisions.move`; besides, no foreign move gets in against an assured one (DG-7)."""
        sit = self.sit
        if unit in sit.doomed:
            return NO
        if unit in sit.assured:
            return self._assured_move(unit)
        state = super().move(unit)
        if state == NO or not sit.assured:
            return state
        there = sit.at[sit.to[unit]]
        if there in sit.assured and self.heads_on(unit, there):
            return NO
        for rival in self.assured_against(unit):
            least, most = self._prevents(rival, there)
            if least:
                return NO
            if most:
                state = OPEN
        return state

    def assured_against(self, unit: int) -> list[int]:
        """The assured foreign movers to where `unit` is going."""
        sit = self.sit
        rivals = sit.into[sit.to[unit]] or ()
        return [rival for rival in rivals if rival in sit.assured and sit.owners[rival] != sit.owners[unit]]

    def heads_on(self, unit: int, there: int) -> bool:
        """Whether both are ordered, by land, to where the other stands."""
        sit = self.sit
        return (
            sit.kinds[there] == MOVE
            and sit.to[there] == sit.provinces[unit]
            and not (sit.convoyed[unit] or sit.convoyed[there])
        )

    def _assured_move(self, unit: int) -> int:
        """It needs its way, dislodges nothing of its own power, and against its own power's movers ordinary
        strengths decide (DG-7).
        """
        way = self.ways[unit]
        if way == NO:
            return NO
        sit = self.sit
        there = sit.at[sit.to[unit]]
        stays = self._stays(unit, there)
        surely = possibly = True
        if stays != NO and (sit.owners[there] == sit.owners[unit] or there in sit.rooted):
            surely = False
            possibly = stays == OPEN
        low, high = self._strength(unit, without=sit.owners[there] if stays == YES else -1)
        if stays == OPEN:
            low = min(low, self._strength(unit, without=sit.owners[there])[0])
        against_low = against_high = 0
        for rival in sit.into[sit.to[unit]] or ():
            if rival != unit and sit.owners[rival] == sit.owners[unit]:
                least, most = self._prevents(rival, there)
                against_low, against_high = greater(against_low, least), greater(against_high, most)
        if not possibly or high <= against_low:
            return NO
        return way if surely and low > against_high else OPEN

    def _stays(self, unit: int, there: int) -> int:
        """Whether `there` stays in the way of `unit`'s move; NO where there is no one."""
        if there < 0:
            return NO
        if self.sit.kinds[there] != MOVE or self.heads_on(unit, there):
            return YES
        moves = self.moves[there]
        return OPEN if moves == OPEN else YES - moves

    def _strength(self, unit: int, without: int) -> tuple[int, int]:
        """Least and most strength of a move, supports by the power `without` left aside."""
        low = high = 1
        for supporter in self.sit.supporters[unit] or ():
            state = self.given[supporter]
            if state and self.sit.owners[supporter] != without:
                high += 1
                low += state == YES
        return low, high

    def _holds(self, unit: int, heads_on: bool) -> tuple[int, int]:
        """A doomed unit's move is worth nothing where it is attacked, not even head-on (DG-12)."""
        return super()._holds(unit, heads_on and unit not in self.sit.doomed)

    def _reads(self, decision: int) -> set[int]:
        count = len(self.moves)
        sort, unit = divmod(decision, count)
        if sort != 2 or unit not in self.sit.doomed:
            return super()._reads(decision)
        attackers = self.attackers(unit)
        seen = {2 * count + attacker for attacker in attackers}
        for mover in (unit, *(attacker for attacker in attackers if attacker in self.sit.doomed)):
            for fleet in self.sit.routes.get(mover, ()):
                seen.update(self.sit.into[self.sit.provinces[fleet]] or ())
        seen.discard(decision)
        return {other for other in seen if self._state(other) == OPEN}

    def _give_up(self, knot: list[int], armies: list[int]) -> None:
        """The paradox rule is about armies at sea; what doomed units by land do then follows (RB-5j)."""
        super()._give_up(knot, [army for army in armies if army in self.sit.routes] or armies)
