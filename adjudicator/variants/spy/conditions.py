"""What conditional orders hang on (SPY-21): `A MUN DISLODGED`, `E PAR LOST`, `A BUR SEEN`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudicator.board import Board
from adjudicator.notation.lexicon import LETTERS
from adjudicator.notation.words import tokens
from adjudicator.position import Position
from adjudicator.results import SUCCEEDS
from adjudicator.variants.spy.reading import SPY, named_places
from adjudicator.variants.spy.told import LOST, kind_of

_STATES: Final[Mapping[str, str]] = {
    word: state
    for state, words in {
        "MOVED": "moved moves arrived arrives deplace deplacee bouge bougee arrive arrivee passe passee",
        "FAILED": "failed fails bounced echoue echouee rate ratee repousse repoussee rebondi",
        "DISLODGED": "dislodged deloge delogee",
        "CUT": "cut coupe coupee",
        "DESTROYED": "destroyed disbanded detruit detruite dissout dissoute",
        "LOST": "lost killed perdu perdue tue",
        "SEEN": "seen vu vue apercu apercue repere reperee",
    }.items()
    for word in words.split()
}
_FILLERS: Final = frozenset(
    (
        *("was", "is", "has", "been", "be", "got", "gets", "support", "our", "my"),
        *("est", "a", "ete", "s", "se", "soutien", "mon", "ma", "notre"),
    )
)
AND: Final = frozenset(("and", "et", "&"))
_OF: Final[Mapping[str, frozenset[str]]] = {
    "A": frozenset(("MOVED", "FAILED", "DISLODGED", "CUT", "DESTROYED", "SEEN")),
    "E": frozenset(("MOVED", "FAILED", "LOST")),
}
"""What may be said of a unit, and of a spy."""

MOVES: Final = frozenset(("MOVED", "FAILED", "DISLODGED", "CUT"))
"""What the movement phase settles of units."""


class Condition(NamedTuple):
    """Something that may have happened to a unit or spy (`A MUN`, `E PAR`), named by where it was."""

    piece: str
    state: str

    def __str__(self) -> str:
        return f"{self.piece} {self.state}"


def read(text: str, board: Board, known: Position, power: str) -> Condition | None:
    """The condition that `text` means, canonical or not; None for anything else."""
    words = [token for token in tokens(text[:200]) if token.text != "-"]
    letter = ""
    if words and (words[0].text in LETTERS or words[0].text in SPY):
        letter = "E" if words[0].text in SPY else LETTERS[words[0].text]
        words = words[1:]
    if not words or words[-1].text not in _STATES:
        return None
    state = _STATES[words[-1].text]
    found = sorted(
        {
            place[:3]
            for match in named_places(words, 0, board)
            if all(word.text in _FILLERS for word in words[match.end : -1])
            for place in match.meaning
        }
    )
    if len(found) != 1:
        return None
    piece = f"{letter or _letter(found[0], state, known, power)} {found[0]}"
    kind = "E" if piece[0] == "E" else "A"
    return Condition(piece, state) if piece[0] != " " and state in _OF[kind] else None


def _letter(place: str, state: str, known: Position, power: str) -> str:
    if state == "LOST":
        return "E"
    units = [*known.units.get(power, ()), *(unit for those in known.units.values() for unit in those)]
    return next((unit[0] for unit in units if unit[2:5] == place), "")


class Ending(NamedTuple):
    """What a seat knows when a phase is over: the phase's kind, its own results, its sight before and after,
    and where spies of its own went down with their fleets.
    """

    seat: str
    kind: str
    results: Sequence[Mapping[str, Any]]
    before: Position
    after: Position
    drowned: frozenset[str] = frozenset()


_ORDER: Final = ("M", "E", "R", "A")


def holds(condition: Condition, target: str, ending: Ending) -> bool | None:
    """Whether `condition`, on which orders for phase `target` hang, holds now; None: not settled yet."""
    piece, state = condition
    is_last = _ORDER.index(ending.kind) + 1 == _ORDER.index(target)
    mine = [each for each in ending.results if each["order"][: len(piece)] == piece]
    unsettled = False if is_last else None
    if state == "SEEN":
        if not is_last:
            return None
        return any(unit[:5] == piece for units in _foreign(ending) for unit in units)
    if piece[0] == "E":
        return _of_spy(state, piece, ending, mine, unsettled)
    if state == "DESTROYED":
        if any(each.get("retreats") == [] for each in mine) or (ending.kind == "R" and _is_gone(mine)):
            return True
        return unsettled
    if ending.kind == "M":
        return any(_happened(state, each) for each in mine)
    return state == "DISLODGED" and any(
        unit.unit[:5] == piece for units in ending.before.dislodged.values() for unit in units
    )


def _of_spy(
    state: str, piece: str, ending: Ending, mine: Sequence[Mapping[str, Any]], unsettled: bool | None
) -> bool | None:
    if state == "LOST":
        if any(each.get("reason") == LOST for each in mine) or piece[2:5] in ending.drowned:
            return True
        return unsettled
    if ending.kind == "E":
        return any(_happened(state, each) for each in mine if each.get("reason") != LOST)
    return None if ending.kind == "M" else False


def _happened(state: str, result: Mapping[str, Any]) -> bool:
    if state == "MOVED":
        return result["verdict"] == SUCCEEDS and kind_of(result["order"]) == "-"
    if state == "FAILED":
        return bool(result["verdict"] != SUCCEEDS)
    if state == "DISLODGED":
        return "retreats" in result
    return result.get("reason") == "cut"


def _is_gone(mine: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a dislodged unit left the board: it was disbanded, or its retreat came to nothing."""
    return bool(mine) and not any(
        each["verdict"] == SUCCEEDS and kind_of(each["order"]) == "R" for each in mine
    )


def _foreign(ending: Ending) -> list[tuple[str, ...]]:
    """Others' units in sight; `after` holds the seat's own and those in its territory."""
    return [units for power, units in ending.after.units.items() if power != ending.seat]
