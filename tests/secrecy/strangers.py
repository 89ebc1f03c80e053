"""What strangers to a season are answered at every address below it: the same as where there is none."""

from __future__ import annotations

from typing import Any, Final

from django.test import Client
from django.urls import reverse

from league.competitions.models import Competition
from league.competitions.urls import of_a_season
from league.leagues.models import League
from league.users.models import User

FILLED: Final = {"entry": 1, "challenge": 1, "form": "csv", "act": 1, "guest": 1, "suspicion": 1, "number": 1}


def addresses(season: Competition, slug: str) -> list[str]:
    """Every address below a season's, with the first of whatever it names."""
    found = []
    for each in of_a_season:
        named = {name: FILLED[name] for name in each.pattern.converters}
        given = {"league_slug": slug, "season": season.code, **named}
        found.append(reverse(f"tournaments:{each.name}", kwargs=given))
    return found


def codes(user: Any, paths: list[str]) -> list[int]:
    """What a person, or a visitor (None), is answered at these addresses."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return [client.get(path).status_code for path in paths]


def posted(user: Any, paths: list[str]) -> list[int]:
    """The same of empty forms; not for those who may send them."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return [client.post(path).status_code for path in paths]


def assert_unknown_under(slug: str, season: Any, olga: User) -> None:
    """Under another league's address a season is answered like one that there is not, no matter who asks; and
    is there under its own. `season`: one of the tests' seasons.
    """
    paths, unknown = (addresses(each, slug) for each in (season.competition, Competition(code="nosuch")))
    for reader in (None, season.arbiter, season.number(1).user, olga):
        found = codes(reader, paths)
        assert {*found} <= {404, 405, 302} and 404 in found, reader
        assert (found, posted(reader, paths)) == (codes(reader, unknown), posted(reader, unknown)), reader
    assert 200 in codes(None, addresses(season.competition, season.league.slug))


def assert_unknown_if_private(season: Any, olga: User) -> None:
    """The season of a private league is answered strangers like that of no league; its own people see it."""
    League.objects.filter(pk=season.league.pk).update(visibility="private")
    here, nowhere = (addresses(season.competition, slug) for slug in (season.league.slug, "nowhere"))
    for reader in (None, olga):
        found = codes(reader, here)
        assert {*found} <= {404, 405, 302} and found == codes(reader, nowhere)
        assert posted(reader, here) == posted(reader, nowhere)
    assert 200 in codes(season.number(1).user, here)
