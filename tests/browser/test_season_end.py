"""A season's end and its champion's page, on a phone in both languages: won by a game that was played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import migrated
from tests.browser.clockwork import in_the_house
from tests.browser.demo import let_in
from tests.browser.entrant import Entrant
from tests.browser.season import (
    LEAGUE,
    also_enter,
    last_day_passes,
    people_come,
    season_begins,
    season_is_announced,
)
from tests.browser.window import PHONE
from tests.house.process import house

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.slow]

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
NO_WIDER = "document.documentElement.scrollWidth <= innerWidth"

WIN = """
from games.services.players import votes
from league.competitions.ladder import services as ladder_services
from league.competitions.models import Competition
from league.competitions.services import results
from league.users.models import User
person = {name: User.objects.get(username=name) for name in ("ada", "ben")}
season = Competition.objects.get()
of = season.entries.get(user=person["ada"]).number
made = ladder_services.challenge(competition=season, user=person["ben"], of=of)
game = ladder_services.accept(challenge=made, user=person["ada"]).game
votes.concede(game=game, user=person["ada"])
results.take_results([game.pk])
"""

WORDS = {
    "en-GB": (
        "You have won the season.",
        "The game that decided it",
        "Season winner",
        "Show",
        "Hall of winners",
    ),
    "fr-FR": ("Vous remportez la saison.", "La partie décisive", "Première place", "Afficher", "Palmarès"),
}


@pytest.fixture
def ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A house in which ben has won Season 1 by a challenge of ada; where it is, and its address."""
    monkeypatch.setattr("tests.browser.conftest.Player", Entrant)
    migrated.copy_to(tmp_path / migrated.NAME)
    with house(tmp_path, "--no-demo", DEBUG="0") as (address, _process, said):
        people_come(tmp_path)
        rules = {"smallest": 2, "least_games": 1, "dispute_days": 0}
        season = season_is_announced(tmp_path, **rules)
        also_enter(tmp_path, "ada", "ben", "gus")
        season_begins(tmp_path, "gus", "ada", "ben")
        in_the_house(tmp_path, "shell", "-c", WIN)
        last_day_passes(tmp_path)
        yield address, season
        assert "Traceback" not in said.read_text()


def test_the_champion_and_a_visitor_read_the_end_and_the_players_page(
    open_window: Callable[..., Any], ended: Any
) -> None:
    address, season = ended
    for locale, words in WORDS.items():
        title, deciding, champion, show, hall = words
        ben = open_window("ben", address, locale=locale, **TOUCH)
        let_in(ben, "ben")
        ben.go(season)
        other = f'.footer [name="language"][value="{locale[:2]}"]'
        if ben.one(other).count():
            ben.press(other)  # the account's language is French at first
        expect(ben.one("h1")).to_have_text(title)
        expect(ben.one("#h-deciding")).to_have_text(deciding)
        expect(ben.one(".board-end")).to_be_visible()
        assert ben.page.evaluate("document.querySelector('.board-end').naturalWidth") > 0
        assert ben.page.evaluate(NO_WIDER)
        ben.keep(f"season-{locale}")
        ben.press("#h-titles + a")
        expect(ben.one("h1")).to_have_text(hall)
        expect(ben.one("main .entries")).to_contain_text("ben")
        assert ben.page.evaluate(NO_WIDER)
        ben.keep(f"hall-{locale}")

        visitor = open_window("visitor", address, locale=locale, **TOUCH)
        visitor.go(season)
        expect(visitor.one("h1")).to_have_text("Season 1")
        visitor.go(f"{LEAGUE}p/ben/")
        expect(visitor.one(".player-titles")).to_contain_text(champion)
        visitor.one('select[name="result"]').select_option("won")
        visitor.one("#games form button", has_text=show).click()
        expect(visitor.one("#games .entries > li")).to_have_count(1)
        visitor.one('select[name="result"]').select_option("drawn")
        visitor.one("#games form button", has_text=show).click()
        expect(visitor.one("#games .entries")).to_have_count(0)
        assert visitor.page.evaluate(NO_WIDER)
        visitor.keep(f"player-{locale}")
