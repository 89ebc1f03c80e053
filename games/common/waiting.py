"""What waits for a person: one register of functions, which apps enter and pages read.

An app writes a function that answers what waits for someone, with one query at most, and registers it with
`waits_for` when the apps are loaded. Most people play and do nothing else: one question, put into SQL once,
tells what someone is anywhere (`is_one`), and functions for others are not asked.

Nothing is stored, so what was done is gone from every list at once; only the numbers that the masthead shows
are kept, for a minute a person. What happens to someone by another's act drops them sooner (`forget`, by the
outbox), and so does every act of their own (`OwnActsMiddleware`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from games.common.database.compiled import Param, PreparedQuery

KEPT_FOR: Final = 60
"""Seconds for which the numbers of a person are kept."""

UNREAD: Final = "unread"
"""The role of who has unread notices (`games.common.outbox.bell`); its condition says how many."""

MOST: Final = 200
"""Rows that a function reads at most."""


class Urgency(Enum):
    NEEDS_YOU = "needs_you"
    """Someone waits for this person, or it costs them something by a date."""
    WHEN_YOU_LIKE = "when_you_like"


NEEDS_YOU, WHEN_YOU_LIKE = Urgency.NEEDS_YOU, Urgency.WHEN_YOU_LIKE


class Corner(NamedTuple):
    """The league that something belongs to."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits. `says` what, `more` what it takes, both in the language that holds when it is
    asked for; `of` names the game or the season that it belongs to, `game` or `contest` is its key.

    `due`: by when; None: whenever.
    """

    kind: str
    urgency: Urgency
    says: str
    address: str
    league: Corner
    of: str
    more: str = ""
    due: datetime | None = None
    game: int = 0
    contest: int = 0

    @property
    def needs_you(self) -> bool:
        return self.urgency is NEEDS_YOU


@dataclass(frozen=True, slots=True)
class Scope:
    """The place to look in: a `league` (key), one `contest` of it (key), or everywhere."""

    league: int | None = None
    contest: int | None = None

    def narrows(self, league: str, contest: str = "") -> dict[str, int]:
        """The scope as a filter, by the names that league and contest have in a query."""
        named = {league: self.league, contest: self.contest if contest else None}
        return {name: key for name, key in named.items() if key is not None}


EVERYWHERE: Final = Scope()

Function: TypeAlias = Callable[[Any, Scope], Iterable[Waiting]]


class Source(NamedTuple):
    """One function of the register, how urgent what it tells may be, and whom it is about (none: anyone)."""

    function: Function
    urgencies: frozenset[Urgency]
    roles: frozenset[str]

    def is_for(self, roles: frozenset[str]) -> bool:
        return not self.roles or bool(self.roles & roles)


_sources: dict[str, Source] = {}
_roles: dict[str, Callable[[], Any]] = {}


def waits_for(kind: str, *urgencies: Urgency, of: Iterable[str] = ()) -> Callable[[Function], Function]:
    """Register the decorated function under `kind`, once, when the apps are loaded.

    `urgencies`: what it may tell, `NEEDS_YOU` if none is named. `of`: roles (`is_one`) of which someone has
    to have one for anything to wait here; none: everyone is asked about. ValueError of a kind that there is
    already.
    """

    def register(function: Function) -> Function:
        if kind in _sources:
            raise ValueError(f"something waits under {kind!r} already: {_sources[kind].function}")
        _sources[kind] = Source(function, frozenset(urgencies or (NEEDS_YOU,)), frozenset(of))
        return function

    return register


def is_one(role: str, condition: Callable[[], Any]) -> str:
    """Register when someone has a role anywhere: `condition` makes an expression about `Param("user")`.

    RuntimeError once roles were asked for: the question is put into SQL once, and would leave this one out.
    """
    if _ROLES_OF.is_written:
        raise RuntimeError(f"the role {role!r} is registered after roles were asked for")
    _roles[role] = condition
    return role


def _roles_written() -> Any:
    named = {f"has_{role}": condition() for role, condition in _roles.items()}
    return get_user_model().objects.filter(pk=Param("user")).annotate(**named).values_list(*named)


_ROLES_OF: Final = PreparedQuery(_roles_written)


def roles_of(user: Any) -> Mapping[str, Any]:
    """The roles that `user` has anywhere, each with what its condition found. One query."""
    row = _ROLES_OF.row(user=user.pk) or ()
    return {role: found for role, found in zip(_roles, row, strict=False) if found}


def _asked(user: Any, roles: Mapping[str, Any]) -> list[Source]:
    """The functions that may have something for `user`, who has these roles."""
    return [source for source in _sources.values() if source.is_for(frozenset(roles))]


def sources() -> dict[str, Source]:
    """All functions, by the names under which they were registered."""
    return dict(_sources)


class Waits(NamedTuple):
    """All that waits for one person, each list with what is due first at its beginning."""

    needs_you: Sequence[Waiting]
    when_you_like: Sequence[Waiting]

    @property
    def are_none(self) -> bool:
        return not (self.needs_you or self.when_you_like)


def waits_of(user: Any, scope: Scope = EVERYWHERE) -> Waits:
    """What waits for `user`. A query for each function that is asked, however much it is, and one before.

    A game that needs them is told of once: that there is a new result in it can be seen there.
    """
    roles = roles_of(user)
    found = [each for source in _asked(user, roles) for each in source.function(user, scope)]
    needs = [each for each in found if each.needs_you]
    games = {each.game for each in needs if each.game}
    likes = [each for each in found if not each.needs_you and each.game not in games]
    if scope == EVERYWHERE:
        _keep(user, Numbers(len(needs), roles.get(UNREAD, 0)))
    return Waits(sorted(needs, key=_by_due), sorted(likes, key=_by_due))


class Numbers(NamedTuple):
    """What the masthead says to one person: how many things need them, how many notices are unread."""

    needs_you: int
    unread: int


def numbers_for(user: Any) -> Numbers:
    """The numbers of `user`: as they were kept, or asked for again. One read of the cache."""
    kept = cache.get(_name_of(user.pk))
    if kept is not None:
        return Numbers(*kept)
    return _looked_up(user, roles_of(user))[0]


def needs_of(user: Any) -> tuple[list[Waiting], Mapping[str, Any]]:
    """What needs `user`, of all leagues, due first at its beginning; and the roles they have. A query for
    each function that may tell of such things, and one before.
    """
    roles = roles_of(user)
    return sorted(_looked_up(user, roles)[1], key=_by_due), roles


def _looked_up(user: Any, roles: Mapping[str, Any]) -> tuple[Numbers, list[Waiting]]:
    """The numbers of `user`, kept from now on, and the things that the first of them counts."""
    urgent = [source.function for source in _asked(user, roles) if NEEDS_YOU in source.urgencies]
    found = [each for function in urgent for each in function(user, EVERYWHERE) if each.needs_you]
    numbers = Numbers(len(found), roles.get(UNREAD, 0))
    _keep(user, numbers)
    return numbers, found


def forget(people: Iterable[int]) -> None:
    """Let the numbers of these people (keys) be asked for again."""
    if names := [_name_of(person) for person in set(people)]:
        cache.delete_many(names)


def _keep(user: Any, numbers: Numbers) -> None:
    cache.set(_name_of(user.pk), tuple(numbers), KEPT_FOR)


def _name_of(person: int) -> str:
    return f"masthead:{person}"


def _by_due(each: Waiting) -> tuple[bool, float]:
    return each.due is None, each.due.timestamp() if each.due else 0.0


class OwnActsMiddleware:
    """Forget the counted number after an act: the player then reads one that counts the act."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        response = self.get_response(request)
        # After a failure no one is asked who this is: the database may be what failed.
        if request.method == "POST" and response.status_code < 500 and request.user.is_authenticated:
            forget([request.user.pk])
        return response
