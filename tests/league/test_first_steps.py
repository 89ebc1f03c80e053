"""A new league shows its organisers what it still needs, until it has all of it."""

from __future__ import annotations

import re

import pytest

from games.agreed.pace import Pace
from league.leagues import services
from league.leagues.models import Invitation
from tests.conftest import make_user
from tests.games.conftest import make_game, set_clock  # noqa: F401
from tests.league.competitions.rows import make_season
from tests.opening import open_game

pytestmark = pytest.mark.django_db

STEPS = {
    "Invite people": "/l/new/invitations/",
    "Draft a season": "/l/new/competitions/new/",
    "Create a game": "/l/new/games/new/",
}


@pytest.fixture
def new(carl, set_clock):  # noqa: F811
    return services.create_league(user=carl, name="New", slug="new", description="", visibility="public")


def steps(client) -> dict[str, tuple[str, bool]]:
    """Where each step leads, and whether it is ticked off."""
    page = client.get("/l/new/").content.decode()
    panel = page.partition('id="h-first-steps"')[2].partition("</section>")[0]
    found = re.findall(r'<a href="([^"]+)">([^<]+)</a>(.*?)</li>', panel, re.DOTALL)
    return {says: (address, "tag-done" in more) for address, says, more in found}


def test_the_steps_lead_there_in_their_order_and_none_is_done(client_of, carl, new):
    client = client_of(carl)
    assert list(steps(client).items()) == [(says, (to, False)) for says, to in STEPS.items()]
    for address in STEPS.values():
        assert client.get(address).status_code == 200


def test_each_is_ticked_off_by_what_exists_and_all_go_when_all_are_done(client_of, carl, new):
    client = client_of(carl)

    def done() -> list[str]:
        return [says for says, (_to, is_done) in steps(client).items() if is_done]

    services.invite(league=new, by=carl, days=7)
    assert done() == ["Invite people"]
    make_season(new, carl, state="draft")
    assert done() == ["Invite people", "Draft a season"]
    open_game(league=new, user=carl, name="First", variant="intimate", settings={}, pace=Pace())
    assert steps(client) == {}
    Invitation.objects.all().delete()
    assert [says for says, (_to, is_done) in steps(client).items() if not is_done] == ["Invite people"]
    services.join(league=new, user=make_user("somebody"))
    assert steps(client) == {}, "who came by themselves count as well"


def test_a_season_that_is_over_stays_ticked_off(client_of, carl, new):
    make_season(new, carl, state="finished")
    assert steps(client_of(carl))["Draft a season"] == (STEPS["Draft a season"], True)


def test_only_organisers_are_told(client_of, visitor, ada, new):
    services.join(league=new, user=ada)
    assert steps(visitor) == steps(client_of(ada)) == {}


def test_another_league_s_things_tick_off_nothing(client_of, carl, new, calais, make_game):  # noqa: F811
    services.invite(league=calais, by=carl, days=7)
    make_season(calais, carl)
    make_game()
    assert not any(is_done for _to, is_done in steps(client_of(carl)).values())
