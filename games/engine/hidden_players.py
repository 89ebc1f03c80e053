"""Seats whose players no one knows until their game is over, as the engine's `masked_seats` has them (DG-1).

While such a game waits for players no one is told who sits in it: once the others are known by name, the
last one would be known too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q

import adjudicator
from games.models import Game

_MASKED: Final[Mapping[str, frozenset[str]]] = {
    key: frozenset(variant["masked_seats"])
    for key, variant in adjudicator.VARIANTS.items()
    if variant["masked_seats"]
}
"""The masked seats of each variant that has any, by variant."""

_NOBODY: Final[frozenset[str]] = frozenset()


def masked_seats(variant: str) -> frozenset[str]:
    """The seats of `variant` whose players only listen, and are named to no one before the end."""
    return _MASKED.get(variant, _NOBODY)


def masking_variants() -> list[str]:
    """The variants that have such seats."""
    return sorted(_MASKED)


def is_hidden(variant: str, state: str, seat: str) -> bool:
    """Whether no one may be told who sits in `seat` of a game of `variant` that is in `state`."""
    if variant not in _MASKED or state == Game.State.FINISHED:
        return False
    return state != Game.State.RUNNING or seat in _MASKED[variant]


def is_known() -> Q:
    """The tenures of which everyone may be told who holds them."""
    return ~reduce(or_, (_hidden_in(variant) for variant in _MASKED), Q(pk__in=[]))


def _hidden_in(variant: str) -> Q:
    not_dealt = Q(game__state__in=[Game.State.WAITING, Game.State.CANCELLED])
    masked = Q(game__state=Game.State.RUNNING, seat__key__in=sorted(_MASKED[variant]))
    return Q(game__variant=variant) & (not_dealt | masked)
