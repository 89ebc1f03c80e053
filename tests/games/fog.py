"""A game of Spy Diplomacy for tests: seven at the table, and phases played by what they send."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

import adjudicator
from adjudicator.lots import Lots
from games.engine import bridge
from games.models import Game, Phase, Seat, Tenure, Turn
from league.users.models import User
from tests.conftest import make_user
from tests.games.conftest import NOON, phase_of


@dataclass
class Table:
    """The game, and its players by their powers."""

    game: Game
    players: dict[str, Any]

    @property
    def phase(self) -> Phase:
        return phase_of(self.game)

    def play(self, **answers: Any) -> Phase:
        """Adjudicate the open phase with these answers by power, each a list of lines; the phase then open.

        Powers left out hold and stay. Rows are laid as they come to be, without a clock.
        """
        phase = self.phase
        sent = {power: answers.get(power, []) for power in self.players}
        turn = bridge.resolve(self.game, phase, sent)
        phase.adjudicated_at = NOON
        phase.save()
        Turn.objects.create(phase=phase, answers=sent, turn=turn, created_at=NOON)
        Game.objects.filter(pk=self.game.pk).update(
            version=self.game.version + 1, phase_number=phase.ordinal + 1
        )
        if turn["outcome"] is not None:
            Game.objects.filter(pk=self.game.pk).update(
                state=Game.State.FINISHED, outcome=turn["outcome"], finished_at=NOON
            )
            self.game.refresh_from_db()
            return phase
        self.game.refresh_from_db()
        opening = bridge.opening(self.game, turn["position"])
        return Phase.objects.create(
            game=self.game,
            ordinal=phase.ordinal + 1,
            label=opening.label,
            position=opening.position,
            due=opening.due,
            opened_at=NOON,
            deadline=NOON + timedelta(days=7),
            closes_at=NOON + timedelta(days=7),
        )

    def play_to(self, label: str, **answers: Any) -> Phase:
        """Go on until the phase `label` is open; `answers` are for the phase open now."""
        self.play(**answers)
        while self.phase.label != label:
            self.play()
        return self.phase

    def end(self) -> None:
        """All agree on a draw."""
        phase = self.phase
        agreed = {"how": "draw", "by": sorted(self.players)}
        turn = bridge.end(self.game, phase, agreed)
        phase.adjudicated_at = NOON
        phase.save()
        Turn.objects.create(phase=phase, agreed=agreed, turn=turn, created_at=NOON)
        Game.objects.filter(pk=self.game.pk).update(
            state=Game.State.FINISHED,
            outcome=turn["outcome"],
            finished_at=NOON,
            version=self.game.version + 1,
        )
        self.game.refresh_from_db()


@pytest.fixture
def lay_table(calais: Any, carl: Any) -> Callable[..., Table]:
    """`lay_table(settings)`: a public game of Spy Diplomacy whose first phase is open."""

    def lay(**settings: Any) -> Table:
        lots = "5a" * 32
        game = Game.objects.create(
            league=calais,
            name="Cabinet noir",
            variant="spy",
            settings=settings,
            opened_by=carl,
            opened_at=NOON,
            lots=lots,
            lots_sha256=Lots(lots).sha256,
            state=Game.State.RUNNING,
            started_at=NOON,
        )
        opening = bridge.opening_of(game)
        players = {}
        for order, power in enumerate(adjudicator.VARIANTS["spy"]["seats"]):
            user = User.objects.filter(username=f"agent{order}").first() or make_user(f"agent{order}")
            players[power] = user
            seat = Seat.objects.create(game=game, key=power, order=order)
            Tenure.objects.create(game=game, seat=seat, user=user, place=order, nonce="nonce", taken_at=NOON)
        Phase.objects.create(
            game=game,
            ordinal=0,
            label=opening.label,
            position=opening.position,
            due=opening.due,
            opened_at=NOON,
            deadline=NOON + timedelta(days=7),
            closes_at=NOON + timedelta(days=7),
        )
        return Table(game, players)

    return lay


@pytest.fixture
def spy_table(lay_table: Callable[..., Table]) -> Table:
    """Such a game in autumn 1901: Germany's spy stands in Burgundy, Munich's army has been to Tyrolia."""
    table = lay_table()
    table.play(GERMANY=["A MUN - TYR"], FRANCE=["A PAR - PIC"], ENGLAND=["F LON - ENG"])
    table.play(GERMANY=["E MUN - BUR", "E BER - SIL"], FRANCE=["E PAR - BUR", "E MAR - SWI"])
    table.play()
    assert table.phase.label == "F1901M"
    return table
