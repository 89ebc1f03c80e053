"""An act whose form comes twice, pressed twice or sent once more, is done once."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from games.adjudication.locking import lock_game
from games.common.words.people import Person
from games.models import Game, MasterAct


@transaction.atomic
def once(*, game: Game, user: Person, key: str, act: Callable[[], MasterAct]) -> MasterAct:
    """Do `act`, or return what `user` did in `game` when the form with this `key` came first. Without a key
    it is always done. The game's lock lets the second of two at once find the first.
    """
    game = lock_game(game)
    earlier = MasterAct.objects.filter(game=game, by=user, key=key).first() if key else None
    if earlier is not None:
        return earlier
    done = act()
    if key:
        MasterAct.objects.filter(pk=done.pk).update(key=key)
        done.key = key
    return done
