"""Opening a game: everything that is agreed beforehand is copied into it and stays."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from adjudicator.errors import AdjudicatorError
from games import bridge, clock, terms
from games.dealing import LOTS
from games.errors import BadSettings
from games.models import Game, Seat
from games.models.game import code_from, new_code, new_secret
from games.pace import Pace
from games.people import Person
from games.services.invitations import add_guests
from games.tenancy import LeagueLike


def open_game(
    *,
    league: LeagueLike,
    user: Person,
    name: str,
    variant: str,
    settings: Mapping[str, Any],
    pace: Pace,
    press: str = Game.Press.OPEN,
    press_pauses: str = "rulebook",
    dealing: str = LOTS,
    visibility: str = Game.Visibility.PUBLIC,
    reliability: int = 0,
    master: Person | None = None,
    key: str = "",
    code: str = "",
    guests: Sequence[Person] = (),
) -> Game:
    """Open a game of `variant` in `league` with empty seats; whoever opens it has no seat yet.

    `master`, if anybody, presides over it (RB-24) and takes no seat. `key` comes with the form: the same game
    opened twice with the same one is one game, and that is returned; so it is with a `code` given for it.
    `guests` are invited to it, no more than it has seats: `TooManyGuests`.

    `press_pauses` is one of `games.terms.PRESS_PAUSES`; `dealing` of `DEALINGS`, and counts where the variant
    lets its players rank seats; `reliability` of `RELIABILITIES`.

    `BadSettings` if the variant or its settings will not do. The secret for the lots is drawn here, before
    anybody sits down, and its SHA-256 may be shown from now on.
    """
    try:
        bridge.check_settings(variant, settings)
        seats = bridge.seats(variant, settings)
        may_rank = bridge.may_rank_seats(variant, settings)
    except AdjudicatorError as error:
        raise BadSettings(error.text(get_language())) from error
    if dealing not in dict(terms.DEALINGS):
        raise BadSettings(_("Say whether lots or the players’ lists decide who plays which power."))
    if reliability not in dict(terms.RELIABILITIES):
        raise BadSettings(_("Choose one of the shares of answered phases that the form offers."))
    if press not in Game.Press.values or visibility not in Game.Visibility.values or not name.strip():
        raise BadSettings(_("Give the game a name, and choose its press and who may see it."))
    secret = new_secret()
    game = Game(
        league_id=league.pk,
        code=code or _code(f"{league.pk} {user.pk}", key, f"{variant} {visibility} {name}"),
        name=name.strip(),
        variant=variant,
        settings=dict(settings),
        pace=pace.to_json(),
        press=press,
        dealing=dealing if may_rank else LOTS,
        press_pauses=terms.press_pauses(press_pauses, settings.get("rulebook", "classic")),
        visibility=visibility,
        reliability=reliability,
        opened_by=user,
        master=master,
        opened_at=clock.now(),
        lots_secret=secret,
        lots_sha256=hashlib.sha256(bytes.fromhex(secret)).hexdigest(),
    )
    try:
        _store(game, seats, guests)
    except IntegrityError:
        earlier = Game.objects.filter(code=game.code, league_id=league.pk).first()
        if earlier is None or not (code or (key and earlier.opened_by_id == user.pk)):
            raise
        return earlier
    return game


def _code(whose: str, key: str, what: str) -> str:
    return code_from(f"{whose} {key} {what}") if key else new_code()


@transaction.atomic
def _store(game: Game, seats: Sequence[str], guests: Sequence[Person]) -> None:
    game.save(force_insert=True)
    Seat.objects.bulk_create(Seat(game=game, key=key, order=order) for order, key in enumerate(seats))
    add_guests(game, game.opened_by, guests)
