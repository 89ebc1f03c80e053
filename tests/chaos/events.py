"""What the events of the script have in common: a season that has just been laid out, and what had to happen
of it, once.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from games.common import clock
from games.models import Game
from league.competitions import kinds, services
from league.competitions.log.exporting import export
from league.competitions.models import Competition, FinalPlace, Pairing
from league.competitions.rules.event_kind import EventKind
from league.leagues.models import League
from league.users.models import User
from tests.chaos.counted import Counted
from tests.chaos.ladder import person
from tests.chaos.money import member

DAY: Final = timedelta(days=1)
PATIENCE: Final = 60.0
"""Seconds that people wait for their game."""
NAMES: Final[list[str]] = ["A cup of eight", "Two tables of seven"]


def entered(
    league: League, rules: Any, people: int, called: str, **more: Any
) -> tuple[Competition, list[User]]:
    """A season into which so many people, `called` so, have come; entries close two days before it begins, a
    day ago. Nothing of it can be disputed.
    """
    organiser, arbiter = person(league, "organiser"), person(league, "arbiter")
    now = clock.now()
    moments = {"enters_from": now - 9 * DAY, "enters_until": now - 3 * DAY, "starts_at": now - DAY}
    rules = replace(rules, league=league.slug, ends_at=now + 900 * DAY, dispute_days=0, **moments, **more)
    users = [member(league, f"{called} {number}") for number in range(1, people + 1)]
    with clock.reading(lambda: moments["enters_from"]):
        season = services.create_season(league=league, by=organiser, rules=rules, arbiters=[arbiter])
        season = services.announce(competition=season, by=organiser)
        for user in users:
            services.enter(competition=season, user=user)
    return season, users


def game_of(season: int, number: int) -> Game | None:
    """The game of a pairing, once it has begun; None if no one began it for long."""
    until = time.monotonic() + PATIENCE
    while True:
        found = Pairing.objects.filter(competition=season, number=number).select_related("game").first()
        if found is not None and found.game is not None:
            return found.game
        if time.monotonic() > until:
            return None
        time.sleep(0.2)


def are_over() -> bool:
    """Whether nothing is left to be done: the clock has ended them, if there were any."""
    return not Competition.objects.filter(name__in=NAMES).exclude(state=Competition.State.FINISHED).exists()


def counting(
    season: Competition, called: str, games: Collection[int], entries: int, faults_in: Callable[[Any], Any]
) -> dict[str, Counted]:
    """By what had to happen of an event that is `called` so: how often it did, once."""
    begun = Game.objects.filter(contest__key=season.code, contest__league=season.league_id)
    places = FinalPlace.objects.filter(competition=season)
    is_right = (
        season.state == Competition.State.FINISHED
        and not kinds.of(season).has_drifted(season)
        and not faults_in(export(season, clock.now()))
    )
    return {
        f"games of {called} begun once": once(begun.values_list("contest__number", flat=True), games),
        f"results of {called} counted once": once(numbers(season, EventKind.RESULT), games),
        f"places of {called} given once": once(
            places.values_list("entry__number", flat=True), range(1, entries + 1)
        ),
        f"{called}, over and right by its file": Counted(int(is_right), 1),
    }


def numbers(season: Competition, kind: EventKind) -> Iterable[int]:
    """Of what of this kind stands in the log."""
    return season.events.filter(kind=kind).values_list("number", flat=True)


def once(found: Iterable[int], wanted: Collection[int]) -> Counted:
    """How many of the `wanted` numbers were found once; any other is one too many."""
    times = Counter(found)
    return Counted(sum(times[each] == 1 for each in wanted) - len(times.keys() - {*wanted}), len(wanted))
