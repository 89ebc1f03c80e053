"""Taking over a seat that is open, or whose player looks for a replacement."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games import notices
from games.adjudication.locking import lock_membership, lock_running_game, open_phase_of, show_change
from games.adjudication.succession import concerned, give_seat
from games.common import clock, outbox
from games.common.errors import GameError
from games.common.words.people import Person
from games.engine.elimination import is_out
from games.errors import AlreadySeated, HasLeft, HasPresided, MasterSits, NotMember, OnlyByMaster, SeatTaken
from games.gate.reliability import unmet
from games.models import Game, Tenure, Vacancy
from games.services.masters.presiding import has_presided


@transaction.atomic
def take_over(*, game: Game, user: Person, seat: str) -> Tenure:
    """Give `user` the seat `seat`, which is offered. Of two at once one gets it.

    All who sit in the game are told, and whoever had asked for a replacement. Refuses with `SeatTaken` if it
    is not offered, as `refusal` says, and with `NotMember`, `NotRunning`, `GameIsOver`.
    """
    game = lock_running_game(game)
    vacancy = offer_of(game, seat)
    if vacancy is None:
        raise SeatTaken
    if not lock_membership(game, user):
        raise NotMember
    if (error := refusal(game, user)) is not None:
        raise error
    phase, now, before = open_phase_of(game), clock.now(), vacancy.tenure
    was_held = before.left_at is None
    tenure = give_seat(game=game, phase=phase, before=before, to=user, now=now)
    told = concerned(game, besides=user)
    if was_held:
        told.append(before.user_id)
    outbox.put(*notices.mails("taken", told, game=game, phase=phase, seat=before.seat_id, now=now))
    show_change(game, now)
    return tenure


def offer_of(game: Game, seat: str) -> Vacancy | None:
    """The vacancy by which `seat` can be taken over, with its tenure; None if it cannot. One query."""
    offered = Vacancy.objects.select_related("tenure__seat", "tenure__user", "seat")
    return offered.filter(game=game, seat__key=seat, opened_at__isnull=False).first()


def refusal(game: Game, user: Any) -> GameError | None:
    """Why the member `user` may take no seat of `game` over; None where nothing is in the way.

    Neither its master, past or present, nor anybody who plays in it or has left it: somebody who is out of it
    gets another seat by the master's choice alone (RB-14). `NotReliable` where the game asks for more.
    """
    if game.master_id == user.pk:
        return MasterSits()
    if has_presided(game, user):
        return HasPresided()
    tenures = Tenure.objects.select_related("seat").filter(game=game, user=user)
    for tenure in tenures.exclude(left_how=Tenure.Leaving.BEFORE):
        if tenure.left_at is not None:
            return HasLeft()
        is_lost = is_out(game, open_phase_of(game).position, tenure.seat.key)
        return OnlyByMaster() if is_lost else AlreadySeated()
    return unmet(game, user)
