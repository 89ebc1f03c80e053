"""Exports and files of seasons at tables of seven that were played: the outsider comes to the same."""

from __future__ import annotations

import csv
import json

import pytest
from django.urls import reverse

from games.services.seats import resigning, taking_over
from league.competitions import services
from league.competitions.tables import checking
from league.competitions.tables.seating import POWERS
from league.competitions.tables.standings import CHAIN
from league.competitions.tables.systems import Powers, System
from tests.league.competitions.check_tables import faults_in
from tests.league.competitions.tables_seasons import TablesSeason, end_with

pytestmark = pytest.mark.django_db

BOARD = (9, 7, 5, 5, 4, 3, 1)


@pytest.fixture
def season(calais, carl, set_clock):
    """Two rounds and a final; powers at the top board go by rankings."""
    rules = {"rounds": 3, "best_of": 2, "top_powers": Powers.RANKINGS, "scoring": System.DIXIE}
    return TablesSeason(calais, carl, set_clock, **rules)


def table_file(season, visitor, form):
    page = visitor.get(reverse("tournaments:table-file", args=["calais", season.competition.code, form]))
    return page.getvalue().decode("utf-8-sig")


def test_a_season_with_all_that_can_become_of_it_comes_out_at_every_stage(season):
    season.announce()
    for number in range(1, 10):
        season.enter(f"p{number}")
    assert faults_in(season.export) == []
    acts = {"competition": season.competition, "by": season.organiser, "reason": "They share a flat."}
    checking.keep_apart(**acts, pairs=[(1, 2)])
    season.close_entries()
    season.check_in(but=["p8"], twice=True)
    season.clock(season.read.last.closes)
    season.turn()
    checking.draw_again(**acts, number=1)
    one, two = (table.number for table in season.read.last.tables)
    checking.swap(**acts, number=1, seats=((one, "AUSTRIA"), (one, "TURKEY")))
    assert faults_in(season.export) == []
    season.start()
    file = season.export
    assert faults_in(file) == []
    assert file["rounds"][0]["volunteers"] == [1, 2, 3, 4, 5, 6, 7, 9]
    assert file["rounds"][0]["again"] == 1
    assert [row["kind"] for row in file["log"] if row["kind"] in ("apart", "called", "drawn")] == [
        "apart",
        "called",
        *["drawn"] * 3,
    ]

    sub = season.enter("sub")
    # Not 4, who is disqualified below: an entry whose seat a substitute played keeps its place.
    seats = zip(POWERS, season.read.tables[one].seats, strict=True)
    power, gone = next((power, season.number(entry)) for power, entry in seats if entry not in (3, 4))
    resigning.resign(game=season.game(one), user=gone.user)
    taking_over.take_over(game=season.game(one), user=sub.user, seat=power)
    season.ends(one, BOARD, is_final=False)
    end_with(season.game(two), dict(zip(POWERS, BOARD, strict=True)), how="void", cause="ruling")
    season.hear()
    file = season.export
    held = file["rounds"][0]["tables"][0]["tenures"][power]
    assert [(each["entry"], each["left"]) for each in held] == [(gone.number, "resigned"), (sub.number, "")]
    assert [table["how"] == "void" for table in file["rounds"][0]["tables"]] == [False, True]
    assert faults_in(file) == []

    season.settle()
    services.withdraw(competition=season.competition, user=season.member("p3"))
    season.next_round(but=["p3"])
    season.ends(3, (18, 6, 4, 2, 2, 1, 1), is_final=False)
    assert faults_in(season.export) == []
    services.rule(pairing=season.pairing(1), by=season.arbiter, ruling="annulled", reason="One person.")
    season.disqualify(season.number(4))
    assert faults_in(season.export) == []
    season.play_out(BOARD)
    file = season.export
    assert faults_in(file) == []
    assert file["rounds"][2]["top"] and file["rounds"][2]["rankings"]
    assert 3 in [line["entry"] for line in file["final"]]
    assert 4 not in [line["entry"] for line in file["final"]]


def test_its_files_have_points_and_ties(season, visitor):
    season.begin(7)
    season.ends(1, BOARD)
    lines = season.export["table"]
    told = {"points", *CHAIN}
    rows = json.loads(table_file(season, visitor, "json"))["table"]
    assert [(row["rank"], row["entry"], row["points"]) for row in rows] == [
        (line["rank"], line["entry"], line["points"]) for line in lines
    ]
    assert [{name: row[name] for name in CHAIN} for row in rows] == [line["ties"] for line in lines]
    found = list(csv.DictReader(table_file(season, visitor, "csv").splitlines()))
    assert told < set(found[0])
    assert [row["points"] for row in found] == [line["points"] for line in lines]
    season.play_out(BOARD)
    file = season.export
    assert faults_in(file) == []
    rows = json.loads(table_file(season, visitor, "json"))["table"]
    assert [row["entry"] for row in rows] == [line["entry"] for line in file["table"]]
    places = {line["entry"]: line["place"] for line in file["final"]}
    assert {row["entry"]: row["rank"] for row in rows} == places
    points = {line["entry"]: line["points"] for line in file["table"]}
    assert {row["entry"]: row["points"] for row in rows} == points
