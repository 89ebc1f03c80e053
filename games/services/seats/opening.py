"""Opening a game: everything that is agreed beforehand is copied into it and stays."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from adjudicator.errors import AdjudicatorError
from games.common import clock
from games.common.guards.codes import code_from, new_code, new_secret
from games.common.words.people import Person
from games.engine import bridge
from games.errors import BadSettings
from games.gate.game_terms import GameTerms
from games.gate.suspension import suspension
from games.gate.tenancy import LeagueLike
from games.models import Game, Seat
from games.services.seats.invitations import add_guests


def open_game(
    *,
    league: LeagueLike,
    user: Person,
    name: str,
    terms: GameTerms,
    master: Person | None = None,
    key: str = "",
    code: str = "",
    rematch_of: Game | None = None,
    guests: Sequence[Person] = (),
    seats_kept_until: datetime | None = None,
    is_contest: bool = False,
) -> Game:
    """Open a game on `terms` in `league` with empty seats; its creator has no seat yet.

    `master`, if anyone, presides over it (RB-24) and takes no seat. `key` comes with the form: the same game
    opened twice with the same one is one game, and that is returned; so it is with a `code` given for it.
    `rematch_of` is the game that it is a rematch of. `guests` are invited to it, no more than it has seats:
    `TooManyGuests`. Until `seats_kept_until` each of them has a seat kept.

    `is_contest`: it is a competition's (`contests.open_contest`), which the rules of that open, so that it is
    no matter whether `user` may create games, nor which rules of absence the league has.

    `BadSettings` if the terms will not do, `Suspended` of a member who may create none for now. The secret
    for the lots is drawn here, before anyone sits down, and its SHA-256 may be shown from now on.
    """
    try:
        bridge.check_settings(terms.variant, terms.settings)
        seats = bridge.seats(terms.variant, terms.settings)
    except AdjudicatorError as error:
        raise BadSettings(error.text(get_language())) from error
    terms.check()
    if not is_contest:
        terms.check_absence(league)
    if not name.strip():
        raise BadSettings(_("Give the game a name, and choose its press and who may see it."))
    now = clock.now()
    if not is_contest and (suspended := suspension(league, user, now)) is not None:
        raise suspended
    secret = new_secret()
    game = Game(
        league_id=league.pk,
        code=code or _code(f"{league.pk} {user.pk}", key, f"{terms.variant} {terms.visibility} {name}"),
        name=name.strip(),
        **terms.columns(),
        opened_by=user,
        rematch_of=rematch_of,
        is_contest=is_contest,
        master=master,
        opened_at=now,
        seats_kept_until=seats_kept_until,
        lots_secret=secret,
        lots_sha256=hashlib.sha256(bytes.fromhex(secret)).hexdigest(),
    )
    try:
        _store(game, seats, guests)
    except IntegrityError:
        earlier = Game.objects.filter(code=game.code).first()
        if earlier is None:
            raise
        if earlier.league_id != league.pk or not (code or earlier.opened_by_id == user.pk):
            raise BadSettings(_("Another game has this code.")) from None
        return earlier
    return game


def _code(whose: str, key: str, what: str) -> str:
    return code_from(f"{whose} {key} {what}") if key else new_code()


@transaction.atomic
def _store(game: Game, seats: Sequence[str], guests: Sequence[Person]) -> None:
    game.save(force_insert=True)
    Seat.objects.bulk_create(Seat(game=game, key=key, order=order) for order, key in enumerate(seats))
    add_guests(game, game.opened_by, guests)
