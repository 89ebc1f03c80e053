"""Tables of sums kept beside the rows they add up: changed by what changed, compared with the whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from django.db import models

from games.models import Game

Key: TypeAlias = tuple[Any, ...]
Sums: TypeAlias = Sequence[int]
"""Numbers, one for each of a table's fields."""


Row = TypeVar("Row", bound=models.Model)


class Drifted(Exception):
    """A row holds less than what is to be taken from it: it was wrong before."""


@dataclass(frozen=True, slots=True)
class Table:
    """A model whose rows, of one league each, are found by `keys` and hold `fields`.

    The first of `fields` counts what the others add up: where nothing is left of it there is no row.
    """

    model: type[models.Model]
    keys: tuple[str, ...]
    fields: tuple[str, ...]

    def rows(self, league: int, **these: Any) -> models.QuerySet[Any]:
        return self.model._default_manager.filter(league_id=league, **these).order_by()

    def stored(self, league: int) -> dict[Key, tuple[int, ...]]:
        """All rows of a league: their numbers by their keys."""
        count = len(self.keys)
        rows = self.rows(league).values_list(*self.keys, *self.fields)
        return {row[:count]: row[count:] for row in rows.iterator(chunk_size=5000)}

    def made(self, league: int, key: Key, sums: Sums) -> Any:
        values = dict(zip((*self.keys, *self.fields), (*key, *sums), strict=True))
        return self.model(league_id=league, **values)


class Deltas:
    """What is to be added to the rows of a table, by their keys."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._sums: dict[Key, list[int]] = defaultdict(lambda: [0] * len(table.fields))

    def add(self, key: Key, sums: Sums, sign: int = 1) -> None:
        row = self._sums[key]
        for place, number in enumerate(sums):
            row[place] += sign * number

    def apply(self, league: int) -> None:
        """Change the rows. Call it under the lock of the league's count. Three queries at most.

        Raises Drifted, and has changed nothing, where a number would fall below 0.
        """
        deltas = {key: sums for key, sums in self._sums.items() if any(sums)}
        if not deltas:
            return
        names = self.table.keys
        these = {f"{name}__in": {key[place] for key in deltas} for place, name in enumerate(names)}
        before = {
            row[: len(names)]: row[len(names) :]
            for row in self.table.rows(league, **these).values_list(*names, *self.table.fields)
        }
        nothing = (0,) * len(self.table.fields)
        after = {
            key: tuple(old + more for old, more in zip(before.get(key, nothing), sums, strict=True))
            for key, sums in deltas.items()
        }
        if wrong := [key for key, sums in after.items() if min(sums) < 0]:
            raise Drifted(f"{self.table.model.__name__} of {wrong[0]} in league {league}")
        write(self.table, league, after)


def write(table: Table, league: int, rows: Mapping[Key, Sums]) -> None:
    """Let the rows with these keys hold these numbers; those that count nothing are deleted."""
    kept = [table.made(league, key, sums) for key, sums in sorted(rows.items()) if sums[0]]
    table.model._default_manager.bulk_create(
        kept,
        update_conflicts=True,
        unique_fields=["league", *table.keys],
        update_fields=table.fields,
        batch_size=1000,
    )
    gone = [key for key, sums in rows.items() if not sums[0]]
    for start in range(0, len(gone), 200):
        which = models.Q()
        for key in gone[start : start + 200]:
            which |= models.Q(**dict(zip(table.keys, key, strict=True)))
        table.rows(league).filter(which).delete()


def strays(rows: models.QuerySet[Row]) -> models.QuerySet[Row]:
    """Those of these rows, of a `game` and a `league` each, whose game is not finished, or another league's:
    no walk through a league's finished games meets them.
    """
    finished = models.Q(game__state=Game.State.FINISHED, game__league=models.F("league"))
    return rows.exclude(finished)


def differences(table: Table, league: int, wanted: Mapping[Key, Sums]) -> dict[Key, Sums]:
    """The rows that are not as `wanted`: what they ought to hold, by their keys."""
    stored, nothing = table.stored(league), (0,) * len(table.fields)
    return {
        key: tuple(wanted.get(key, nothing))
        for key in stored.keys() | wanted.keys()
        if stored.get(key, nothing) != tuple(wanted.get(key, nothing))
    }
