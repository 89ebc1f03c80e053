"""A world and a pair of worlds as values, and the acts that a world is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

MEMBER, ORGANISER, STAFF, VISITOR = "eve", "carl", "root", "visitor"
"""Those without a seat: a member of the league, who runs it, who runs the site, and nobody known."""

ONLOOKERS = (MEMBER, ORGANISER, VISITOR)


@dataclass(frozen=True, slots=True)
class Act:
    """What the player of `seat` does: a service by its name, with what is handed to it. Of no seat: time
    that passes, somebody who offers to sit down, whoever presides.
    """

    seat: str
    does: str
    given: Mapping[str, Any] = field(default_factory=dict)


Round: TypeAlias = tuple[Act, ...]
"""What is done while one phase is open, in this order."""


def save(seat: str, text: str, *, ready: bool | None = None, is_writing: bool = False) -> Act:
    """Save an answer as it is typed, over whatever the seat had saved."""
    return Act(seat, "save", {"text": text, "ready": ready, "is_writing": is_writing})


def ready(seat: str, *, is_ready: bool = True) -> Act:
    """Say that the saved answer may be acted on, or take that back."""
    return Act(seat, "ready", {"ready": is_ready})


def write(seat: str, *to: str, body: str = "Shall we?") -> Act:
    """Send a letter to the seats `to`."""
    return Act(seat, "write", {"to": list(to), "body": body})


def begin_letter(seat: str, *to: str, body: str) -> Act:
    """Begin a letter to the seats `to`, and do not send it."""
    return Act(seat, "begin_letter", {"to": list(to), "body": body})


def wait(seconds: int) -> Act:
    """Let time pass, whatever was done before."""
    return Act("", "wait", {"seconds": seconds})


def pin(seat: str, place: str, power: str, kind: str = "A", *, note: str = "") -> Act:
    """Pin a guess in one's own notebook."""
    return Act(seat, "pin", {"place": place, "power": power, "kind": kind, "note": note})


def read(seat: str) -> Act:
    """Read all letters that have come for the seat."""
    return Act(seat, "read")


def offer(person: str) -> Act:
    """`person` offers to take a seat over, should one be abandoned (RB-14)."""
    return Act("", "offer", {"person": person})


def replace_player(seat: str, person: str) -> Act:
    """Whoever presides gives `seat` to `person`, who has offered to take one over (RB-24)."""
    return Act("", "replace", {"seat": seat, "person": person})


def concede(seat: str) -> Act:
    """Give the game up."""
    return Act(seat, "concede")


def vote(seat: str, kind: str = "draw", *, is_cast: bool = True) -> Act:
    """Vote for an ending, or take the vote back."""
    return Act(seat, "vote", {"kind": kind, "is_cast": is_cast})


@dataclass(frozen=True, slots=True)
class World:
    """One game as it might be. `players` says who sits where, by seat."""

    variant: str
    players: Mapping[str, str]
    rounds: tuple[Round, ...] = ((),)
    settings: Mapping[str, Any] = field(default_factory=dict)
    opening: Json | None = None
    """The position it begins with; None: the one that its lots give."""
    lots: str | None = None
    """Its lots; None: those that its players' nonces give."""
    terms: Mapping[str, Any] = field(default_factory=dict)
    """What else `open_game` is told: `press`, `visibility`, …"""
    master: str = ""
    """Who presides, if anybody (RB-24)."""

    def seat_of(self, person: str) -> str | None:
        """The seat that somebody holds; None for whoever only watches."""
        return next((seat for seat, player in self.players.items() if player == person), None)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two worlds that none of `viewers` can tell apart. `texts` are what each of them previews and saves, for
    its problems.
    """

    one: World
    other: World
    viewers: tuple[str, ...]
    texts: tuple[str, ...] = (
        "",
        "A PAR - BUR\nF LON - NTH\nGermany 3\nnonsense\nA MUN - SIL",
    )
    cast: tuple[str, ...] = ()
    """Who belongs to the league besides, in both worlds."""
    why: str = ""
    """What is hidden, for whoever reads a failure."""


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Where two JSON values first differ, and what stands there; empty if they do not."""
    if one == other:
        return ""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(key, one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(number, *both) for number, both in enumerate(zip(one, other, strict=True))]
    else:
        return f"{path}: {one!r:.400} is not {other!r:.400}"
    return next(first_difference(left, right, f"{path}/{key}") for key, left, right in pairs if left != right)


class NotAlike(AssertionError):
    """Whoever is to find them alike already sees a difference in the engine's `view`: the pair is wrong."""
