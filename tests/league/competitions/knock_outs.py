"""A season of the knock-out for tests: its games are named by the numbers of their pairings."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

from games.common import clock
from games.models import Game
from games.services.masters import contest_rulings
from games.services.players import votes
from league.competitions.knock_out.bracket import Bracket, Decision
from league.competitions.knock_out.rules import KnockOutRules
from league.competitions.knock_out.state import read
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Entry, Pairing
from league.competitions.services import turning
from league.competitions.services.entering import remove
from tests.league.competitions.seasons import DAY, RULES, STARTS, Season
from tests.league.prizes.money_seasons import MoneySeason

KNOCK_OUT = KnockOutRules(
    name="Autumn knock-out",
    league="calais",
    variant="intimate",
    settings={"last_year": 1902},
    pace=RULES.pace,
    zone="Europe/Paris",
    enters_from=RULES.enters_from,
    enters_until=RULES.enters_until,
    starts_at=STARTS,
    ends_at=STARTS + 600 * DAY,
    smallest=3,
    largest=8,
)
WINDOW = timedelta(days=KNOCK_OUT.dispute_days)


class KnockOutSeason(Season):
    base = KNOCK_OUT

    def close_entries(self):
        """The seeds are drawn; no game has begun."""
        self.clock(KNOCK_OUT.enters_until)
        turning.turn(self.competition)
        return self.refresh()

    def number(self, number: int) -> Entry:
        return Entry.objects.select_related("user", "competition").get(
            competition=self.competition, number=number
        )

    @property
    def bracket(self) -> Bracket:
        return read(self.competition).cup.bracket

    def decided(self, pairing: int) -> Decision | None:
        return self.bracket.decided.get(pairing)

    def pairing(self, number: int) -> Pairing:
        found = Pairing.objects.filter(competition=self.competition, number=number)
        return found.select_related("game", "competition").get()

    @property
    def running(self) -> list[int]:
        rows = Pairing.objects.filter(competition=self.competition, game__state=Game.State.RUNNING)
        return list(rows.order_by("number").values_list("number", flat=True))

    def sides(self, number: int) -> list[Entry]:
        return [side.entry for side in self.pairing(number).sides.select_related("entry__user")]

    def wins(self, number: int, place: int = 0, *, is_final: bool = True) -> Entry:
        """The upper entry (`place` 0) wins the game, or the lower one; its result becomes final."""
        two = self.sides(number)
        votes.concede(game=self.pairing(number).game, user=two[1 - place].user)
        self.hear()
        if is_final:
            self.settle()
        return two[place]

    def settle(self) -> None:
        """Results of until now become final, and what follows is done."""
        self.turn(days=KNOCK_OUT.dispute_days, minutes=1)

    def stays_undecided(self, number: int) -> None:
        """The site measures the game at its end: no year is over, so it is void; then it is made a draw."""
        game = self.pairing(number).game
        contest_rulings.end_in_time(game=game)
        self.hear()

    def disqualify(self, entry: Entry) -> None:
        given = {"by": self.arbiter, "reason": "Two accounts.", "disqualify": True}
        remove(competition=self.competition, entry=entry, **given)

    def play_out(self) -> None:
        """The upper entry wins every game that is left."""
        while self.running:
            for number in self.running:
                self.wins(number, is_final=False)
            self.settle()

    @property
    def export(self) -> dict:
        self.refresh()
        return json.loads(export_bytes(self.competition, clock.now()))


class MoneyKnockOut(MoneySeason, KnockOutSeason):
    base = KNOCK_OUT
    without = {}


def rules(**more):
    return replace(KNOCK_OUT, **more)
