"""Bids as people and programs write them: which can stand, and what is wrong with the others (ID-3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.canonical import shown
from adjudicator.variants.auctioning.holding import is_bid
from adjudicator.variants.powers import called
from adjudicator.variants.variant import Problem

_LINE: Final = re.compile(r"^\s*(?P<power>\D*?)\s*[:=]?\s*(?P<amount>[-+]?\d\S*)?\s*$")
_LONGEST_AMOUNT: Final = 100
"""Digits of the largest bid that people may write out."""


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids that can stand, by power, and what was wrong with the others, by line."""

    made: dict[str, int]
    problems: tuple[Problem, ...] = ()


def written(lines: Iterable[tuple[int, str]], auctioned: Sequence[str], board: Board) -> Bids:
    """Bids from numbered lines, a power and a number each: `Germany 5`, `Allemagne : 5`."""
    return _bids(((number, line, *_parted(line)) for number, line in lines), auctioned, board)


def given(bids: Mapping[str, Any], auctioned: Sequence[str], board: Board) -> Bids:
    """Bids by power. Keys come in no sequence that counts: of two names for one power its own key goes
    first, then the alphabet.
    """
    made = [(line, None, str(power), bid) for line, (power, bid) in enumerate(bids.items(), start=1)]
    made.sort(key=lambda each: (each[2] not in board.powers, each[2]))
    return _bids(made, auctioned, board)


def _parted(line: str) -> tuple[str, Any]:
    """The power's name and the amount of a line; the amount stays text where it is no whole number."""
    match = _LINE.match(line)
    if match is None:
        return line.strip(), ""
    amount = match["amount"] or ""
    if amount.isascii() and amount.isdigit() and len(amount) <= _LONGEST_AMOUNT:
        return match["power"], int(amount)
    return match["power"], amount


def _bids(items: Iterable[tuple[int, str | None, str, Any]], auctioned: Sequence[str], board: Board) -> Bids:
    """The bids of `items`: a line's number, its text if it was one, a power's name, an amount."""
    bids: dict[str, int] = {}
    problems = []
    for line, text, name, amount in items:
        power = called(name, board)
        problem = _problem(power, amount, auctioned, bids)
        if problem is not None:
            as_it_came = f"{name} {shown(amount)}" if text is None else text
            problems.append(Problem(line, as_it_came, *problem))
        elif power is not None:
            bids[power] = amount
    problems.sort(key=lambda problem: problem.line)
    return Bids(dict(sorted(bids.items())), tuple(problems))


def _problem(
    power: str | None, amount: Any, auctioned: Sequence[str], bids: dict[str, int]
) -> tuple[str, str, str] | None:
    """Why a bid cannot stand: a code, and a sentence in each language. None when it can."""
    if power is None:
        return (
            "unknown-power",
            "A bid reads like “Germany 5”: a power, then a whole number.",
            "Une offre s’écrit comme « Allemagne 5 » : une puissance, puis un nombre entier.",
        )
    if power not in auctioned:
        return (
            "not-auctioned",
            "This power is not in the auction: it is a home power or out of the game (ID-3).",
            "Cette puissance n’est pas aux enchères : elle appartient à un joueur ou est éliminée (ID-3).",
        )
    if not is_bid(amount):
        return (
            "bad-bid",
            "A bid is a whole number of credits, 0 or more; anything else counts as 0 (ID-3).",
            "Une offre est un nombre entier de crédits, 0 ou plus ; autre chose compte pour 0 (ID-3).",
        )
    if power in bids:
        return (
            "duplicate",
            f"There is a bid for this power already, of {bids[power]}; that one stands.",
            f"Il y a déjà une offre pour cette puissance, de {bids[power]} ; c’est elle qui compte.",
        )
    return None
