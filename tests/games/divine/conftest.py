"""Nine people around one board: the seven powers, and two of whom no one is told who they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.adjudication.drain import drain
from games.models import Answer, Game, Phase, Tenure
from games.services.players.answers import save_answer
from games.services.seats.seating import take_seat
from tests.conftest import house_was_up, make_user
from tests.games.conftest import Clock, phase_of

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
DIVINE = ("DEVIL", "GOD")


@dataclass
class Table:
    """A game of nine, who sits where, and what can be done there."""

    game: Game
    seats: Mapping[str, Any]
    clock: Clock
    clients: dict[str | None, Client] = field(default_factory=dict)

    def client(self, seat: str | None) -> Client:
        """The browser of the player in `seat`; None: of a visitor."""
        if seat not in self.clients:
            client = Client(HTTP_ACCEPT_LANGUAGE="en")
            if seat is not None:
                client.force_login(self.seats[seat])
            self.clients[seat] = client
        return self.clients[seat]

    def url(self, name: str = "game", *more: str) -> str:
        return reverse(f"games:{name}", args=[self.game.league.slug, self.game.code, *more])

    def page(self, seat: str | None, name: str = "game", *more: str) -> str:
        response = self.client(seat).get(self.url(name, *more))
        assert response.status_code == 200, response
        return response.content.decode()

    def say(self, seat: str, text: str, *, ready: bool | None = None) -> Answer:
        """`seat` saves `text`, over whatever it had saved before."""
        phase = phase_of(self.game)
        before = Answer.objects.filter(phase=phase, seat__key=seat).first()
        return save_answer(
            game=self.game,
            user=self.seats[seat],
            label=phase.label,
            text=text,
            version=before.version if before else 0,
            ready=ready,
        )

    def go_on(self, **said: str) -> Phase:
        """Seats say something, the deadline comes; the phase that is open then."""
        for seat, text in said.items():
            self.say(seat, text)
        self.clock(phase_of(self.game).deadline)
        house_was_up()
        drain()
        self.game.refresh_from_db()
        return phase_of(self.game)

    def protected(self, seat: str) -> str:
        """Whom a divine seat protects: for the test alone."""
        return str(phase_of(self.game).position["protected"][seat])

    def swap(self, one: str, other: str) -> None:
        """The holders of two seats change places: another world, in which nothing else differs."""
        seats = {tenure.seat.key: tenure for tenure in self.game.tenures.select_related("seat", "user")}
        first, second = seats[one], seats[other]
        Tenure.objects.filter(pk=first.pk).update(user=self.game.opened_by)
        Tenure.objects.filter(pk=second.pk).update(user=first.user)
        Tenure.objects.filter(pk=first.pk).update(user=second.user)


@pytest.fixture
def nine(calais: Any) -> list[Any]:
    """Nine members of Calais."""
    from league.leagues import services

    people = [make_user(f"person{number}") for number in range(9)]
    for person in people:
        services.join(league=calais, user=person)
    return people


@pytest.fixture
def seat_nine(make_game: Callable[..., Game], nine: list[Any], set_clock: Clock) -> Callable[..., Table]:
    """Opens a game of Diable et Bon Dieu with these settings, and seats nine people, which starts it."""

    def seat(**settings: Any) -> Table:
        game = make_game(variant="devil-and-god", settings=settings, name="Nine")
        for number, person in enumerate(nine):
            take_seat(game=game, user=person, nonce=f"{number}")
        game.refresh_from_db()
        held = game.tenures.select_related("seat", "user")
        return Table(game, {tenure.seat.key: tenure.user for tenure in held}, set_clock)

    return seat


@pytest.fixture
def table(seat_nine: Callable[..., Table]) -> Table:
    """A game of nine in its first spring."""
    return seat_nine()
