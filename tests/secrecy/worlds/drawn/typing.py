"""An answer as a bot gives it, put into the words that a person types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

SECTIONS = {"E": "Espionage", "R": "Retreats", "A": "Adjustments"}


def typed(answer: Any) -> str:
    """The text that `adjudicator.read` makes this answer of."""
    return "\n".join(_lines(answer))


def _lines(answer: Any) -> Iterator[str]:
    if isinstance(answer, list):
        yield from answer
    elif isinstance(answer, Mapping):
        yield from answer.get("preferences", ())
        yield from (f"{power} {bid}" for power, bid in answer.get("bids", {}).items())
        if "satellite" in answer:
            yield f"Satellite: {', '.join(answer['satellite'])}"
        for key, label in (("keep_satellite", "Keep satellite"), ("secret", "Secret")):
            if key in answer:
                yield f"{label}: {'yes' if answer[key] else 'no'}"
        if "spell" in answer:
            yield answer["spell"]
        if "favour" in answer:
            yield f"favour {answer['favour']}"
        yield from answer.get("orders", ())
        for kind, alternatives in answer.get("later", {}).items():
            yield f"{SECTIONS[kind]}:"
            for each in alternatives:
                yield f"if {' and '.join(each['if'])}:" if "if" in each else "else:"
                yield from each["orders"]
