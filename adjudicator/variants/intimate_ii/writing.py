"""A seat's bids for an auction, as people and programs write it: bids, and what it wants of satellites."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.canonical import shown
from adjudicator.variants.auctioning import bids as bidding
from adjudicator.variants.intimate_ii.charges import Standing, Wishes
from adjudicator.variants.pieces import pieces
from adjudicator.variants.rankings import Ranking, named, ranked
from adjudicator.variants.variant import Problem

_RANKING, _KEEP, _SECRET = "satellite", "keep_satellite", "secret"
_LABELS: Final = (
    (
        _SECRET,
        r"(?:(?:keep|garder|the|my|le|mon|satellite)\s+)*(?:secret|secrecy)(?:\s+satellite)?",
    ),
    (
        _KEEP,
        r"(?:keep|upkeep|garder|entretien|entretenir|conserver)"
        r"(?:\s+(?:up|of|the|my|le|mon|du|de))*(?:\s+satellite)?",
    ),
    (_RANKING, r"(?:satellites?|nominate|nomination|désigner|designer)"),
)
_LINES: Final = tuple(
    (name, re.compile(rf"^{label}(?![\w’'])\s*[:=]?\s*(?P<rest>.*)$", re.IGNORECASE))
    for name, label in _LABELS
)
_YES: Final = frozenset(("yes", "y", "true", "oui", "o", "vrai", "1"))
_NO: Final = frozenset(("no", "n", "false", "non", "faux", "0"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a seat wrote: the bids and wishes that count, the answer in canonical form, and problems."""

    bids: dict[str, int]
    wishes: Wishes
    answer: dict[str, Any]
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class _Words:
    """What was written of satellites, and where; judged later."""

    board: Board
    auctioned: tuple[str, ...]
    ranking: Ranking | None = None
    flags: dict[str, bool] = field(default_factory=dict)
    lines: dict[str, tuple[int, str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def take(self, name: str, line: int, text: str, value: object) -> None:
        """`value` for the key `name`; the first one stands. Nothing there is not a word about it."""
        if value is None or value == [] or (name == _RANKING and value == ""):
            return
        if name in self.lines:
            self.problems.append(Problem(line, text, "duplicate", *_TWICE))
        elif name == _RANKING and isinstance(value, (list, str)):
            words = _words(value) if isinstance(value, str) else enumerate(value)
            ranking = ranked([(line, word) for _, word in words], self.auctioned, self.board)
            self.ranking = ranking
            self.lines[name] = line, text
            self.problems += ranking.problems
        elif name != _RANKING and isinstance(value, bool):
            self.flags[name] = value
            self.lines[name] = line, text
        else:
            self.problems.append(Problem(line, text, *(_NO_LIST if name == _RANKING else _NO_FLAG)))


def from_text(text: str, standing: Standing, auctioned: tuple[str, ...], board: Board) -> Sheet:
    """`Germany 5`, `Satellite: Italy, Russia, …`, `Keep satellite: no`, `Secret: oui`: one a line."""
    words = _Words(board, auctioned)
    bids = []
    for number, line in pieces(text, ";"):
        name, value = _labelled(line)
        if name is None:
            bids.append((number, line))
        else:
            words.take(name, number, line, value)
    return _sheet(bidding.written(bids, auctioned, board), words, standing)


def from_answer(answer: Any, standing: Standing, auctioned: tuple[str, ...], board: Board) -> Sheet:
    """`{"bids": {"GERMANY": 5}, "satellite": [powers], "keep_satellite": true, "secret": true}`, each if
    wanted; what has not the shape of an answer says nothing (ID-8).
    """
    given = answer if isinstance(answer, dict) else {}
    bids = given.get("bids")
    words = _Words(board, auctioned)
    for name in (_RANKING, _KEEP, _SECRET):
        if (value := given.get(name)) is not None:
            words.take(name, 0, f"{name} {shown(value)}", value)
    made = bidding.given(bids if isinstance(bids, dict) else {}, auctioned, board)
    return _sheet(made, words, standing)


def _labelled(line: str) -> tuple[str | None, object]:
    """What a line is about, a bid being None, and what it says: yes, no, or what stands there."""
    for name, pattern in _LINES:
        if match := pattern.match(line):
            rest = match["rest"].strip()
            word = rest.casefold().rstrip(".!")
            if word in _YES or word in _NO:
                return (_KEEP if name == _RANKING else name), word in _YES
            if name == _RANKING:
                return name, rest
            return name, rest or True
    return None, None


def _words(text: str) -> Iterable[tuple[int, str]]:
    """The names in a ranking on one line, with spaces between them where there is nothing better."""
    return named(text if re.search("[,>]", text) else ",".join(text.split()))


def _sheet(bids: bidding.Bids, words: _Words, standing: Standing) -> Sheet:
    problems = [*bids.problems, *words.problems]
    ranking = words.ranking
    if ranking is not None and not standing.may_nominate:
        problems.append(Problem(*words.lines[_RANKING], *_NOT_NOW))
        ranking = None
    if ranking is not None and ranking.missing:
        problems.append(Problem(*words.lines[_RANKING], *_incomplete(ranking, words.board)))
    keep, secret = words.flags.get(_KEEP), words.flags.get(_SECRET)
    if keep is not None and not standing.holds:
        problems.append(Problem(*words.lines[_KEEP], *_NO_SATELLITE))
        keep = None
    is_complete = ranking is not None and not ranking.missing
    fault = _secrecy_fault(standing, is_complete)
    if secret is not None and fault is not None:
        if secret:
            problems.append(Problem(*words.lines[_SECRET], *fault))
        secret = None
    answer: dict[str, Any] = {"bids": bids.made}
    if ranking is not None and ranking.listed:
        answer[_RANKING] = list(ranking.listed)
    if keep is not None:
        answer[_KEEP] = keep
    if secret is not None:
        answer[_SECRET] = secret
    wishes = Wishes(ranking.listed if ranking is not None and is_complete else None, keep, secret)
    return Sheet(bids.made, wishes, answer, tuple(sorted(problems, key=lambda problem: problem.line)))


_Fault = tuple[str, str, str]
"""A code, and a sentence in each language."""

_TWICE: Final = (
    "This has been said already; the first time stands.",
    "Cela a déjà été dit ; c’est la première fois qui compte.",
)
_NO_LIST: Final[_Fault] = (
    "bad-ranking",
    "A satellite is nominated by a list of the mercenaries, the first preferred.",
    "Un satellite se demande par une liste des mercenaires, le préféré en premier.",
)
_NO_FLAG: Final[_Fault] = (
    "bad-flag",
    "Say yes or no here, as in “Keep satellite: yes” or “Secret: no”.",
    "Répondez ici par oui ou par non, comme dans « Garder le satellite : oui » ou « Secret : non ».",
)
_NOT_NOW: Final[_Fault] = (
    "not-now",
    "A satellite is nominated in the first auction, and once more only where that failed for both; this "
    "is void and free (ID2-6, ID2-7).",
    "Un satellite se demande aux premières enchères, et une fois encore seulement si elles ont échoué pour "
    "les deux ; ceci est sans effet et ne coûte rien (ID2-6, ID2-7).",
)
_NO_SATELLITE: Final[_Fault] = (
    "no-satellite",
    "You hold no satellite to keep up; this is void and free (ID2-8).",
    "Vous n’avez pas de satellite à entretenir ; ceci est sans effet et ne coûte rien (ID2-8).",
)
_NO_SECRECY: Final[_Fault] = (
    "no-secrecy",
    "In this game satellites are not kept secret; asking is void and free (ID2-10).",
    "Dans cette partie, les satellites ne restent pas secrets ; la demande est sans effet et ne "
    "coûte rien (ID2-10).",
)
_REVEALED: Final[_Fault] = (
    "revealed",
    "Your satellite is known and stays so; asking for secrecy is void and free (ID2-10).",
    "Votre satellite est connu et le reste ; la demande de secret est sans effet et ne coûte rien (ID2-10).",
)
_NOTHING_TO_HIDE: Final[_Fault] = (
    "nothing-secret",
    "You neither nominate nor hold a satellite; asking for secrecy is void and free (ID2-10).",
    "Vous n’avez ni ne demandez de satellite ; la demande de secret est sans effet et ne "
    "coûte rien (ID2-10).",
)


def _secrecy_fault(standing: Standing, nominates: bool) -> _Fault | None:
    """Why asking for secrecy is void; None where it is not (ID2-10)."""
    if not standing.allows_secrecy:
        return _NO_SECRECY
    if standing.is_revealed:
        return _REVEALED
    return None if standing.holds or nominates else _NOTHING_TO_HIDE


def _incomplete(ranking: Ranking, board: Board) -> _Fault:
    names = ", ".join(board.powers[power].name for power in ranking.missing)
    noms = ", ".join(board.powers[power].name_fr for power in ranking.missing)
    return (
        "incomplete",
        f"Rank all the mercenaries; still missing: {names}. An incomplete ranking is void and free (ID2-6).",
        f"Classez tous les mercenaires ; il manque encore : {noms}. Incomplet, le classement est nul et "
        "gratuit (ID2-6).",
    )
