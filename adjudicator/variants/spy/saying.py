"""Results of void lines as the problems that `read` tells."""

from __future__ import annotations

from adjudicator import texts
from adjudicator.results import Result
from adjudicator.variants.variant import Problem


def problem(line: int, text: str, void: Result) -> Problem:
    """`void`, which came of the line number `line`, as a problem in both languages."""
    said = void.to_json()
    return Problem(
        line, text, void.reason or "illegal", texts.sentence(said, "en"), texts.sentence(said, "fr")
    )
