"""Games for the script: real ones, played by bots to somewhere in the middle, each with a phase to close."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F

import adjudicator
from games import bots, clock
from games.misses import asked_in, missed_in
from games.models import Answer, Game, Phase, Seat, Tenure, Turn
from games.pace import Pace
from league.leagues.models import League
from league.users.models import User

SECRET = "07" * 32
NONCES = ("from one", "from two")


@dataclass(frozen=True, slots=True)
class Plot:
    """A game up to its open phase: its positions, what was answered in each, the turn that has to follow."""

    lots: str
    positions: list[dict[str, Any]]
    due: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    turns: list[dict[str, Any]]


def plot(seed: int, phases: int) -> Plot:
    """Play `phases` phases by bots, and one more that the site will have to adjudicate itself.

    Where that seed's game ends before, another's is played.
    """
    while (made := _played(seed, phases)) is None:
        seed += 1000
    return made


def _played(seed: int, phases: int) -> Plot | None:
    from games import bridge

    lots, random = bridge.lots(SECRET, NONCES), Random(seed)
    table: dict[str, Any] = {"variant": "intimate", "settings": {}}
    position = adjudicator.start(**table, lots=lots)["position"]
    made = Plot(lots, [], [], [], [])
    for _number in range(phases + 1):
        due = adjudicator.due(**table, position=position)["due"]
        if not due:
            return None
        answers = {
            seat: bots.random_bot(bots.look(**table, position=position, seat=seat, random=random))
            for seat in due
        }
        turn = adjudicator.resolve(**table, position=position, answers=answers, lots=lots)
        made.positions.append(position)
        made.due.append(due)
        made.answers.append(answers)
        made.turns.append(turn)
        position = turn["position"]
    return made


def lay_out(games: int, over: timedelta) -> dict[int, dict[str, Any]]:
    """Store `games` running games whose open phases close one after the other, from now on and within `over`.

    What each open phase's turn has to be, by the phase's key.
    """
    with transaction.atomic():
        return _laid_out(games, over)


def _laid_out(games: int, over: timedelta) -> dict[int, dict[str, Any]]:
    plots = [plot(seed, phases=2 + seed % 12) for seed in range(24)]
    league, _is_new = League.objects.get_or_create(slug="chaos", defaults={"name": "Chaos"})
    users = [
        User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})[0]
        for name in ("one", "two")
    ]
    began = clock.now()
    expected = {}
    for number in range(games):
        closes = began + over * number / games
        phase, turn = store(plots[number % len(plots)], number, league, users, closes)
        expected[phase.pk] = turn
    # They fall due from now on, not from when laying them out began.
    length = clock.now() - began
    Phase.objects.filter(pk__in=expected).update(
        closes_at=F("closes_at") + length, deadline=F("deadline") + length
    )
    return expected


def store(
    plot: Plot, number: int, league: League, users: list[User], closes: datetime
) -> tuple[Phase, dict[str, Any]]:
    """One game as far as its plot goes; its open phase closes then. That phase, and the turn to follow."""
    opened = closes - timedelta(days=1)
    last = len(plot.turns) - 1
    game = Game.objects.create(
        league=league,
        name=f"Game {number}",
        variant="intimate",
        pace=Pace().to_json(),
        opened_by=users[0],
        opened_at=opened,
        started_at=opened,
        lots_secret=SECRET,
        lots_sha256=hashlib.sha256(bytes.fromhex(SECRET)).hexdigest(),
        lots=plot.lots,
        state=Game.State.RUNNING,
        phase_number=last,
    )
    seats = Seat.objects.bulk_create(Seat(game=game, key=key, order=order) for order, key in enumerate("12"))
    Tenure.objects.bulk_create(
        Tenure(game=game, seat=seat, place=seat.order, user=user, nonce=nonce, taken_at=opened)
        for seat, user, nonce in zip(seats, users, NONCES, strict=True)
    )
    phases = Phase.objects.bulk_create(
        Phase(
            game=game,
            ordinal=ordinal,
            label=position["phase"],
            position=position,
            due=plot.due[ordinal],
            opened_at=opened,
            deadline=closes,
            closes_at=closes,
            adjudicated_at=None if ordinal == last else opened,
        )
        for ordinal, position in enumerate(plot.positions)
    )
    Turn.objects.bulk_create(
        Turn(
            phase=phase,
            answers=answers,
            turn=turn,
            asked=asked_in(game.variant, phase),
            missed=missed_in(phase, asked_in(game.variant, phase), answers),
            created_at=opened,
        )
        for phase, answers, turn in list(zip(phases, plot.answers, plot.turns, strict=True))[:last]
    )
    Answer.objects.bulk_create(
        Answer(phase=phases[last], seat=seat, text="", answer=plot.answers[last][seat.key], saved_at=opened)
        for seat in seats
        if seat.key in plot.answers[last]
    )
    return phases[last], plot.turns[last]
