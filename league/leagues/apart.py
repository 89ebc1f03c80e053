"""What an organiser may not decide alone about a person: apps above register where the two are too close.

Leagues know no competitions. They ask here before someone is suspended, removed or banned, or made a member
again, and offer here what someone else has to confirm first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from league.leagues.errors import NotAllowed
from league.leagues.models import League, OrganiserAct
from league.users.models import User


@dataclass(frozen=True, slots=True)
class Tie:
    """Why an organiser does not decide alone, in a sentence: another one has to, or, where none is better
    placed (`may_ask`), someone is asked to confirm it first.
    """

    words: str
    may_ask: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """What an organiser would decide about a person: an act of the league's log."""

    league: League
    kind: OrganiserAct.Kind
    by: User
    person: User
    reason: str = ""
    until: datetime | None = None


class Watch(Protocol):
    """The answers of an app that knows of such ties."""

    def ties(
        self, league: League, kind: OrganiserAct.Kind, by: User, people: Collection[User]
    ) -> Mapping[int, Tie]:
        """Those of `people` (keys) about whom `by` does not decide this alone. A fixed number of queries."""

    def ask(self, wish: Wish, now: datetime) -> None:
        """Ask for what the tie says; again for the same, nothing. Called under the league's lock."""


_watches: list[Watch] = []


def register(watch: Watch) -> Watch:
    """Let `watch` be asked, once, when the apps are loaded."""
    _watches.append(watch)
    return watch


def ties(league: League, kind: OrganiserAct.Kind, by: User, people: Collection[User]) -> dict[int, Tie]:
    """Those of `people` (keys) about whom `by` does not decide this alone; a refusal before a question."""
    found: dict[int, Tie] = {}
    for watch in _watches:
        for person, tie in watch.ties(league, kind, by, people).items():
            if person not in found or found[person].may_ask:
                found[person] = tie
    return found


def tie(league: League, kind: OrganiserAct.Kind, by: User, person: User) -> Tie | None:
    return ties(league, kind, by, [person]).get(person.pk)


def is_asked_first(wish: Wish, now: datetime) -> bool:
    """Whether someone has to confirm `wish` first, and was asked to; NotAllowed where another organiser has
    to decide. Call it under the league's lock.
    """
    found = tie(wish.league, wish.kind, wish.by, wish.person)
    if found is None:
        return False
    if not found.may_ask:
        raise NotAllowed(found.words)
    for watch in _watches:
        watch.ask(wish, now)
    return True
