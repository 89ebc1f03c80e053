"""Players whom an organiser has reminded again, and browsers that ring, while everything is killed: by their
rows nothing is asked, mailed or rung twice, however often it is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from games.agreed.absence import Absence
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.models import AskedAgain, Game
from games.services.players.reminding_again import remind_again
from league.leagues.models import League
from league.users.models import PushSubscription, User
from tests.benchmarks import push_sink
from tests.chaos import scene
from tests.chaos.counted import Counted

GAMES: Final = 6
"""Of two people, who would lose their seats by one miss."""
ASKED: Final = "asked again"
"""What begins the names of these games, and of who plays in them."""
STRICT: Final = Absence(policy="tournament", extensions=0, in_a_row=1, in_all=0, holidays=0)


def lay_out(league: League, plots: Sequence[scene.Plot], by: User) -> list[Callable[[], None]]:
    """Each game's players are reminded again by `by`, who tries it twice."""
    made: list[Callable[[], None]] = []
    for number in range(GAMES):
        pair = [
            User.objects.get_or_create(username=f"{ASKED} {each}", email=f"asked{each}@once")[0]
            for each in (2 * number, 2 * number + 1)
        ]
        closes = clock.now() + timedelta(days=1)
        phase, _turn = scene.store(plots[number % len(plots)], number, league, pair, closes)
        phase.drafts.all().delete()
        Game.objects.filter(pk=phase.game_id).update(name=f"{ASKED} {number}", absence=STRICT.to_json())
        made += [partial(_remind, phase.game_id, by)] * 2
    return made


def _remind(game: int, by: User) -> None:
    remind_again(game=Game.objects.get(pk=game), by=by)


def reminded_again() -> Counted:
    """Seats in those games: each asked again by one row, and mailed by one."""
    seats = Counter(
        AskedAgain.objects.filter(phase__game__name__startswith=ASKED).values_list(
            "seat__tenures__user", flat=True
        )
    )
    people = User.objects.filter(username__startswith=ASKED).values_list("pk", flat=True)
    told = Counter(
        payload["user"]
        for payload in OutboxRow.objects.filter(topic="mail").values_list("payload", flat=True)
        if payload["about"] == "reminder"
    )
    return Counted(sum(told[key] == 1 and seats[key] == 1 for key in people), 2 * GAMES)


def rung(occasion: str, least: int) -> Counted:
    """Rows of the outbox on one occasion, `least` of them at least: each rings by one row."""
    times = Counter(
        told["row"]
        for payload in OutboxRow.objects.filter(topic="push").values_list("payload", flat=True)
        for told in payload["told"]
        if told["told"].get("occasion") == occasion
    )
    return Counted(sum(count == 1 for count in times.values()), max(least, len(times)))


def rang() -> Counted:
    """People whose browsers take pushes: one came at least, and one at most for each of their rows, which are
    one push where they are due together; one more for each time that a worker was killed with a row in hand.
    """
    tried: Counter[int] = Counter()
    for payload, attempts in OutboxRow.objects.filter(topic="push").values_list("payload", "attempts"):
        tried[payload["user"]] += attempts
    came, people = push_sink.came(), PushSubscription.objects.values_list("user", flat=True)
    wrong = [key for key in people if not 0 < came[key] <= tried[key]]
    for key in wrong:
        print(f"Pushes to person {key}: tried {tried[key]} times, {came[key]} came")
    return Counted(len(people) - len(wrong), len(people))
