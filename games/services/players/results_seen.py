"""What a player has been shown: results, and rules that came later. Marks that no one else sees."""

from __future__ import annotations

from games.common import clock
from games.common.words.people import Person
from games.models import Game, Phase, Tenure


def mark_results_seen(*, game: Game, user: Person, upto: str) -> None:
    """Note that `user` has seen the results of `game` up to the phase of that label, and those before it.

    The mark never goes back. A label that is not of an adjudicated phase, or a reader without a seat, changes
    nothing. Two queries.
    """
    past = Phase.objects.filter(game=game, label=upto, adjudicated_at__isnull=False).order_by()
    ordinal = past.values_list("ordinal", flat=True).first()
    if ordinal is None:
        return
    own = Tenure.objects.filter(game=game, user=user, left_at=None, results_seen__lte=ordinal)
    own.update(results_seen=ordinal + 1)


def mark_rules_read(*, game: Game, user: Person) -> None:
    """Note that `user` has read that rules of absence hold in `game`. Again, or without a seat: no change."""
    own = Tenure.objects.filter(game=game, user=user, left_at=None, rules_read_at=None)
    own.update(rules_read_at=clock.now())
