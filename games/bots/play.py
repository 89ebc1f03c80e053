"""Whole games between bots, through the engine's questions alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import adjudicator
from adjudicator import records
from games.bots.scene import Bot, look


def play(
    *,
    variant: str,
    settings: Mapping[str, Any],
    bots: Mapping[str, Bot],
    lots: str,
    random: Random,
    last_year: int,
    watch: Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """The record of a whole game between `bots` by seat; still going on after `last_year`, it ends by
    agreement.

    `watch` is shown each phase: the position before, the answers, the turn.
    """
    table: dict[str, Any] = {"variant": variant, "settings": settings}
    position = adjudicator.start(**table, lots=lots)["position"]
    record = records.begin(variant=variant, settings=settings, start=position, lots=lots)
    while position["outcome"] is None:
        agreed = None
        answers: dict[str, Any] = {}
        if int(position["phase"][1:5]) > last_year:
            agreed = {"how": "draw", "by": list(bots)}
            turn = adjudicator.resolve(**table, position=position, agreed=agreed)
        else:
            for seat in adjudicator.due(**table, position=position)["due"]:
                answers[seat] = bots[seat](look(**table, position=position, seat=seat, random=random))
            turn = adjudicator.resolve(**table, position=position, answers=answers, lots=lots)
            if watch is not None:
                watch(position, answers, turn)
        record = records.add_turn(record, turn, answers=answers, agreed=agreed, lots=lots)
        position = turn["position"]
    return record
