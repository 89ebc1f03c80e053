"""Translation of what a caller names into what the engine plays: a table for a variant and its settings, a
position on it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from adjudicator.variants import variants
from adjudicator.variants.course import stage_of
from adjudicator.variants.settings import checked, in_order
from adjudicator.variants.variant import Table


def table_for(variant: object, settings: Mapping[str, Any] | None = None) -> Table:
    """The table that `variant` and `settings` lay; `unknown-variant` or `bad-setting` where they cannot."""
    if not isinstance(variant, str) or variant not in variants():
        names = ", ".join(variants())
        raise AdjudicatorError(
            "unknown-variant",
            f"There is no variant {shown(variant)}; there are: {names}.",
            f"Il n’y a pas de variante {shown(variant)} ; il y a : {names}.",
        )
    if settings is None:
        settings = {}
    try:
        return _table(variant, json.dumps(settings, sort_keys=True))
    except (TypeError, ValueError, RecursionError):
        return _table.__wrapped__(variant, settings)


def checked_position(table: Table, given: object) -> Position:
    """The position that `given` describes at this table; `bad-position` with the fault's name when it
    cannot be.
    """
    position = Position.from_json(given, table.board)
    unknown = sorted(set(position.extra) - table.variant.keys)
    if unknown:
        raise AdjudicatorError(
            "bad-position",
            f"A position of {table.variant.key} has no key “{unknown[0]}”.",
            f"Une position de {table.variant.key} n’a pas de clé « {unknown[0]} ».",
        )
    if position.outcome is not None and not all(
        winner in table.seats for winner in position.outcome["winners"]
    ):
        raise AdjudicatorError(
            "bad-position",
            "The outcome’s winners must be seats of this game.",
            "Les gagnants doivent être des places de cette partie.",
        )
    stage_of(table, position)
    return table.variant.checked(table, position)


@lru_cache(maxsize=1024)
def _table(variant: str, settings: str | Mapping[str, Any]) -> Table:
    found = variants()[variant]
    given = json.loads(settings) if isinstance(settings, str) else settings
    made = checked(given, found.settings, variant)
    for name, tables in found.tables.items():
        found = tables.get(made[name], found)
    made = checked(given, found.settings, variant)  # another table may have other defaults
    in_order(made)
    return Table(found, made, rulebook(made["rulebook"], made["choices"]))
