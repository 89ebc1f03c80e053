"""Whom the pages of a league know."""

from __future__ import annotations

from typing import Any

from django.db.models import Value
from django.db.models.functions import Lower

from games.lists import listing, played
from league.leagues.models import League
from league.standings.selectors.played import has_results
from league.users.models import User


def player_of(league: League, username: str, reader: Any) -> User | None:
    """The account of exactly this name, where `league` has a page of it for `reader`: a member, someone with
    results, or in a game that the reader may see. Four queries at most.
    """
    return _known(league, User.objects.filter(username=username).first(), reader)


def player_called(league: League, name: str, reader: Any) -> User | None:
    """The same however the name is spelt."""
    people = User.objects.alias(called=Lower("username")).filter(called=Lower(Value(name)))
    return _known(league, people.first(), reader)


def _known(league: League, person: User | None, reader: Any) -> User | None:
    if person is None or not (
        has_results(league, person)
        or league.memberships.filter(user=person).exists()
        or played.has_played(league, person, listing.visible_to(reader))
    ):
        return None
    return person
