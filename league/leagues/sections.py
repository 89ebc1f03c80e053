"""What apps above add to a league's own pages: its home, and what one person plays and has played there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Q
from django.http import HttpRequest

from league.leagues.models import League, Membership
from league.users.models import User

HomePart: TypeAlias = Callable[[League, Any, Membership | None], Any]
"""What a part of the home shows to a reader (a user, maybe no one) who may be a member."""

PlayerPart: TypeAlias = Callable[[League, User, HttpRequest], Any]
"""What a part of someone's page shows."""

Beside: TypeAlias = Callable[[League], Mapping[str, Sequence[Any]]]
"""By name, what stands beside it on pages of a league."""

Knows: TypeAlias = Callable[[League, User], bool]
"""Whether someone who is no member has a page in the league all the same."""


class Section(NamedTuple):
    """A part of a league's home; `is_there` makes an expression about `Param("league")`: whether there can be
    anything in it.
    """

    is_there: Callable[[], Any]
    shows: HomePart


class FirstStep(NamedTuple):
    """What organisers of a new league do: in words, what it is good for, where (by the league's slug), and an
    expression about `Param("league")`: whether it is done.
    """

    says: Any
    more: Any
    address: Callable[[str], str]
    is_done: Callable[[], Any]


class GameFilter(NamedTuple):
    """What the games on someone's page can be narrowed to: what it is called, the values that an address may
    have with their words, and which games one of these leaves.
    """

    label: Any
    choices: Callable[[League, User], Sequence[tuple[str, Any]]]
    games: Callable[[League, str], Q]


home: dict[str, Section] = {}
first_steps: list[FirstStep] = []
"""Those that apps above add; they stand between inviting people and creating a game."""
player: dict[str, PlayerPart] = {}
game_filters: dict[str, GameFilter] = {}
"""By the parameter of the address that has the value; apps above add theirs."""
_known: list[Knows] = []
_beside: list[Beside] = []


def on_home(name: str, is_there: Callable[[], Any]) -> Callable[[HomePart], HomePart]:
    """Register the decorated function, once, when the apps are loaded. Templates call its value `name`."""

    def register(part: HomePart) -> HomePart:
        home[name] = Section(is_there, part)
        return part

    return register


def on_player_page(name: str, part: PlayerPart) -> None:
    """Register `part`, once, when the apps are loaded. Templates call its value `name`."""
    player[name] = part


def has_a_page(knows: Knows) -> Knows:
    """Register who has a page without being a member: players of games that are over, say."""
    _known.append(knows)
    return knows


def beside_names(beside: Beside) -> Beside:
    """Register what stands beside names: the titles of those who won a season."""
    _beside.append(beside)
    return beside


def titles_in(league: League) -> Mapping[str, Sequence[Any]]:
    """By name, the titles beside it on pages of `league`."""
    return {name: titles for beside in _beside for name, titles in beside(league).items()}


def is_known(league: League, person: User) -> bool:
    return any(knows(league, person) for knows in _known)


def of_player(league: League, person: User, request: HttpRequest) -> Mapping[str, Any]:
    """Every part of someone's page, by its name in the template."""
    return {name: part(league, person, request) for name, part in player.items()}
