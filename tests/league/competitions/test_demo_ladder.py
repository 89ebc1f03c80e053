"""The demo's season of the ladder: what someone who looks around finds there."""

from __future__ import annotations

import json

import pytest

import adjudicator
from games.common import clock
from games.models import Phase
from league.competitions.ladder.challenges import may_challenge
from league.competitions.ladder.services import idling, table
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Reign, Standing
from league.competitions.services import turning
from league.demo import ladder
from league.demo.league import SLUG
from league.demo.nine import SEATED
from league.demo.people import make_people
from league.demo.recorded import FILE, SETTINGS
from league.leagues import services as leagues
from tests.league.competitions.checker import faults_in

MOST_PHASES = 300
"""That the ladder plays at the first start, which waits for them."""


@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_recorded_game_is_won_by_its_seat_and_draws_nothing(seat):
    """Without lots, the engine refuses to draw any."""
    for recording in json.loads(FILE.read_text())[seat]:
        table = {"variant": "intimate", "settings": {**SETTINGS, "draws": False}}
        position = adjudicator.start(**table)["position"]
        for label, answers in recording.items():
            assert (position["phase"], set(answers)) == (
                label,
                set(adjudicator.due(**table, position=position)["due"]),
            )
            position = adjudicator.resolve(**table, position=position, answers=answers)["position"]
        assert position["outcome"]["winners"] == [seat]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.long
def test_the_demo_has_a_running_ladder_with_something_to_do():
    people = make_people()
    league = leagues.create_league(
        user=people["carl"], slug=SLUG, name="Café", description="", visibility="public"
    )
    for name in SEATED:
        leagues.join(league=league, user=people[name])
    season = ladder.running(league, people, seed=31)
    now = clock.now()
    rows = Standing.objects.filter(competition=season).select_related("entry")
    assert rows.count() == 20
    ada = rows.get(entry__user=people["ada"])
    assert 5 <= ada.rank <= 15
    (opens,) = season.events.filter(kind="opens").values_list("facts", flat=True)
    points = dict(zip(opens["order"], opens["ratings"], strict=True))
    begun = [opens["order"].index(season.entries.get(user=people[name]).number) + 1 for name in ladder.MIDDLE]
    assert set(begun) == {10, 11}
    assert [points[number] for number in opens["order"]] == sorted(points.values(), reverse=True)
    assert len(set(points.values())) == 3
    assert not season.entries.exclude(word="").exists()
    assert season.draws.get().label == "ties"
    assert Reign.objects.filter(competition=season).exists()
    assert may_challenge(season.terms.challenges, ladder_state_of(season, now), ada.entry.number, now)
    states = list(season.challenges.values_list("state", flat=True))
    assert (states.count("over"), states.count("playing"), states.count("waiting")) == (15, 2, 2)
    assert season.challenges.get(state="waiting", of=ada.entry).answer_by > now
    assert season.challenges.filter(state="playing", by=ada.entry).exists()
    assert season.disputes.get().ruled_at is None
    assert season.moves.filter(at__gt=now - 7 * ladder.DAY).exists()
    assert Phase.objects.count() <= MOST_PHASES
    results = season.events.filter(kind="result")
    clauses = {event.facts["how"] for event in results}
    assert {"HR-7", "ID-19"} <= clauses <= {"HR-7", "ID-15", "ID-19"}, "played to the end, and conceded"
    assert faults_in(export_bytes(season, now).decode()) == []
    before = table.table_bytes(season)
    turning.turn_all()
    idling.watch_all()
    assert table.table_bytes(season) == before
