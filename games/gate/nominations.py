"""Nominations of game masters (HR-9): which games may get one, which stand, and what rejects them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

import adjudicator
from games.engine.hidden_players import masked_seats
from games.models import Game, Nomination, Tenure


def is_standing(nominations: QuerySet[Nomination]) -> QuerySet[Nomination]:
    """Those that are neither rejected, withdrawn nor accepted: at most one a game."""
    return nominations.filter(rejected_at=None, withdrawn_at=None, accepted_at=None)


def is_nominated(game: Game, user: Any) -> bool:
    """Whether a nomination of `user` as the master of `game` stands. One query for signed-in readers."""
    if user is None or not user.is_authenticated:
        return False
    return is_standing(Nomination.objects.filter(game=game, nominee=user.pk)).exists()


def may_gain_master(game: Game) -> bool:
    """Whether a running game may get a master: not where they would see what the rules hide from all, and no
    competition's, which has its arbiters (HR-10).
    """
    hides = masked_seats(game.variant) or adjudicator.is_in_fog(game.variant, game.settings)
    return not hides and not game.is_contest


def open_nomination_of(game: Game) -> Nomination | None:
    """The nomination that stands in `game`. One query."""
    found = is_standing(Nomination.objects.filter(game=game))
    return found.select_related("nominee", "by").first()


def needed_to_reject(nomination: Nomination) -> int:
    """How many objections reject a nominee: one, and once a game's players have rejected someone, those of
    half the seated players, two at least.
    """
    rejected = Nomination.objects.filter(game=nomination.game_id, rejected_at__isnull=False)
    if not rejected.exclude(pk=nomination.pk).exists():
        return 1
    seated = Tenure.objects.filter(game=nomination.game_id, left_at=None).count()
    return max(2, -(-seated // 2))


def objections_to(nomination: Nomination) -> int:
    """How many players object who still hold their seats."""
    return nomination.objections.filter(tenure__left_at=None).count()
