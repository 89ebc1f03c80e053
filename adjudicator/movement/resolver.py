"""The resolver: which moves arrive, which supports count, which convoys hold.

Decisions follow from each other by the rules (`Decisions.move`, `support`, `way`), which are asked in
rounds until nothing more follows.

What is left when nothing more follows depends on itself. The smallest set of decisions that depends on
nothing outside (`_knot`) is then settled as one: every assignment that agrees with the rules is found by
trying and taking back. A single one is the answer. In a ring of moves there are two, all or none, and all
go (RB-5g). Where convoys are involved and the answer is not single there is a paradox, and the rulebook's
last resort applies to the armies at sea (RB-5j). Then what follows is evaluated again.
"""

from __future__ import annotations

from adjudicator.movement.decisions import NO, OPEN, YES, Decisions
from adjudicator.movement.situation import Situation


class Resolver(Decisions):
    """Decides everything: after `run`, `moves`, `given` and `ways` are NO or YES for everyone.

    Decisions are numbered: unit `u`'s move is `u`, its support `n + u`, its way `2n + u`.
    """

    __slots__ = ("knots", "open_supports", "open_ways", "pending")

    def __init__(self, sit: Situation) -> None:
        super().__init__(sit)
        self.pending: list[int] = sit.movers
        self.open_supports: list[int] = []
        self.open_ways: list[int] = []
        self.knots: dict[int, list[int]] = {}
        """Army stopped by the paradox rule -> the units of the knot it was in."""

    def run(self) -> None:
        """Make every decision. Each round makes at least one, so there is an end."""
        self._begin()
        while True:
            self._follow()
            if not (self.pending or self.open_supports or self.open_ways):
                return
            self._untie(self._knot())

    def _begin(self) -> None:
        """Open what is not plain from the start: supports under attack, armies at sea, all moves."""
        sit = self.sit
        into, provinces, owners, given = sit.into, sit.provinces, sit.owners, self.given
        for unit in self.pending:
            self.moves[unit] = OPEN
        for army, fleets in sit.routes.items():
            if fleets:
                self.ways[army] = OPEN
                self.open_ways.append(army)
            else:
                self.ways[army] = NO
        for unit in sit.supports:
            given[unit] = YES
            attackers = into[provinces[unit]]
            if attackers is not None:
                owner = owners[unit]
                cutters = [attacker for attacker in attackers if owners[attacker] != owner]
                if cutters and sit.routes:
                    cutters = [attacker for attacker in cutters if not self.may_not_cut(attacker, unit)]
                if cutters:
                    self.cutters[unit] = cutters
                    given[unit] = self.support(unit)
                    if given[unit] == OPEN:
                        self.open_supports.append(unit)

    def _follow(self) -> None:
        """Make every decision that follows from those already made."""
        moves, given, ways = self.moves, self.given, self.ways
        going = True
        while going:
            going = False
            if self.open_ways:
                rest = []
                for unit in self.open_ways:
                    ways[unit] = self.way(unit)
                    if ways[unit] == OPEN:
                        rest.append(unit)
                going = len(rest) < len(self.open_ways)
                self.open_ways = rest
            if self.open_supports:
                rest = []
                for unit in self.open_supports:
                    given[unit] = self.support(unit)
                    if given[unit] == OPEN:
                        rest.append(unit)
                going = going or len(rest) < len(self.open_supports)
                self.open_supports = rest
            rest = []
            for unit in self.pending:
                moves[unit] = self.move(unit)
                if moves[unit] == OPEN:
                    rest.append(unit)
            going = (going or len(rest) < len(self.pending)) and bool(
                rest or self.open_supports or self.open_ways
            )
            self.pending = rest

    # What depends on itself.

    def _rule(self, decision: int) -> int:
        sort, unit = divmod(decision, len(self.moves))
        return (self.move, self.support, self.way)[sort](unit)

    def _state(self, decision: int) -> int:
        sort, unit = divmod(decision, len(self.moves))
        return (self.moves, self.given, self.ways)[sort][unit]

    def _decide(self, decision: int, state: int) -> None:
        sort, unit = divmod(decision, len(self.moves))
        (self.moves, self.given, self.ways)[sort][unit] = state

    def _open_decisions(self) -> list[int]:
        count = len(self.moves)
        return [
            *self.pending,
            *(count + unit for unit in self.open_supports),
            *(2 * count + unit for unit in self.open_ways),
        ]

    def _reads(self, decision: int) -> set[int]:
        """The open decisions that the rule for `decision` looks at."""
        sit, count = self.sit, len(self.moves)
        sort, unit = divmod(decision, count)
        seen: set[int] = set()
        if sort == 2:
            for fleet in sit.routes[unit]:
                seen.update(sit.into[sit.provinces[fleet]] or ())
        elif sort == 1:
            for attacker in self.cutters[unit]:
                seen.update((attacker, 2 * count + attacker))
        else:
            there = sit.at[sit.to[unit]]
            for mover in sit.into[sit.to[unit]] or ():
                seen.add(2 * count + mover)
                seen.update(count + supporter for supporter in sit.supporters[mover] or ())
                if sit.convoyed[mover]:
                    seen.add(mover)
            if there >= 0:
                seen.add(there)
                seen.update(count + supporter for supporter in sit.supporters[there] or ())
            seen.discard(unit)
        return {other for other in seen if self._state(other) == OPEN}

    def _knot(self) -> list[int]:
        """The smallest set of open decisions that depends on nothing open outside itself, in order."""
        reads = {decision: self._reads(decision) for decision in self._open_decisions()}
        smallest: set[int] = set()
        for decision in sorted(reads):
            reached = {decision}
            edge = [decision]
            while edge:
                fresh = reads[edge.pop()] - reached
                reached |= fresh
                edge.extend(sorted(fresh))
            if not smallest or len(reached) < len(smallest):
                smallest = reached
        return sorted(smallest)

    def _untie(self, knot: list[int]) -> None:
        """Settle a knot: by its single solution, as a ring, or by the paradox rule."""
        count = len(self.moves)
        armies = [decision - 2 * count for decision in knot if decision >= 2 * count]
        solutions = self._solutions(knot, most=2 if armies else 1)
        if len(solutions) == 1:
            for decision, state in zip(knot, solutions[0], strict=True):
                self._decide(decision, state)
        else:
            self._give_up(knot, armies)
        self.pending = [unit for unit in self.pending if self.moves[unit] == OPEN]
        self.open_supports = [unit for unit in self.open_supports if self.given[unit] == OPEN]
        self.open_ways = [unit for unit in self.open_ways if self.ways[unit] == OPEN]

    def _solutions(self, knot: list[int], most: int) -> list[list[int]]:
        """Up to `most` assignments of a knot that agree with every rule.

        Guesses are tried YES before NO and moves before the rest, so that of a ring's solutions the first
        found is the one in which it turns. The knot is left open.
        """
        found: list[list[int]] = []
        trials: list[list[tuple[int, int]]] = [[]]
        while trials and len(found) < most:
            guesses = trials.pop()
            for decision in knot:
                self._decide(decision, OPEN)
            for decision, state in guesses:
                self._decide(decision, state)
            if self._agrees(knot):
                unsure = [decision for decision in knot if self._state(decision) == OPEN]
                if unsure:
                    trials.append([*guesses, (unsure[0], NO)])
                    trials.append([*guesses, (unsure[0], YES)])
                else:
                    found.append([self._state(decision) for decision in knot])
        for decision in knot:
            self._decide(decision, OPEN)
        return found

    def _agrees(self, knot: list[int]) -> bool:
        """Decide all of a knot that follows from the guesses; False when a rule contradicts them."""
        going = True
        while going:
            going = False
            for decision in knot:
                follows = self._rule(decision)
                if follows != OPEN:
                    state = self._state(decision)
                    if state == OPEN:
                        self._decide(decision, follows)
                        going = True
                    elif state != follows:
                        return False
        return True

    def _give_up(self, knot: list[int], armies: list[int]) -> None:
        """The paradox rule (DATC 4.A.2): the armies at sea stay where they are, without any effect.

        `all-hold` does so to every mover of the knot.
        """
        count = len(self.moves)
        if self.sit.rules.paradox == "all-hold" or not armies:
            armies = sorted({*armies, *(decision for decision in knot if decision < count)})
        units = sorted({decision % count for decision in knot})
        fleets = {fleet for army in armies for fleet in self.sit.routes.get(army, ())}
        for army in armies:
            self.ways[army] = NO
            self.moves[army] = NO
            self.knots[army] = sorted({*units, *fleets} - {army})
