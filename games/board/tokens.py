"""Units as tokens: a shield for an army, a ship for a fleet, each with its power's colour and letter."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from games.board.atlas import Point, anchor, beside
from games.board.curves import number, star
from games.board.lines import province
from games.board.whose import token_class
from games.board.words import power_letter, unit_title

_SHIELD = "M-20-19H20V1C20 13 10 20 0 25-10 20-20 13-20 1Z"
_SHIP = "M-27 1H27L18 23H-18ZM-3-26V-2H-20C-12-7-6-15-3-26ZM4-22C10-17 14-10 15-2H4Z"

SHAPES = {"A": _SHIELD, "F": _SHIP}
"""The outlines of tokens, by the letters that armies and fleets have in the notation."""

SYMBOLS = (
    "".join(
        f'<g id="{name}"><path class="u-rim" d="{path}"/><path class="u-body" d="{path}"/></g>'
        for name, path in (("board-army", _SHIELD), ("board-fleet", _SHIP))
    )
    + f'<path id="board-burst" class="burst" d="{star(47, 34, 12)}"/>'
)


@dataclass(frozen=True, slots=True)
class Token:
    """One unit as it stands on the picture."""

    power: str
    kind: str
    at: Point
    location: str
    is_out: bool = False  # dislodged: a burst lies behind it
    stands_beside: bool = False  # its province is someone else's by now


def tokens_of(view: Mapping[str, Any], driven_out: set[str]) -> list[Token]:
    """The tokens of a view. `driven_out` are provinces whose unit the drawn results dislodge."""
    found = []
    for power, units in sorted((view.get("units") or {}).items()):
        for unit in units:
            kind, _, location = unit.partition(" ")
            at = anchor(location)
            if at is not None:
                found.append(Token(power, kind, at, location, province(location) in driven_out))
    for power, entries in sorted((view.get("dislodged") or {}).items()):
        for entry in entries:
            kind, _, location = entry["unit"].partition(" ")
            at = anchor(location)
            if at is not None:
                found.append(Token(power, kind, beside(at), location, is_out=True, stands_beside=True))
    return sorted(found, key=lambda token: (not token.is_out, token.at))


def render_token(
    token: Token, language: str, *, is_new: bool = False, is_old: bool = False, group: int = 0
) -> str:
    """One token; letters are written on the shield's field and on the ship's hull.

    It carries its unit for scripts (`data-out` where it stands beside its province) and its name for all.
    `group` says whose it is (`games.board.whose`). A unit that is yet to be built (`is_new`) or was seen
    earlier (`is_old`) lets clicks through to its place.
    """
    symbol, baseline = ("board-army", 10) if token.kind == "A" else ("board-fleet", 19)
    letter = escape(power_letter(token.power, language))
    burst = '<use href="#board-burst"/>' if token.is_out else ""
    x, y = number(token.at.x), number(token.at.y)
    if is_new or is_old:
        state = "is-new" if is_new else "then"
        opened, title = f'<g class="unit {state}{token_class(group)}" pointer-events="none"', ""
    else:
        key = "out" if token.stands_beside else "unit"
        opened = f'<g class="unit{token_class(group)}" data-{key}="{token.kind} {escape(token.location)}"'
        says = unit_title(token.kind, token.location, token.power, language, is_out=token.stands_beside)
        title = f"<title>{escape(says)}</title>"
    return (
        f'{opened} data-power="{escape(token.power.lower())}" transform="translate({x} {y})">'
        f'{title}{burst}<use href="#{symbol}"/><text class="u-{"army" if token.kind == "A" else "fleet"}" '
        f'y="{baseline}">{letter}</text></g>'
    )
