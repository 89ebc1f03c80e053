"""Tables of seven: rounds are called, drawn, begun and scored, each once, no matter who looks at the
clock.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from games.errors import OnlySubstitutes
from games.models import Tenure
from games.services.seats import resigning, taking_over
from league.competitions import services
from league.competitions.errors import BadRules, NoReason, NotEntered, NotInState, NotOrganiser
from league.competitions.models import CheckIn, Competition, Entry, FinalPlace
from league.competitions.services import turning
from league.competitions.tables import checking
from league.competitions.tables.seating import POWERS
from league.competitions.tables.systems import System
from league.leagues import services as leagues
from tests.league.competitions.check_tables import faults_in
from tests.league.competitions.tables_seasons import BOARD, TABLES, TablesSeason, end_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(calais, carl, set_clock):
    return TablesSeason(calais, carl, set_clock, rounds=2, best_of=2, final=False)


@pytest.fixture
def of_three(calais, carl, set_clock):
    return TablesSeason(calais, carl, set_clock, rounds=3, best_of=2)


def scores(event):
    """The scores of everyone, by number and round."""
    return {(each.entry, each.round): each.score for each in event.read.results()}


def test_a_round_is_called_drawn_and_begun_by_the_clock(event):
    event.announce()
    for number in range(1, 15):
        event.enter(f"p{number}")
    event.close_entries()
    last = event.read.last
    assert last.takes_check_ins(event.clock.now)
    event.check_in()
    event.start()
    found = event.read
    assert [table.number for table in found.tables.values()] == [1, 2] == event.running
    assert sorted(entry for table in found.tables.values() for entry in table.seats) == list(range(1, 15))
    for number, table in found.tables.items():
        seated = Tenure.objects.filter(game=event.game(number), left_at=None)
        by_power = dict(seated.values_list("seat__key", "user__username"))
        assert [by_power[power] for power in POWERS] == [f"p{entry}" for entry in table.seats]


def test_turning_again_changes_nothing(event):
    event.begin(7)
    before = event.export
    for _again in range(3):
        turning.turn(event.competition)
    assert event.export == before


def test_scores_follow_from_centres_at_once(event):
    event.begin(7)
    event.ends(1, is_final=False)
    seats = event.read.tables[1].seats
    whole = sum(owned**2 for owned in BOARD)
    assert scores(event) == {
        (entry, 1): Fraction(100 * owned**2, whole) for entry, owned in zip(seats, BOARD, strict=True)
    }
    assert event.table[0] == seats[0]


def test_the_next_round_is_called_once_all_results_are_final(event):
    event.begin(7)
    event.ends(1, is_final=False)
    assert event.read.last.number == 1
    event.settle()
    last = event.read.last
    assert last.number == 2
    assert last.closes - event.clock.now <= timedelta(hours=48)
    event.next_round()
    assert event.running == [2]


def test_who_does_not_check_in_plays_no_game_and_has_nothing(event):
    event.begin(8, but=["p8"])
    assert 8 not in event.read.tables[1].seats
    event.ends(1, (9, 7, 5, 5, 4, 3, 1), is_final=False)
    assert (8, 1) not in scores(event)
    assert event.table[-1] == 8


def test_with_eight_one_sits_out_with_the_stated_score_and_another_the_next_time(event):
    event.begin(8)
    (first,) = event.read.rounds[1].sat_out
    event.ends(1)
    assert scores(event)[first, 1] == 14
    event.next_round()
    (second,) = event.read.rounds[2].sat_out
    assert second != first


def test_with_too_few_there_is_no_further_round_and_the_standings_are_final(event):
    event.begin(7)
    event.ends(1)
    event.next_round("p1", "p2", "p3")
    event.turn(hours=1)
    assert event.refresh().competition.state == Competition.State.FINISHED
    assert event.read.rounds[2].is_too_small
    assert FinalPlace.objects.get(competition=event.competition, place=1).entry.number == event.table[0]


def test_the_best_seven_play_the_final_and_take_the_first_places(of_three):
    event = of_three.begin(14)
    for _round in range(2):
        for number in event.running:
            event.ends(number, is_final=False)
        event.settle()
        best = event.table[:7]
        event.next_round()
    top = event.read.top
    assert top is not None
    assert sorted(top.seats) == sorted(best)
    event.play_out(board=(0, 0, 4, 5, 6, 9, 10))
    assert event.refresh().competition.state == Competition.State.FINISHED
    places = FinalPlace.objects.filter(competition=event.competition).order_by("place")
    assert {each.entry.number for each in places[:7]} == set(best)
    assert places[0].entry.number == top.seats[6]


def test_who_declines_the_final_makes_room_for_the_next(of_three):
    event = of_three.begin(14)
    for _round in range(2):
        for number in event.running:
            event.ends(number, is_final=False)
        event.settle()
        best = event.table
        if event.read.last.number < 3:
            event.next_round()
    declines = event.number(best[0]).user.username
    event.check_in(but=[declines])
    event.turn(hours=48)
    event.turn(hours=12)
    assert sorted(event.read.top.seats) == sorted(best[1:8])


def test_powers_at_the_top_table_go_by_rankings_in_order_of_standing(calais, carl, set_clock):
    event = TablesSeason(calais, carl, set_clock, rounds=2, best_of=1, top_powers="rankings").begin(7)
    event.ends(1)
    first, second, *_rest = (event.number(each).user.username for each in event.table)
    event.check_in(first, ranking=["TURKEY", "FRANCE"])
    event.check_in(second, ranking=["TURKEY", "RUSSIA"])
    event.check_in(but=[first, second])
    event.turn(hours=48)
    event.turn(hours=12)
    top = event.read.top
    assert [top.power_of(each) for each in event.table[:2]] == ["TURKEY", "RUSSIA"]


def test_volunteers_fill_one_more_table_and_their_second_seat_scores_for_the_others_alone(event):
    event.announce()
    for number in range(1, 13):
        event.enter(f"p{number}")
    event.close_entries()
    event.check_in()
    event.check_in("p1", "p2", twice=True)
    event.start()
    found = event.read
    assert len(found.tables) == 2
    aside = {entry for table in found.tables.values() for entry in table.aside}
    assert aside == {1, 2}
    for number in (1, 2):
        event.ends(number, is_final=False)
    assert len([key for key in scores(event) if key[0] == 1]) == 1


def test_a_substitute_fills_a_table_and_scores_for_the_others_alone(event):
    event.announce()
    for number in range(1, 14):
        event.enter(f"p{number}")
    event.close_entries()
    entry = event.enter("sub")
    assert entry.state == Entry.State.WAITING
    event.check_in()
    event.check_in("sub")
    event.start()
    found = event.read
    assert [
        entry.number in table.aside for table in found.tables.values() if entry.number in table.seats
    ] == [True]
    assert entry.number not in found.began
    event.play_out()
    assert not FinalPlace.objects.filter(entry=entry).exists()


def test_a_seat_that_opens_is_for_substitutes_alone(event):
    event.begin(7)
    sub, other = event.enter("sub"), event.member("other")
    game, power = event.game(1), event.read.tables[1].power_of(1)
    resigning.resign(game=game, user=event.member("p1"))
    with pytest.raises(OnlySubstitutes):
        taking_over.take_over(game=game, user=other, seat=power)
    taking_over.take_over(game=game, user=sub.user, seat=power)
    event.ends(1, is_final=False)
    assert (1, 1) in scores(event)


def test_who_withdraws_opens_the_seat_and_keeps_the_scores(event):
    event.begin(7)
    services.withdraw(competition=event.competition, user=event.member("p1"))
    assert event.running == [1]
    assert event.game(1).vacancies.count() == 1
    event.ends(1, is_final=False)
    assert (1, 1) in scores(event)
    assert 1 in event.table


def test_who_is_disqualified_has_no_place(event):
    event.begin(8)
    event.disqualify(event.number(1))
    event.play_out()
    assert not FinalPlace.objects.filter(competition=event.competition, entry__number=1).exists()


def test_a_game_void_by_a_ruling_gives_all_seven_what_sitting_out_gives(event):
    event.begin(7)
    end_with(event.game(1), dict(zip(POWERS, BOARD, strict=True)), how="void", cause="ruling")
    event.hear()
    assert set(scores(event).values()) == {Fraction(14)}


def test_a_game_void_by_silence_gives_nothing(event):
    event.begin(7)
    end_with(event.game(1), dict(zip(POWERS, BOARD, strict=True)), how="void", cause="silence")
    event.hear()
    assert set(scores(event).values()) == {Fraction(0)}


def test_an_arbiter_annuls_a_result_and_lets_it_stand_again(event):
    event.begin(7)
    event.ends(1, is_final=False)
    before = scores(event)
    rules_on = {"pairing": event.pairing(1), "by": event.arbiter}
    services.rule(**rules_on, ruling="annulled", reason="Two of them were one person.")
    assert set(scores(event).values()) == {Fraction(14)}
    services.rule(**rules_on, ruling="stands", reason="They were not, after all.")
    assert scores(event) == before


# Check-in


def test_one_checks_in_for_the_round_that_is_called_and_no_other(event):
    event.announce()
    entry = event.enter("p1")
    with pytest.raises(NotInState):
        checking.check_in(competition=event.competition, user=entry.user, number=1)
    for number in range(2, 8):
        event.enter(f"p{number}")
    event.close_entries()
    with pytest.raises(NotEntered):
        checking.check_in(competition=event.competition, user=event.member("other"), number=1)
    with pytest.raises(NotInState):
        checking.check_in(competition=event.competition, user=entry.user, number=2)
    with pytest.raises(BadRules):
        checking.check_in(
            competition=event.competition, user=entry.user, number=1, ranking=["TURKEY", "TURKEY"]
        )
    for _again in range(2):
        checking.check_in(competition=event.competition, user=entry.user, number=1)
    assert CheckIn.objects.count() == 1
    event.check_in()
    event.start()
    with pytest.raises(NotInState):
        checking.check_in(competition=event.competition, user=entry.user, number=1)


# What organisers do to a drawing


@pytest.fixture
def drawn(event):
    """Two tables that are drawn and have not begun."""
    event.announce()
    for number in range(1, 15):
        event.enter(f"p{number}")
    event.close_entries()
    event.check_in()
    event.turn(hours=0)
    event.clock(event.read.last.closes)
    turning.turn(event.competition)
    return event


def tables_of(event):
    return [table.seats for table in event.read.last.tables]


def test_it_is_drawn_again_with_a_reason_and_every_drawing_stands_in_the_log(drawn):
    by = {"competition": drawn.competition, "by": drawn.organiser, "number": 1}
    before = tables_of(drawn)
    with pytest.raises(NoReason):
        checking.draw_again(**by, reason=" ")
    with pytest.raises(NotOrganiser):
        checking.draw_again(**by | {"by": drawn.member("p1")}, reason="Mine is better.")
    checking.draw_again(**by, reason="Two of them asked for it.")
    again = tables_of(drawn)
    assert again != before
    told = [row for row in drawn.export["log"] if row["kind"] == "drawn"]
    assert [row["again"] for row in told] == [0, 1]
    assert told[1]["reason"] == "Two of them asked for it."


def test_two_are_swapped_and_the_round_begins_so(drawn):
    one, two = (table.number for table in drawn.read.last.tables)
    first, second = tables_of(drawn)
    checking.swap(
        competition=drawn.competition,
        by=drawn.organiser,
        number=1,
        seats=((one, "AUSTRIA"), (two, "TURKEY")),
        reason="They share a flat.",
    )
    assert tables_of(drawn) == [(second[6], *first[1:]), (*second[:6], first[0])]
    drawn.start()
    assert [table.seats for table in drawn.read.tables.values()] == [
        (second[6], *first[1:]),
        (*second[:6], first[0]),
    ]


def test_pairs_that_are_kept_apart_do_not_meet(event):
    event.announce()
    for number in range(1, 15):
        event.enter(f"p{number}")
    pairs = [(1, 2), (3, 4), (5, 6)]
    given = {"competition": event.competition, "by": event.organiser, "pairs": pairs}
    checking.keep_apart(**given, reason="They live together.")
    assert checking.keep_apart(**given, reason="They live together.") is None
    event.close_entries()
    event.check_in()
    event.start()
    for table in event.read.tables.values():
        assert not any({one, two} <= set(table.seats) for one, two in pairs)
    assert event.read.last.begun.facts["cost"][0] == 0


def test_a_drawn_round_after_the_first_can_begin_at_once(event):
    event.begin(7)
    event.ends(1)
    event.check_in()
    event.turn(hours=48)
    assert event.running == []
    checking.begin_now(competition=event.competition, by=event.organiser, number=2)
    assert event.running == [2]


@pytest.mark.parametrize("leaves_the_league", [False, True])
def test_who_leaves_after_the_drawing_sits_nowhere(drawn, leaves_the_league):
    gone = drawn.member("p1")
    services.withdraw(competition=drawn.competition, user=gone)
    if leaves_the_league:
        leagues.leave(league=drawn.league, user=gone)
    drawn.start()
    (table,) = drawn.read.tables.values()
    assert drawn.running == [1] and 1 not in table.seats
    assert len(drawn.read.last.sat_out) == 6
    assert [row["again"] for row in drawn.export["log"] if row["kind"] == "drawn"] == [0, 1]
    assert faults_in(drawn.export) == []


def test_a_substitute_who_comes_in_after_the_drawing_is_drawn_as_a_player(calais, carl, set_clock):
    event = TablesSeason(calais, carl, set_clock, rounds=1, best_of=1, final=False, largest=13)
    event.announce()
    for number in range(1, 15):
        event.enter(f"p{number}")
    event.close_entries()
    event.check_in(but=["p1"])
    event.check_in("p14")
    event.check_in("p2", twice=True)
    event.clock(event.read.last.closes)
    turning.turn(event.competition)
    aside = {entry for table in event.read.last.tables for entry in table.aside}
    assert aside == {2, 14}
    services.withdraw(competition=event.competition, user=event.member("p1"))
    assert event.number(14).state == Entry.State.ACCEPTED
    event.start()
    aside = {entry for table in event.read.tables.values() for entry in table.aside}
    assert aside == {2} and len(event.read.tables) == 2
    assert 14 in event.read.began


def test_a_round_does_not_begin_at_once_with_someone_who_has_left(event):
    event.begin(8)
    event.ends(1)
    event.check_in()
    event.turn(hours=48)
    by = {"competition": event.competition, "by": event.organiser, "number": 2}
    seated = event.number(event.read.last.tables[0].seats[0]).user
    services.withdraw(competition=event.competition, user=seated)
    with pytest.raises(NotInState):
        checking.begin_now(**by)
    checking.draw_again(**by, reason="One has left.")
    checking.begin_now(**by)
    assert event.running == [2]


@pytest.mark.parametrize("by_organisers", [False, True])
def test_too_few_who_are_left_of_a_drawing_play_no_further_round(event, by_organisers):
    event.begin(7)
    event.ends(1, (9, 7, 5, 5, 4, 3, 1))
    event.check_in()
    event.turn(hours=48)
    assert event.read.last.tables
    services.withdraw(competition=event.competition, user=event.member("p1"))
    if by_organisers:
        by = {"competition": event.competition, "by": event.organiser, "number": 2}
        checking.draw_again(**by, reason="One has left.")
    event.turn(hours=12)
    event.turn()
    assert event.read.last.is_too_small
    assert event.refresh().competition.state == Competition.State.FINISHED
    assert faults_in(event.export) == []


# Rules


def test_votes_end_games_only_where_the_scoring_reads_them(calais, carl, set_clock):
    event = TablesSeason(calais, carl, set_clock, rounds=1, best_of=1, final=False, scoring=System.DRAW_SIZE)
    event.begin(7)
    assert event.game(1).settings["draws"] is True
    assert event.game(1).settings["rulebook"] == "modern"


def test_no_votes_end_games_elsewhere(event):
    event.begin(7)
    assert event.game(1).settings["draws"] is False


def test_its_table_follows_from_the_log(event):
    event.begin(8)
    event.ends(1)
    kind = event.competition.kind
    assert kind == "tables"
    from league.competitions import kinds

    of = kinds.of(event.competition)
    assert not of.has_drifted(event.competition)
    event.competition.standings.all().delete()
    assert of.has_drifted(event.competition)
    of.refold(event.competition)
    assert not of.has_drifted(event.competition)


def test_a_season_is_woken_when_something_is_due_and_not_before(event):
    def is_woken():
        return event.competition in turning.due(event.clock.now)

    event.begin(7)
    assert not is_woken(), "its games are played"
    event.ends(1, is_final=False)
    assert not is_woken(), "the result can be disputed"
    event.clock.pass_(days=TABLES.dispute_days, minutes=1)
    assert is_woken()
    turning.turn(event.competition)
    assert not is_woken(), "check-in is open"
    event.check_in()
    event.clock.pass_(hours=48)
    assert is_woken()
    turning.turn(event.competition)
    assert not is_woken(), "the drawing is looked at"
    event.clock.pass_(hours=12)
    assert is_woken()
