"""A full house: real movement phases as running games, with the orders that were given saved for them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction

from games.agreed.absence import POLICIES
from games.agreed.pace import Pace
from games.common import clock
from games.engine import bridge
from games.models import Answer, Game, Phase, Seat, Tenure
from games.services.players.letters import send_letter
from league.leagues.models import League, Membership
from league.users.models import User
from tests.adjudicator.core import cases
from tests.chaos import scene as chaos

VARIANT = "standard"
GAMES_EACH = 7
"""Everyone sits in that many games: there are as many players as games."""

AT_ONCE = 500
SECRET = "07" * 32
LONG_OPEN = timedelta(days=1)


RULES = replace(POLICIES["standard"], extensions=0)
"""What each game goes by. Those whose real players sent nothing are missed there and then: extended they
would fall due half a day later.
"""


def recorded_phases(count: int, seed: int = 1901) -> list[dict[str, Any]]:
    """`count` movement phases of real games, drawn with `seed`; each once while there are enough (12,246).

    Under `after` is what the record has next, None where it ends.
    """
    found = list(cases.phases("M"))
    drawn: list[dict[str, Any]] = []
    random = Random(seed)
    while len(drawn) < count:
        drawn += random.sample(found, min(len(found), count - len(drawn)))
    return drawn


def players_of(games: int, seats: int, seed: int = 1901) -> list[list[int]]:
    """Who sits in each game: numbers of players, all different; everyone sits in as many games as seats."""
    random = Random(seed)
    columns = [random.sample(range(games), games) for _seat in range(seats)]
    tables = [[column[number] for column in columns] for number in range(games)]
    for number, table in enumerate(tables):
        for seat in range(seats):
            while table[seat] in table[:seat]:  # twice at one table: this player changes places with another
                other = tables[random.randrange(games)]
                if other is not table and table[seat] not in other and other[seat] not in table:
                    table[seat], other[seat] = other[seat], table[seat]
        assert len(set(table)) == seats, f"game {number} has a player twice"
    return tables


def make_players(league: League, count: int, name: str = "player") -> list[User]:
    """Members of `league`, called `name` and a number, with verified addresses; every other one reads
    French.
    """
    users = User.objects.bulk_create(
        (
            User(
                username=f"{name}{number}",
                email=f"{name}{number}@example.org",
                password="!",
                language=("en", "fr")[number % 2],
                time_zone=("Europe/London", "Europe/Paris", "America/New_York")[number % 3],
            )
            for number in range(count)
        ),
        batch_size=1000,
    )
    EmailAddress.objects.bulk_create(
        (EmailAddress(user=user, email=user.email, primary=True, verified=True) for user in users),
        batch_size=1000,
    )
    Membership.objects.bulk_create((Membership(league=league, user=user) for user in users), batch_size=1000)
    return users


def lay_out_some(league: League, users: list[User], games: int) -> list[Game]:
    """`games` running games of seven between the first of `users`."""
    seats = bridge.seats(VARIANT, {})
    seated = [users[len(seats) * number :][: len(seats)] for number in range(games)]
    before = set(Game.objects.filter(league=league).order_by("-pk").values_list("pk", flat=True)[:1])
    _store(league, 0, recorded_phases(games, seed=7), seated, seats, clock.now() + LONG_OPEN)
    return list(Game.objects.filter(league=league, pk__gt=max(before, default=0)).order_by("pk"))


def lay_out(games: int, closes: timedelta = timedelta(days=30), members: int = 0) -> list[User]:
    """Store `games` running games, each in a real movement phase open for `closes` more; the players, and
    those of as many `members` who play in none.
    """
    league = League.objects.create(slug="storm", name="Storm")
    users = make_players(league, max(games, members))
    phases = recorded_phases(games)
    seats = bridge.seats(VARIANT, {})
    tables = players_of(games, len(seats))
    deadline = clock.now() + closes
    for first in range(0, games, AT_ONCE):
        with transaction.atomic():
            some = slice(first, first + AT_ONCE)
            seated = [[users[number] for number in table] for table in tables[some]]
            _store(league, first, phases[some], seated, seats, deadline)
    return users


def _store(
    league: League,
    first: int,
    phases: list[dict[str, Any]],
    seated: list[list[User]],
    seats: list[str],
    deadline: datetime,
) -> None:
    began = clock.now() - LONG_OPEN
    lots = bridge.lots(SECRET, (f"from {key}" for key in seats))
    games = Game.objects.bulk_create(
        Game(
            league=league,
            name=f"Game {first + number}",
            variant=VARIANT,
            pace=Pace().to_json(),
            absence=RULES.to_json(),
            opened_by=table[0],
            opened_at=began,
            started_at=began,
            lots_secret=SECRET,
            lots_sha256=hashlib.sha256(bytes.fromhex(SECRET)).hexdigest(),
            lots=lots,
            state=Game.State.RUNNING,
        )
        for number, table in enumerate(seated)
    )
    places = Seat.objects.bulk_create(
        Seat(game=game, key=key, order=order) for game in games for order, key in enumerate(seats)
    )
    places_of = {(seat.game_id, seat.key): seat for seat in places}
    Tenure.objects.bulk_create(
        Tenure(
            game=game,
            seat=places_of[game.pk, key],
            place=order,
            user=table[order],
            nonce=f"from {key}",
            taken_at=began,
        )
        for game, table in zip(games, seated, strict=True)
        for order, key in enumerate(seats)
    )
    opened = []
    for game, recorded in zip(games, phases, strict=True):
        opening = bridge.opening(game, cases.position(recorded).to_json())
        opened.append(
            Phase(
                game=game,
                ordinal=0,
                label=opening.label,
                position=opening.position,
                due=opening.due,
                opened_at=began,
                deadline=deadline,
                closes_at=deadline,
            )
        )
    Phase.objects.bulk_create(opened)
    Answer.objects.bulk_create(
        Answer(
            phase=phase,
            seat=places_of[phase.game_id, power],
            text="\n".join(orders),
            answer=orders,
            saved_at=began,
        )
        for phase, recorded in zip(opened, phases, strict=True)
        for power, orders in recorded["orders"].items()
    )


def add_intimate(count: int, users: list[User], closes: timedelta) -> list[int]:
    """`count` games of Intimate Diplomacy between `users`, 4 to 14 phases old; the games' keys."""
    league = League.objects.get(slug="storm")
    plots = [chaos.plot(seed, phases=4 + seed % 11) for seed in range(22)]
    deadline, random = clock.now() + closes, Random(1902)
    keys = []
    for number in range(count):
        plot, pair = plots[number % len(plots)], random.sample(users, 2)
        with transaction.atomic():
            phase, _turn = chaos.store(plot, number, league, pair, deadline)
        keys.append(phase.game_id)
    # The plot opens its games shortly before they close; messages are shown to the player who had the seat by
    # then.
    Tenure.objects.filter(game__in=keys).update(taken_at=clock.now() - LONG_OPEN)
    return keys


def add_letters(games: list[int], count: int) -> None:
    """`count` messages in the open phase of each of `games`, from one player to the other and back."""
    words = "We might well hold the line together this year, if your fleet leaves the Channel alone. " * 4
    for key in games:
        game = Game.objects.get(pk=key)
        players = [tenure.user for tenure in game.tenures.order_by("seat__order").select_related("user")]
        with transaction.atomic():
            for number in range(count):
                send_letter(
                    game=game,
                    user=players[number % 2],
                    to=["21"[number % 2]],
                    body=words[: 60 + 10 * number],
                    key=f"letter {number}",
                )
