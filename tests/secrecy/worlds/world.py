"""A world and a pair of worlds as values, and the acts that a world is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

MEMBER, ORGANISER, STAFF, VISITOR = "eve", "carl", "root", "visitor"
"""Those without a seat: a member of the league, who runs it, who runs the site, and no one known."""

ONLOOKERS = (MEMBER, ORGANISER, VISITOR)


@dataclass(frozen=True, slots=True)
class Act:
    """What the player of `seat` does: a service by its name, with what is handed to it. Of no seat: time
    that passes, someone who offers to sit down, the game master.
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
    """Send a message to the seats `to`."""
    return Act(seat, "write", {"to": list(to), "body": body})


def begin_letter(seat: str, *to: str, body: str) -> Act:
    """Begin a message to the seats `to`, and do not send it."""
    return Act(seat, "begin_letter", {"to": list(to), "body": body})


def wait(seconds: int) -> Act:
    """Let time pass, whatever was done before."""
    return Act("", "wait", {"seconds": seconds})


def pin(seat: str, place: str, power: str, kind: str = "A", *, note: str = "") -> Act:
    """Pin a guess in one's own notebook."""
    return Act(seat, "pin", {"place": place, "power": power, "kind": kind, "note": note})


def read(seat: str) -> Act:
    """Read all messages that have come for the seat."""
    return Act(seat, "read")


def offer(person: str) -> Act:
    """`person` offers to take a seat over, should one be abandoned (RB-14)."""
    return Act("", "offer", {"person": person})


def replace_player(seat: str, person: str) -> Act:
    """The game master gives `seat` to `person`, who has offered to take one over (RB-24)."""
    return Act("", "replace", {"seat": seat, "person": person})


def resign(seat: str) -> Act:
    """Leave the game: at once, or where absence is hidden at the end of the game year (HR-3)."""
    return Act(seat, "resign")


def ask_for_replacement(seat: str) -> Act:
    """Play on until someone takes one's seat over (HR-4)."""
    return Act(seat, "wanted")


def give_up(seat: str, cause: str = "silent") -> Act:
    """Lose the seat, for too many missed phases or by an organiser's word (HR-2)."""
    return Act(seat, "give_up", {"cause": cause})


def go_away(seat: str, days: int = 2) -> Act:
    """Announce a holiday of so many days, from the one on which the open phase closes (HR-2)."""
    return Act(seat, "go_away", {"days": days})


def concede(seat: str) -> Act:
    """Give the game up."""
    return Act(seat, "concede")


def vote(seat: str, kind: str = "draw", *, is_cast: bool = True) -> Act:
    """Vote for an ending, or take the vote back."""
    return Act(seat, "vote", {"kind": kind, "is_cast": is_cast})


def propose_pause(seat: str, days: int = 2) -> Act:
    """Propose to pause the game (HR-12)."""
    return Act(seat, "propose_pause", {"days": days})


def agree(seat: str, *, is_agreed: bool = True) -> Act:
    """Agree to what is proposed about the clock, or take that back."""
    return Act(seat, "agree", {"is_agreed": is_agreed})


def look_for(person: str, games: str = "intimate", paces: str = "day", languages: str = "en") -> Act:
    """Look for an opponent; what is accepted are keys, divided by spaces."""
    accepts = {"games": games.split(), "paces": paces.split(), "languages": languages.split()}
    return Act("", "look_for", {"person": person, **accepts})


def say(person: str, word: str, ranking: Sequence[str] = ()) -> Act:
    """Answer `yes` or `no` to the game that was found, or `stop` looking."""
    return Act("", "say", {"person": person, "word": word, "ranking": [*ranking]})


def block(person: str, other: str) -> Act:
    """Read nothing more of what `other` writes."""
    return Act("", "block", {"person": person, "other": other})


def live(person: str, zone: str, night: tuple[int, int] = (23, 7)) -> Act:
    """Live in a time zone, asleep between two hours of it."""
    return Act("", "live", {"person": person, "zone": zone, "night": night})


def try_orders(person: str, text: str) -> Act:
    """Resolve orders in a sandbox, on the open phase as they see it."""
    return Act("", "try_orders", {"person": person, "text": text})


def win(
    person: str,
    *others: str,
    visibility: str = "public",
    state: str = "finished",
    is_disputed: bool = False,
) -> Act:
    """Win a season of another league, before `others`."""
    how = {"visibility": visibility, "state": state, "is_disputed": is_disputed}
    return Act("", "win", {"person": person, "others": [*others], **how})


def concede_beside(person: str) -> Act:
    """`person`, who plays another game of the same event, gives that up."""
    return Act("", "concede_beside", {"person": person})


def declare_void_beside(person: str) -> Act:
    """The arbiter declares the game void that `person` plays in the same event."""
    return Act("", "declare_void_beside", {"person": person})


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
    """Who presides, if anyone (RB-24)."""
    arbiter: str = ""
    """Who rules in the competition that the game is of, if it is of any (HR-10)."""
    beside: tuple[str, ...] = ()
    """Who plays besides in the event whose first game it is, if it is one's: two in a knock-out, seven at
    tables.
    """

    def seat_of(self, person: str) -> str | None:
        """The seat that someone holds; None for a watcher."""
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
    """What is hidden, in words for a failure's message."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One thing that might be so or otherwise: what is done for it in either world, round by round."""

    why: str
    """What is hidden, in words for a failure's message."""
    one: tuple[Round, ...] = ()
    other: tuple[Round, ...] = ()
    begins: Json = field(default_factory=dict)
    """How the other world's opening differs, part by part; None takes a power out of a part."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """Several that are the same viewers' to find out, kept in one pair of worlds grown from `world`.

    The one world has all of them, the other none; a secret that only says less in the other is put so that
    no two make up for each other. What is done in `world` is done first in each round, in both.
    """

    world: World
    kept: tuple[Secret, ...]
    viewers: tuple[str, ...]
    texts: tuple[str, ...]

    def pair(self, kept: Sequence[Secret]) -> Pair:
        """Worlds that differ by these of the secrets; the others are in neither."""
        one = self._grown([(each.one if each in kept else each.other, {}) for each in self.kept])
        other = self._grown([(each.other, each.begins if each in kept else {}) for each in self.kept])
        return Pair(one, other, self.viewers, self.texts, why="; ".join(secret.why for secret in kept))

    def _grown(self, parts: Sequence[tuple[tuple[Round, ...], Json]]) -> World:
        rounds = list(self.world.rounds)
        opening = self.world.opening
        for acts, begins in parts:
            for number, done in enumerate(acts):
                rounds[number] = (*rounds[number], *done)
            if begins:
                opening = laid_over(opening or {}, begins)
        return replace(self.world, rounds=tuple(rounds), opening=opening)


def laid_over(opening: Json, begins: Json) -> Json:
    """An opening in which some parts say something else."""
    changed = dict(opening)
    for name, said in begins.items():
        part = opening.get(name, {}) | said
        changed[name] = {key: value for key, value in part.items() if value is not None}
    return changed


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
    """A viewer who has to find the worlds alike sees a difference in the engine's `view`: the pair is
    wrong.
    """
