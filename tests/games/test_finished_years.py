"""What finished years of games for two came to: centres, treasuries, what was commanded, misses (HR-13)."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import adjudicator
from adjudicator import records
from games.facts.finished_years import FinishedYears, finished_years_of
from games.services.masters.contest_rulings import supersede_by_ruling
from games.services.masters.taking_back import take_back
from games.services.masters.waiving import take_miss_back
from games.services.players.answers import save_answer
from games.services.players.votes import concede
from league.demo.recorded import FILE, SETTINGS
from tests.adjudicator.tables import intimate
from tests.fuzz.intimate import INTIMATE, play_one, short
from tests.fuzz.intimate_ii import GAME as INTIMATE_II
from tests.games.conftest import RANKS, phase_of
from tests.games.contests import open_duel
from tests.games.kept_records import put_record

pytestmark = pytest.mark.django_db

BOTH = pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
GIVEN = {"homes": {"1": "FRANCE", "2": "TURKEY"}}
LOTS = "c3" * 32
DATA = Path(__file__).parents[1] / "data" / "records.jsonl.xz"
VOID = {"how": "void", "by": [], "cause": "ruling"}
WHY = "A fault of the site"

OPENING = {
    "S1901B": {"1": {"bids": {"GERMANY": 2, "AUSTRIA": 1}}, "2": {"bids": {"ITALY": 3, "AUSTRIA": 1}}},
    "S1901M": {
        "1": ["A MAR - SPA", "F BRE - MAO", "A MUN - RUH"],
        "2": ["A CON - BUL", "F NAP - ION"],
    },
    "F1901M": {"1": ["F MAO - POR", "A RUH - HOL"], "2": ["F ION - TUN"]},
}
"""Germany goes to seat 1, Italy to seat 2, Austria is tied for. France 5, Germany 4, Turkey 4, Italy 4."""


def played(variant, said, start=None, until=None, agreed=VOID, **settings):
    """The record of a game in which everyone says what `said` has by label, or nothing, until it is over or
    `agreed` on in the phase called `until`; from the position `start`, or the opening one.
    """
    settings = {**GIVEN, **settings}
    table = {"variant": variant, "settings": settings}
    position = start or adjudicator.start(**table, lots=LOTS)["position"]
    record = records.begin(**table, start=position, lots=LOTS)
    while position.get("outcome") is None:
        answers, ending = said.get(position["phase"], {}), None
        if position["phase"] == until:
            answers, ending = None, agreed
            turn = adjudicator.resolve(**table, position=position, agreed=agreed)
        else:
            turn = adjudicator.resolve(**table, position=position, answers=answers, lots=LOTS)
        record = records.add_turn(record, turn, answers=answers, agreed=ending, lots=LOTS)
        position = turn["position"]
    return record


@pytest.fixture
def years(running_game):
    """What the finished years come to of a game that was played by a record."""

    def asked(record) -> FinishedYears:
        return finished_years_of([put_record(running_game, record).pk])[running_game.pk]

    return asked


def of(one, two):
    return {"1": one, "2": two}


# By the record


@BOTH
@pytest.mark.parametrize(
    "settings", [{"until": "S1902B"}, {"until": "S1902M"}, {"until": "F1902M"}, {"last_year": 1901}]
)
def test_a_year_counts_once_its_adjustments_are_done_and_its_income_is_paid(years, variant, settings):
    """The same year, wherever in the next one the game ended, or by HR-7 as it was over."""
    found = years(played(variant, OPENING, **settings))
    assert found.home == {1901: of(5, 4)}
    assert found.treasury == {"intimate": of(23, 21), "intimate-ii": of(23, 19)}[variant]
    assert found.commanded == of(9, 8), "Austria, tied for, was nobody's"


@BOTH
@pytest.mark.parametrize("until", ["S1901B", "S1901M", "F1901M", "W1901A"])
def test_without_a_finished_year_there_is_nothing_but_misses(years, variant, until):
    """In a first winter, too: the income of Intimate I is paid by then, its adjustments are not done."""
    assert years(played(variant, OPENING, until=until)) == FinishedYears({}, {}, {}, of(0, 0))


@BOTH
@pytest.mark.parametrize(
    "agreed",
    [
        {"how": "void", "by": [], "cause": "silence"},
        {"how": "forfeit", "by": ["1"], "cause": "absence"},
        {"how": "forfeit", "by": ["2"], "cause": "ruling"},
        {"how": "concession", "by": ["1"]},
        {"how": "draw", "by": ["1", "2"]},
    ],
    ids=str,
)
def test_however_it_ended_its_finished_years_are_the_same(years, variant, agreed):
    found = years(played(variant, OPENING, until="F1902M", agreed=agreed))
    assert (found.home, found.commanded) == ({1901: of(5, 4)}, of(9, 8))


@BOTH
def test_who_is_bust_commands_no_mercenary(years, variant):
    """ID-6: the other gets what it bid for."""
    bids = {"S1901B": {"1": {"bids": {"GERMANY": 30}}, "2": {"bids": {"ITALY": 3}}}}
    found = years(played(variant, OPENING | bids, last_year=1901))
    assert found.commanded == of(5, 8)
    assert found.treasury["1"] == 5


def test_both_bust_in_the_second_auction_have_the_first_year(years):
    """ID2-5: both lose."""
    bids = {"S1902B": {"1": {"bids": {"GERMANY": 99}}, "2": {"bids": {"ITALY": 99}}}}
    record = played("intimate-ii", OPENING | bids)
    assert record["turns"][-1]["position"]["outcome"] == {"how": "ID2-5", "winners": []}
    assert years(record) == FinishedYears({1901: of(5, 4)}, of(23, 19), of(9, 8), of(0, 0))


@BOTH
def test_the_autumn_that_wins_is_no_finished_year_and_changes_nothing_of_the_one_before(years, variant):
    """ID-15: the home centre entered changes owner, and in Intimate I income is paid, in the winning turn."""
    start = intimate(
        "S1903B",
        units={"FRANCE": ["A BUL"], "TURKEY": ["A ARM"], "AUSTRIA": ["A VIE"]},
        centres={
            "FRANCE": ["BRE", "BUL", "MAR", "PAR"],
            "TURKEY": ["ANK", "CON", "SMY"],
            "AUSTRIA": ["VIE"],
        },
        treasury=(7, 9),
    )
    said = {"S1903B": {"1": {"bids": {"AUSTRIA": 2}}}, "F1904M": {"1": ["A BUL - CON"]}}
    record = played(variant, said, start)
    last = record["turns"][-1]["position"]
    assert last["outcome"] == {"how": "ID-15", "winners": ["1"]} and "CON" in last["centres"]["FRANCE"]
    assert years(record) == FinishedYears({1903: of(4, 3)}, of(9, 12), of(5, 3), of(0, 0))


@BOTH
def test_a_mercenary_lost_in_the_year_adds_nothing(years, variant):
    """Italy, won by seat 1, loses its only centre to Turkey."""
    start = intimate(
        "S1903B",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A APU"], "AUSTRIA": ["A VIE"]},
        centres={
            "FRANCE": ["BRE", "MAR", "PAR"],
            "TURKEY": ["ANK", "CON", "SMY"],
            "AUSTRIA": ["VIE"],
            "ITALY": ["ROM"],
        },
    )
    said = {
        "S1903B": {"1": {"bids": {"ITALY": 1}}, "2": {"bids": {"AUSTRIA": 1}}},
        "F1903M": {"2": ["A APU - ROM"]},
    }
    found = years(played(variant, said, start, until="S1904B"))
    assert (found.home, found.commanded) == ({1903: of(3, 4)}, of(3, 5))


@BOTH
def test_a_pending_tie_gives_nothing_and_a_year_without_an_auction_adds_none(years, variant):
    """ID-16: both stand in a home centre of the other, with equal treasuries; HR-7 ends it in that winter."""
    start = intimate(
        "F1903M",
        units={"FRANCE": ["A CON"], "TURKEY": ["A PAR"]},
        centres={"FRANCE": ["BRE", "BUL", "MAR"], "TURKEY": ["ANK", "SER", "SMY"]},
        treasury=(5, 5),
    )
    record = played(variant, {}, start, last_year=1903)
    last = record["turns"][-1]["position"]
    assert last["tied_until"] == 1904 and last["outcome"] == {"how": "HR-7", "winners": ["1", "2"]}
    assert years(record) == FinishedYears({1903: of(4, 4)}, of(9, 9), of(4, 4), of(0, 0))


@BOTH
def test_years_that_pass_without_a_phase_count_one_by_one(years, variant):
    """No mercenary is left, the last unit is removed, no one may build: two years pass within a turn."""
    start = intimate(
        "F1903M",
        units={"FRANCE": ["A ALB"]},
        centres={"TURKEY": ["BUL", "SER"]},
        treasury=(0, 0),
    )
    record = played(variant, {}, start, last_year=1905)
    assert len(record["turns"]) < 3
    found = years(record)
    assert found.home == dict.fromkeys((1903, 1904, 1905), of(0, 2))
    assert (found.treasury, found.commanded) == (of(0, 6), of(0, 2))


# What was played, and what counts of it


def slow_count(record):
    """The same from positions alone: (home, treasury, commanded)."""
    home, treasury, commanded, control = {}, {}, {}, {}
    before = record["start"]
    for turn in record["turns"]:
        now, label = turn["position"], before["phase"]
        if label[-1] in "MRA":
            control = before["control"]
        is_last = turn is record["turns"][-1] and now["phase"][-1] == "A" and "agreed" not in turn
        if now["phase"][1:5] > label[1:5] or is_last:
            owned = {power: len(places) for power, places in now["centres"].items()}
            home[int(label[1:5])] = {seat: owned.get(power, 0) for seat, power in now["homes"].items()}
            treasury = now["treasury"]
            commanded = {
                seat: owned.get(power, 0)
                + sum(owned.get(each, 0) for each in control if control[each] == seat)
                for seat, power in now["homes"].items()
            }
        before = now
    return home, treasury, commanded


def recorded():
    """Games of Intimate I and II: the kept ones, those of the demo, and some short ones between bots."""
    with lzma.open(DATA, "rt", encoding="utf-8") as file:
        kept = [json.loads(line)["record"] for line in file]
    yield from (record for record in kept if record["variant"] in ("intimate", "intimate-ii"))
    for games in json.loads(FILE.read_text("utf-8")).values():
        for answers in games:
            yield played("intimate", answers, homes=None, **SETTINGS)
    for game in (short(INTIMATE), short(INTIMATE_II)):
        yield from (play_one(seed, game=game)[1] for seed in range(6))


def test_it_is_what_positions_say_in_every_recorded_game(make_game, seat_both):
    game, lengths = seat_both(make_game()), set()
    for record in recorded():
        found = finished_years_of([put_record(game, record).pk])[game.pk]
        assert (found.home, found.treasury, found.commanded) == slow_count(record)
        lengths.add(len(found.home))
    assert lengths >= {0, 1, 2, 4, 7, 8}


def test_many_games_take_as_many_queries_as_one(make_game, seat_both, ada, ben, carl, calais):
    record = played("intimate", OPENING, until="S1902B")
    games = [put_record(open_duel(calais, (ada, ben), [carl], number), record).pk for number in range(1, 8)]
    with CaptureQueriesContext(connection) as one:
        finished_years_of(games[:1])
    with CaptureQueriesContext(connection) as many:
        found = finished_years_of(games)
    assert len(one) == len(many) == 3
    assert len(found) == 7 and all(each.home == {1901: of(5, 4)} for each in found.values())


def test_other_games_and_those_that_never_began_have_none(make_game):
    games = [make_game().pk, make_game(variant="standard").pk]
    assert finished_years_of(games) == {} == finished_years_of([])


def test_misses_count_by_seat_but_for_those_taken_back(make_game, seat_both, drained, ada, ben, carl):
    game = seat_both(make_game(master=carl))
    save(game, ada, RANKS["ada"])
    choice = phase_of(game).label
    drained(game)
    drained(game)
    assert finished_years_of([game.pk])[game.pk].missed == of(1, 2)
    take_miss_back(game=game, user=carl, seat="2", label=choice, reason=WHY)
    concede(game=game, user=ben)
    assert finished_years_of([game.pk])[game.pk] == FinishedYears({}, {}, {}, of(1, 1))


def save(game, user, text):
    save_answer(game=game, user=user, label=phase_of(game).label, text=text, version=0)


def test_only_what_counts_of_a_game_that_was_taken_back(make_game, seat_both, drained, ada, ben, carl):
    """HR-8: the year is not finished any more, and what was missed since then was not missed."""
    game = seat_both(make_game(master=carl, settings=GIVEN))
    for text in ("Germany 2", "A Mar - Spa", "A Gas - Par"):
        save(game, ada, text)
        save(game, ben, "Italy 3" if text == "Germany 2" else "A Con - Bul")
        drained(game)
    assert drained(game).label == "S1902B"
    found = finished_years_of([game.pk])[game.pk]
    assert found.home == {1901: of(4, 4)} and found.missed == of(0, 0)
    drained(game)
    assert finished_years_of([game.pk])[game.pk].missed == of(1, 1)
    take_back(game=game, user=carl, label="S1902M", to="F1901M", reason=WHY)
    assert finished_years_of([game.pk])[game.pk] == FinishedYears({}, {}, {}, of(0, 0))


def test_a_ruling_on_the_result_changes_nothing_of_it(duel, eve):
    put_record(duel, played("intimate", OPENING, until="S1902B"))
    before = finished_years_of([duel.pk])
    supersede_by_ruling(game=duel, by=eve, ruling="annulled", reason=WHY)
    assert finished_years_of([duel.pk]) == before and before[duel.pk].home == {1901: of(5, 4)}
