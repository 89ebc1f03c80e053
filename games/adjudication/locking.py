"""The one lock: code that changes anything in a game holds the game's row. Then it reads, decides and writes.

What is read before the lock may be old; so every service locks first and reads in statements of their own.
On SQLite, where transactions begin IMMEDIATE, holding the transaction is the lock.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from games import notices
from games.common import clock, outbox
from games.common.words.people import Person
from games.errors import AlreadyStarted, GameIsOver, NoFreeSeat, NotRunning, NotSeated, Suspended
from games.models import Game, Phase, Seat, Tenure, Vacancy


def lock_game(game: Game) -> Game:
    """The game as it stands now, locked until the transaction ends."""
    return Game.objects.select_for_update(of=("self",)).get(pk=game.pk)


def lock_running_game(game: Game) -> Game:
    """Lock a game as `lock_game` does; refuse (`NotRunning`, `GameIsOver`) one in which nothing can be
    played.
    """
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
    """The seat that `user` holds now; `NotSeated` if there is none, or if `user` was removed from it and only
    holds it until the game year is over (HR-3).
    """
    seats = Seat.objects.filter(game=game, tenures__user=user, tenures__left_at=None).order_by()
    seat = seats.exclude(vacancy__cause=Vacancy.Cause.REMOVED).first()
    if seat is None:
        raise NotSeated
    return seat


def lock_membership(game: Game, user: Person | int) -> bool:
    """Whether `user` is a member of the game's league; if so they stay one until the transaction ends.

    Leaving a league locks the membership before it asks for seats. Call it under the game's lock. Refuses a
    member whom the league has suspended (`Suspended`).
    """
    own = game.league.memberships.select_for_update(of=("self",)).filter(user=user)
    found = list(own.values_list("suspended_until", flat=True))
    if found and found[0] is not None and clock.now() < found[0]:
        raise Suspended(found[0])
    return bool(found)


def lock_tenure(game: Game, user: Person) -> Tenure:
    """The tenure of `user` with its seat, locked until the transaction ends; `NotSeated` if they have none.

    For what is the player's alone: drafts of messages, how far they have read. Callers that need the game's
    lock too take that one first.
    """
    own = Tenure.objects.select_for_update(of=("self",), no_key=True).select_related("seat")
    own = own.exclude(seat__vacancy__cause=Vacancy.Cause.REMOVED)  # held until the game year is over (HR-3)
    tenure = own.filter(game=game, user=user, left_at=None).first()
    if tenure is None:
        raise NotSeated
    tenure.game = game
    return tenure


def players_of(game: Game) -> list[int]:
    """The keys of those who hold a seat of `game`, in the order in which they sat down. One query."""
    held = Tenure.objects.filter(game=game, left_at=None).order_by("pk")
    return list(held.values_list("user", flat=True))


def show_change(game: Game, now: datetime) -> None:
    """Note that something anyone may see has changed, and hint it to open pages."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
    game.version += 1
    outbox.put(notices.hint(game, now))
