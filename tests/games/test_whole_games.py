"""Whole games of each variant through the site: bots fill in forms and post them, deadlines and readiness
move the games on, and in the end the records replay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import adjudicator
from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.bots import Bot, greedy_bot, look, random_bot
from games.engine import hosting_rules
from games.models import Answer, Game, Phase, Turn
from tests.conftest import house_was_up
from tests.fuzz import devil_and_god, intimate_ii, invariants, spy, standard
from tests.games.conftest import phase_of
from tests.secrecy.worlds.drawn.typing import typed

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.slow]

MOST_PHASES = 60


@dataclass(frozen=True)
class Played:
    """A variant as it is played here: between which bots, what is checked of each turn, and the last year
    before all agree on a draw where no one wins sooner.
    """

    variant: str
    bots: tuple[Bot, ...]
    check: Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], None]
    settings: Mapping[str, Any] = field(default_factory=dict)
    last_year: int = 1990
    how: frozenset[str] = frozenset()
    """The clauses by which such a game ends."""


def divine(scene: Any) -> Any:
    return (devil_and_god.cunning_bot if scene.seat in devil_and_god.DIVINE else greedy_bot)(scene)


SHORT = {"last_year": 1902}
TABLE = SHORT | {"players": 7}
SHOWN = {"spells_shown": "turn"}
PLAYED = (
    Played(
        "standard",
        (greedy_bot, random_bot),
        partial(standard.check, TABLE, True, Random(0)),
        TABLE,
        how=frozenset({"RB-12", "RB-13"}),
    ),
    Played("intimate", (greedy_bot, random_bot), invariants.check, how=frozenset({"ID-15", "ID-16"})),
    Played(
        "intimate-ii",
        tuple(map(intimate_ii.with_wishes, (greedy_bot, random_bot))),
        intimate_ii.GAME.check,
        how=frozenset({"ID-15", "ID-16", "ID2-5", "ID2-11"}),
    ),
    Played(
        "spy",
        tuple(map(spy.spying, (greedy_bot, random_bot))),
        spy.check,
        SHORT | {"pace": "phase"},
        how=frozenset({"RB-12", "RB-13"}),
    ),
    Played(
        "devil-and-god",
        (divine,),
        partial(devil_and_god.check, SHOWN),
        SHOWN,
        last_year=1903,
        how=frozenset({"DG-15", "DG-17"}),
    ),
)


def fields_of(answer: Any) -> dict[str, str]:
    """How someone fills the form in: lines as text, but bids and wishes into boxes of their own."""
    fields = {"text": typed(answer)}
    if isinstance(answer, dict):
        fields |= {f"bid-{power}": str(bid) for power, bid in answer.get("bids", {}).items()}
        fields |= {
            f"satellite-{place}": power for place, power in enumerate(answer.get("satellite", ()), start=1)
        }
        for name, key in (("upkeep", "keep_satellite"), ("secrecy", "secret")):
            if key in answer:
                fields[name] = "yes" if answer[key] else "no"
    return fields


class Evening:
    """A game, and a browser for each of those who play it."""

    def __init__(self, game: Game, players: Mapping[str, Any], clock: Any, played: Played, seed: int) -> None:
        self.game, self.clock, self.played, self.random = game, clock, played, Random(seed)
        self.bots = {seat: self.random.choice(played.bots) for seat in players}
        self.browsers = {seat: Client() for seat in players}
        for seat, browser in self.browsers.items():
            browser.force_login(players[seat])

    @property
    def phase(self) -> Phase:
        return phase_of(self.game)

    def url(self, name: str) -> str:
        return reverse(f"games:{name}", args=["calais", self.game.code])

    def play(self) -> None:
        """To the end: by the rules, or all agree on a draw."""
        for _number in range(MOST_PHASES):
            if self.is_over:
                return
            if int(self.phase.label[1:5]) > self.played.last_year:
                self.agree()
                assert self.is_over, "all have agreed"
                return
            self.play_phase()
        raise AssertionError(f"the game goes on in {self.phase.label}")

    @property
    def is_over(self) -> bool:
        self.game.refresh_from_db()
        return self.game.is_over

    def play_phase(self) -> None:
        """All who owe an answer fill in its form and post it; what it comes to is checked as the
        engine's is.
        """
        before = self.phase
        reader = self.random.choice(sorted(self.browsers))
        assert self.browsers[reader].get(self.url("game")).status_code == 200
        sent = {seat: self.send(seat, before) for seat in self.browsers}
        saved = dict(Answer.objects.filter(phase=before).values_list("seat__key", "answer"))
        assert set(saved) == set(before.due), "exactly those can answer who owe"
        assert {seat for seat, is_sent in sent.items() if is_sent} == set(before.due)
        if not hosting_rules.closes_early(self.game.variant, before.due):
            self.clock(before.deadline)
        house_was_up()
        drain()
        turn = Turn.objects.get(phase=before)
        assert turn.answers == saved
        self.played.check(before.position, turn.answers, turn.turn)
        assert self.is_over or self.phase.ordinal == before.ordinal + 1

    def send(self, seat: str, phase: Phase) -> bool:
        """Whether the answer of `seat` was taken: what its bot answers, or, if it owes nothing, a line."""
        settings, position = self.game.settings, phase.position
        answer: Any = ["A MUN H"]
        if seat in phase.due:
            scene = look(
                variant=self.game.variant,
                settings=settings,
                position=position,
                seat=seat,
                random=self.random,
            )
            answer = self.bots[seat](scene)
        is_ready = "yes" if hosting_rules.closes_early(self.game.variant, phase.due) else ""
        posted = {"label": phase.label, "version": "0", "ready": is_ready, **fields_of(answer)}
        self.clock.pass_(seconds=30)
        page = self.browsers[seat].post(self.url("answer"), posted)
        if seat in phase.due:
            stored = Answer.objects.get(phase=phase, seat__key=seat)
            game: dict[str, Any] = {"variant": self.game.variant, "settings": settings, "position": position}
            read = adjudicator.read(**game, seat=seat, answer=answer)
            assert stored.answer == read["answer"], f"{seat} wrote {answer}, kept is {stored.text!r}"
        return page.status_code == 302

    def agree(self) -> None:
        """All vote for a draw; a master who is asked whether the game shall end confirms it."""
        vote = {"kind": "draw", "cast": "yes"}
        for browser in self.browsers.values():
            if browser.post(self.url("vote"), vote).url.endswith("/vote/draw/"):
                browser.post(self.url("vote"), vote | {"may_end": "yes"})


def test_a_game_of_each_variant_is_played() -> None:
    assert sorted(each.variant for each in PLAYED) == sorted(adjudicator.VARIANTS)


@pytest.mark.parametrize("played", PLAYED, ids=[each.variant for each in PLAYED])
def test_bots_play_a_whole_game_on_the_site(
    played: Played, make_game: Any, seat_all: Any, set_clock: Any
) -> None:
    game = make_game(variant=played.variant, settings=dict(played.settings))
    evening = Evening(game, seat_all(game), set_clock, played, seed=7)
    evening.play()
    assert evening.is_over and game.outcome["how"] in played.how
    proof = prove(game)
    assert proof.differences == [] and proof.turns == Phase.objects.filter(game=game).count()
    for browser in (*evening.browsers.values(), Client()):
        assert browser.get(evening.url("game")).status_code == 200
        assert browser.get(evening.url("record")).status_code == 200
