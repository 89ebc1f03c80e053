"""An export and its description suffice to come to the same table."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils.translation import override

from games.common import clock
from league.competitions import services
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.services import table
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Competition
from league.competitions.rules.common_rules import Names
from league.competitions.services import drawing, results
from league.users.deletion import delete_account
from tests.league.competitions.checker import canonical, faults_in

EAGER = ChallengeRules(reach_of=9, outgoing=5, incoming=5, games=9, pause_days=0)
TABLE = [7, 1, 8, 3, 2, 5, 6, 9]
"""The table after everything, by the ranks at the beginning."""


@pytest.fixture
def exported(capfdbinary):
    """The export of a season as the command writes it."""

    def export(season):
        capfdbinary.readouterr()
        call_command("export_season", f"{season.league.slug}/{season.competition.code}")
        return capfdbinary.readouterr().out.decode().removesuffix("\n")

    return export


@pytest.fixture
def eventful(make_season, monkeypatch):
    """Plays a season in which everything happens that a log can tell; its results are heard of at the end,
    the last first or the first first. Its first table is always the same.
    """
    monkeypatch.setattr(drawing, "new_secret", lambda: "5e" * 32)

    def play(*, backwards=False, **rules):
        season = make_season(challenges=EAGER, idle_weeks=1, free_declines=0, dispute_days=7, **rules).begin(
            8
        )
        people = [season.entry(rank) for rank in range(1, 9)]
        one, two, three, four, five, six, seven, eight = people
        challenges = [season.begin_game(*pair) for pair in ((eight, one), (six, two), (five, three))]
        leaving = season.begin_game(seven, four)
        ladder_services.decline(challenge=season.challenge(seven, two), user=two.user)
        for challenge, loser in zip(challenges, (one, six, three), strict=True):
            season.clock.pass_(hours=1)
            season.concede(challenge, loser)
        services.withdraw(competition=season.competition, user=four.user)
        season.clock.pass_(hours=1)
        season.enter("late")
        games = [each.game.pk for each in [*challenges, leaving]]
        for game in games[::-1] if backwards else games:
            results.take_results([game])
        services.dispute(pairing=challenges[2].pairing, user=three.user, said="It was midnight.")
        season.watch(days=15)
        ruling = {"by": season.arbiter, "reason": "It was."}
        services.rule(pairing=challenges[0].pairing, ruling="forfeit", forfeited_by=eight, **ruling)
        services.rule(pairing=challenges[2].pairing, ruling="annulled", **ruling)
        return season.refresh(), [each.number for each in people]

    return play


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("names", [Names.PEOPLE, Names.NUMBERS])
def test_an_eventful_season_can_be_checked_by_anybody(eventful, exported, names):
    season, first = eventful(names=names)
    text = exported(season)
    assert faults_in(text) == []
    export = json.loads(text)
    assert {event["kind"] for event in export["events"]} == {
        *("opens", "joins", "result", "declined", "idle", "leaves", "challenge")
    }
    assert sum(event.get("superseded", False) for event in export["events"]) == 2
    assert any(each["ranks"] != each["seen"] for each in export["events"] if each["kind"] == "challenge")
    assert export["events"][0]["order"] == first == export["draws"][0]["order"]
    shown = {entry["name"] for entry in export["entries"]}
    assert (
        shown == {"late", *(f"p{number}" for number in range(1, 9))}
        if names == Names.PEOPLE
        else (shown == {f"#{number}" for number in range(1, 10)})
    )


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("backwards", [False, True])
def test_results_that_arrive_in_any_order_are_exported_alike(eventful, exported, backwards):
    season, first = eventful(backwards=backwards)
    export = json.loads(exported(season))
    assert faults_in(canonical(export)) == []
    assert not table.refold(season.competition)
    assert [[*first, 9].index(row["entry"]) + 1 for row in export["table"]] == TABLE


@pytest.mark.slow
def test_a_finished_season_tells_its_final_places_and_no_earlier_one_does(make_season, exported):
    season = make_season(challenges=EAGER, least_games=1, dispute_days=0, idle_weeks=0).begin(4)
    season.play(season.entry(4), season.entry(2))
    season.play(season.entry(3), season.entry(1))
    assert "final" not in json.loads(exported(season))
    for _phase in range(2):
        season.clock(season.competition.ends_at + timedelta(days=1))
        season.turn(hours=1)
    text = exported(season)
    final = json.loads(text)["final"]
    assert faults_in(text) == []
    assert [each["place"] for each in final] == [1, 2], (
        "the two who conceded at once have no game that counts, and are not ranked"
    )
    assert faults_in(text.replace('"final":[{"entry":' + str(final[0]["entry"]), '"final":[{"entry":0'))


@pytest.mark.slow
def test_the_log_tells_what_decides_nothing_and_no_names_where_rules_hide_them(eventful, exported):
    season, _first = eventful()
    log = json.loads(exported(season))["log"]
    kinds = {each["kind"] for each in log}
    assert kinds == {"entry", "arbiter-named", "disputed", "ruled"}
    assert log == sorted(log, key=lambda each: each["at"])
    [named] = [each for each in log if each["kind"] == "arbiter-named"]
    assert (named["arbiter"], named["name"]) == (1, "henrik")
    assert {each["ruling"] for each in log if each["kind"] == "ruled"} == {"forfeit", "annulled"}
    services.cancel(competition=season.competition, by=season.arbiter, reason="Said by henrik.")
    assert json.loads(exported(season))["log"][-1]["reason"] == "Said by henrik."
    rules = season.competition.rules | {"names": "numbers"}
    Competition.objects.filter(pk=season.competition.pk).update(rules=rules)
    told = exported(season)
    assert "henrik" not in told and "p1" not in told and "midnight" not in told


def test_closed_accounts_are_told_apart_by_the_same_names_in_every_file_in_no_language(
    eventful, exported, visitor
):
    season, _first = eventful()
    people = [season.competition.entries.get(number=number).user for number in (2, 4)]
    henrik = season.arbiter
    keys = [delete_account(user=person) for person in (*people, henrik)]
    told = json.loads(exported(season))
    assert faults_in(canonical(told)) == []
    named = {entry["entry"]: entry["name"] for entry in told["entries"]}
    assert (named[2], named[4]) == (keys[0], keys[1]) and keys[0] != keys[1]
    assert next(row["name"] for row in told["log"] if row["kind"] == "arbiter-named") == keys[2]
    table_file = visitor.get(season.competition.get_absolute_url() + "table.json").getvalue().decode()
    assert {row["name"] for row in json.loads(table_file)["table"]} <= set(named.values())
    now = clock.now()
    with override("fr"):
        in_french = export_bytes(season.competition, now)
    assert in_french == export_bytes(season.competition, now)
    rules = season.competition.rules | {"names": "numbers"}
    Competition.objects.filter(pk=season.competition.pk).update(rules=rules)
    hidden = exported(season)
    assert not [key for key in keys if key in hidden]
    assert {entry["name"] for entry in json.loads(hidden)["entries"]} == {f"#{number}" for number in named}


def test_a_season_without_anything_is_checked_too(make_season, exported):
    season = make_season().announce()
    assert faults_in(exported(season)) == []
    season.enter("p1", word="Ærø ☃")
    assert faults_in(exported(season)) == []


@pytest.mark.slow
def test_a_changed_byte_is_noticed(eventful, exported):
    season, _first = eventful()
    text = exported(season)
    export = json.loads(text)
    kind = {kind: number for number, kind in enumerate(each["kind"] for each in export["events"])}

    def spoilt(*path, value):
        copy = json.loads(text)
        where = copy
        for step in path[:-1]:
            where = where[step]
        assert where[path[-1]] != value
        where[path[-1]] = value
        return faults_in(canonical(copy))

    assert spoilt("rules", "cost", value=4)
    assert spoilt("rules_sha256", value="0" * 64)
    assert spoilt("draws", 0, "words", 0, value="mine")
    assert spoilt("draws", 0, "order", value=export["draws"][0]["over"][::-1])
    assert spoilt("draws", 0, "secret", value="0" * 64)
    idle = [number for number, each in enumerate(export["events"]) if each["kind"] == "idle"]
    assert any(spoilt("events", number, "cost", value=1) for number in idle), "not all were at the bottom"
    assert spoilt("events", kind["leaves"], "entry", value=export["table"][0]["entry"])
    assert spoilt("events", kind["joins"], "at", value="2026-01-01T00:00:00.000000Z")
    assert spoilt("events", kind["challenge"], "ranks", value=[9, 1])
    assert spoilt("table", 0, "won", value=9)
    assert spoilt("format", value=1)
    assert spoilt("entries", 0, "person", value=2)
    assert faults_in(text.replace('"format":2', '"format": 2'))


def test_an_export_tells_second_entries_of_a_person_apart(make_season, exported):
    season = make_season(names=Names.NUMBERS).begin()
    leaver = season.entry(3)
    services.withdraw(competition=season.competition, user=leaver.user)
    again = services.enter(competition=season.competition, user=leaver.user)
    text = exported(season)
    person = {each["entry"]: each["person"] for each in json.loads(text)["entries"]}
    assert person[again.number] == person[leaver.number]
    assert sorted(set(person.values())) == [1, 2, 3, 4]
    assert faults_in(text) == []
