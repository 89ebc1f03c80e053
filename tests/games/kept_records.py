"""Whole games by the engine's record, put where a running game of the tests was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from games.models import Game, Phase, Turn


def put_record(game: Game, record: Mapping[str, Any]) -> Game:
    """Let `record`, of a game that is over, be what was played in `game`, a day a phase. Its result rows are
    not written.
    """
    Phase.objects.filter(game=game).delete()
    assert game.started_at is not None
    position = record["start"]
    for ordinal, turn in enumerate(record["turns"]):
        opened = game.started_at + timedelta(days=ordinal)
        closed = opened + timedelta(days=1)
        phase = Phase.objects.create(
            game=game,
            ordinal=ordinal,
            label=position["phase"],
            position=position,
            due={},
            deadline=closed,
            closes_at=closed,
            opened_at=opened,
            adjudicated_at=closed,
        )
        agreed = turn.get("agreed")
        answers = None if agreed else turn.get("answers")
        Turn.objects.create(phase=phase, answers=answers, agreed=agreed, turn=turn, created_at=closed)
        position = turn["position"]
    Game.objects.filter(pk=game.pk).update(
        state=Game.State.FINISHED,
        variant=record["variant"],
        outcome=position["outcome"],
        settings=record["settings"],
        phase_number=len(record["turns"]),
        finished_at=closed,
    )
    game.refresh_from_db()
    return game
