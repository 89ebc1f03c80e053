"""Who had the seats of a game when a phase closed: its results name those, not today's holders of the
seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.models import Game, Phase
from games.pages.seats import Place, nameless
from games.pages.writers import Writers, writers_of
from games.words import wording

BEFORE = timedelta(microseconds=1)
"""Seats that open, or are given away, because of a phase do so at the moment of its closing."""


@dataclass(frozen=True, slots=True)
class PastPlayers:
    """The places of a game as they are, and who had the seats before."""

    game: Game
    places: Sequence[Place]
    writers: Writers

    def places_in(self, phase: Phase) -> list[Place]:
        """The places as they were when `phase` closed; as they are while it is open."""
        if not self.writers.before or phase.adjudicated_at is None:
            return list(self.places)
        found: list[Place] = []
        for place in self.places:
            then = self._at(place, phase.adjudicated_at - BEFORE)
            found.append(replace(then, player=nameless(found)) if then.is_former else then)
        return found

    def names_in(self, phase: Phase) -> dict[str, str]:
        """The players' names by seat, as they were when `phase` closed."""
        return {place.key: place.name for place in self.places_in(phase) if place.name}

    def all_names(self) -> dict[str, str]:
        """The names of everyone who has had a seat since the start, by seat, the first one first."""
        return {place.key: self._succession(place) for place in self.places if place.name}

    def _succession(self, place: Place) -> str:
        names = [held.player for held in self.writers.before.get(place.key, ())]
        if not names or not (place.is_open or place.is_left):
            names.append(place.name)
        words = names[0]
        for name in names[1:]:
            words = _("%(player)s, then %(successor)s") % {"player": words, "successor": name}
        return words

    def _at(self, place: Place, moment: datetime) -> Place:
        then = self.writers.at(place.key, moment)
        came_later = then.taken_at is not None and moment < then.taken_at
        if then is not place or not came_later or place.key not in self.writers.before:
            return then
        role = wording.seat_at(self.game.variant, self.game.settings, place.key)
        return replace(place, player="", user_id=None, is_own=False, is_former=False, is_open=True, role=role)


def past_players(game: Game, places: Sequence[Place], *, in_file: bool = False) -> PastPlayers:
    """Who had the seats of `game`, as far as they may be named; `in_file` where `places` are made for one.
    One query, where a seat has changed hands.
    """
    return PastPlayers(game, places, writers_of(game, places, in_file=in_file))
