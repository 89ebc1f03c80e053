"""The demo league: finished, running and waiting games, made by playing real phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.features.rehearsal import (
    RULES,
    Calendar,
    Until,
    forget_letters,
    have_seen,
    in_the_past,
    open_game,
    play,
    play_out,
    running,
    where,
    write_letter,
)
from games.models import Game
from games.services.seats import seating
from league.demo import classic, cup, fees, ladder, nine, tables
from league.demo.people import make_people
from league.leagues import services as leagues
from league.leagues.models import League
from league.users.models import User

SLUG = "cafe"

IN_FOG = ("ada", "ben", "fay", "gus", "hal", "ivy", "jan")

CUP, TABLES = 7, 5
"""The seeds of its knock-out, and of its event at tables of seven."""

LETTERS = {
    "1": {
        "en": "A quiet year would suit us both. Shall the Tyrol stay empty?",
        "fr": "Une année tranquille nous irait à tous deux. Le Tyrol peut-il rester vide ?",
    },
    "2": {
        "en": "The Tyrol stays empty for as long as your fleets stay in port.",
        "fr": "Le Tyrol restera vide tant que vos flottes restent au port.",
    },
}

Say = Callable[[str], None]


def is_made() -> bool:
    return League.objects.filter(slug=SLUG).exists()


def make(say: Say) -> None:
    """Make the demo league and its games; `say` is told of each step. Call it inside a transaction."""
    people = make_people()
    league = leagues.create_league(
        user=people["carl"],
        slug=SLUG,
        name="Café de la Poste",
        description="A league to look around in: its members are made up.\n"
        "Une ligue pour faire un tour : ses membres sont inventés.",
        visibility=League.Visibility.PUBLIC,
    )
    for name in nine.SEATED:
        leagues.join(league=league, user=people[name])
    # First, so that lists of games begin with the others.
    season = ladder.running(league, people, seed=31)
    players, challenges = season.entries.count(), season.challenges_given
    say(f"  {season.name} of the ladder: {players} players, {challenges} challenges")
    over = cup.finished(league, people, seed=CUP)
    say(f"  {over.name}: a knock-out of {over.entries.count()}, played to its end")
    event = tables.under_way(league, people, seed=TABLES)
    say(f"  {event.name}: {event.entries.count()} players at tables of seven, in their final round")
    paid = fees.collecting(league, people)
    say(f"  {paid.name}: {len(fees.PAID)} players have paid a fee in play money")
    house = _House(league, people, say)
    house.finished("The Bosporus question", "ada", "ben", days=34, seed=1)
    house.finished("Revanche", "ben", "ada", days=32, seed=2)
    house.finished("Winter crossing", "eve", "ada", days=30, seed=3, press_opens=True)
    house.running("Five for Germany", "ada", "ben", seed=4, until=_is("B", year=1902))
    house.running("Letters from Smyrna", "ben", "ada", seed=5, until=_is("M", year=1902))
    house.running("The narrow seas", "ada", "eve", seed=6, until=_is("R"))
    house.running("Snow on the Alps", "eve", "ben", seed=7, until=_is("A"))
    house.running("First choice", "ada", "ben", seed=8, until=_is("H"))
    house.finished("A friend in Rome", "ben", "ada", days=20, seed=41, variant="intimate-ii")
    house.running(
        "Nobody knows whose", "ada", "ben", seed=53, until=_is("B", year=1904), variant="intimate-ii"
    )
    house.of_nine("Bell, book and candle", seed=9, until=_is("M", year=1902))
    house.of_seven("A concert of seven", seed=11, until=_is("M", year=1902))
    for name, seated, seed, until in (
        ("Four corners", ("ben", "eve", "fay", "ada"), 12, _is("A")),
        ("Guns of August", ("ada", "ben"), 13, _is("M", year=1915)),
    ):
        settings = RULES | {"players": len(seated)}
        house.dealt(name, seated, variant="standard", settings=settings, seed=seed, days=4, until=until)
    house.dealt("What the waiter heard", IN_FOG, variant="spy", seed=22, days=22, until=_is("M", year=1903))
    house.waiting("Who will sit down?", "ben")
    house.waiting("Between friends", "ada", visibility=Game.Visibility.PRIVATE)
    have_seen(league)
    forget_letters()


def _is(kind: str, year: int = 1901) -> Until:
    """Stop at the first phase of `kind` from `year` on."""
    return lambda phase: phase.kind == kind and int(phase.label[1:5]) >= year


class _House:
    def __init__(self, league: League, people: dict[str, User], say: Say) -> None:
        self.league, self.people, self.say = league, people, say

    def finished(
        self,
        name: str,
        first: str,
        second: str,
        *,
        days: float,
        seed: int,
        variant: str = "intimate",
        press_opens: bool = False,
    ) -> None:
        """A game played to its end; with a message each way where everyone can read them afterwards."""
        with in_the_past(days=days) as calendar:
            game, players = self._start(name, first, second, calendar, variant, press_opens=press_opens)
            random = Random(seed)
            if press_opens:
                play(game, players, calendar, random, until=_is("M"))
                self._write(game, players, calendar)
            play_out(game, players, calendar, random)
        self.say(f"  {name}: played to its end in {game.phase_number} phases")

    def running(
        self,
        name: str,
        first: str,
        second: str,
        *,
        seed: int,
        until: Until,
        variant: str = "intimate",
    ) -> None:
        with in_the_past(days=3) as calendar:
            game, players = self._start(name, first, second, calendar, variant)
            phase = play(game, players, calendar, Random(seed), until=until)
            if phase is not None and phase.kind in "HBM":
                self._write(game, players, calendar)
        self.say(f"  {name}: {where(phase)}")

    def of_nine(self, name: str, *, seed: int, until: Until) -> None:
        stands = nine.running(self.league, self.people, name=name, seed=seed, until=until)
        self.say(f"  {name}: {stands}")

    def of_seven(self, name: str, *, seed: int, until: Until) -> None:
        stands = classic.of_seven(self.league, self.people, name=name, seed=seed, until=until)
        self.say(f"  {name}: {stands}")

    def dealt(self, name: str, seated: Sequence[str], **about: Any) -> None:
        """A game whose seats lots deal."""
        stands = running(self.league, self.people, seated, name=name, **about)
        self.say(f"  {name}: {stands}")

    def waiting(self, name: str, host: str, visibility: str = Game.Visibility.PUBLIC) -> None:
        game = self._open(name, host, visibility)
        seating.take_seat(game=game, user=self.people[host])
        self.say(f"  {name}: waits for a player")

    def _open(
        self,
        name: str,
        host: str,
        visibility: str,
        variant: str = "intimate",
        *,
        press_opens: bool = False,
    ) -> Game:
        return open_game(
            self.league,
            self.people[host],
            name=name,
            variant=variant,
            settings=RULES,
            visibility=visibility,
            press_opens=press_opens,
        )

    def _start(
        self,
        name: str,
        first: str,
        second: str,
        calendar: Calendar,
        variant: str,
        *,
        press_opens: bool = False,
    ) -> tuple[Game, dict[str, User]]:
        game = self._open(name, first, Game.Visibility.PUBLIC, variant, press_opens=press_opens)
        players = {"1": self.people[first], "2": self.people[second]}
        for key, player in players.items():
            calendar.wait(1)
            seating.take_seat(game=game, user=player, nonce=f"{name} {player.username}", seat=key)
        game.refresh_from_db()
        return game, players

    @staticmethod
    def _write(game: Game, players: dict[str, User], calendar: Calendar) -> None:
        """A message each way, each in its writer's language."""
        for key, other in (("1", "2"), ("2", "1")):
            calendar.wait(0.5)
            write_letter(game, players, key, [other], LETTERS[key][players[key].language])
