"""Leaving a running game: resigning, or playing on until someone takes one's seat over (HR-4)."""

from __future__ import annotations

from django.db import transaction

from games.adjudication.giving_up import has_missed_too_many
from games.adjudication.locking import lock_running_game, lock_tenure, open_phase_of, show_change
from games.adjudication.vacancies import open_seat
from games.common import clock
from games.common.words.people import Person
from games.engine.elimination import is_out
from games.errors import NotAllowed, OfCompetition
from games.gate.open_seats import is_concession, open_seats
from games.models import Game, Vacancy
from games.services.players import votes

Cause = Vacancy.Cause


@transaction.atomic
def resign(*, game: Game, user: Person) -> None:
    """Leave the game for good (HR-4).

    Of two players the other one wins, if there is one; at larger tables the seat opens to others, at once or,
    where absence is hidden, at the end of the game year (`vacancies.open_seat`). Refuses with `NotSeated`,
    `NotRunning`, `GameIsOver`.
    """
    game = lock_running_game(game)
    tenure = lock_tenure(game, user)
    if is_concession(game) and not open_seats(game):
        votes.concede(game=game, user=user)
        return
    phase, now = open_phase_of(game), clock.now()
    open_seat(game=game, phase=phase, tenure=tenure, cause=Cause.RESIGNED, now=now)


@transaction.atomic
def ask_for_replacement(*, game: Game, user: Person) -> Vacancy:
    """Offer one's seat to others, and play on until someone takes it over. Asking again changes nothing.

    `NotAllowed` for a player who has lost everything: there is nothing to take over; `OfCompetition` where
    no one is replaced (HR-10). Else refuses as `resign`.
    """
    game = lock_running_game(game)
    if game.is_contest:
        raise OfCompetition
    tenure = lock_tenure(game, user)
    if is_out(game, open_phase_of(game).position, tenure.seat.key):
        raise NotAllowed
    now = clock.now()
    given = {"game": game, "tenure": tenure, "cause": Cause.WANTED, "since": now}
    vacancy, _is_new = Vacancy.objects.get_or_create(seat=tenure.seat, defaults=given)
    if vacancy.opened_at is None:
        vacancy.opened_at = now
        vacancy.save(update_fields=["opened_at"])
        show_change(game, now)
    return vacancy


@transaction.atomic
def stay(*, game: Game, user: Person) -> None:
    """Take back one's wish for a replacement; no harm if there is none.

    A seat that was given up opens at the end of the game year all the same (HR-3). Refuses as `resign`.
    """
    game = lock_running_game(game)
    tenure = lock_tenure(game, user)
    vacancy = Vacancy.objects.filter(seat=tenure.seat).first()
    if vacancy is None or vacancy.opened_at is None:
        return
    if vacancy.cause == Cause.WANTED:
        vacancy.delete()
    else:
        vacancy.opened_at = None
        vacancy.save(update_fields=["opened_at"])
    show_change(game, clock.now())


@transaction.atomic
def take_back_resignation(*, game: Game, user: Person) -> Vacancy | None:
    """Undo a resignation that no one has seen yet (HR-3); no harm if there is none. Refuses as `resign`.

    What is left of it is returned. Nothing that others see changes: an offer that stood before (HR-4) stands,
    and to withdraw it is another decision, which everyone sees (`stay`). A seat that would have been given
    up for missed phases, had it not been resigned by then, opens at the end of the game year all the same.
    """
    game = lock_running_game(game)
    tenure = lock_tenure(game, user)
    vacancy = Vacancy.objects.filter(seat=tenure.seat, cause=Cause.RESIGNED).first()
    if vacancy is None:
        return None
    if has_missed_too_many(game, tenure.seat.key):
        vacancy.cause = Cause.SILENT
    elif vacancy.opened_at is None:
        vacancy.delete()
        return None
    else:
        vacancy.cause, vacancy.since = Cause.WANTED, vacancy.opened_at
    vacancy.save(update_fields=["cause", "since"])
    return vacancy
