"""Seats of a game on its page: who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import FilteredRelation, Q, QuerySet

from games.common.database.compiled import Param, PreparedQuery
from games.common.words.people import FORMER, called, is_former
from games.engine import bridge
from games.engine.hidden_players import is_hidden, masked_seats, masking_variants
from games.engine.hosting_rules import hides_absence
from games.gate.tenancy import LeagueLike
from games.models import Game, Phase, Seat, Tenure
from games.words import wording


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a game as this reader sees it. `player` is empty while the seat is free, and where no one
    else may know who sits there (`is_hidden`).

    `tenure` is the key of the player's tenure. `is_masked`: its player only listens, and is
    named to no one before the end (DG-1). `powers` are those it plays, where the seat is but a number.
    `is_ready`: to close the phase that was asked about before its deadline. `is_left`: its player was out of
    the game, and has left the seat empty (RB-14). `is_open`: no one holds it, and it can be taken over;
    `is_offered`: that, or its player looks for a replacement (HR-4). `role` is what an open seat is called.
    """

    key: str
    player: str
    user_id: int | None
    is_own: bool
    nonce: str = ""
    place: int = 0
    tenure: int | None = None
    is_ready: bool = False
    is_masked: bool = False
    powers: Sequence[str] = ()
    is_hidden: bool = False
    is_left: bool = False
    is_open: bool = False
    is_offered: bool = False
    role: str = ""
    cause: str = ""
    """Why the seat is offered, or about to be (`Vacancy.Cause`), where the reader may know."""
    taken_at: datetime | None = None
    """Since when its player has the seat."""
    has_read_rules: bool = False
    """Whether the reader, whose seat it is, has read that rules of absence hold now."""
    is_former: bool = False
    """Whether `player` has deleted the account, so that the name is no one's."""

    @property
    def is_free(self) -> bool:
        return self.user_id is None and not self.is_hidden and not self.is_open

    @property
    def is_held(self) -> bool:
        """Whether someone sits there, named or not."""
        return not self.is_free and not self.is_open

    @property
    def name(self) -> str:
        """Who sits there: the player; what the seat is called, where the player is not to be named, or has
        left it empty in a game that goes on.
        """
        if self.is_open:
            return self.role
        if self.is_left:
            return wording.powers(self.powers or [self.key])
        return wording.seat(self.key) if self.is_masked and self.is_hidden else self.player


def _seats_of_game() -> QuerySet[Seat]:
    sitting = FilteredRelation("tenures", condition=Q(tenures__left_at=None))
    return Seat.objects.filter(game_id=Param("game")).order_by("order").annotate(sitting=sitting)


_SITTING = [
    "key",
    "pk",
    "sitting",
    "sitting__user__username",
    "sitting__user",
    "sitting__nonce",
    "sitting__place",
    "vacancy__opened_at",
    "vacancy__cause",
    "sitting__taken_at",
    "sitting__rules_read_at",
]

_PLACES = PreparedQuery(lambda: _seats_of_game().values_list(*_SITTING))

_PLACES_IN_PHASE = PreparedQuery(
    lambda: (
        _seats_of_game()
        .annotate(draft=FilteredRelation("drafts", condition=Q(drafts__phase=Param("phase"))))
        .values_list(*_SITTING, "draft__ready_at")
    )
)


def places_of(
    game: Game, own: Seat | None, phase: Phase | None = None, *, in_file: bool = False
) -> list[Place]:
    """The game's seats in the engine's order, with who sits in each, and is ready in `phase`. One query.

    That a seat is given up, and opens at the end of the game year (HR-3), only its holder sees.

    Nonces are among what anyone needs to check the lots; pages show them once the game is over. In a file
    closed accounts have their own names, which tell them apart everywhere and are of no language.
    """
    if phase is None:
        rows = _PLACES.rows(game=game.pk)
    else:
        rows = _PLACES_IN_PHASE.rows(game=game.pk, phase=phase.pk)
    masked = masked_seats(game.variant)
    powers = bridge.about(game.variant, game.settings)["seat_powers"]
    left = (
        {} if game.started_at is None else _left_in(game, [pk for _key, pk, now, *_ in rows if now is None])
    )
    places: list[Place] = []
    for (
        key,
        pk,
        tenure,
        player,
        user_id,
        nonce,
        place,
        opened_at,
        cause,
        taken_at,
        read_at,
        *ready_at,
    ) in rows:
        nonce, place = left.get(pk, (nonce, place))
        is_open = opened_at is not None and tenure is None
        is_own = own is not None and own.pk == pk
        hidden = user_id is not None and is_hidden(game.variant, game.state, key)
        known = not hidden or is_own
        former = known and is_former(player or "") and not in_file
        places.append(
            Place(
                key=key,
                player=nameless(places) if former else (player or "") if known else "",
                user_id=user_id if known else None,
                is_own=is_own,
                nonce=(nonce or "") if known else "",
                place=(place or 0) if known else 0,
                tenure=tenure if known else None,
                is_ready=any(ready_at),
                is_masked=key in masked,
                powers=powers.get(key, ()),
                is_hidden=hidden,
                is_left=pk in left and not is_open,
                is_open=is_open,
                is_offered=opened_at is not None,
                role=wording.seat_at(game.variant, game.settings, key) if opened_at is not None else "",
                cause=(cause or "") if is_own or (is_open and not hides_absence(game.variant, key)) else "",
                taken_at=taken_at if known else None,
                has_read_rules=is_own and read_at is not None,
                is_former=former,
            )
        )
    return places


def nameless(places: Sequence[Place]) -> str:
    """What to call one who has deleted the account, so that no one in `places` is called the same."""
    before = sum(place.is_former for place in places)
    words = called(FORMER)
    return f"{words} ({before + 1})" if before else words


def _left_in(game: Game, seats: Sequence[int]) -> dict[int, tuple[str, int]]:
    """By the keys of seats that no one holds in a game that has started, the nonce and the place that a
    check of the lots must find there: its player has left it (RB-14, HR-4).
    """
    if not seats:
        return {}
    rows = Tenure.objects.filter(game=game, seat__in=seats).order_by("pk")
    return {seat: (nonce, place) for seat, nonce, place in rows.values_list("seat", "nonce", "place")}


def names_of(places: list[Place]) -> dict[str, str]:
    """The players' names by seat, for sentences and headings."""
    return {place.key: place.name for place in places if place.name}


def presides(league: LeagueLike, user: AbstractBaseUser | Any) -> bool:
    """Whether `user` presides over a game of `league` that is not over: they cannot leave the league then."""
    going_on = [Game.State.WAITING, Game.State.RUNNING]
    return Game.objects.filter(league_id=league.pk, master_id=user.pk, state__in=going_on).exists()


def holds_seat(league: LeagueLike, user: AbstractBaseUser | Any) -> bool:
    """Whether `user` sits in a game of `league` that is not over, and so cannot leave the league. Games of
    competitions keep no one: leaving concedes them (HR-4).
    """
    return Tenure.objects.filter(
        user_id=user.pk,
        left_at=None,
        game__league_id=league.pk,
        game__state__in=[Game.State.WAITING, Game.State.RUNNING],
        game__is_contest=False,
    ).exists()


def hides_seats(league: LeagueLike) -> bool:
    """Whether some game of `league` is going on, or waits, of which no one may know who plays in it."""
    going_on = Game.objects.filter(
        league_id=league.pk,
        state__in=[Game.State.WAITING, Game.State.RUNNING],
        variant__in=masking_variants(),
    )
    return going_on.exists()
