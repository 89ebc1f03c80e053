"""Templates of games name no address of a league: where one goes on is entered by apps above."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from games.lists.ways_on import To, way_to

NAMED = re.compile(r"{%\s*url\s+['\"]((?:leagues|tournaments|prizes):[\w-]+)")

STILL = {
    "games/_people.html": {"leagues:report"},
    "games/_room_places.html": {"leagues:player"},
    "games/_room_way_in.html": {"leagues:player"},
    "games/earlier_letters.html": {"leagues:report"},
    "games/list.html": {"leagues:home"},
    "games/open_seats.html": {"leagues:home"},
    "games/parts/_table.html": {"leagues:player"},
    "games/parts/_treasuries.html": {"leagues:player"},
    "games/take_over.html": {"leagues:player"},
}
"""Templates that name pages of the request's own league. May lose lines, and gets none."""


def test_templates_of_games_name_no_address_of_a_league():
    templates = Path(settings.ROOT) / "templates"
    found = {
        str(path.relative_to(templates)): names
        for path in sorted((templates / "games").rglob("*.html"))
        if (names := set(NAMED.findall(path.read_text())))
    }
    assert found == STILL


def test_leagues_have_a_way_to_everything_that_games_lead_on_to():
    assert all(way_to(end) is not None for end in To)
