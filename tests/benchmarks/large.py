"""A large league being read: `python -m tests.benchmarks.large`.

The house of `tests.benchmarks.pages` with 200,000 finished games beside 10,000 running ones and 20,000
members, all in one league, and its pages of members, players, results, open seats and the organisers' desk
among what is read. Beside it a league of 1,000 finished games and as many members in proportion; standings
and ratings of both are made before anything is measured. Then every page of `tests.benchmarks.compare` is
read in both.

    python -m tests.benchmarks.large --games 10000 --finished 200000 --members 20000 --rate 100 --within 100

Finished games are copies of some that were played to their end, made by the database itself: seats, tenures,
results, each with a row of its own, and for 2,000 of them phases and turns, two or more each; who held a seat
is drawn over all members. Exit status as that of `pages`; 1, too, where a page of the large league takes
longer than in the small one, or makes more queries (`compare`).
"""

# Statements are put together from names and numbers of this module alone.
# ruff: noqa: S608

from __future__ import annotations

import sys
import time
from datetime import timedelta
from typing import Any

AT_ONCE = 20_000
"""Games copied in one transaction."""

STRIDE = 16
"""Keys kept for the rows of one kind that a game has: more than any template's seats or phases."""

SPREAD = 104_729
"""A prime: players of one game, and of the next, lie so far apart."""

RUNNING, OFFERED = 30, 5
"""In the league beside a large one: games of seven that run, more than a page lists, those who sit in
them in seven each as in the large one; and seats of them that stand open, as many as the league's page shows.
"""

TEMPLATES = 8
"""Games of Intimate Diplomacy that are copied, and a quarter of that of seven players."""


def add_finished(count: int, users: list[Any], slug: str = "storm", phases: int | None = None) -> None:
    """`count` finished games in the league `slug`, played by `users` in turn; says how far it is.

    The first `phases` of them (None: all) have their phases and turns, the others only their seats, tenures
    and results. Their codes are the slug and a number from 0.
    """
    from django.db import connection, transaction

    templates = _templates(users, slug)
    first = max(templates) + 1
    began = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE IF NOT EXISTS big_players (place integer PRIMARY KEY, id bigint)")
        cursor.execute("TRUNCATE big_players")
        values = [(place, user.pk) for place, user in enumerate(users)]
        cursor.executemany("INSERT INTO big_players VALUES (%s, %s)", values)
    for start in range(0, count, AT_ONCE):
        end = min(count, start + AT_ONCE)
        until = end if phases is None else min(end, phases)
        with transaction.atomic(), connection.cursor() as cursor:
            for number, template in enumerate(templates):
                every = f"generate_series({start + number}, {end - 1}, {len(templates)}) AS n"
                some = f"generate_series({start + number}, {until - 1}, {len(templates)}) AS n"
                _copy(cursor, template, first, slug, every, some, len(users))
        spent = time.monotonic() - began
        print(f"{time.strftime('%H:%M:%S')} {end:>7} finished games, {spent:.0f} s", flush=True)
    with connection.cursor() as cursor:
        for table in ("games_game", "games_seat", "games_tenure", "games_phase", "games_seatresult"):
            newest = f"(SELECT max(id) FROM {table})"
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {newest})")


def add_league(slug: str, games: int, members: int, phases: int) -> None:
    """Another league, of so many finished games and members of its own; some games run, with open seats."""
    from league.leagues.models import League
    from tests.benchmarks.scene import lay_out_some, make_players, players_of

    league = League.objects.create(slug=slug, name=slug.capitalize())
    users = make_players(league, members, name=slug)
    tables = players_of(RUNNING, 7)
    lay_out_some(league, [users[number] for table in tables for number in table], RUNNING)
    offer_seats(OFFERED)
    add_finished(games, users, slug, phases)


def count_results(slug: str) -> None:
    """Make standings, the record book and ratings of a league, and the ratings of all."""
    from league.leagues.models import League
    from league.ratings import lists
    from league.standings.counting import count

    league = League.objects.get(slug=slug)
    for _part in count.recount(league=league.pk):
        pass
    for scope in (league, None):
        for key in ("intimate", "standard"):
            lists.recompute(lists.list_of(scope, key))


def _templates(users: list[Any], slug: str) -> list[int]:
    """Games played to their end: four of Intimate Diplomacy for one of seven players."""
    from games.common import clock
    from games.models import Game
    from games.services.players import votes
    from league.leagues.models import League
    from tests.benchmarks.scene import lay_out_some
    from tests.chaos import scene as chaos

    league = League.objects.get(slug=slug)
    made = []
    for number in range(TEMPLATES):
        plot = chaos.plot(seed=100 + number, phases=5 if number == 0 else 2)
        pair = users[2 * number : 2 * number + 2]
        phase, _turn = chaos.store(plot, number, league, pair, clock.now() + timedelta(hours=1))
        votes.concede(game=phase.game, user=pair[0])
        made.append(phase.game_id)
    for game in lay_out_some(league, users, TEMPLATES // 4):
        for tenure in game.tenures.select_related("user"):
            votes.cast(game=game, user=tenure.user, kind="draw")
        made.append(game.pk)
    assert Game.objects.filter(pk__in=made, state="finished").count() == len(made)
    return made


def _copy(
    cursor: Any, game: int, first: int, slug: str, numbers: str, with_phases: str, players: int
) -> None:
    """Copy one game with its rows once for each of `numbers`, called n; its phases for `with_phases` alone.

    The key of a copy is `first` + n; rows of it have keys that follow from it and from their place.
    """
    key = f"({first} + n)"
    rows = f"{key} * {STRIDE}"
    order = f'{rows} + (SELECT s."order" FROM games_seat s WHERE s.id = t.seat_id)'
    who = f"(SELECT p.id FROM big_players p WHERE p.place = (n * 7919 + t.place * {SPREAD}) % {players})"
    own = f"t.game_id = {game}"

    def earlier(*names: str) -> dict[str, str]:
        """Each game a minute before the next."""
        return {name: f"t.{name} - make_interval(mins => n)" for name in names}

    tables: dict[str, tuple[str, dict[str, str]]] = {
        "games_game": (
            f"t.id = {game}",
            {"id": key, "code": f"'{slug}' || n", "join_token": f"'{slug}' || n", "name": "'Game ' || n"}
            | earlier("opened_at", "started_at", "finished_at"),
        ),
        "games_seat": (own, {"id": f'{rows} + t."order"', "game_id": key}),
        "games_tenure": (
            own,
            {"id": f"{rows} + t.place", "game_id": key, "seat_id": order, "user_id": who}
            | earlier("taken_at"),
        ),
        "games_phase": (
            own,
            {"id": f"{rows} + t.ordinal", "game_id": key}
            | earlier("opened_at", "deadline", "closes_at", "adjudicated_at"),
        ),
        "games_turn": (
            f"t.phase_id IN (SELECT id FROM games_phase WHERE game_id = {game})",
            {"phase_id": f"{rows} + (SELECT p.ordinal FROM games_phase p WHERE p.id = t.phase_id)"},
        ),
        "games_seatresult": (own, {"id": order, "game_id": key, "seat_id": order} | earlier("at")),
        "games_tenureresult": (
            f"t.tenure_id IN (SELECT id FROM games_tenure WHERE game_id = {game})",
            {
                "tenure_id": f"{rows} + (SELECT h.place FROM games_tenure h WHERE h.id = t.tenure_id)",
                "result_id": f'{rows} + (SELECT s."order" FROM games_seatresult r'
                " JOIN games_seat s ON s.id = r.seat_id WHERE r.id = t.result_id)",
            }
            | earlier("since", "until"),
        ),
    }
    for table, (which, changed) in tables.items():
        cursor.execute("SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table])
        columns = [name for (name,) in cursor.fetchall()]
        values = ", ".join(changed.get(name, f't."{name}"') for name in columns)
        names = ", ".join(f'"{name}"' for name in columns)
        copied = with_phases if table in ("games_phase", "games_turn") else numbers
        # Without parameters, so that a remainder's sign is left as it is.
        cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} t, {copied} WHERE {which}"
        )


def offer_seats(count: int) -> None:
    """Have a player of each of `count` running games of seven resign: seats to take over."""
    from games.models import Game
    from games.services.seats.resigning import resign

    for game in Game.objects.filter(variant="standard", state="running").order_by("-pk")[:count]:
        tenure = game.tenures.filter(left_at=None).select_related("user").first()
        assert tenure is not None
        resign(game=game, user=tenure.user)


def main() -> int:
    from tests.benchmarks import pages

    return pages.main(finished=200_000, members=20_000, within=100)


if __name__ == "__main__":
    sys.exit(main())
