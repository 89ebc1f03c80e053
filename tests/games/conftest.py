"""A game at the table: its clock, its players' answers, and the drain that moves it on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from games.adjudication.closing import close, closing_of, sitting_in
from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.agreed.pace import Pace
from games.common import clock
from games.engine import bridge
from games.models import Answer, Game, Phase
from games.services.players.answers import save_answer
from games.services.seats.seating import take_seat
from league.leagues import services
from tests.conftest import house_was_up, make_user
from tests.games.contests import open_duel
from tests.opening import open_game

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

RANKS = {
    "ada": "France\nEngland\nGermany\nAustria\nItaly\nRussia\nTurkey",
    "ben": "Turkey\nRussia\nGermany\nAustria\nItaly\nFrance\nEngland",
}
"""Home choices that give France to ada and Turkey to ben."""


class Clock:
    """The site's clock, stopped: it shows what the test sets."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self, moment: datetime) -> None:
        self.now = moment

    def pass_(self, **length: float) -> datetime:
        """Let time pass: `clock.pass_(hours=2)`."""
        self.now += timedelta(**length)
        return self.now


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock stands at noon, 1 March 2026 UTC; `set_clock(moment)`, `set_clock.pass_(hours=2)` move it."""
    stopped = Clock(NOON)
    monkeypatch.setattr(clock, "read", lambda: stopped.now)
    return stopped


@pytest.fixture
def make_game(calais: Any, carl: Any, set_clock: Clock) -> Callable[..., Game]:
    """Opens a game of Calais; anything that `open_game` takes may be given."""

    def make(**values: Any) -> Game:
        given = {"name": "Channel", "variant": "intimate", "settings": {}, "pace": Pace()} | values
        return open_game(league=calais, user=carl, **given)

    return make


@pytest.fixture
def opened_game(make_game: Callable[..., Game]) -> Game:
    """A daily public game of Intimate, opened by carl, in which no one sits yet."""
    return make_game()


@pytest.fixture
def seat_both(ada: Any, ben: Any) -> Callable[[Game], Game]:
    """Seats ada in seat 1 and ben in seat 2, which starts the game."""

    def seat(game: Game) -> Game:
        take_seat(game=game, user=ada, nonce="from ada")
        take_seat(game=game, user=ben, nonce="from ben")
        game.refresh_from_db()
        return game

    return seat


@pytest.fixture
def seat_all(calais: Any) -> Callable[..., dict[str, Any]]:
    """Fills a game with new members of Calais, player0 and on, which starts it; who sits where, by seat."""

    def seat(game: Game) -> dict[str, Any]:
        for number in range(game.seats.count()):
            person = make_user(f"player{number}")
            services.join(league=calais, user=person)
            take_seat(game=game, user=person, nonce=f"from {person}")
        game.refresh_from_db()
        return {tenure.seat.key: tenure.user for tenure in game.tenures.select_related("seat", "user")}

    return seat


@pytest.fixture
def running_game(opened_game: Game, seat_both: Callable[[Game], Game]) -> Game:
    """The daily game, just started: ada in seat 1, ben in seat 2, the home choice open."""
    return seat_both(opened_game)


@pytest.fixture
def duel(calais: Any, ada: Any, ben: Any, eve: Any, set_clock: Clock) -> Game:
    """A running game of a competition: ada in seat 1, ben in seat 2; eve, a member, is its arbiter."""
    services.join(league=calais, user=eve)
    return open_duel(calais, (ada, ben), [eve])


def phase_of(game: Game) -> Phase:
    """The phase that the game is in, or that it ended with."""
    return Phase.objects.filter(game=game).latest("ordinal")


@pytest.fixture
def answer(running_game: Game) -> Callable[..., Answer]:
    """Saves what a player typed in the running game's open phase, over whatever they had saved before."""

    def save(user: Any, text: str, *, ready: bool | None = None) -> Answer:
        phase = phase_of(running_game)
        before = Answer.objects.filter(phase=phase, seat__tenures__user=user).first()
        version = before.version if before else 0
        return save_answer(
            game=running_game, user=user, label=phase.label, text=text, version=version, ready=ready
        )

    return save


@pytest.fixture
def advance(running_game: Game, set_clock: Clock) -> Callable[[], Phase]:
    """Lets the running game's deadline come and the drain do its work; the phase that is open then."""

    def to_the_deadline() -> Phase:
        set_clock(phase_of(running_game).deadline)
        house_was_up()  # the house was up all the while
        drain()
        running_game.refresh_from_db()
        return phase_of(running_game)

    return to_the_deadline


@pytest.fixture
def drained(set_clock: Clock) -> Callable[[Game], Phase]:
    """Lets the deadline of a game come and the drain do its work; the phase that is open then."""

    def to_the_deadline(game: Game) -> Phase:
        set_clock(phase_of(game).deadline)
        house_was_up()
        drain()
        game.refresh_from_db()
        return phase_of(game)

    return to_the_deadline


@pytest.fixture
def auction_game(
    running_game: Game, answer: Callable[..., Answer], advance: Callable[[], Phase], ada: Any, ben: Any
) -> Game:
    """The running game one phase on: ada is France, ben Turkey, and the first auction is open."""
    answer(ada, RANKS["ada"])
    answer(ben, RANKS["ben"])
    assert advance().label == "S1901B"
    return running_game


@pytest.fixture
def movement_game(auction_game: Game, advance: Callable[[], Phase]) -> Game:
    """Two phases on: no one has bid, and spring's orders are due."""
    assert advance().label == "S1901M"
    return auction_game


@pytest.fixture
def end(set_clock: Clock) -> Callable[..., Game]:
    """Ends a running game as `agreed`, as a service of the site would; its record holds."""

    def ended(game: Game, **agreed: Any) -> Game:
        phase = phase_of(game)
        turn = bridge.end(game, phase, agreed)
        with transaction.atomic():
            close([closing_of(game, phase, turn, agreed=agreed)], sitting_in([game.pk]), set_clock.now)
        game.refresh_from_db()
        assert prove(game).differences == []
        return game

    return ended
