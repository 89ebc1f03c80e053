"""What people of a simulated knock-out do, through the services that the site's pages ask."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from games.adjudication.closing import close
from games.common import clock
from games.engine import bridge
from games.models import Game, Phase
from games.services.masters import rulings
from games.services.players import votes
from league.competitions import services
from league.competitions.knock_out import course
from league.competitions.knock_out.seeding import kept_seeds, seed_by_hand, seeds_now
from league.competitions.knock_out.state import read
from league.competitions.models import Competition, Dispute, Entry, Pairing
from league.competitions.services.locking import lock
from league.competitions.state.registration import accepted_and_clear
from league.leagues import services as leagues
from league.leagues.services import sanctions
from tests.fuzz.ladder.games import Course
from tests.games.conftest import closing_of, sitting_in

if TYPE_CHECKING:
    from tests.fuzz.cups.cup import Cup

WHY = "It has to be."
ENDS = ["play", "play", "concede", "concede", "concede", "draw", "silence", "void", "forfeit", "leave it"]
LEAVES = ["withdraw", "leave", "remove", "disqualify", "disqualify", "ban", "suspend", "expel"]
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


class Acts:
    """Everything that may be done in a cup; `some` of it is, as chance has it."""

    def __init__(self, cup: Cup) -> None:
        self.cup, self.random = cup, cup.random
        self.fates: dict[int, str] = {}
        self.courses: dict[int, Course] = {}

    @property
    def season(self) -> Competition:
        found: Competition = self.cup.season.competition
        return found

    def some(self) -> None:
        chance = self.random.random
        if self.season.is_over:
            return
        # Between the draw and the first games is one day of many.
        rate = 0.06 if kept_seeds(self.season) and self.season.started_at is None else 0.02
        standing = list(self.season.entries.filter(state__in=Entry.STANDING).select_related("user"))
        for entry in sorted(standing, key=lambda each: each.number):
            if chance() < rate:
                self._go(entry)
        for pairing in list(self._pairings(Game.State.RUNNING)):
            self._play(pairing)
        for pairing in list(self._pairings(Game.State.FINISHED)):
            if chance() < 0.04:
                self._dispute(pairing)
            if chance() < 0.01:
                self._rule(pairing)
        for dispute in Dispute.objects.filter(competition=self.season, ruled_at=None).order_by("pk"):
            if dispute.answered_by_id is None and chance() < 0.3:
                self._answer(dispute)
            elif chance() < 0.3:
                self._rule(dispute.pairing)
        self._name()
        is_by_hand = self.season.rules["seeding"] == "hand" or chance() < 0.05
        if self.season.state == Competition.State.ANNOUNCED and is_by_hand and chance() < 0.5:
            self.cup.tried("seed by hand", self._seed)

    def _pairings(self, state: str) -> Any:
        rows = Pairing.objects.filter(competition=self.season, game__state=state).order_by("number")
        return rows.select_related("game", "competition")

    def _arbiter(self) -> Any:
        return self.cup.season.arbiter

    def _go(self, entry: Entry) -> None:
        """Leave the cup or the league, or be put out of one of them."""
        how = self.random.choice(LEAVES)
        league, organiser = self.season.league, self.cup.season.organiser
        act = {"league": league, "by": organiser, "person": entry.user, "reason": WHY}
        until = self.cup.clock.now + timedelta(days=self.random.uniform(1, 20))
        ruling = {"by": self._arbiter(), "reason": WHY, "disqualify": how == "disqualify"}
        done: dict[str, tuple[Any, dict[str, Any]]] = {
            "withdraw": (services.withdraw, {"competition": self.season, "user": entry.user}),
            "leave": (leagues.leave, {"league": league, "user": entry.user}),
            "remove": (services.remove, {"competition": self.season, "entry": entry, **ruling}),
            "disqualify": (services.remove, {"competition": self.season, "entry": entry, **ruling}),
            "ban": (sanctions.ban, {**act, "until": until}),
            "suspend": (sanctions.suspend, {**act, "until": until}),
            "expel": (sanctions.remove, act),
        }
        service, given = done[how]
        self.cup.tried(how, service, **given)

    def _play(self, pairing: Pairing) -> None:
        """A game ends after some days as its fate has it, unless its players go on to its end."""
        game = pairing.game
        assert game is not None
        fate = self.fates.setdefault(game.pk, self.random.choice(ENDS))
        if fate == "play":
            if game.pk not in self.courses:
                self.courses[game.pk] = Course(game, self.random)
            self.cup.tried("play on", self.courses[game.pk].go_on)
        elif fate != "leave it" and self.random.random() < 0.4:
            self.cup.tried(f"game: {fate}", self._end, game, fate)

    def _end(self, game: Game, fate: str) -> None:
        seat = self.random.choice(["1", "2"])
        if fate == "concede":
            votes.concede(game=game, user=game.tenures.get(seat__key=seat, left_at=None).user)
        elif fate == "void":
            rulings.declare_void(game=game, user=self._arbiter(), reason=WHY)
        elif fate == "forfeit":
            rulings.declare_forfeit(game=game, user=self._arbiter(), seat=seat, reason=WHY)
        else:
            agreed = {"how": "draw", "by": ["1", "2"]}
            if fate == "silence":
                agreed = {"how": "void", "by": [], "cause": "silence"}  # type: ignore[dict-item]
            else:
                game.settings["draws"] = True
                game.save(update_fields=["settings"])
            phase = Phase.objects.get(game=game, adjudicated_at=None)
            turn = bridge.end(game, phase, agreed)
            with transaction.atomic():
                close([closing_of(game, phase, turn, agreed=agreed)], sitting_in([game.pk]), clock.now())

    def _dispute(self, pairing: Pairing) -> None:
        one = self.random.choice(pairing.entries)
        self.cup.tried("dispute", services.dispute, pairing=pairing, user=one.user, said="I was there.")

    def _answer(self, dispute: Dispute) -> None:
        """The other one answers to a doubt."""
        other = next(each for each in dispute.pairing.entries if each != dispute.raised_by)
        self.cup.tried("answer a dispute", services.answer, dispute=dispute, user=other.user, said="No.")

    def _rule(self, pairing: Pairing) -> None:
        ruling = self.random.choice(RULINGS)
        loser = self.random.choice(pairing.entries) if ruling == "forfeit" else None
        given = {"ruling": ruling, "reason": f"{WHY} {self.cup.clock.now}", "forfeited_by": loser}
        self.cup.tried(f"rule: {ruling}", services.rule, pairing=pairing, by=self._arbiter(), **given)

    def _name(self) -> None:
        """Arbiters say who goes on from games that were voided, some too late."""
        if self.season.started_at is None:
            return
        cup = read(self.season).cup
        for number in sorted(cup.results):
            pairing = cup.pairing_of(number)
            if pairing not in cup.bracket.decided and self.random.random() < 0.2:
                on = self.random.choice([None, *cup.bracket.sides(pairing)])
                self.cup.tried("name who goes on", self._named, number, on)

    def _named(self, number: int, on: Any) -> None:
        with transaction.atomic():
            season = lock(self.season)
            course.name(season, number, on, by=self._arbiter(), reason=WHY, now=clock.now())

    def _seed(self) -> None:
        kept = kept_seeds(self.season)
        order = seeds_now(self.season, kept, list(accepted_and_clear(self.season))) if kept else []
        self.random.shuffle(order)
        given = {"by": self.cup.season.organiser, "order": order, "reason": WHY}
        seed_by_hand(competition=self.season, **given)
