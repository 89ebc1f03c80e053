"""The table of a sandbox: the standard game with one seat that orders every power, and the engine's questions
about it.

A table of the standard game has numbered seats whose powers its positions name (RB-19); here one seat has all
of them. Centres win by power there (RB-12), so that orders come to what they come to with seven at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import adjudicator
from adjudicator.board import standard
from games.common.words import local

VARIANT: Final = "standard"
SEAT: Final = "1"

_PLAYERS: Final = "3a"
_BOARD: Final = ("units", "centres", "dislodged", "contested")
"""What of a position goes into a sandbox. Treasuries, bids, home powers, spies and spells do not."""

_MOVES_ON: Final = {"H": "M", "B": "M", "E": "R"}
"""The standard phase to come of those that only other games have, in the same season."""

PHASES_OF_A_YEAR: Final = 5

_RULES: Final = ("rulebook", "choices")
"""The settings that every game has, and that a sandbox takes over."""

Position = Mapping[str, Any]
Rules = Mapping[str, Any]


def opening() -> dict[str, Any]:
    """The position with which the standard game begins."""
    return taken(adjudicator.start(variant=VARIANT)["position"], {})


def rules_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """What of a game's settings says how orders resolve, whatever its variant."""
    return {name: settings[name] for name in _RULES if name in settings}


def taken(seen: Position, rules: Rules) -> dict[str, Any]:
    """The board of `seen`, as a reader sees it, at the first phase of the standard game in which there is
    something to order.
    """
    label = str(seen["phase"])
    board = {part: seen[part] for part in _BOARD if part in seen}
    phase = label[:-1] + _MOVES_ON.get(label[-1], label[-1])
    return _with_orders_to_give(board | {"phase": phase, "disorder": [], "outcome": None}, rules)


def due(position: Position, rules: Rules) -> dict[str, Any] | None:
    """What is to be ordered: kind, powers and so on; None where nothing is."""
    return dict(adjudicator.due(**_asked(position, rules))["due"]).get(SEAT)


def options(position: Position, rules: Rules) -> dict[str, Any]:
    """What all powers may order: `{"options": {unit: [orders]}, "sites": {power: [orders]}}`."""
    return adjudicator.options(**_asked(position, rules), seat=SEAT)


def read(position: Position, rules: Rules, text: str) -> dict[str, Any]:
    """What the engine makes of a text: `{"answer", "problems"}`, in the reader's language."""
    return adjudicator.read(**_asked(position, rules), seat=SEAT, text=text, language=local.language())


def resolve(position: Position, rules: Rules, orders: Sequence[str]) -> dict[str, Any]:
    """The turn that these lines come to, with its sentences in the reader's language. Its position is one in
    which there is something to order again, unless the turn ends the game.
    """
    turn = _resolved(position, rules, orders)
    return turn | {"position": _with_orders_to_give(turn["position"], rules)}


def _with_orders_to_give(position: Position, rules: Rules) -> dict[str, Any]:
    found = dict(position)
    for _phase in range(PHASES_OF_A_YEAR):  # where no one has a unit, nothing is ever to be ordered
        if found["outcome"] is not None or due(found, rules) is not None:
            break
        found = _resolved(found, rules, ())["position"]
    return found


def _resolved(position: Position, rules: Rules, orders: Sequence[str]) -> dict[str, Any]:
    asked = _asked(position, rules) | {"answers": {SEAT: list(orders)}}
    turn = dict(adjudicator.resolve(**asked, language=local.language()))
    return turn | {"position": {key: value for key, value in turn["position"].items() if key != "powers"}}


def _asked(position: Position, rules: Rules) -> dict[str, Any]:
    powers = {SEAT: sorted(standard().powers)}
    return {
        "variant": VARIANT,
        "settings": {**rules, "players": _PLAYERS},
        "position": {**position, "powers": powers},
    }
