"""What people of a simulated event of any kind do, through the services that the site's pages ask."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from games.adjudication.closing import close
from games.common import clock
from games.engine import bridge
from games.models import Game, Phase
from league.competitions import services
from league.competitions.models import Competition, Dispute, Entry, Pairing
from league.leagues import services as leagues
from league.leagues.services import sanctions
from tests.games.conftest import closing_of, sitting_in

if TYPE_CHECKING:
    from tests.fuzz.events.event import Simulated

WHY = "It has to be."
LEAVES = ["withdraw", "leave", "remove", "disqualify", "disqualify", "ban", "suspend", "expel"]


class Acts:
    """Everything that may be done in an event; `some` of it is, as chance has it."""

    rulings = ["stands", "annulled"]

    def __init__(self, event: Simulated) -> None:
        self.event, self.random = event, event.random
        self.fates: dict[int, str] = {}

    def some(self) -> None:
        raise NotImplementedError

    @property
    def season(self) -> Competition:
        found: Competition = self.event.season.competition
        return found

    @property
    def arbiter(self) -> Any:
        return self.event.season.arbiter

    def pairings(self, state: str) -> list[Pairing]:
        rows = Pairing.objects.filter(competition=self.season, game__state=state).order_by("number")
        return list(rows.select_related("game", "competition"))

    def some_go(self, rate: float) -> None:
        """Leave the event or the league, or be put out of one of them."""
        standing = list(self.season.entries.filter(state__in=Entry.STANDING).select_related("user"))
        for entry in sorted(standing, key=lambda each: each.number):
            if self.random.random() < rate:
                self._go(entry)

    def _go(self, entry: Entry) -> None:
        how = self.random.choice(LEAVES)
        league, organiser = self.season.league, self.event.season.organiser
        act = {"league": league, "by": organiser, "person": entry.user, "reason": WHY}
        until = self.event.clock.now + timedelta(days=self.random.uniform(1, 20))
        ruling = {"by": self.arbiter, "reason": WHY, "disqualify": how == "disqualify"}
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
        self.event.tried(how, service, **given)

    def some_doubt(self) -> None:
        """Results are disputed, answered for and ruled on."""
        chance = self.random.random
        for pairing in self.pairings(Game.State.FINISHED):
            if chance() < 0.04:
                self._dispute(pairing)
            if chance() < 0.01:
                self._rule(pairing)
        for dispute in Dispute.objects.filter(competition=self.season, ruled_at=None).order_by("pk"):
            if dispute.answered_by_id is None and chance() < 0.3:
                self._answer(dispute)
            elif chance() < 0.3:
                self._rule(dispute.pairing)

    def _dispute(self, pairing: Pairing) -> None:
        one = self.random.choice(pairing.entries)
        self.event.tried("dispute", services.dispute, pairing=pairing, user=one.user, said="I was there.")

    def _answer(self, dispute: Dispute) -> None:
        """Another one answers to a doubt."""
        other = next(each for each in dispute.pairing.entries if each != dispute.raised_by)
        self.event.tried("answer a dispute", services.answer, dispute=dispute, user=other.user, said="No.")

    def _rule(self, pairing: Pairing) -> None:
        ruling = self.random.choice(self.rulings)
        loser = self.random.choice(pairing.entries) if ruling == "forfeit" else None
        given = {"ruling": ruling, "reason": f"{WHY} {self.event.clock.now}", "forfeited_by": loser}
        self.event.tried(f"rule: {ruling}", services.rule, pairing=pairing, by=self.arbiter, **given)


def end_by(game: Game, agreed: dict[str, Any]) -> None:
    """End a running game as is agreed, whatever its rules know."""
    phase = Phase.objects.get(game=game, adjudicated_at=None)
    turn = bridge.end(game, phase, agreed)
    with transaction.atomic():
        close([closing_of(game, phase, turn, agreed=agreed)], sitting_in([game.pk]), clock.now())
