"""What `games` knows of its tenant: the league a request speaks in, found by the floor above."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Protocol

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class LeagueLike(Protocol):
    """What a league tells a game when the game opens; it is never asked again. The terms that it settles
    beforehand, `GameTerms.of_league` reads by their names.
    """

    pk: int
    slug: str
    name: str
    rulebook: str
    pace: dict[str, Any]
    absence: dict[str, Any]
    draws_allowed: bool
    who_opens_games: str

    @property
    def is_public(self) -> bool: ...

    def suspended_until(self, user: Any) -> datetime | None: ...

    def banned(self, user: Any) -> tuple[datetime | None, str] | None: ...

    def member_named(self, name: str) -> Any: ...

    def members_named(self, names: Collection[str]) -> list[Any]: ...

    def names_like(self, name: str) -> list[str]: ...

    def member_names(self, most: int) -> list[str]: ...

    def preset_names(self) -> list[tuple[int, str]]: ...

    def preset(self, number: int) -> Mapping[str, Any] | None: ...


class MembershipLike(Protocol):
    role: str

    @property
    def is_organiser(self) -> bool: ...

    def is_suspended(self, now: datetime) -> bool: ...


class LeagueRequest(HttpRequest):
    """A request under `/l/<slug>/`: every lookup in its view starts from `league`."""

    league: LeagueLike
    membership: MembershipLike | None
    htmx: HtmxDetails
