"""Order lines as the board needs them: what sign, from where, to where, and how it came out.

Only canonical lines are drawn; anything else has no sign and is left to the words beside the map.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.board.atlas import place_of


class Sign(StrEnum):
    """The kind of mark an order gets."""

    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    HOLD = "hold"
    RETREAT = "retreat"
    BUILD = "build"
    DISBAND = "disband"


class Fate(StrEnum):
    """How an order came out; a draft has no fate yet."""

    GIVEN = "given"
    DONE = "done"
    FAILED = "failed"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One order on the board. `target` is the unit that is supported or convoyed, `to` where it goes.

    `kind` is `E` for an order to a spy; `kill` the first letters of the nationality that the spy is to kill.
    """

    sign: Sign
    kind: str
    at: str
    to: str | None = None
    target: str | None = None
    via: bool = False
    kill: str = ""


@dataclass(frozen=True, slots=True)
class Marked:
    """A line, the power that gave it, and its fate."""

    line: OrderLine
    power: str
    fate: Fate
    implied: bool = False


_LOCATION = r"[A-Z]{3}(?:/[A-Z]{2})?"
_CANONICAL = re.compile(
    rf"(?P<kind>[AF]) (?P<at>{_LOCATION}) (?:"
    rf"- (?P<move>{_LOCATION})(?P<via> VIA)?"
    rf"|S [AF] (?P<supported>{_LOCATION})(?: - (?P<into>{_LOCATION}))?"
    rf"|C A (?P<convoyed>{_LOCATION}) - (?P<shore>{_LOCATION})"
    rf"|R (?P<retreat>{_LOCATION})"
    r"|(?P<last>[HBD]))"
)
_SPIES = re.compile(
    r"E (?P<at>[A-Z]{3}) (?:- (?P<to>[A-Z]{3})(?P<via> VIA)?|(?P<last>[HBD]))(?: \((?P<kill>[A-Z]{3})\))?"
    r"|F (?P<fleet>[A-Z]{3}) C [A-Z]+ E (?P<carried>[A-Z]{3}) - (?P<shore>[A-Z]{3})"
)
_LAST = {"H": Sign.HOLD, "B": Sign.BUILD, "D": Sign.DISBAND}

_NEVER_DRAWN = {"duplicate", "no-unit", "too-many"}


def read_line(text: str) -> OrderLine | None:
    """A canonical order line as a value; nothing for a waiver or a place not on the map."""
    match = _CANONICAL.fullmatch(text)
    if match is None:
        return _read_spies(text)
    kind, at, found = match["kind"], match["at"], match.groupdict()
    if found["move"]:
        line = OrderLine(Sign.MOVE, kind, at, to=found["move"], via=bool(found["via"]))
    elif found["supported"]:
        line = OrderLine(Sign.SUPPORT, kind, at, to=found["into"], target=found["supported"])
    elif found["convoyed"]:
        line = OrderLine(Sign.CONVOY, kind, at, to=found["shore"], target=found["convoyed"])
    elif found["retreat"]:
        line = OrderLine(Sign.RETREAT, kind, at, to=found["retreat"])
    else:
        line = OrderLine(_LAST[found["last"]], kind, at)
    return _on_the_map(line)


def _read_spies(text: str) -> OrderLine | None:
    """An order to a spy, or to a fleet that carries one."""
    match = _SPIES.fullmatch(text)
    if match is None:
        return None
    found = match.groupdict()
    if found["fleet"]:
        return _on_the_map(
            OrderLine(Sign.CONVOY, "F", found["fleet"], to=found["shore"], target=found["carried"])
        )
    kill = found["kill"] or ""
    if found["to"]:
        return _on_the_map(
            OrderLine(Sign.MOVE, "E", found["at"], to=found["to"], via=bool(found["via"]), kill=kill)
        )
    return _on_the_map(OrderLine(_LAST[found["last"]], "E", found["at"], kill=kill))


def _on_the_map(line: OrderLine) -> OrderLine | None:
    named = (line.at, line.to, line.target)
    return line if all(place_of(location) for location in named if location) else None


def province(location: str) -> str:
    return location.partition("/")[0]


def from_results(results: Iterable[Mapping[str, Any]]) -> list[Marked]:
    """The drawable orders of a turn's results."""
    marked = []
    for result in results:
        line = read_line(str(result.get("order", "")))
        reason = result.get("reason")
        if line is None or (result.get("verdict") == "void" and reason in _NEVER_DRAWN):
            continue
        if result.get("verdict") == "succeeds":
            fate = Fate.DONE
        elif line.sign is Sign.SUPPORT and reason in ("cut", "dislodged"):
            fate = Fate.CUT
        else:
            fate = Fate.FAILED
        marked.append(Marked(line, str(result.get("power", "")), fate, bool(result.get("implied"))))
    return marked


def from_draft(draft: Iterable[str], owners: Mapping[str, str], spies: Mapping[str, str]) -> list[Marked]:
    """A seat's own lines, not yet resolved.

    `owners`: whose unit or centre is in each province; `spies`: whose spies are there.
    """
    marked = []
    for text in draft:
        line = read_line(text)
        if line is None:
            continue
        whose = spies if line.kind == "E" and line.sign is not Sign.BUILD else owners
        if province(line.at) in whose:
            marked.append(Marked(line, whose[province(line.at)], Fate.GIVEN))
    return marked


def dislodged_by_results(results: Iterable[Mapping[str, Any]]) -> set[str]:
    """Provinces whose unit a turn's results report as driven out."""
    gone: set[str] = set()
    for result in results:
        if "dislodged_by" in result:
            words = str(result.get("order", "")).split()
            gone.update(province(word) for word in words[1:2])
    return gone
