"""Advice for the player: the orders, as one would type them, and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from json import dumps, loads
from typing import Any

from django.utils.functional import Promise

from games.models import Practice
from games.practice.script import REASONS, Advice, answer_of, is_followed
from games.practice.table import SEAT, scene
from games.words import order_words, wording


def suggestion(practice: Practice) -> list[Advice]:
    """A suggestion for the open phase, a line each, as the player would type it.

    It knows no more than the player: it is made from their own sight. Empty where there is nothing to do.
    """
    answer = answer_for(practice.lots, dumps(practice.position))
    return [Advice(_typed(line), why) for line, why in _lines(answer, _reasons(practice))]


@lru_cache(maxsize=256)
def answer_for(lots: str, position: str) -> Any:
    """The adviser's answer in a game with these lots, at a position as JSON; kept for the next page."""
    return answer_of(scene(Practice(lots=lots, position=loads(position)), SEAT))


def text_of(suggested: list[Advice]) -> str:
    """The suggestion as one text, the way a sheet holds it."""
    return "\n".join(advice.order for advice in suggested)


def _reasons(practice: Practice) -> Mapping[str, Promise]:
    return REASONS.get(practice.label, {}) if is_followed(practice.position) else {}


def _lines(answer: Any, reasons: Mapping[str, Promise]) -> list[tuple[str, Promise | str]]:
    if isinstance(answer, list):
        return [(line, reasons.get(line, "")) for line in answer]
    if "preferences" in answer:
        return [(wording.power(power), "") for power in answer["preferences"]]
    bids = sorted(answer["bids"].items(), key=lambda bid: wording.power(bid[0]))
    return [(f"{wording.power(power)} {amount}", reasons.get(power, "")) for power, amount in bids]


def _typed(line: str) -> str:
    """Orders as people write them; names of powers stay as they are."""
    return order_words.as_typed(line) if line[:2] in ("A ", "F ") else line
