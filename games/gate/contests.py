"""Who has power over a game of a competition: its arbiters who do not play in it, and no one else (HR-10);
and what the competition has to say of it once it is over.

The rows are written when such a game is created; an ordinary game (`Game.is_contest`) costs no query here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from games.engine import bridge
from games.models import Game, GameArbiter, MasterAct, Tenure

PLAYERS = 2
"""The number of players of competitions' games in which losing one's seat loses the game, and no one votes to
end it.
"""


class Ruling(StrEnum):
    """What an arbiter decides about a disputed result."""

    STANDS = "stands"
    FORFEIT = "forfeit"
    ANNULLED = "annulled"


def arbitrates(game: Game, user: Any) -> bool:
    """Whether `user` has power over `game` as an arbiter of its competition. One who plays in it, or has,
    never does. One query for signed-in readers, for a game of a competition; none for others.
    """
    if not game.is_contest or user is None or not user.is_authenticated:
        return False
    held = Tenure.objects.filter(game=game, user=user.pk).exclude(left_how=Tenure.Leaving.BEFORE)
    named = GameArbiter.objects.filter(game=game, user=user.pk, left_at=None)
    return named.exclude(user__in=held.values("user")).exists()


def is_duel(game: Game) -> bool:
    """Whether `game` is a competition's, for two: no seat of it ever opens, and no vote ends it (HR-10)."""
    return game.is_contest and len(bridge.seats(game.variant, game.settings)) == PLAYERS


@dataclass(frozen=True, slots=True)
class Moved:
    """Something of someone who played that the end of a game moved: in words what it is, `before` and
    `after`, and `more` about it. `is_place`: it is a place among others, which counts first.
    """

    what: str
    before: str
    after: str
    more: str = ""
    is_place: bool = False


@dataclass(frozen=True, slots=True)
class ContestNote:
    """What a competition says of a game of its own that is over, to one reader.

    `title` is for someone who played in it, else empty; `says` what came of it there, `more` how firm that
    is. `moved` is what it moved of the reader's, `stands` in a sentence what stayed as it was, or what it
    did to those who played; `aside` follows "You lost to anna" after a semicolon. `links` are words and the
    paths that they lead to, the first one the most wanted; `dispute` is the one to the result's own page,
    where it `may_dispute`, too.
    """

    says: str
    more: str = ""
    links: Sequence[tuple[str, str]] = ()
    title: str = ""
    stands: str = ""
    aside: str = ""
    moved: Sequence[Moved] = ()
    dispute: tuple[str, str] | None = None
    may_dispute: bool = False
    is_provisional: bool = False
    is_counted: bool = True


Teller: TypeAlias = Callable[[Game, "int | None"], "ContestNote | None"]
"""Says of a game what its competition has to say to the reader with this key (None: a visitor)."""

_tellers: list[Teller] = []


def tells_ends(teller: Teller) -> Teller:
    """Let `teller` be asked about finished games of competitions, once, when the apps are loaded."""
    _tellers.append(teller)
    return teller


Replaces: TypeAlias = Callable[[Game, int], bool]
"""Says whether the person with this key may take over an open seat of a game of its competitions."""

_replacers: list[Replaces] = []


def lets_replace(asked: Replaces) -> Replaces:
    """Let `asked` be asked about open seats of competitions, once, when the apps are loaded."""
    _replacers.append(asked)
    return asked


def may_replace(game: Game, user: int) -> bool:
    """Whether someone may take over an open seat of a competition's game."""
    return any(asked(game, user) for asked in _replacers)


def told_of_end(game: Game, reader: int | None) -> ContestNote | None:
    """What there is to say of a finished `game`; None of one that is no competition's: that costs nothing."""
    if not game.is_contest:
        return None
    return next((told for teller in _tellers if (told := teller(game, reader)) is not None), None)


Staker: TypeAlias = Callable[[Collection[int], "int | None"], Mapping[int, str]]
"""Says in a sentence what games of competitions that are played (keys) are for, to the reader with this key,
who plays in them (None: to others); nothing of one whose end alone decides nothing."""

_stakers: list[Staker] = []


def tells_stakes(staker: Staker) -> Staker:
    """Let `staker` be asked about games of competitions that are played, once, when the apps are loaded."""
    _stakers.append(staker)
    return staker


def stake_of(game: Game, reader: int | None) -> str:
    """What `game` is for; empty for one that is no competition's: that costs nothing."""
    return stakes_of([game.pk], reader).get(game.pk, "") if game.is_contest else ""


def stakes_of(games: Collection[int], reader: int | None) -> Mapping[int, str]:
    """The same of several games of competitions (keys). As many queries as for one; none without games."""
    if not games:
        return {}
    return {game: says for staker in _stakers for game, says in staker(games, reader).items()}


Mover: TypeAlias = Callable[[Game, int], "Sequence[Moved]"]
"""Says what the end of a game moved of one of its players (a key), in any game."""

_movers: list[Mover] = []


def tells_moves(mover: Mover) -> Mover:
    """Let `mover` be asked about finished games by those who played in them, once, when apps are loaded."""
    _movers.append(mover)
    return mover


def moved_by_end(game: Game, player: int) -> Sequence[Moved]:
    """What the end of `game` moved of `player` (a key) beside a competition's table. A query a mover."""
    return [moved for mover in _movers for moved in mover(game, player)]


def ruled_outcome(game: Game) -> Mapping[str, Any] | None:
    """What was put in the place of the end of `game`; None where nothing was. One query, for a
    competition's game.
    """
    if not game.is_contest:
        return None
    kinds = [MasterAct.Kind.MEASURE, MasterAct.Kind.RESULT]
    acts = MasterAct.objects.filter(game=game, kind__in=kinds, facts__has_key="outcome").order_by("-pk")
    return next((act.facts["outcome"] for act in acts[:1]), None)
