"""What people of a simulated knock-out do, through the services that the site's pages ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from games.common import clock
from games.models import Game
from games.services.masters import rulings
from games.services.players import votes
from league.competitions.knock_out import course
from league.competitions.knock_out.seeding import kept_seeds, seed_by_hand, seeds_now
from league.competitions.knock_out.state import read
from league.competitions.models import Competition, Pairing
from league.competitions.services.locking import lock
from league.competitions.state.registration import accepted_and_clear
from tests.fuzz.events.acts import LEAVES, WHY, Acts, end_by
from tests.fuzz.ladder.games import Course

if TYPE_CHECKING:
    from tests.fuzz.events.event import Simulated

ENDS = ["play", "play", "concede", "concede", "concede", "draw", "silence", "void", "forfeit", "leave it"]
RULINGS = ["stands", "forfeit", "annulled"]
DONE = frozenset(
    [
        "begun, replay",
        *(f"done, {how}" for how in LEAVES),
        *(f"done, rule: {ruling}" for ruling in RULINGS),
        *(f"done, game: {fate}" for fate in ENDS if fate not in ("play", "leave it")),
        *(f"done, {what}" for what in ("enter", "play on", "dispute", "answer a dispute", "hear twice")),
        *(f"done, {what}" for what in ("name who goes on", "seed by hand", "pay")),
    ]
)
"""What has to occur where many cups are played, as it is counted."""


class CupActs(Acts):
    """Everything that may be done in a cup."""

    rulings = RULINGS

    def __init__(self, event: Simulated) -> None:
        super().__init__(event)
        self.courses: dict[int, Course] = {}

    def some(self) -> None:
        # Between the draw and the first games is one day of many.
        self.some_go(0.06 if kept_seeds(self.season) and self.season.started_at is None else 0.02)
        for pairing in self.pairings(Game.State.RUNNING):
            self._play(pairing)
        self.some_doubt()
        self._name()
        is_by_hand = self.season.rules["seeding"] == "hand" or self.random.random() < 0.05
        if self.season.state == Competition.State.ANNOUNCED and is_by_hand and self.random.random() < 0.5:
            self.event.tried("seed by hand", self._seed)

    def _play(self, pairing: Pairing) -> None:
        """A game ends after some days as its fate has it, unless its players go on to its end."""
        game = pairing.game
        assert game is not None
        fate = self.fates.setdefault(game.pk, self.random.choice(ENDS))
        if fate == "play":
            if game.pk not in self.courses:
                self.courses[game.pk] = Course(game, self.random)
            self.event.tried("play on", self.courses[game.pk].go_on)
        elif fate != "leave it" and self.random.random() < 0.4:
            self.event.tried(f"game: {fate}", self._end, game, fate)

    def _end(self, game: Game, fate: str) -> None:
        seat = self.random.choice(["1", "2"])
        if fate == "concede":
            votes.concede(game=game, user=game.tenures.get(seat__key=seat, left_at=None).user)
        elif fate == "void":
            rulings.declare_void(game=game, user=self.arbiter, reason=WHY)
        elif fate == "forfeit":
            rulings.declare_forfeit(game=game, user=self.arbiter, seat=seat, reason=WHY)
        else:
            agreed = {"how": "draw", "by": ["1", "2"]}
            if fate == "silence":
                agreed = {"how": "void", "by": [], "cause": "silence"}  # type: ignore[dict-item]
            else:
                game.settings["draws"] = True
                game.save(update_fields=["settings"])
            end_by(game, agreed)

    def _name(self) -> None:
        """Arbiters say who goes on from games that were voided, some too late."""
        if self.season.started_at is None:
            return
        cup = read(self.season).cup
        for number in sorted(cup.results):
            pairing = cup.pairing_of(number)
            if pairing not in cup.bracket.decided and self.random.random() < 0.2:
                on = self.random.choice([None, *cup.bracket.sides(pairing)])
                self.event.tried("name who goes on", self._named, number, on)

    def _named(self, number: int, on: Any) -> None:
        with transaction.atomic():
            season = lock(self.season)
            course.name(season, number, on, by=self.arbiter, reason=WHY, now=clock.now())

    def _seed(self) -> None:
        kept = kept_seeds(self.season)
        order = seeds_now(self.season, kept, list(accepted_and_clear(self.season))) if kept else []
        self.random.shuffle(order)
        given = {"by": self.event.season.organiser, "order": order, "reason": WHY}
        seed_by_hand(competition=self.season, **given)
