"""Games that are over, by their rows alone: for tests to which the play is not the point."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games.models import Game, MasterAct, Phase, Seat, SeatResult, Tenure, TenureResult

How = TenureResult.How
LEAVING = {How.RESIGNED: "resigned", How.REPLACED: "replaced", How.REMOVED: "removed"}


def finished_game(
    league: Any,
    players: Sequence[Any],
    outcomes: Sequence[str],
    at: datetime,
    *,
    code: str = "",
    variant: str = "intimate",
    settings: dict[str, Any] | None = None,
    visibility: str = "public",
    left: dict[int, tuple[str, Any]] | None = None,
) -> Game:
    """A game of `league` that ended `at`, with a seat and an outcome for each of `players`.

    `left`: the seats, by their number from 0, whose player left, how, and who took the seat over (or None).
    """
    began = at - timedelta(days=30)
    won = [str(number + 1) for number, outcome in enumerate(outcomes) if outcome in ("solo", "shared")]
    game = Game.objects.create(
        league=league,
        name=f"Game {code}",
        variant=variant,
        settings=settings or {},
        visibility=visibility,
        opened_by=players[0],
        opened_at=began,
        started_at=began,
        finished_at=at,
        lots="1",
        state="finished",
        outcome={"winners": won, "how": "ID-15"},
        **({"code": code} if code else {}),
    )
    for number, (user, outcome) in enumerate(zip(players, outcomes, strict=True)):
        seat = Seat.objects.create(game=game, key=str(number + 1), order=number)
        share = {"solo": (1, 1), "shared": (1, list(outcomes).count("shared"))}.get(outcome, (0, 1))
        row = SeatResult.objects.create(
            game=game,
            seat=seat,
            outcome=outcome,
            share=share[0],
            share_of=share[1],
            last_year=1905,
            clause="ID-15",
            at=at,
        )
        how, successor = (left or {}).get(number, (How.FINISHED, None))
        _tenure(row, user, began, at if how == How.FINISHED else at - timedelta(days=9), how)
        if successor is not None:
            _tenure(row, successor, at - timedelta(days=9), at, How.FINISHED)
    return game


def _tenure(row: SeatResult, user: Any, since: datetime, until: datetime, how: str) -> None:
    tenure = Tenure.objects.create(
        game=row.game,
        seat=row.seat,
        user=user,
        place=row.seat.order,
        nonce="",
        taken_at=since,
        left_at=None if how == How.FINISHED else until,
        left_how=LEAVING.get(how, ""),
    )
    TenureResult.objects.create(
        tenure=tenure, result=row, how=how, since=since, until=until, asked=9, missed=0
    )


def rule(game: Game, outcomes: Sequence[str], by: Any, at: datetime) -> None:
    """Let other outcomes count in a game that is over, by a ruling `at`."""
    end = game.finished_at
    phase, _is_new = Phase.objects.get_or_create(
        game=game,
        ordinal=0,
        defaults={
            "label": "S1901M",
            "position": {},
            "opened_at": game.started_at,
            "deadline": end,
            "closes_at": end,
            "adjudicated_at": end,
        },
    )
    act = MasterAct.objects.create(
        game=game, phase=phase, by=by, kind=MasterAct.Kind.RULING, reason="A ruling.", at=at
    )
    rows = SeatResult.objects.filter(game=game, superseded_by=None).select_related("seat")
    for row, outcome in zip(rows.order_by("seat__order"), outcomes, strict=True):
        share = {"solo": (1, 1), "shared": (1, list(outcomes).count("shared"))}.get(outcome, (0, 1))
        SeatResult.objects.create(
            game=game,
            seat=row.seat,
            outcome=outcome,
            share=share[0],
            share_of=share[1],
            at=at,
            supersedes=row,
            ruling=act,
        )
