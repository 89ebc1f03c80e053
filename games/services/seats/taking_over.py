"""Taking over a seat that is open, or whose player looks for a replacement."""

from __future__ import annotations

from django.db import transaction

from games import notices
from games.adjudication.locking import lock_membership, lock_running_game, open_phase_of, show_change
from games.adjudication.succession import concerned, give_seat
from games.common import clock, outbox
from games.common.words.people import Person
from games.errors import NotMember, SeatTaken
from games.gate.open_seats import offer_of, refusal
from games.models import Game, Tenure


@transaction.atomic
def take_over(*, game: Game, user: Person, seat: str) -> Tenure:
    """Give `user` the seat `seat`, which is offered. Of two at once one gets it.

    All who sit in the game are told, and so is a player who had asked for a replacement. Refuses with
    `SeatTaken` if it is not offered, as `refusal` says, and with `NotMember`, `NotRunning`, `GameIsOver`.
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
