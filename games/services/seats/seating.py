"""Taking and leaving seats, and the master's chair, before the start. The last seat taken starts the game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction

from games import notices
from games.adjudication.locking import lock_membership, lock_waiting_game, show_change
from games.adjudication.results import Over, keep_results
from games.adjudication.starting import start
from games.agreed.dealing import RANKING
from games.common import clock, outbox
from games.common.words.people import Person
from games.engine import bridge
from games.errors import (
    AlreadySeated,
    AlreadyStarted,
    BadNonce,
    BadRanking,
    MasterSits,
    NoFreeSeat,
    NotMaster,
    NotMember,
    NotSeated,
    NotYourGame,
    SeatsKept,
)
from games.gate.invitations import kept_until
from games.gate.reliability import unmet
from games.models import Game, GameInvitation, Seat, Tenure

NONCE_LENGTH = 64


@transaction.atomic
def take_seat(
    *, game: Game, user: Person, nonce: str = "", seat: str | None = None, ranking: Sequence[str] = ()
) -> Tenure:
    """Give `user` the seat `seat`, or the first free one, with their part of the lots; start a full game.

    An empty nonce is made for them. `ranking` are the seats that they would like to be dealt, the favourite
    first, where the game lets its players rank them (RB-25). Refuses with `AlreadySeated`, `NoFreeSeat`,
    `AlreadyStarted`, `GameIsOver`, `BadNonce`, `BadRanking`, `MasterSits`, `NotMember`,
    `SeatsKept`; with `NotReliable` where the game asks for more than they have answered
    (`reliability.unmet`).
    """
    nonce = _checked(nonce)
    try:
        game = lock_waiting_game(game, AlreadyStarted if seat else NoFreeSeat)
    except (AlreadyStarted, NoFreeSeat):  # perhaps by the same button, pressed twice
        if Tenure.objects.filter(game=game, user=user, left_at=None).exists():
            raise AlreadySeated from None
        raise
    if game.master_id == user.pk:
        raise MasterSits
    if not lock_membership(game, user):
        raise NotMember
    if Tenure.objects.filter(game=game, user=user, left_at=None).exists():
        raise AlreadySeated
    if refusal := unmet(game, user):
        raise refusal
    taken = Tenure.objects.filter(game=game, left_at=None).values("seat")
    free = list(Seat.objects.filter(game=game).exclude(pk__in=taken).order_by("order"))
    chosen = next((each for each in free if seat in (None, each.key)), None)
    if chosen is None:
        raise NoFreeSeat
    if kept_until(game, user, len(free)):
        raise SeatsKept
    now = clock.now()
    tenure = Tenure.objects.create(
        game=game,
        seat=chosen,
        place=chosen.order,
        user=user,
        nonce=nonce,
        ranking=_checked_ranking(game, ranking),
        taken_at=now,
    )
    if len(free) == 1:
        start(game, now)
        tenure = Tenure.objects.select_related("seat").get(game=game, user=user, left_at=None)
    show_change(game, now)
    return tenure


@transaction.atomic
def leave_seat(*, game: Game, user: Person) -> None:
    """Give the seat back before the start; `AlreadyStarted` after it, `NotSeated` if there is none.

    For an invited player this declines the invitation.
    """
    game = lock_waiting_game(game)
    now = clock.now()
    own = Tenure.objects.filter(game=game, user=user, left_at=None)
    if not own.update(left_at=now, left_how=Tenure.Leaving.BEFORE):
        raise NotSeated
    GameInvitation.objects.filter(game=game, user=user, declined_at=None).update(declined_at=now)
    outbox.put(notices.left_hint(game, user.pk, now))
    show_change(game, now)


@transaction.atomic
def rank_seats(*, game: Game, user: Person, ranking: Sequence[str]) -> None:
    """Say which seats `user` would like to be dealt, the dearest first, in place of what they said before.

    No one else learns of it before the game starts. Refuses with `AlreadyStarted`, `GameIsOver`, `NotSeated`,
    `BadRanking`.
    """
    game = lock_waiting_game(game)
    checked = _checked_ranking(game, ranking)
    if not Tenure.objects.filter(game=game, user=user, left_at=None).update(ranking=checked):
        raise NotSeated


@transaction.atomic
def cancel_game(*, game: Game, user: Person) -> None:
    """Call a game off before its start; only who opened it may (`NotYourGame`)."""
    game = lock_waiting_game(game)
    if game.opened_by_id != user.pk:
        raise NotYourGame
    now = clock.now()
    sitting = Tenure.objects.filter(game=game, left_at=None)
    sitting.update(left_at=now, left_how=Tenure.Leaving.CANCELLED)
    game.state = Game.State.CANCELLED
    game.finished_at = now
    game.save(update_fields=["state", "finished_at"])
    keep_results([Over(game, now)], now)
    show_change(game, now)


@transaction.atomic
def step_down(*, game: Game, user: Person) -> None:
    """Preside no more over a game that waits for players; it goes on without a game master.

    No one asks a member before they are named, so no one is kept. `NotMaster` if `user` does not preside,
    `AlreadyStarted` after the start (then it is handed over: `presiding.hand_over`), `GameIsOver`.
    """
    game = lock_waiting_game(game)
    if game.master_id != user.pk:
        raise NotMaster
    now = clock.now()
    Game.objects.filter(pk=game.pk).update(master=None)
    outbox.put(notices.left_hint(game, user.pk, now))
    show_change(game, now)


def _checked_ranking(game: Game, ranking: Sequence[str]) -> list[str]:
    if not ranking:
        return []
    known = set(bridge.seats(game.variant, game.settings))
    if game.dealing != RANKING or len(set(ranking)) != len(ranking) or not known.issuperset(ranking):
        raise BadRanking
    return list(ranking)


def _checked(nonce: str) -> str:
    nonce = nonce.strip()
    if len(nonce) > NONCE_LENGTH or not nonce.isprintable():
        raise BadNonce
    return nonce or secrets.token_hex(16)
