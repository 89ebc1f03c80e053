"""How the games of a simulated season go, for two or for more: each has a fate from its first phase on."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Any

from games.models import Answer, Game, Phase, Tenure
from games.services.players import votes
from games.services.players.answers import save_answer
from games.services.seats import resigning
from tests.fuzz.season.acts import words


class Fate(StrEnum):
    """What will become of a game, if nothing else ends it."""

    PLAYED = "played to its end"
    SLOW = "played to every deadline"
    CONCEDED = "conceded"
    RESIGNED = "resigned"
    ABANDONED = "one vanishes"
    FORSAKEN = "all vanish"


WEIGHTS = {
    Fate.PLAYED: 3,
    Fate.SLOW: 1,
    Fate.CONCEDED: 5,
    Fate.RESIGNED: 1,
    Fate.ABANDONED: 2,
    Fate.FORSAKEN: 1,
}
MOST_PHASES = 4
"""Phases that someone plays at most before they concede, resign or vanish."""


class Course:
    """One game of the season: its fate, who of its players meets it, and after how many phases."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game, self.random = game.pk, random
        self.fate = random.choices(list(WEIGHTS), weights=list(WEIGHTS.values()))[0]
        self.seats = list(game.seats.order_by("order").values_list("key", flat=True))
        self.loser = random.choice(self.seats)
        self.after = random.randint(0, MOST_PHASES)

    def go_on(self) -> bool:
        """Do what its players do now; False when the game is over."""
        game = Game.objects.get(pk=self.game)
        if not game.is_running:
            return False
        phase = Phase.objects.get(game=game, adjudicated_at=None)
        seats = Tenure.objects.filter(game=game, left_at=None).select_related("seat", "user").order_by("pk")
        held = {each.seat.key: each for each in seats}
        is_time = phase.ordinal >= self.after
        if is_time and self.fate in (Fate.CONCEDED, Fate.RESIGNED) and self.loser in held:
            is_of_two = len(self.seats) == 2
            leave = votes.concede if self.fate is Fate.CONCEDED and is_of_two else resigning.resign
            leave(game=game, user=held[self.loser].user)
            if is_of_two:
                return False
            self.fate = Fate.PLAYED  # the others go on
            return True
        saved = set(Answer.objects.filter(phase=phase).values_list("seat__key", flat=True))
        gone = {Fate.FORSAKEN: self.seats, Fate.ABANDONED: [self.loser]}.get(self.fate, [])
        for seat in sorted(held.keys() & set(phase.due) - saved):
            if not (is_time and seat in gone):
                self._answer(game, phase, held[seat])
        return True

    def _answer(self, game: Game, phase: Phase, tenure: Any) -> None:
        save_answer(
            game=game,
            user=tenure.user,
            label=phase.label,
            text=words(game, phase, tenure.seat.key, self.random),
            version=0,
            ready=self.fate is not Fate.SLOW,
        )
