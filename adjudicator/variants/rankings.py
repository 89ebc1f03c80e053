"""Powers ranked by preference, as people write them (by commas, arrows or lines) and programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.canonical import shown
from adjudicator.variants.pieces import pieces
from adjudicator.variants.powers import called
from adjudicator.variants.variant import Problem

_NUMBERING: Final = re.compile(r"^\s*\d{1,2}\s*[.):°-]?\s*")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The powers `listed`, the first preferred; those still `missing`; what could not stand, by line."""

    listed: tuple[str, ...]
    missing: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


def named(text: str) -> Iterator[tuple[int, str]]:
    """The words of `text` that stand for powers, each with its line; numbering is passed over."""
    words = ((line, _NUMBERING.sub("", word)) for line, word in pieces(text, ",;>"))
    return ((line, word) for line, word in words if word)


def ranked(words: Iterable[tuple[int, Any]], powers: Sequence[str], board: Board) -> Ranking:
    """The ranking that numbered `words` give of `powers`; a word for none of them, or for one again, falls
    out.
    """
    listed: list[str] = []
    problems = []
    for line, word in words:
        power = called(word, board)
        if power is None:
            problems.append(
                Problem(
                    line,
                    _text(word),
                    "unknown-power",
                    f"“{_text(word)}” is none of the seven powers.",
                    f"« {_text(word)} » n’est aucune des sept puissances.",
                )
            )
        elif power not in powers:
            names = ", ".join(board.powers[each].name for each in powers)
            noms = ", ".join(board.powers[each].name_fr for each in powers)
            problems.append(
                Problem(
                    line,
                    str(word),
                    "not-ranked",
                    f"“{word}” is none of the powers to rank: {names}.",
                    f"« {word} » n’est pas une des puissances à classer : {noms}.",
                )
            )
        elif power in listed:
            problems.append(
                Problem(
                    line,
                    str(word),
                    "duplicate",
                    f"“{word}” is on the list already, at rank {listed.index(power) + 1}.",
                    f"« {word} » est déjà sur la liste, au rang {listed.index(power) + 1}.",
                )
            )
        else:
            listed.append(power)
    missing = tuple(power for power in powers if power not in listed)
    return Ranking(tuple(listed), missing, tuple(problems))


def _text(word: Any) -> str:
    return word if isinstance(word, str) else shown(word)
