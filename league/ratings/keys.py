"""Which games are rated together: each variant by itself, and tables for two apart from larger ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q

import adjudicator
from games.words import wording

FOR_TWO: Final = "-2"
"""What the key of a variant's tables for two ends with, where it has larger tables as well."""


@dataclass(frozen=True, slots=True)
class RatedKind:
    """Games that share their ratings. `tables`: the values of the setting `players` that belong to it; none:
    all. `is_default`: games without that setting, too.
    """

    key: str
    variant: str
    is_for_two: bool
    tables: tuple[Any, ...] = ()
    is_default: bool = True

    @property
    def name(self) -> str:
        """What people call it, in the reader's language."""
        return wording.game(self.variant, {} if self.is_default else {"players": self.tables[0]})

    def games(self, prefix: str = "") -> Q:
        """The games of this kind; `prefix` leads to the game."""
        found = Q(**{f"{prefix}variant": self.variant})
        if not self.tables:
            return found
        asked = Q(**{f"{prefix}settings__players__in": list(self.tables)})
        if self.is_default:
            asked |= Q(**{f"{prefix}settings__players__isnull": True})
        return found & asked


def _kinds_of(variant: str) -> list[RatedKind]:
    facts = adjudicator.VARIANTS[variant]
    default = len(facts["seats"]) == 2
    sizes = {table["settings"]["players"]: len(table["seats"]) for table in facts["tables"]}
    small = tuple(players for players, seats in sizes.items() if seats == 2)
    large = tuple(players for players, seats in sizes.items() if seats != 2)
    if not small or not large:
        return [RatedKind(variant, variant, default)]
    return [
        RatedKind(variant, variant, default, small if default else large),
        RatedKind(f"{variant}{FOR_TWO}", variant, not default, large if default else small, is_default=False),
    ]


KINDS: Final[Mapping[str, RatedKind]] = {
    kind.key: kind for variant in sorted(adjudicator.VARIANTS) for kind in _kinds_of(variant)
}
"""By key: `intimate`, `standard`, `standard-2` (the Great War) and so on."""


def key_of(variant: str, settings: Mapping[str, Any]) -> str:
    """The key under which a game of `variant` with these settings is rated."""
    apart = KINDS.get(f"{variant}{FOR_TWO}")
    return apart.key if apart is not None and settings.get("players") in apart.tables else variant
