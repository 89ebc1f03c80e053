"""A world's game that is the first of a running event, begun through the services that people use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from games.common import clock
from games.models import Game
from league.competitions import services
from league.competitions.knock_out.rules import Seeding
from league.competitions.knock_out.seeding import seed_by_hand
from league.competitions.models import Competition, Pairing
from league.competitions.services import turning
from league.competitions.tables.checking import check_in, swap
from league.competitions.tables.rules import LOOKING
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import read
from league.leagues.models import League
from league.users.models import User
from tests.league.competitions.knock_outs import KNOCK_OUT
from tests.league.competitions.tables_seasons import TABLES

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WHY = "Two sisters, kept apart."


def cup(
    league: League, players: Mapping[str, User], others: Sequence[User], *, organiser: User, arbiter: User
) -> Game:
    """The game of two `players`, by seat, in a cup of four, begun an hour ago; `others` play the other."""
    rules = replace(KNOCK_OUT, seeding=Seeding.HAND, **_moments(league))
    one, two = players.values()
    season = _entered(league, rules, [one, *others, two], organiser, arbiter)
    order = range(1, len(others) + 3)
    with clock.reading(lambda: rules.enters_until):
        turning.turn(season)
        seed_by_hand(competition=season, by=organiser, order=order, reason=WHY)
    return _first_game(season)


def tables(
    league: League, players: Mapping[str, User], others: Sequence[User], *, organiser: User, arbiter: User
) -> Game:
    """The game of seven `players`, by power, at the first of two tables; the round began an hour ago."""
    rules = replace(TABLES, rounds=2, best_of=1, **_moments(league))
    people = [*players.values(), *others]
    season = _entered(league, rules, people, organiser, arbiter)
    with clock.reading(lambda: rules.enters_until):
        turning.turn(season)
        for person in people:
            check_in(competition=season, user=person, number=1)
    with clock.reading(lambda: rules.starts_at - LOOKING):
        turning.turn(season)
        for number, power in enumerate(POWERS):
            _seat(season, organiser, players[power], number)
    return _first_game(season)


def _moments(league: League) -> dict[str, Any]:
    """Of rules: when entries open and close, the event begins and ends; and whose it is."""
    now = clock.now()
    course = {"enters_from": now - 9 * DAY, "enters_until": now - 2 * DAY, "starts_at": now - HOUR}
    return {"league": league.slug, "ends_at": now + 900 * DAY, **course}


def _entered(
    league: League, rules: Any, people: Iterable[User], organiser: User, arbiter: User
) -> Competition:
    with clock.reading(lambda: rules.enters_from):
        season = services.create_season(league=league, by=organiser, rules=rules, arbiters=[arbiter])
        season = services.announce(competition=season, by=organiser)
        for person in people:
            services.enter(competition=season, user=person)
    return season


def _seat(season: Competition, organiser: User, player: User, number: int) -> None:
    """Swap this player to the first table, at the power of this number, unless they were drawn there."""
    entry = season.entries.get(user=player).number
    drawn = {
        seated: (table.number, POWERS[power])
        for table in read(season).rounds[1].tables
        for power, seated in enumerate(table.seats)
    }
    if drawn[entry] != (1, POWERS[number]):
        seats = (drawn[entry], (1, POWERS[number]))
        swap(competition=season, by=organiser, number=1, seats=seats, reason=WHY)


def _first_game(season: Competition) -> Game:
    """When the event has begun."""
    with clock.reading(lambda: season.starts_at):
        turning.turn(season)
    game = Pairing.objects.select_related("game").get(competition=season, number=1).game
    assert game is not None
    return game
