"""The drawing of a round: who plays, who plays twice, who sits out, and the tables with what they cost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from league.competitions.tables.search import searched
from league.competitions.tables.seating import Cost, Flaw, Pair, Table, cost_of, flaws_of


@dataclass(frozen=True, slots=True)
class Players:
    """Those of a round: who has a seat, standbys too; of these, who has a second one; who sits out."""

    seated: frozenset[int]
    standbys: tuple[int, ...] = ()
    twice: tuple[int, ...] = ()
    sit_out: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Tables, numbered from 1. `second`: by entry, the table at which it scores for the other six alone."""

    tables: Sequence[Table]
    second: Mapping[int, int]
    cost: Cost
    flaws: Sequence[Flaw]
    steps: int


def players_of(
    checked_in: Collection[int],
    standbys: Sequence[int],
    volunteers: Sequence[int],
    sat_out: Mapping[int, int],
    order: Sequence[int],
    least: int = 7,
) -> Players | None:
    """Who plays a round for which these have checked in; None for fewer than `least`: then there is no round.

    Standbys, then volunteers for two tables, each in the order of the list, fill one more table if they can.
    Else those who are too many sit out: who has least often before, of equals the first in the draw's order.
    """
    over = len(checked_in) % 7
    if len(checked_in) < least:
        return None
    if not over:
        return Players(frozenset(checked_in))
    fill = [*standbys, *volunteers][: 7 - over]
    if len(fill) == 7 - over:
        new = fill[: len(standbys)]
        return Players(frozenset([*checked_in, *new]), tuple(new), tuple(fill[len(new) :]))
    by_turn = sorted(checked_in, key=lambda entry: (sat_out.get(entry, 0), order.index(entry)))
    return Players(frozenset(by_turn[over:]), sit_out=frozenset(by_turn[:over]))


def drawn(
    order: Sequence[int], twice: Collection[int], before: Sequence[Table], apart: Collection[Pair]
) -> Drawing:
    """The tables of those in `order`, as a draw or the seeds made it; who sits `twice` follows in it again.

    `before`: the tables of all rounds before; `apart`: pairs, the lower number first, that are kept apart.
    """
    seats = [*order, *(entry for entry in order if entry in twice)]
    found, steps = searched(seats, before, apart)
    second = {
        seats[seat]: number for number, table in enumerate(found, 1) for seat in table if seat >= len(order)
    }
    return judged([tuple(seats[seat] for seat in table) for table in found], second, before, apart, steps)


def judged(
    tables: Sequence[Table],
    second: Mapping[int, int],
    before: Sequence[Table],
    apart: Collection[Pair],
    steps: int = 0,
) -> Drawing:
    """A drawing as it is, with its cost and what is imperfect; of tables changed by hand too."""
    flaws = flaws_of(tables, before, apart)
    return Drawing(tables, second, cost_of(flaws), flaws, steps)
