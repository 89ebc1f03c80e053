"""What becomes of someone's seats, games and invitations in a league that they are removed from.

Each game is taken under its own lock, in a transaction of its own: one that stops half-way is done again, and
what is done is not done twice.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from games import notices
from games.adjudication import pausing
from games.adjudication.locking import lock_game, open_phase_of, show_change
from games.adjudication.results import Over, keep_results
from games.adjudication.vacancies import open_seat
from games.common import clock, outbox
from games.common.words.people import Person
from games.engine.hidden_players import masked_seats
from games.errors import CannotMove
from games.gate.contests import is_duel
from games.gate.nominations import is_standing
from games.models import Game, GameArbiter, GameInvitation, MasterAct, Nomination, StandIn, Tenure, Vacancy
from games.services.masters.contests import forfeit

GOING_ON = (Game.State.WAITING, Game.State.RUNNING)


def remove_from_league(
    *, league: int, person: Person, at: datetime, cause: str = Vacancy.Cause.REMOVED
) -> int:
    """Take from `person` what they had in games of `league` (a key) at the moment `at`; in how many games.

    A seat of a running game is opened, in a game for two as well, but one of a competition is lost by forfeit
    then (HR-10), by the numbers of the competition's games; a waiting one is given back. They rule in no
    competition's games any more. Games that they created and that wait go to the first player who is left,
    and are cancelled where there is none, or where no one may know who that is (DG-1). They preside over
    nothing any more, nor do they stand for it; games that they let run without a clock have one again.
    Invitations that they sent or were sent are withdrawn. What they took up after `at`, having joined again,
    is theirs.
    """
    ruled = GameArbiter.objects.filter(game__league=league, user=person, left_at=None, named_at__lte=at)
    ruled.update(left_at=clock.now())
    concerned = list(_concerned(league, person, at).order_by("contest__key", "contest__number", "pk"))
    for game in concerned:
        _remove(game, person, at, cause)
    return len(concerned)


def _concerned(league: int, person: Person, at: datetime) -> QuerySet[Game]:
    """The games of `league` that go on or wait, and in which `person` has anything."""
    seats = Tenure.objects.filter(user=person, left_at=None, taken_at__lte=at).values("game")
    invitations = GameInvitation.objects.filter(Q(by=person) | Q(user=person), at__lte=at, withdrawn_at=None)
    offers = StandIn.objects.filter(user=person, offered_at__lte=at).values("game")
    nominations = _nominations(person, at).values("game")
    games = Game.objects.filter(league=league, state__in=GOING_ON)
    return games.filter(
        Q(pk__in=seats)
        | Q(master=person)
        | Q(opened_by=person, state=Game.State.WAITING)
        | Q(pk__in=invitations.values("game"), state=Game.State.WAITING)
        | Q(pk__in=offers)
        | Q(pk__in=nominations)
    )


def _nominations(person: Person, at: datetime) -> QuerySet[Nomination]:
    """The open nominations of `person` (HR-9)."""
    return is_standing(Nomination.objects.filter(nominee=person, at__lte=at))


@transaction.atomic
def _remove(game: Game, person: Person, at: datetime, cause: str) -> None:
    game = lock_game(game)
    if game.is_over:
        return
    now = clock.now()
    StandIn.objects.filter(game=game, user=person, offered_at__lte=at).delete()
    if _nominations(person, at).filter(game=game).update(withdrawn_at=now):
        outbox.put(notices.left_hint(game, person.pk, now))
    if game.is_waiting:
        _from_waiting(game, person, at, now)
        show_change(game, now)
    else:
        _from_running(game, person, at, now, cause)


def _from_running(game: Game, person: Person, at: datetime, now: datetime, cause: str) -> None:
    held = Tenure.objects.select_related("seat").filter(game=game, user=person, left_at=None)
    tenure = held.filter(taken_at__lte=at).first()
    if tenure is not None and is_duel(game):
        forfeit(game, tenure.seat.key)
    elif tenure is not None:
        open_seat(game=game, phase=open_phase_of(game), tenure=tenure, cause=cause, now=now)
    if game.master_id == person.pk:
        Game.objects.filter(pk=game.pk).update(master=None)
        # A former master knows all of it, and never takes a seat here (`has_presided`).
        MasterAct.objects.create(
            game=game,
            phase=open_phase_of(game),
            kind=MasterAct.Kind.CHAIR,
            facts={"before": person.get_username(), "after": ""},
            by=person,
            at=now,
        )
        _let_the_clock_run(game, now)
        outbox.put(notices.left_hint(game, person.pk, now))
        show_change(game, now)


def _let_the_clock_run(game: Game, now: datetime) -> None:
    """End a time without a clock: no one is left to close a phase, or to confirm it."""
    if not game.is_untimed(now):
        return
    try:
        pausing.run_timed(game, open_phase_of(game), now, by=None)
    except CannotMove:  # the phase closes anyhow, or when it is resumed; the next one has its length
        Game.objects.filter(pk=game.pk).update(untimed_until=None)


def _from_waiting(game: Game, person: Person, at: datetime, now: datetime) -> None:
    own = Tenure.objects.filter(game=game, user=person, left_at=None, taken_at__lte=at)
    if own.update(left_at=now, left_how=Tenure.Leaving.BEFORE):
        outbox.put(notices.left_hint(game, person.pk, now))
    sent = GameInvitation.objects.filter(Q(by=person) | Q(user=person), game=game, at__lte=at)
    for invitation in sent.filter(withdrawn_at=None):
        outbox.put(notices.left_hint(game, invitation.user_id, now))
    sent.filter(withdrawn_at=None).update(withdrawn_at=now)
    if game.master_id == person.pk:
        Game.objects.filter(pk=game.pk).update(master=None)
    if game.opened_by_id == person.pk and game.opened_at <= at:
        _pass_on(game, now)


def _pass_on(game: Game, now: datetime) -> None:
    """Give a game that waits to the first of its players; cancel it where there is none to be named."""
    sitting = Tenure.objects.filter(game=game, left_at=None)
    heir = None if masked_seats(game.variant) else sitting.order_by("pk").first()
    if heir is not None:
        Game.objects.filter(pk=game.pk).update(opened_by=heir.user_id)
        return
    sitting.update(left_at=now, left_how=Tenure.Leaving.CANCELLED)
    game.state, game.finished_at = Game.State.CANCELLED, now
    game.save(update_fields=["state", "finished_at"])
    keep_results([Over(game, now)], now)
