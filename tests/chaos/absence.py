"""People who pause their games, go on holiday and take seats over, while everything is killed. Each act is
tried again until it is done, as someone does who saw no answer, and has to have been done once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from itertools import pairwise
from typing import Any

from games.adjudication import clock_votes
from games.agreed.absence import POLICIES
from games.common import clock
from games.common.errors import GameError
from games.models import ClockEntry, Game, Phase, Tenure, Vacancy
from games.services.seats import holidays, taking_over
from league.leagues.models import League, Membership
from league.users.models import User
from tests.chaos import scene
from tests.chaos.counted import Counted

PAUSED, AWAY = "Paused", "Away"
"""What begins the names of games that are paused, and of those of the player who goes on holiday."""

EACH = 8
"""Games of either sort, and seats that someone tries to take over."""

FAR = timedelta(days=3)
"""When their phases close: long after the script, so that a holiday can still be announced for them."""

PAUSE = timedelta(days=5)
TRAVELLER, SUCCESSOR = "traveller", "successor"

Reason = ClockEntry.Reason


@dataclass(frozen=True, slots=True)
class Counting:
    """What became of the people's acts. `taken_over` are the seats that were given up, were tried, and are
    held by one person.
    """

    paused: Counted
    away: Counted
    taken_over: Counted

    @property
    def violations(self) -> list[str]:
        said = {
            "games were not paused once": self.paused,
            "deadlines were not moved once for a holiday": self.away,
            "seats were not taken over once": self.taken_over,
        }
        found = [f"{each.of - each.once} {what}" for what, each in said.items() if each.once != each.of]
        return found if self.taken_over.of else [*found, "nobody took a seat over"]


def lay_out() -> list[Callable[[], None]]:
    """Store their games; what people will do in them, in their order."""
    league, _is_new = League.objects.get_or_create(slug="chaos", defaults={"name": "Chaos"})
    host, traveller, _successor = (_member(league, name) for name in ("host", TRAVELLER, SUCCESSOR))
    # In the open phase both are asked, so that a holiday of either moves it.
    made = (scene.plot(seed, phases=2 + seed % 12) for seed in range(24))
    plots = [plot for plot in made if scene.is_asked(plot, scene.BOTH)]
    closes = clock.now() + FAR
    pauses: list[Callable[[], None]] = []
    for number in range(EACH):
        for name in (PAUSED, AWAY):
            users = [host, traveller if name == AWAY else _member(league, "other host")]
            plot, soon = plots[number % len(plots)], clock.now() + timedelta(hours=1)
            phase, _turn = scene.store(plot, number, league, users, soon)
            Phase.objects.filter(pk=phase.pk).update(deadline=closes, closes_at=closes)
            Game.objects.filter(pk=phase.game_id).update(
                name=f"{name} {number}", absence=POLICIES["standard"].to_json()
            )
            if name == PAUSED:
                pauses.append(partial(_pause, phase.game_id, closes + PAUSE))
    going = partial(_go_away, league, traveller, closes)
    # Seats are given up only while games close: one who wants it comes late.
    return [*pauses[: EACH // 2], going, *pauses[EACH // 2 :], *[_take_over] * EACH]


def _member(league: League, name: str) -> User:
    address = f"{name.replace(' ', '.')}@example.org"
    user, _is_new = User.objects.get_or_create(username=name, defaults={"email": address})
    Membership.objects.get_or_create(league=league, user=user)
    return user


def _pause(key: int, until: datetime) -> None:
    """Propose a pause in the game with that key, and agree to it."""
    game = Game.objects.get(pk=key)
    phase = Phase.objects.get(game=game, adjudicated_at=None)
    by, other = (each.user for each in game.tenures.select_related("user").order_by("seat__order"))
    with suppress(GameError):  # it has been proposed, or even carried out, and no one saw the answer
        clock_votes.propose(game=game, user=by, kind="pause", until=until)
    found = clock_votes.open_proposal_in(phase, clock.now())
    if found is not None:
        clock_votes.vote(game=game, user=other, proposal=found.pk)


def _go_away(league: League, traveller: User, closes: datetime) -> None:
    """Be away on the day on which all these phases close, and the day after."""
    first = closes.date()
    last = first + timedelta(days=1)
    holidays.announce(league=league, user=traveller, first=first, last=last, back=time(20), zone="UTC")


def _take_over() -> None:
    """Take a seat over that has been given up in one of the games, if any is on offer already."""
    user = User.objects.get(username=SUCCESSOR)
    offered = Vacancy.objects.filter(opened_at__isnull=False, cause=Vacancy.Cause.SILENT).order_by("pk")
    vacancy = offered.select_related("game__league", "seat").first()
    if vacancy is not None:
        with suppress(GameError):
            taking_over.take_over(game=vacancy.game, user=user, seat=vacancy.seat.key)


def counting() -> Counting:
    return Counting(
        paused=_moved_once(PAUSED, Reason.PAUSE),
        away=_moved_once(AWAY, Reason.HOLIDAY),
        taken_over=_taken_over(),
    )


def _moved_once(name: str, reason: str) -> Counted:
    """Their deadlines are where one row for `reason` puts them."""
    games = Game.objects.filter(name__startswith=name)
    phases = Phase.objects.filter(game__in=games, adjudicated_at=None).prefetch_related("clock_entries")
    return Counted(sum(_is_moved_once(phase, reason) for phase in phases), games.count())


def _is_moved_once(phase: Phase, reason: str) -> bool:
    rows: Sequence[Any] = sorted(phase.clock_entries.all(), key=lambda row: row.pk)
    if [row.reason for row in rows if row.reason != Reason.OUTAGE] != [reason]:
        return False
    follow = all(row.after == following.before for row, following in pairwise(rows))
    return follow and rows[-1].after == phase.deadline


def _taken_over() -> Counted:
    """The player who took a seat over holds it, after the one who lost it, and it is offered to no one
    else.
    """
    own = list(Tenure.objects.filter(user__username=SUCCESSOR).select_related("seat"))
    rightly = [
        each
        for each in own
        if each.left_at is None
        and not Vacancy.objects.filter(seat=each.seat_id).exists()
        and list(each.seat.tenures.exclude(pk=each.pk).values_list("left_how", flat=True)) == ["removed"]
    ]
    return Counted(len(rightly), len(own))
