"""Who sat where when a message was written: its page names those, not today's holders of the seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.words.people import called, is_former
from games.engine import sight
from games.engine.hidden_players import is_hidden
from games.models import Game, Tenure
from games.pages.seats import Place
from games.words import wording


@dataclass(frozen=True, slots=True)
class EarlierHolder:
    """A seat's time with one player, before the one who has it now."""

    user_id: int
    player: str
    since: datetime
    until: datetime
    is_former: bool = False


@dataclass(frozen=True, slots=True)
class Writers:
    """The places of a game, and who had their seats before."""

    places: Mapping[str, Place] = field(default_factory=dict)
    before: Mapping[str, Sequence[EarlierHolder]] = field(default_factory=dict)

    def at(self, seat: str, moment: datetime) -> Place:
        """The place `seat` as it was at `moment`; a moment at which it changed hands is the new player's."""
        place = self.places[seat]
        if place.taken_at is not None and moment >= place.taken_at:
            return place
        for held in self.before.get(seat, ()):
            if held.since <= moment < held.until:
                return replace(
                    place,
                    player=held.player,
                    is_former=held.is_former,
                    user_id=held.user_id,
                    is_own=False,
                    is_left=False,
                    is_open=False,
                )
        return place

    def had_seat(self, reader: int | None) -> bool:
        """Whether the reader had a seat for a time that is over."""
        return any(held.user_id == reader for seat in self.before.values() for held in seat)

    def name_at(self, seat: str, moment: datetime) -> str:
        return name_of(self.at(seat, moment))

    def names_at(self, seats: Iterable[str], moment: datetime) -> str:
        """Several of them, divided by commas."""
        return ", ".join(self.name_at(seat, moment) for seat in seats)


def writers_of(game: Game, places: Sequence[Place], *, in_file: bool = False) -> Writers:
    """Who had the seats of `game`, as far as they may be named; in a file by their accounts' own names. One
    query, where a seat has changed hands.
    """
    seats = {place.key: place for place in places}
    if game.started_at is None or not any(_changed_hands(game, place) for place in places):
        return Writers(seats)
    held = Tenure.objects.filter(game=game, left_at__gt=game.started_at).order_by("pk")
    before: dict[str, list[EarlierHolder]] = defaultdict(list)
    rows = held.values_list("seat__key", "user", "user__username", "taken_at", "left_at")
    for seat, user, player, since, until in rows:
        if until is not None and not is_hidden(game.variant, game.state, seat):
            name = player if in_file else called(player)
            before[seat].append(EarlierHolder(user, name, since, until, is_former(player) and not in_file))
    return Writers(seats, before)


def _changed_hands(game: Game, place: Place) -> bool:
    if place.is_hidden:
        return False
    return place.taken_at is None or (game.started_at is not None and place.taken_at > game.started_at)


def name_of(place: Place) -> str:
    """The player, with the power they play where seats are powers: ben (Germany)."""
    if place.is_open:
        return _("%(powers)s (open seat)") % {"powers": place.name}
    if place.is_left:
        return _("%(powers)s (empty seat)") % {"powers": place.name}
    if place.is_masked and place.is_hidden:
        return place.name
    power = wording.powers(place.powers) if place.powers else wording.power(place.key)
    if power == place.key:
        return place.player or place.key
    return f"{place.player} ({power})" if place.player else power


def past_tenures(game: Game, user: Any) -> QuerySet[Tenure]:
    """The times that `user` had a seat of `game`, after its start, and has it no more."""
    return Tenure.objects.filter(game=game, user_id=user.pk, left_at__gt=game.started_at)


def had_seat(game: Game, user: Any) -> bool:
    """Whether there is a page of their earlier messages for `user`. One query, in a game with press."""
    if game.press != Game.Press.OPEN or game.started_at is None or not user.is_authenticated:
        return False
    return past_tenures(game, user).exists()


def is_press_opened(game: Game) -> bool:
    """Whether everyone who may see the game reads all of its press: it is over, its terms have it so, and it
    is no longer in fog (SPY-6).
    """
    return (
        game.press_opens
        and game.press == Game.Press.OPEN
        and game.state == Game.State.FINISHED
        and not sight.is_in_fog(game)
    )
