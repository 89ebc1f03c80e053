"""Games for the script: real ones, played by bots to somewhere in the middle, each with a phase to close.

In some the second player is silent, or both are: what follows from that must happen once, whatever else does
(HR-2, HR-5, HR-6). Some are a ladder's, and end with that phase.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F

import adjudicator
from games import bots
from games.agreed.absence import POLICIES
from games.agreed.pace import Pace
from games.common import clock
from games.engine.misses import asked_in, may_miss, missed_in
from games.models import Answer, Game, Phase, Seat, Tenure, Turn
from league.leagues.models import League
from league.users.models import User
from tests.chaos.ladder import Season

BOTH, SILENT = "12", "2"
"""The seats of the scene, and that of the player who saves nothing."""
EXTENDED, GIVEN_UP, FORFEITED, VOID = "Extended", "Given up", "Forfeited", "Void"
"""What begins the names of games whose phase is extended, in which a seat is given up, that the second player
loses by absence (HR-5), and that end void because both are silent (HR-6).
"""

FOLLOWS = {
    EXTENDED: replace(POLICIES["standard"], extensions=1),
    GIVEN_UP: replace(POLICIES["standard"], extensions=0, in_a_row=1),
    FORFEITED: replace(POLICIES["tournament"], extensions=0, in_a_row=1),
    VOID: replace(POLICIES["tournament"], extensions=0, in_a_row=1),
}
EVERY = 4
"""Of so many games one is extended, in one a seat is given up, and one is a ladder's."""
REST = ("", FORFEITED, "", VOID)
"""What becomes of the others, by turns."""
FIRST_YEAR = 1901

SECRET = "07" * 32
NONCES = ("from one", "from two")


@dataclass(frozen=True, slots=True)
class Plot:
    """A game up to its open phase: its positions, what was answered in each, the turn that has to follow."""

    lots: str
    settings: dict[str, Any]
    positions: list[dict[str, Any]]
    due: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    turns: list[dict[str, Any]]


def plot(seed: int, phases: int) -> Plot:
    """Play `phases` phases by bots, and one more that the site will have to adjudicate itself.

    Where that seed's game ends before, another's is played.
    """
    while len((made := _played(seed, {}, phases + 1)).turns) <= phases:
        seed += 1000
    return made


def plot_to_the_end(seed: int) -> Plot:
    """Play a game of one year but for its last phase, with which the site will have to end it."""
    return _played(seed, {"last_year": FIRST_YEAR})


def _played(seed: int, settings: dict[str, Any], phases: int | None = None) -> Plot:
    """A game by bots, of so many phases at most."""
    from games.engine import bridge

    lots, random = bridge.lots(SECRET, NONCES), Random(seed)
    table: dict[str, Any] = {"variant": "intimate", "settings": settings}
    position = adjudicator.start(**table, lots=lots)["position"]
    made = Plot(lots, settings, [], [], [], [])
    while len(made.turns) != phases and (due := adjudicator.due(**table, position=position)["due"]):
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

    What each open phase's turn has to be, by the phase's key; of those that are extended it says nothing.
    """
    with transaction.atomic():
        return _laid_out(games, over)


def _laid_out(games: int, over: timedelta) -> dict[int, dict[str, Any]]:
    plots = [plot(seed, phases=2 + seed % 12) for seed in range(24)]
    ends = [plot_to_the_end(seed) for seed in range(12)]
    league, _is_new = League.objects.get_or_create(slug="chaos", defaults={"name": "Chaos"})
    users = [
        User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})[0]
        for name in ("one", "two")
    ]
    season = Season(league)
    began = clock.now()
    expected, laid_out = {}, []
    for number in range(games):
        closes = began + over * number / games
        if number % EVERY == EVERY - 1 and season.has_room:
            phase, turn = store(ends[number % len(ends)], number, league, season.next_players(), closes)
            season.take(phase.game)
            laid_out.append(phase.pk)
            expected[phase.pk] = turn
            continue
        played = plots[number % len(plots)]
        follows = {1: EXTENDED, 2: GIVEN_UP}.get(number % EVERY, REST[number // EVERY % len(REST)])
        follows = follows if not follows or is_asked(played, silent_in(follows)) else ""
        phase, turn = store(played, number, league, users, closes, follows)
        laid_out.append(phase.pk)
        if follows != EXTENDED:
            expected[phase.pk] = turn
    # They fall due from now on, not from when laying them out began.
    length = clock.now() - began
    Phase.objects.filter(pk__in=laid_out).update(
        closes_at=F("closes_at") + length, deadline=F("deadline") + length
    )
    return expected


def silent_in(follows: str) -> str:
    """The seats that save nothing, that this may follow."""
    return BOTH if follows == VOID else SILENT if follows else ""


def is_asked(played: Plot, seats: str = SILENT) -> bool:
    """Whether all of `seats` can miss the open phase."""
    letter, due = played.positions[-1]["phase"][-1], played.due[-1]
    return all(may_miss("intimate", letter, due, seat) for seat in seats)


def store(
    plot: Plot, number: int, league: League, users: list[User], closes: datetime, follows: str = ""
) -> tuple[Phase, dict[str, Any]]:
    """One game as far as its plot goes; its open phase closes then. That phase, and the turn to follow.

    Where something `follows` from silence (`FOLLOWS`), the seats of `silent_in` save nothing in that phase.
    """
    saved, following = plot.answers[-1], plot.turns[-1]
    if follows:
        saved = {seat: answer for seat, answer in saved.items() if seat not in silent_in(follows)}
        table: dict[str, Any] = {"variant": "intimate", "settings": plot.settings}
        following = adjudicator.resolve(**table, position=plot.positions[-1], answers=saved, lots=plot.lots)
    opened = closes - timedelta(days=1)
    last = len(plot.turns) - 1
    game = Game.objects.create(
        league=league,
        name=f"{follows or 'Game'} {number}",
        variant="intimate",
        settings=plot.settings,
        pace=Pace().to_json(),
        absence=FOLLOWS[follows].to_json() if follows else {},
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
        Answer(phase=phases[last], seat=seat, text="", answer=saved[seat.key], saved_at=opened)
        for seat in seats
        if seat.key in saved
    )
    return phases[last], following
