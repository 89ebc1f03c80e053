"""Which games may be taken back to an earlier phase, and to which (HR-8)."""

from __future__ import annotations

import adjudicator
from games.engine import hosting_rules
from games.models import Game, Turn


def is_never_taken_back(variant: str) -> bool:
    """Whether games of `variant` are never taken back: their rules hide who has answered (HR-3, HR-8)."""
    return variant in hosting_rules.with_secret_dues()


def phases_to_take_back_to(game: Game) -> list[str]:
    """The labels of the phases that a running game may be taken back to, the latest first. One query.

    Those that were adjudicated, of a competition's game the last one alone; but none before a random draw:
    everyone knows what it gave, and it would give the same again. The engine says of each turn whether it
    was decided by one (`adjudicator.was_drawn`).
    """
    if is_never_taken_back(game.variant):
        return []
    turns = Turn.objects.filter(phase__game=game).order_by("-phase__ordinal")
    labels = []
    for label, news in turns.values_list("phase__label", "turn__news"):
        if adjudicator.was_drawn({"news": news}):
            break
        labels.append(label)
        if game.is_contest:
            break
    return labels
