"""The one lock: whoever changes anything in a game holds the game's row. Then he reads, decides and writes.

What is read before the lock may be old; so every service locks first and reads in statements of their own.
On SQLite, where transactions begin IMMEDIATE, holding the transaction is the lock.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from games import outbox
from games.errors import AlreadyStarted, GameIsOver, NoFreeSeat, NotRunning, NotSeated
from games.models import Game, Phase, Seat, Tenure
from games.people import Person


def lock_game(game: Game) -> Game:
    """The game as it stands now, locked until the transaction ends."""
    return Game.objects.select_for_update(of=("self",)).get(pk=game.pk)


def lock_running_game(game: Game) -> Game:
    """As `lock_game`; refuses (`NotRunning`, `GameIsOver`) a game in which nothing can be played."""
    locked = lock_game(game)
    if locked.is_waiting:
        raise NotRunning
    if locked.is_over:
        raise GameIsOver
    return locked


def lock_waiting_game(
    game: Game, when_running: type[AlreadyStarted] | type[NoFreeSeat] = AlreadyStarted
) -> Game:
    """As `lock_game`; refuses (`GameIsOver`, `when_running`) a game that does not wait for players."""
    locked = lock_game(game)
    if locked.is_over:
        raise GameIsOver
    if not locked.is_waiting:
        raise when_running
    return locked


def open_phase_of(game: Game) -> Phase:
    """The phase that a running game is in. Call it under the game's lock."""
    return Phase.objects.get(game=game, ordinal=game.phase_number)


def seat_of(game: Game, user: Person) -> Seat:
    """The seat that `user` holds now; `NotSeated` if he has none."""
    seat = Seat.objects.filter(game=game, tenures__user=user, tenures__left_at=None).order_by().first()
    if seat is None:
        raise NotSeated
    return seat


def lock_membership(game: Game, user: Person | int) -> bool:
    """Whether `user` is a member of the game's league; if so he stays one until the transaction ends.

    Leaving a league locks the membership before it asks for seats. Call it under the game's lock.
    """
    own = game.league.memberships.select_for_update(of=("self",)).filter(user=user)
    return bool(own.values_list("pk", flat=True))


def lock_tenure(game: Game, user: Person) -> Tenure:
    """The tenure of `user` with its seat, locked until the transaction ends; `NotSeated` if he has none.

    For what is his alone: drafts of letters, how far he has read. Whoever needs the game's lock too takes
    that one first.
    """
    own = Tenure.objects.select_for_update(of=("self",), no_key=True).select_related("seat")
    tenure = own.filter(game=game, user=user, left_at=None).first()
    if tenure is None:
        raise NotSeated
    return tenure


def show_change(game: Game, now: datetime) -> None:
    """Note that something anybody may see has changed, and hint it to open pages."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    game.version += 1
    outbox.put(outbox.hint(game, now))
