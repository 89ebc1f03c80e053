"""What counts in place of the end of a competition's game (HR-10).

The site ends one that is open at the very end of its season; arbiters rule on results that are disputed.

A game's record tells what was played, and is never changed: what counts in place of its end are rows that
supersede its results (`SeatResult`), and the game's `outcome`. The act that says why names what counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_noop

import adjudicator
from games.adjudication.acts import enter_act
from games.adjudication.locking import lock_game, lock_running_game, open_phase_of, show_change
from games.adjudication.results import supersede
from games.common import clock
from games.common.words.people import Person
from games.engine import bridge
from games.engine.forced_result import measure_of
from games.engine.outcomes import SeatEnd
from games.errors import NoReason, NotOfCompetition, NotOver, NotSeated
from games.gate.contests import PLAYERS, Ruling
from games.models import Game, MasterAct, Phase, SeatResult, Tenure
from games.models.master import LONGEST_REASON
from games.services.masters.presiding import refuse_others
from games.services.masters.rulings import RULING
from games.services.players.votes import end_by, ended

Outcome = SeatResult.Outcome
ALL: Final = Fraction(1)
NONE: Final = Fraction(0)

FORFEIT: Final = adjudicator.FORFEIT
VOID: Final = adjudicator.VOID
MEASURE: Final = "HR-7"
"""The clauses by which results count in place of a game's own end."""

OUT_OF_TIME: Final = gettext_noop("The days for playing on after the season’s end were over.")
"""Why the site ends a game; pages show it in their reader's language."""


@transaction.atomic
def end_in_time(*, game: Game) -> MasterAct:
    """End a running game of a competition whose time is over: the site's own act, by no person. Its record
    ends void (HR-6), as nothing in play ended it.

    Where a year is over, results are superseded at once by what HR-7's measure of it says: a win, or a draw.
    Without one the void stands. Refuses with `NotRunning`, `GameIsOver`, `NotOfCompetition` for other games.
    """
    if not game.is_contest:
        raise NotOfCompetition
    game = lock_running_game(game)
    found = measure_of(game)
    phase = open_phase_of(game)
    agreed = {"how": "void", "by": [], "cause": RULING}
    turn = ended(game, phase, agreed)
    if found.year is None:
        act = enter_act(game, None, MasterAct.Kind.VOID, OUT_OF_TIME, {})
        end_by(game, phase, (agreed, turn))
        return act
    winners = [found.winner] if found.winner else sorted(game.seats.values_list("key", flat=True))
    outcome = {"winners": winners, "how": MEASURE}
    act = enter_act(game, None, MasterAct.Kind.MEASURE, OUT_OF_TIME, asdict(found) | {"outcome": outcome})
    end_by(game, phase, (agreed, turn))
    _let_count(game, act, outcome)
    return act


@transaction.atomic
def supersede_by_ruling(
    *, game: Game, by: Person, ruling: str, reason: str, loser_seat: str = ""
) -> MasterAct:
    """Rule on the result of a competition's game that is over: it stands as the game ended, `loser_seat`
    loses it by forfeit (HR-5), or it is annulled (void, HR-6). A later ruling takes the place of an earlier
    one; that the result stands brings back the game's own end.

    Refuses with `NotArbiter`, `NoReason`, `NotOver`, `NotSeated` where no one
    is to lose, `NotOfCompetition` for other games.
    """
    if not game.is_contest:
        raise NotOfCompetition
    game, ruling = lock_game(game), Ruling(ruling)
    refuse_others(game, by)
    if game.state != Game.State.FINISHED:
        raise NotOver
    if not reason.strip():
        raise NoReason
    facts: dict[str, Any] = {"ruling": ruling.value}
    outcome: dict[str, Any] | None = None
    seats = list(game.seats.order_by("order").values_list("key", flat=True))
    if ruling is Ruling.FORFEIT:
        if loser_seat not in seats or len(seats) != PLAYERS:
            raise NotSeated
        outcome = {"winners": [seat for seat in seats if seat != loser_seat], "how": FORFEIT}
        loser = Tenure.objects.select_related("user").filter(game=game, seat__key=loser_seat, left_at=None)
        facts |= {"seat": loser_seat, "before": loser.get().user.get_username()}
    elif ruling is Ruling.ANNULLED:
        outcome = {"winners": [], "how": VOID}
    elif _is_ruled(game):
        return _bring_back(game, by, reason, facts)
    act = _enter_after_the_end(game, by, reason, facts | ({"outcome": outcome} if outcome else {}))
    if outcome:
        _let_count(game, act, outcome)
    return act


def _is_ruled(game: Game) -> bool:
    """Whether a ruling on its result counts in the place of the game's own end."""
    counting = SeatResult.objects.filter(game=game, superseded_by__isnull=True)
    return (
        counting.filter(ruling__kind=MasterAct.Kind.RESULT)
        .exclude(ruling__facts__ruling=Ruling.STANDS)
        .exists()
    )


def _bring_back(game: Game, by: Person, reason: str, facts: dict[str, Any]) -> MasterAct:
    """Let the end count again that the game had before anyone ruled on its result."""
    measured = MasterAct.objects.filter(game=game, kind=MasterAct.Kind.MEASURE).first()
    outcome = measured.facts["outcome"] if measured else bridge.record_of(game)["turns"][-1]["outcome"]
    act = _enter_after_the_end(game, by, reason, facts | {"outcome": outcome})
    rows = SeatResult.objects.filter(game=game).select_related("seat", "ruling").order_by("seat__order", "pk")
    for _seat, of_seat in groupby(rows, key=lambda row: row.seat_id):
        chain = list(of_seat)
        own = [row for row in chain if row.ruling is None or row.ruling.kind != MasterAct.Kind.RESULT][-1]
        end = SeatEnd(own.seat.key, own.outcome, Fraction(own.share, own.share_of), own.centres)
        supersede(result=chain[-1], end=end, clause=own.clause, ruling=act)
    Game.objects.filter(pk=game.pk).update(outcome=dict(outcome))
    return act


@transaction.atomic
def void_with_competition(*, game: Game, by: Person, reason: str) -> MasterAct:
    """End a running game whose competition is cancelled by `by`, for its reason: void (HR-6).

    Whether `by` may cancel it is for the competition to say. Refuses with `NotRunning`, `GameIsOver`,
    `NotOfCompetition` for other games.
    """
    if not game.is_contest:
        raise NotOfCompetition
    game = lock_running_game(game)
    phase = open_phase_of(game)
    agreed = {"how": "void", "by": [], "cause": RULING}
    turn = ended(game, phase, agreed)
    act = enter_act(game, by, MasterAct.Kind.VOID, reason, {})
    end_by(game, phase, (agreed, turn))
    return act


def _let_count(game: Game, act: MasterAct, outcome: Mapping[str, Any]) -> None:
    """Let `outcome` count for `game`, which is over and locked: a row for each seat supersedes the one that
    counted until now.
    """
    counting = SeatResult.objects.filter(game=game, superseded_by__isnull=True)
    for row in counting.select_related("seat").order_by("seat__order"):
        supersede(result=row, end=_end_of(row, outcome), clause=outcome["how"], ruling=act)
    Game.objects.filter(pk=game.pk).update(outcome=dict(outcome))
    show_change(game, act.at)


def _end_of(row: SeatResult, outcome: Mapping[str, Any]) -> SeatEnd:
    """What `outcome` is to the seat of `row`, in a game for two; centres stay as they were at the end."""
    seat, winners = row.seat.key, outcome["winners"]
    if not winners:
        return SeatEnd(seat, Outcome.VOID, NONE, row.centres)
    if seat in winners:
        is_alone = len(winners) == 1
        return SeatEnd(seat, Outcome.SOLO if is_alone else Outcome.SHARED, ALL / len(winners), row.centres)
    lost = Outcome.FORFEIT if outcome["how"] == FORFEIT else Outcome.LOST
    return SeatEnd(seat, lost, NONE, row.centres)


def _enter_after_the_end(game: Game, by: Person, reason: str, facts: Mapping[str, Any]) -> MasterAct:
    """Write down what was ruled, in the game's last phase."""
    act = MasterAct.objects.create(
        game=game,
        phase=Phase.objects.filter(game=game).latest("ordinal"),
        kind=MasterAct.Kind.RESULT,
        facts=dict(facts),
        reason=reason.strip()[:LONGEST_REASON],
        by=by,
        at=clock.now(),
    )
    show_change(game, act.at)
    return act
