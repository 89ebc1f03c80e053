"""Sight without fog: everything resolved is everyone's to see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.position import Position
from adjudicator.variants.variant import Sight, Table

TURN_KEYS: Final = ("answers", "agreed", "position", "results", "news", "outcome", "later")


class OpenSight:
    """Nothing is withheld once it is resolved. What is no part of a turn does not pass, whatever it is."""

    def unknown(self, table: Table, seat: str | None) -> list[str]:
        return []

    def known(self, table: Table, position: Position, seat: str | None) -> Position:
        return position

    def turn(self, table: Table, turn: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
        return {key: turn[key] for key in TURN_KEYS if key in turn}

    def start(self, table: Table, start: Position, seat: str | None) -> Position:
        return self.known(table, start, seat)

    def over(self, table: Table) -> Sight:
        return self


class MasterSight(OpenSight):
    """What the game master sees: everything but sealed answers before they are resolved (RB-24).

    Orders given ahead are sealed until their phase, and some answers for good: of answers the master sees
    what everyone sees. What became of them stands in results and news, of which nothing is kept from the
    master.
    """

    def turn(self, table: Table, turn: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
        seen = super().turn(table, turn, seat)
        seen.pop("later", None)
        if "answers" in seen:
            public = table.variant.sight.turn(table, turn, None)
            seen["answers"] = public.get("answers", {})
        return seen

    def over(self, table: Table) -> Sight:
        """What the game master sees: no less than everyone once everything is open."""
        until_the_end = table.variant.sight
        opened = until_the_end.over(table)
        return self if opened is until_the_end else opened


MASTER: Final = MasterSight()
