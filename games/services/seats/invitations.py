"""Inviting members of a league to a game by name or link, and taking that back, until it starts."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games import notices
from games.adjudication.locking import lock_waiting_game, show_change
from games.common import clock, outbox
from games.common.guards import limits
from games.common.words.people import Person
from games.engine.hidden_players import masked_seats
from games.errors import MayNotInvite, TooManyGuests
from games.models import Game, GameInvitation, Seat, Tenure
from games.models.game import new_token


@transaction.atomic
def invite(*, game: Game, user: Person, guests: Sequence[Person]) -> None:
    """Invite `guests` to a game that `user` opened and that waits for players.

    Passes over people who are no active members of the league, preside, are `user`, or are invited
    already; an invitation that was withdrawn counts again. Refuses with `MayNotInvite`,
    `TooManyGuests`, `AlreadyStarted`, `GameIsOver`.
    """
    game = lock_waiting_game(game)
    if game.opened_by_id != user.pk:
        raise MayNotInvite
    add_guests(game, user, guests)


def count_guests(user: Person, guests: Sequence[Person]) -> None:
    """Count against the limit that `user` invites `guests`; `TooOften` when it is reached."""
    for _guest in guests:
        limits.count(limits.INVITATIONS, user.pk)


def add_guests(game: Game, by: Person, guests: Sequence[Person]) -> None:
    """As `invite`, where `by` has just opened the game, or its lock is held."""
    if not guests:
        return
    asked = dict.fromkeys(guest.pk for guest in guests if guest.pk not in (by.pk, game.master_id))
    members = game.league.memberships.filter(user__in=asked, user__is_active=True)
    are_members = set(members.values_list("user", flat=True))
    earlier = {each.user_id: each for each in GameInvitation.objects.filter(game=game)}
    new = [guest for guest in asked if guest in are_members and guest not in earlier]
    again = [guest for guest in asked if guest in are_members and guest in earlier]
    again = [guest for guest in again if earlier[guest].withdrawn_at]
    counted = sum(counts(game, each) for each in earlier.values())
    if counted + len(new) + len(again) > Seat.objects.filter(game=game).count():
        raise TooManyGuests
    now = clock.now()
    if again:
        GameInvitation.objects.filter(game=game, user__in=again).update(withdrawn_at=None)
    GameInvitation.objects.bulk_create(
        GameInvitation(game=game, user_id=guest, by=by, at=now) for guest in new
    )
    mailed = [guest for guest in (*new, *again) if _may_mail(by, guest)]
    outbox.put(*notices.mails("invited", mailed, game=game, now=now))


@transaction.atomic
def withdraw_invitation(*, game: Game, user: Person, guest: str) -> bool:
    """Take back the invitation of the member named `guest` before the start; a seat that is taken
    stays so.

    False, and no harm, if there is none. Refuses with `MayNotInvite`, `AlreadyStarted`, `GameIsOver`.
    """
    game = lock_waiting_game(game)
    if game.opened_by_id != user.pk:
        raise MayNotInvite
    now = clock.now()
    standing = list(GameInvitation.objects.filter(game=game, user__username=guest, withdrawn_at=None))
    for invitation in standing:
        invitation.withdrawn_at = now
        invitation.save(update_fields=["withdrawn_at"])
        outbox.put(notices.left_hint(game, invitation.user_id, now))
    return bool(standing)


@transaction.atomic
def renew_link(*, game: Game, user: Person) -> None:
    """Give a private game that `user` created and that waits another link; the old one opens nothing any
    more. Seats and invitations that exist are kept. `MayNotInvite`, `AlreadyStarted`, `GameIsOver`.
    """
    game = lock_waiting_game(game)
    if game.opened_by_id != user.pk or not game.is_private:
        raise MayNotInvite
    _renew(game)
    show_change(game, clock.now())


@transaction.atomic
def shut_out(*, game: Game, user: Person, guest: str) -> bool:
    """Take the seat of the member named `guest` in a private game that `user` created and that waits,
    with their invitation and the link by which they came.

    False, and no harm, if no one of that name but `user` has a seat. Never where it is secret who sits in
    some seat (DG-1). Refuses as `renew_link`.
    """
    game = lock_waiting_game(game)
    if game.opened_by_id != user.pk or not game.is_private or masked_seats(game.variant):
        raise MayNotInvite
    seated = Tenure.objects.filter(game=game, user__username=guest, left_at=None).exclude(user=user).first()
    if seated is None:
        return False
    now = clock.now()
    Tenure.objects.filter(pk=seated.pk).update(left_at=now, left_how=Tenure.Leaving.BEFORE)
    sent = GameInvitation.objects.filter(game=game, user=seated.user_id, withdrawn_at=None)
    sent.update(withdrawn_at=now)
    _renew(game)
    outbox.put(notices.left_hint(game, seated.user_id, now))
    show_change(game, now)
    return True


def _renew(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(join_token=new_token())


@transaction.atomic
def decline(*, game: Game, user: Person) -> bool:
    """Say no to an invitation; False, and no harm, if there is none. Its host alone learns of it."""
    now = clock.now()
    declined = GameInvitation.objects.filter(game=game, user=user, declined_at=None).update(declined_at=now)
    if declined:
        outbox.put(notices.left_hint(game, user.pk, now))
    return bool(declined)


def counts(game: Game, invitation: GameInvitation) -> bool:
    """Whether an invitation counts against the game's seats: one that was declined does not, unless that
    would tell who sits in a game that hides it (DG-1).
    """
    hides = bool(masked_seats(game.variant))
    return invitation.withdrawn_at is None and (hides or invitation.declined_at is None)


def _may_mail(by: Person, guest: int) -> bool:
    """Whether one more of their invitations to `guest` is mailed today."""
    try:
        limits.count(limits.INVITED, f"{by.pk}-{guest}")
    except limits.TooOften:
        return False
    return True
