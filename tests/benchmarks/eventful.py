"""A storm in which something follows from silence in a tenth of the games: a miss, an extension or a forfeit.

Its pair is calm: the same games, and everyone who is asked has saved something. A third of that tenth are
games of two under the rules of tournaments; in the calm storm they go on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Final

from games.adjudication.proof import prove
from games.agreed.absence import POLICIES
from games.common import clock
from games.engine.misses import asked_in
from games.models import Answer, ClockEntry, Game, Phase, Seat, Turn
from league.leagues.models import League
from league.users.models import User
from tests.benchmarks.scene import RULES, VARIANT, lay_out
from tests.chaos import scene as chaos

EVERY: Final = 30
"""Of so many games one is missed, one extended and one forfeited."""
TWO: Final = "intimate"
EXTENDING = replace(RULES, extensions=1)
FORFEITING = replace(POLICIES["tournament"], extensions=0, in_a_row=1)
LONG_OPEN = timedelta(hours=20)
"""For how long games of two have been open: most of a phase."""


@dataclass(frozen=True, slots=True)
class Events:
    """How many games of each sort there are; `two` are games of two, forfeited or not."""

    two: int = 0
    missed: int = 0
    extended: int = 0
    forfeited: int = 0


def lay_out_pair(games: int, *, is_calm: bool) -> Events:
    """Store `games` running games for one of the two storms."""
    each = max(1, games // EVERY)
    users = lay_out(games - each)
    _answer_for_all()
    league = League.objects.get(slug="storm")
    _add_games_of_two(each, league, users, is_calm=is_calm)
    if is_calm:
        return Events(two=each)
    keys = list(Game.objects.filter(variant=VARIANT).order_by("pk").values_list("pk", flat=True))
    chosen = Random(1903).sample(keys, 2 * each)
    for number, phase in enumerate(Phase.objects.filter(game__in=chosen).select_related("game")):
        _silence_one(phase)
        if number < each:
            Game.objects.filter(pk=phase.game_id).update(absence=EXTENDING.to_json())
    return Events(two=each, missed=each, extended=each, forfeited=each)


def _answer_for_all() -> None:
    """An empty answer for everyone who is asked and sent nothing in the real game."""
    seats = {(seat.game_id, seat.key): seat for seat in Seat.objects.all()}
    saved = set(Answer.objects.values_list("phase", "seat"))
    Answer.objects.bulk_create(
        (
            Answer(phase=phase, seat=seat, text="", answer=[], saved_at=phase.opened_at)
            for phase in Phase.objects.filter(adjudicated_at=None).select_related("game")
            for seat in (seats[phase.game_id, key] for key in asked_in(VARIANT, phase))
            if (phase.pk, seat.pk) not in saved
        ),
        batch_size=1000,
    )


def _silence_one(phase: Phase) -> None:
    """Let one who is asked have saved nothing."""
    seat = min(asked_in(VARIANT, phase))
    Answer.objects.filter(phase=phase, seat__key=seat).delete()


def _add_games_of_two(count: int, league: League, users: list[User], *, is_calm: bool) -> None:
    seed, plots = 0, []
    while len(plots) < min(count, 12):
        made = chaos.plot(seed, phases=4 + seed % 11)
        seed += 1
        if chaos.is_asked(made):
            plots.append(made)
    random, closes = Random(1902), clock.now() - LONG_OPEN + timedelta(days=1)
    for number in range(count):
        plot, pair = plots[number % len(plots)], random.sample(users, 2)
        chaos.store(plot, number, league, pair, closes, "" if is_calm else chaos.GIVEN_UP)
    Game.objects.filter(league=league, variant=TWO).update(absence=FORFEITING.to_json())


def count_events(events: Events) -> list[str]:
    """Whether everything that had to follow did, once, and nothing else."""
    found = {
        "missed phases": Turn.objects.exclude(missed={}).filter(phase__game__variant=VARIANT),
        "extended phases": ClockEntry.objects.filter(reason=ClockEntry.Reason.EXTENSION),
        "forfeited games": Game.objects.filter(variant=TWO, outcome__how="HR-5"),
        "games of two that moved on": Game.objects.filter(variant=TWO, version=1 + (events.forfeited > 0)),
    }
    wanted = {
        "missed phases": events.missed,
        "extended phases": events.extended,
        "forfeited games": events.forfeited,
        "games of two that moved on": events.two,
    }
    counted = {what: rows.count() for what, rows in found.items()}
    return [
        f"{number} {what}, not {wanted[what]}" for what, number in counted.items() if number != wanted[what]
    ]


def unproven_games_of_two() -> int:
    """How many of them do not replay to what is stored."""
    return sum(bool(prove(game).differences) for game in Game.objects.filter(variant=TWO))
