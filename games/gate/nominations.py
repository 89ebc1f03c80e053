"""Nominations of game masters that stand (HR-9): the one place that says which do."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from games.models import Game, Nomination


def is_standing(nominations: QuerySet[Nomination]) -> QuerySet[Nomination]:
    """Those that are neither rejected, withdrawn nor accepted: at most one a game."""
    return nominations.filter(rejected_at=None, withdrawn_at=None, accepted_at=None)


def is_nominated(game: Game, user: Any) -> bool:
    """Whether a nomination of `user` as the master of `game` stands. One query of whoever is signed in."""
    if user is None or not user.is_authenticated:
        return False
    return is_standing(Nomination.objects.filter(game=game, nominee=user.pk)).exists()
