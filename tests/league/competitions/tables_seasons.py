"""A season at tables of seven for tests: its games are named by the numbers of their tables, and ended with
the centres that a test wants.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction

from adjudicator.board import standard
from games.adjudication.closing import close
from games.common import clock
from games.engine import bridge
from games.models import Game, Phase
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Entry, Pairing
from league.competitions.services import turning
from league.competitions.services.entering import remove
from league.competitions.tables.checking import check_in
from league.competitions.tables.rules import LOOKING, TablesRules
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Read, read
from tests.games.conftest import closing_of, sitting_in
from tests.league.competitions.seasons import DAY, RULES, STARTS, Season
from tests.league.prizes.money_seasons import MoneySeason

TABLES = TablesRules(
    name="Autumn tables",
    league="calais",
    settings={"players": 7, "rulebook": "modern", "last_year": 1907},
    pace=RULES.pace,
    zone="Europe/Paris",
    enters_from=RULES.enters_from,
    enters_until=RULES.enters_until,
    starts_at=STARTS,
    ends_at=STARTS + 1500 * DAY,
    absence=TablesRules.ABSENCE,
    largest=49,
)
WINDOW = timedelta(days=TABLES.dispute_days)
BOARD = (9, 7, 7, 4, 4, 3, 0)
"""The centres of an ended game, from the first of its table."""


class TablesSeason(Season):
    base = TABLES

    def begin(self, people: int = 7, **who: Any) -> Any:
        """Announce it, let so many enter (p1, p2, …), check all in and begin the first round."""
        self.announce()
        for number in range(1, people + 1):
            self.enter(f"p{number}")
        self.close_entries()
        self.check_in(**who)
        return self.start()

    def close_entries(self) -> Any:
        """Check-in for the first round is open."""
        self.clock(TABLES.enters_until)
        turning.turn(self.competition)
        return self.refresh()

    def check_in(self, *names: str, but: Iterable[str] = (), **said: Any) -> None:
        """Let these (none: all who are in) check in for the round that is called."""
        last = self.read.last
        if last is None:
            raise ValueError("no round is called")
        standing = self.competition.entries.filter(state__in=Entry.IN).select_related("user")
        people = list(names) or [each.user.username for each in standing.order_by("number")]
        for name in people:
            if name not in but:
                check_in(competition=self.competition, user=self.member(name), number=last.number, **said)

    def start(self) -> Any:
        """Draw the first round, and begin it with the season."""
        self.clock(TABLES.starts_at - LOOKING)
        turning.turn(self.competition)
        self.clock(TABLES.starts_at)
        turning.turn(self.competition)
        return self.refresh()

    @property
    def read(self) -> Read:
        return read(self.refresh().competition)

    @property
    def running(self) -> list[int]:
        rows = Pairing.objects.filter(competition=self.competition, game__state=Game.State.RUNNING)
        return list(rows.order_by("number").values_list("number", flat=True))

    def pairing(self, number: int) -> Pairing:
        found = Pairing.objects.filter(competition=self.competition, number=number)
        return found.select_related("game", "competition").get()

    def game(self, number: int) -> Game:
        game = self.pairing(number).game
        if game is None:
            raise ValueError(f"table {number} has no game")
        return game

    def ends(self, number: int, board: Sequence[int] = BOARD, *, is_final: bool = True) -> None:
        """The game of a table ends with these centres, by powers in their order; then its result is final."""
        end_with(self.game(number), dict(zip(POWERS, board, strict=True)))
        self.hear()
        if is_final:
            self.settle()

    def settle(self) -> None:
        """Results of until now become final, and what follows is done."""
        self.turn(days=TABLES.dispute_days, minutes=1)

    def next_round(self, *names: str, **said: Any) -> None:
        """Check in for the round that is called, and let it be drawn and begin."""
        self.check_in(*names, **said)
        self.turn(hours=48)
        self.turn(hours=12)

    def play_out(self, board: Sequence[int] = BOARD) -> None:
        """Every game ends with this board, and everyone checks in for each round."""
        while not self.refresh().competition.is_over:
            for number in self.running:
                self.ends(number, board, is_final=False)
            self.settle()
            last = self.read.last
            if last is not None and last.begun is None:
                self.next_round()

    def disqualify(self, entry: Entry) -> None:
        given = {"by": self.arbiter, "reason": "Two accounts.", "disqualify": True}
        remove(competition=self.competition, entry=entry, **given)

    def number(self, number: int) -> Entry:
        rows = Entry.objects.select_related("user", "competition")
        return rows.get(competition=self.competition, number=number)

    @property
    def export(self) -> dict:
        self.refresh()
        return json.loads(export_bytes(self.competition, clock.now()))


class MoneyTables(MoneySeason, TablesSeason):
    base = TABLES
    without = {}


def end_with(game: Game, owned: Mapping[str, int], *, how: str = "draw", cause: str = "") -> None:
    """End a running game with these centres: a draw of all who have any, or void."""
    phase = Phase.objects.get(game=game, adjudicated_at=None)
    places = iter(standard().centres)
    phase.position["centres"] = {
        power: [next(places) for _each in range(count)] for power, count in owned.items()
    }
    for power, count in owned.items():
        if not count:
            phase.position["units"][power] = []
    phase.save(update_fields=["position"])
    alive = [power for power, count in owned.items() if count]
    agreed: dict[str, Any] = {"how": how, "by": alive if how == "draw" else []}
    if cause:
        agreed["cause"] = cause
    game.settings["draws"] = True
    game.save(update_fields=["settings"])
    turn = bridge.end(game, phase, agreed)
    with transaction.atomic():
        close([closing_of(game, phase, turn, agreed=agreed)], sitting_in([game.pk]), clock.now())


def rules(**more: Any) -> TablesRules:
    return replace(TABLES, **more)
