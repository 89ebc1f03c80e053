"""The demo's knock-out: what someone who looks around finds there."""

from __future__ import annotations

import pytest

from games.models import Phase
from league.competitions import kinds
from league.competitions.knock_out.bracket import By
from league.competitions.knock_out.state import read
from league.competitions.log.exporting import export
from league.competitions.models import Competition, FinalPlace
from league.competitions.services import turning
from league.demo import cup
from league.demo.league import CUP, SLUG
from league.demo.people import make_people
from league.leagues import services as leagues
from tests.html_tree import tree
from tests.league.competitions.check_elimination import faults_in

MOST_PHASES = 110
"""That the knock-out plays at the first start, which waits for them."""

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.long]


def test_the_demo_has_a_finished_knock_out_of_sixteen(client):
    people = make_people()
    given = {"slug": SLUG, "name": "Café", "description": "", "visibility": "public"}
    league = leagues.create_league(user=people["carl"], **given)
    for name in set(cup.ENTERED) & set(people):
        leagues.join(league=league, user=people[name])
    season = cup.finished(league, people, seed=CUP)
    assert season.state == Competition.State.FINISHED and season.entries.count() == 16
    found = read(season)
    decided = found.cup.bracket.decided
    assert set(decided) == {*range(1, 17)}, "third place too"
    by = [decision.by for decision in decided.values()]
    assert {By.WALKOVER, By.FORFEIT, By.GAME} <= {*by} and decided[cup.VOID].by is By.MEASURE
    assert decided[found.cup.bracket.final].by is By.GAME, "the final is played"
    assert season.events.get(kind="seeds").facts["ratings"]
    assert Phase.objects.count() <= MOST_PHASES
    assert faults_in(export(season, season.over_at)) == []
    before = export(season, season.over_at)
    turning.turn_all()
    assert not kinds.of(season).has_drifted(season) and export(season, season.over_at) == before
    champion = FinalPlace.objects.get(competition=season, rank=1, last=1).entry
    assert champion.number == decided[found.cup.bracket.final].entry
    page = tree(client.get(season.get_absolute_url()).content.decode())
    (first,) = page.one("ol", class_="champions").all("li", class_="is-first")
    assert champion.user.username in first.text.lower()
