"""A season that pairs its games by itself, as its log and its pairings have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from league.competitions.models import Competition
from league.competitions.models.pairing import Side
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import Finality, Firmness


class Noted(NamedTuple):
    """An event that counts, as its row has it; `supersedes` is the key of the one whose place it took."""

    pk: int
    kind: str
    number: int
    at: datetime
    recorded_at: datetime
    supersedes: int | None
    facts: Mapping[str, Any]

    def firm(self, finality: Finality) -> Firmness:
        """How firm a result is."""
        again = self.supersedes is not None
        return finality.of(self.number, self.at, self.recorded_at, supersedes=again)


@dataclass(frozen=True, slots=True)
class Played:
    """Entries are numbers: those that `began`, and those that `left` with the facts of that; the `order` of
    its draws. By the number of a pairing: its entries (`pairs`), its game's code, and the result that counts.
    `rest` are the events that count of other kinds, as they came.
    """

    began: list[int]
    left: Mapping[int, Mapping[str, Any]]
    order: list[int]
    pairs: Mapping[int, tuple[int, ...]]
    codes: Mapping[int, str]
    results: Mapping[int, Noted]
    rest: Sequence[Noted] = ()

    def end_of(self, number: int) -> Mapping[str, Any]:
        """`winner`, `loser` and `how` of a pairing's result; empty: there is none yet."""
        return self.results[number].facts if number in self.results else {}


def played_of(season: Competition) -> Played:
    """Three queries."""
    began, left, results = list[int](), dict[int, Mapping[str, Any]](), dict[int, Noted]()
    rest = list[Noted]()
    columns = ("pk", "kind", "number", "at", "recorded_at", "supersedes", "facts")
    for event in map(
        Noted._make, season.events.filter(superseded_by=None).order_by("pk").values_list(*columns)
    ):
        if event.kind == EventKind.OPENS:
            began = event.facts["order"]
        elif event.kind == EventKind.LEAVES:
            left[event.number] = event.facts
        elif event.kind == EventKind.RESULT:
            results[event.number] = event
        else:
            rest.append(event)
    order = [number for draw in season.draws.order_by("pk")[:1] for number in draw.order]
    pairs, codes = dict[int, tuple[int, ...]](), dict[int, str]()
    sides = Side.objects.filter(pairing__competition=season).order_by("pairing__number", "pk")
    for number, entry, code in sides.values_list("pairing__number", "entry__number", "pairing__game__code"):
        pairs[number] = (*pairs.get(number, ()), entry)
        codes[number] = code or ""
    return Played(began, left, order, pairs, codes, results, rest)
