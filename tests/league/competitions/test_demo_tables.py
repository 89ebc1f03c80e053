"""The demo's event at tables of seven: what someone who looks around finds there."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common import clock
from games.models import Game, Phase
from league.competitions import kinds
from league.competitions.log.exporting import export
from league.competitions.models import Competition
from league.competitions.services import turning
from league.competitions.tables.state import read
from league.demo import tables
from league.demo.league import SLUG, TABLES
from league.demo.people import make_people
from league.leagues import services as leagues
from tests.html_tree import tree
from tests.league.competitions.check_tables import faults_in

MOST_PHASES = 90
"""That the event plays at the first start, which waits for them."""
LEFT = timedelta(days=2)
"""So long there is to look at the games that run, at least."""

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.long]


def test_the_demo_has_an_event_of_twenty_one_in_its_final(client):
    people = make_people()
    given = {"slug": SLUG, "name": "Café", "description": "", "visibility": "public"}
    league = leagues.create_league(user=people["carl"], **given)
    for name in set(tables.ENTERED) & set(people):
        leagues.join(league=league, user=people[name])
    season, now = tables.under_way(league, people, seed=TABLES), clock.now()
    assert season.state == Competition.State.RUNNING and season.entries.count() == 21
    found = read(season)
    assert [len(each.tables) for each in found.rounds.values()] == [3, 3, 3]
    assert set(found.played.results) == {*range(1, 7)}, "two rounds are over"
    assert found.top is not None and found.top.number == 7
    file = export(season, now)
    assert faults_in(file) == []
    assert len(file["rounds"][-1]["rankings"]) == 7
    running = Phase.objects.filter(game__state=Game.State.RUNNING, adjudicated_at=None)
    assert [each.ordinal for each in running] == [tables.OPEN] * 3
    assert all(now + LEFT < each.deadline for each in running)
    assert Phase.objects.count() <= MOST_PHASES

    turning.turn_all()
    assert not kinds.of(season).has_drifted(season) and export(season, now) == file

    own = f"p/{found.top.seats[0]}/"
    files = ("season.json", "table.csv", "table.json")
    for below in ("", "?round=1", own, "results/", "log/", "rules/", "scoring/", "entries/", *files):
        assert client.get(f"{season.get_absolute_url()}{below}").status_code == 200, below
    page = tree(client.get(season.get_absolute_url()).content.decode())
    for entry in found.top.seats:
        assert season.entries.get(number=entry).user.username in page.text.lower()
    client.force_login(people["carl"])
    assert client.get(f"{season.get_absolute_url()}desk/").status_code == 200
