"""Ending a game by agreement: votes that stand until taken back, and concession (RB-12, ID-18, ID-19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from adjudicator.errors import AdjudicatorError
from games import notices
from games.adjudication.closing import close, closing_of, sitting_in
from games.adjudication.locking import lock_running_game, open_phase_of, seat_of, show_change
from games.common import clock, outbox
from games.common.guards import limits
from games.common.words.people import Person
from games.engine import bridge, hosting_rules
from games.engine.hidden_players import masked_seats
from games.errors import AlreadyVoted, LastVote, NotAllowed, NoVote
from games.gate.contests import is_duel
from games.gate.open_seats import agreed_by, open_seats
from games.models import Game, Phase, Seat, Tenure, Vote


@transaction.atomic
def cast(*, game: Game, user: Person, kind: str, may_end: bool = True) -> Vote:
    """Vote for an ending (`Vote.Kind`). With the last vote it needs, the game ends.

    `NotAllowed`, with the rules' reason, where even all seats together could not end it so; `NoVote` of seats
    that only listen (DG-17). The vote stands through later phases until it is withdrawn; where readiness is
    hidden so are votes (SPY-23). `AlreadyVoted` if it stands and others still have to agree: a second vote
    ends the game where the others who had to are out of it by now. `LastVote` instead of an end that the
    voter was not asked about (not `may_end`); never where votes are secret, for it tells how others voted.
    `NotAllowed` in a competition's game for two (HR-10).
    """
    game = lock_running_game(game)
    seat = seat_of(game, user)
    phase = open_phase_of(game)
    if seat.key in masked_seats(game.variant):
        raise NoVote
    if kind not in Vote.Kind.values:
        raise NotAllowed
    if is_duel(game):
        raise NotAllowed(_("In a competition no vote ends a game for two; you can concede it (HR-10)."))
    absent = open_seats(game)
    seats = Seat.objects.filter(game=game).exclude(key__in=absent).order_by("order")
    ending_of(game, phase, kind, list(seats.values_list("key", flat=True)), absent)
    now = clock.now()
    vote, is_new = Vote.objects.get_or_create(game=game, seat=seat, kind=kind, defaults={"cast_at": now})
    voters = list(
        Vote.objects.filter(game=game, kind=kind).order_by("seat__order").values_list("seat__key", flat=True)
    )
    try:
        agreed = ending_of(game, phase, kind, voters, absent)
    except NotAllowed:  # others still have to agree
        if not is_new:
            raise AlreadyVoted from None
        if hosting_rules.shows_readiness(game.variant):
            show_change(game, now)
            if voters == [seat.key]:
                _propose(game, kind, now)
    else:
        if not may_end and hosting_rules.shows_readiness(game.variant):
            raise LastVote
        end_by(game, phase, agreed)
    return vote


def _propose(game: Game, kind: str, now: datetime) -> None:
    """Mail to those who have a say that the first of them wants to end the game so; only where votes are
    public (SPY-23), and not again each time that a vote is taken back and cast again.
    """
    try:
        limits.count(limits.PROPOSALS, f"{game.pk}-{kind}")
    except limits.TooOften:
        return
    voters = Vote.objects.filter(game=game, kind=kind).values("seat")
    asked = Tenure.objects.filter(game=game, left_at=None).exclude(seat__in=voters)
    users = asked.exclude(seat__key__in=masked_seats(game.variant)).values_list("user_id", flat=True)
    outbox.put(*notices.mails("proposal", users, game=game, now=now, vote=kind))


@transaction.atomic
def withdraw(*, game: Game, user: Person, kind: str) -> None:
    """Take a vote back, if it stands."""
    game = lock_running_game(game)
    seat = seat_of(game, user)
    deleted, _by_model = Vote.objects.filter(game=game, seat=seat, kind=kind).delete()
    if deleted and hosting_rules.shows_readiness(game.variant):
        show_change(game, clock.now())


@transaction.atomic
def concede(*, game: Game, user: Person) -> None:
    """Give the game up: it ends at once. `NotAllowed` where the rules want more than one to agree."""
    game = lock_running_game(game)
    seat = seat_of(game, user)
    phase = open_phase_of(game)
    end_by(game, phase, ending_of(game, phase, "concession", [seat.key]))


Ending = tuple[dict[str, Any], dict[str, Any]]
"""What was agreed, as a record keeps it, and the turn it gives."""


def ending_of(game: Game, phase: Phase, how: str, by: list[str], absent: Sequence[str] = ()) -> Ending:
    """What ending the game so gives; `NotAllowed` with the engine's sentence if it may not be.

    `absent` are seats that stand open: a draw neither asks them nor is shared by them (HR-4).
    """
    agreed = agreed_by(how, by, absent)
    return agreed, ended(game, phase, agreed)


def ended(game: Game, phase: Phase, agreed: Mapping[str, Any]) -> dict[str, Any]:
    """The turn by which the game ends as `agreed`; `NotAllowed` with the engine's sentence if it may not."""
    try:
        return bridge.end(game, phase, agreed)
    except AdjudicatorError as error:
        if error.code != "not-allowed":
            raise
        raise NotAllowed(error.text(get_language())) from error


def end_by(game: Game, phase: Phase, ending: Ending) -> None:
    """Close the phase with the agreement in place of answers.

    Under the game's lock no one can have adjudicated it since it was read.
    """
    agreed, turn = ending
    close([closing_of(game, phase, turn, agreed=agreed)], sitting_in([game.pk]), clock.now())
