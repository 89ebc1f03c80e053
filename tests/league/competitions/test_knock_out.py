"""A knock-out from its draft to its last place, through the services."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from games.common import clock
from games.gate.contests import stakes_of
from games.services.masters import rulings
from league.competitions import kinds
from league.competitions.errors import BadRules, NothingToRule
from league.competitions.knock_out import course
from league.competitions.knock_out.bracket import By
from league.competitions.knock_out.seeding import seed_by_hand
from league.competitions.models import Competition, Draw, Entry, Event, FinalPlace
from league.competitions.rules.calendar import longest_game
from league.competitions.rules.common_rules import rules_of
from league.competitions.services import disputing, turning
from league.competitions.services.entering import withdraw
from league.competitions.services.suspending import drop_for
from league.leagues import services as leagues
from tests.league.competitions.check_elimination import faults_in
from tests.league.competitions.knock_outs import KNOCK_OUT, KnockOutSeason, rules
from tests.league.competitions.seasons import DAY, STARTS

State = Entry.State


@pytest.fixture
def cup(calais, carl, set_clock):
    return lambda people=4, **more: KnockOutSeason(calais, carl, set_clock, **more).begin(people)


@pytest.fixture
def drawn(calais, carl, set_clock):
    """Entries have closed, no game has begun."""

    def make(people=4, **more):
        season = KnockOutSeason(calais, carl, set_clock, **more).announce()
        for number in range(1, people + 1):
            season.enter(f"p{number}")
        return season.close_entries()

    return make


def places(season) -> list[tuple[int, int | None, int]]:
    rows = FinalPlace.objects.filter(competition=season.competition).order_by("place")
    return list(rows.values_list("rank", "last", "entry__number"))


def test_a_game_says_which_round_it_leads_to_the_cup_or_third_place(cup):
    season = cup(8)

    def said(number: int, reader: int) -> str:
        game = season.pairing(number).game_id
        return stakes_of([game], reader)[game]

    me = season.sides(1)[0].user_id
    assert said(1, me) == "Win and you go on: Semi-finals."
    assert said(2, me) == "For the next round: Semi-finals"
    while season.running != [7, 8]:
        for number in season.running:
            season.wins(number, is_final=False)
        season.settle()
    first, other = (season.sides(number)[0].user_id for number in (7, 8))
    assert (said(7, first), said(8, other)) == ("Win and the cup is yours.", "Win and you are third.")
    assert (said(7, other), said(8, first)) == ("For the cup", "For third place")


def test_four_play_two_rounds_and_for_third_place(cup):
    season = cup(4)
    assert season.running == [1, 2]
    winners = [season.wins(1), season.wins(2)]
    assert season.running == [3, 4]
    assert season.sides(3) == winners
    first, third = season.wins(3), season.wins(4)
    season.turn(days=1)
    assert season.competition.state == Competition.State.FINISHED
    by_place = {rank: (last, entry) for rank, last, entry in places(season)}
    assert by_place[1] == (1, first.number) and by_place[3] == (3, third.number)
    assert set(by_place) == {1, 2, 3, 4}
    assert faults_in(season.export) == []


@pytest.mark.parametrize("people", [3, 5, 6, 8])
def test_byes_go_to_the_first_seeds_and_every_size_ends(cup, people):
    season = cup(people)
    assert faults_in(season.export) == []
    byes = [season.decided(n) for n in season.bracket.in_round(1) if n in season.bracket.decided]
    assert all(decision.by is By.BYE for decision in byes)
    assert len(byes) == len(season.bracket.seats) - people
    season.play_out()
    season.turn(days=3)
    assert season.competition.state == Competition.State.FINISHED
    assert faults_in(season.export) == []


def test_a_game_begins_as_soon_as_both_results_before_it_are_final_and_no_sooner(cup):
    season = cup(4)
    season.wins(1, is_final=False)
    season.turn(hours=47)
    assert season.decided(1) is None
    season.turn(hours=2)
    assert season.decided(1).by is By.FORFEIT
    assert season.running == [2], "the other half waits for nobody but its own"


def test_doing_it_again_does_nothing(cup):
    season = cup(4)
    season.wins(1)
    before = Event.objects.count()
    assert not turning.turn(season.competition)
    assert Event.objects.count() == before and not kinds.of(season.competition).has_drifted(
        season.competition
    )
    assert not kinds.of(season.competition).refold(season.competition)


def test_the_database_refuses_a_second_decision(cup):
    season = cup(4)
    season.wins(1)
    row = Event.objects.get(competition=season.competition, kind="advances", number=1)
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


# Who goes, by the moment


def test_before_the_draw_the_waiting_list_moves_up(calais, carl, set_clock):
    season = KnockOutSeason(calais, carl, set_clock, largest=4).announce()
    entries = [season.enter(f"p{number}") for number in range(1, 6)]
    assert entries[4].state == State.WAITING
    withdraw(competition=season.competition, user=entries[0].user)
    assert season.number(5).state == State.ACCEPTED
    season.close_entries().start()
    assert {entry for entry in season.bracket.seats if entry} == {2, 3, 4, 5}


def test_after_the_draw_who_waits_takes_the_seed(drawn):
    season = drawn(5, largest=4)
    draw = Draw.objects.get(competition=season.competition, label="seeds")
    assert sorted(draw.over) == [1, 2, 3, 4] and season.competition.state == "announced"
    gone = draw.order[1]
    withdraw(competition=season.competition, user=season.number(gone).user)
    season.start()
    assert season.bracket.seats == [draw.order[0], draw.order[3], 5, draw.order[2]]
    assert faults_in(season.export) == []


def test_after_the_draw_without_a_waiting_list_the_other_has_a_walkover(drawn):
    season = drawn(4)
    order = Draw.objects.get(competition=season.competition, label="seeds").order
    withdraw(competition=season.competition, user=season.number(order[3]).user)
    season.start()
    assert season.decided(1)[:2] == (order[0], By.WALKOVER)
    season.play_out()
    season.turn(days=3)
    assert season.competition.state == Competition.State.FINISHED
    assert faults_in(season.export) == []


def test_who_goes_while_the_game_runs_has_lost_it(cup):
    season = cup(4)
    winner, loser = season.sides(1)
    withdraw(competition=season.competition, user=loser.user)
    season.hear()
    season.settle()
    assert season.decided(1)[:2] == (winner.number, By.FORFEIT)


def test_who_has_won_and_goes_gives_a_walkover(cup):
    season = cup(4)
    winner = season.wins(1)
    withdraw(competition=season.competition, user=winner.user)
    other = season.wins(2)
    assert season.decided(3)[:2] == (other.number, By.WALKOVER)
    assert faults_in(season.export) == []


@pytest.mark.parametrize("is_final", [False, True])
def test_who_has_won_and_is_disqualified_is_followed_by_the_beaten(cup, is_final):
    season = cup(4)
    winner, beaten = season.sides(1)
    season.wins(1, is_final=is_final)
    season.disqualify(winner)
    season.settle()
    assert season.decided(1)[:2] == (beaten.number, By.RULING)
    season.wins(2)
    assert beaten in season.sides(3)
    assert faults_in(season.export) == []
    season.play_out()
    season.turn(days=3)
    assert winner.number not in [entry for _rank, _last, entry in places(season)]


def test_a_winner_disqualified_after_the_final_leaves_place_1_to_nobody(cup):
    season = cup(4, third_place=False)
    season.wins(1), season.wins(2)
    first = season.wins(3, is_final=False)
    season.disqualify(first)
    season.settle()
    season.turn(minutes=1)
    assert [rank for rank, _last, _entry in places(season)] == [2, 3, 3]


# Draws and rules


def test_it_commits_to_a_draw_for_every_pairing_and_shows_the_unused_at_the_end(cup):
    season = cup(4, largest=4)
    labels = list(Draw.objects.filter(competition=season.competition).values_list("label", flat=True))
    assert labels == ["seeds", "advance 1", "advance 2", "advance 3", "advance 4"]
    shown = {each["label"]: each["secret"] for each in season.export["draws"]}
    assert shown["seeds"] and not any(shown[label] for label in labels[1:])
    season.play_out()
    season.turn(days=3)
    assert all(each["secret"] for each in season.export["draws"])


def test_rules_are_read_back_and_refuse_what_cannot_be():
    assert rules_of(KNOCK_OUT.to_json()) == KNOCK_OUT and KNOCK_OUT.ruling_days == 5
    for field, more in (
        ("variant", {"variant": "standard", "settings": {}}),
        ("smallest", {"smallest": 2}),
        ("largest", {"largest": 513}),
    ):
        with pytest.raises(BadRules) as refused:
            rules(**more)
        assert refused.value.field == field


def test_it_must_last_as_long_as_all_its_rounds_can(calais, carl, set_clock):
    kind = kinds.named("elimination")
    assert kind.dated(KNOCK_OUT) == KNOCK_OUT
    *_days, last = KNOCK_OUT.last_days(3)
    assert kind.span(KNOCK_OUT).longest == last - KNOCK_OUT.starts_at
    assert len(list(rules(replay=True).last_days(3))) == 3
    assert next(rules(replay=True).last_days(3)) > next(KNOCK_OUT.last_days(3))
    with pytest.raises(BadRules) as refused:
        kind.dated(rules(ends_at=last - DAY))
    assert refused.value.field == "ends_at"


def test_by_rating_or_by_hand(drawn, carl):
    season = drawn(4, seeding="hand")
    kept = Event.objects.get(competition=season.competition, kind="seeds")
    order = kept.facts["order"][::-1]
    seed_by_hand(competition=season.competition, by=carl, order=order, reason="As last year.")
    season.start()
    assert season.export["seeds"] == order and faults_in(season.export) == []


def test_an_undecided_game_is_measured_or_drawn(cup):
    season = cup(4)
    season.stays_undecided(1)
    season.settle()
    assert season.decided(1) is None, "voided: an arbiter says who goes on"
    season.turn(days=6)
    decision = season.decided(1)
    assert decision.by is By.DRAW and decision.measure == "f"
    assert Draw.objects.get(competition=season.competition, label="advance 1").order[0] == decision.entry
    assert faults_in(season.export) == []


def test_entries_close_with_too_few(calais, carl, set_clock):
    season = KnockOutSeason(calais, carl, set_clock).announce()
    season.enter("p1")
    season.start()
    assert season.competition.state == Competition.State.ANNOUNCED, "organisers have a day to extend"
    season.turn(days=2)
    assert season.competition.state == Competition.State.CANCELLED
    assert all(draw.is_open for draw in season.competition.draws.all())


@given(st.integers(1902, 1906), st.booleans(), st.integers(0, 7), st.integers(3, 28), st.integers(0, 400))
@settings(max_examples=25)
def test_a_rounds_last_day_leaves_time_for_the_longest_game_its_replay_disputes_and_rulings(
    year, replay, disputes, to_rule, later
):
    said = {"settings": {"last_year": year}, "replay": replay, "ends_at": STARTS + 4000 * DAY}
    of = rules(**said, dispute_days=disputes, ruling_days=to_rule)
    at = STARTS + later * DAY
    for last in of.last_days(4, at):
        game = longest_game(of.variant, of.settings, of.pace, of.absence, at)
        once = game.ends_at - at + (disputes + to_rule) * DAY
        assert last >= at + once
        if replay:  # whose game is two years shorter, where there are so many
            assert last > at + once + (disputes + to_rule) * DAY
        at = last


def test_a_suspension_changes_nothing_in_the_bracket(cup):
    season = cup(4)
    entry = season.sides(1)[0]
    given = {"league": season.league, "by": season.organiser, "person": entry.user}
    drop_for(leagues.suspend(**given, until=season.clock.now + 30 * DAY, reason="Rude."))
    assert season.running == [1, 2]
    season.wins(1), season.wins(2)
    assert season.running == [3, 4] and entry in season.sides(3)


def test_prizes_by_round_go_to_those_who_won_a_game_of_it(cup):
    season = cup(5)
    kind = kinds.of(season.competition)
    (first,) = (
        season.wins(number) for number in list(season.running) if season.bracket.round_of(number) == 1
    )
    rounds = kind.round_winners(season.competition)
    assert rounds[0] == [first.number], "byes win none, a game that was given up does"
    assert rounds[1:] == [[], []]
    number = season.running[-1]
    season.stays_undecided(number)
    season.turn(days=8)
    by = season.decided(number)
    assert by.by is By.DRAW and kind.round_winners(season.competition)[1] == [by.entry]
    withdraw(competition=season.competition, user=season.number(by.entry).user)
    other = season.wins(next(each for each in season.running if season.bracket.round_of(each) == 2))
    assert season.decided(season.bracket.final)[:2] == (other.number, By.WALKOVER)
    assert kind.round_winners(season.competition)[2] == [], "a walkover wins none"


# Undecided and void games


@pytest.fixture
def undecided(end):
    """Ends the game of a pairing of a season without a winner."""

    def ended(season, number):
        game = season.pairing(number).game
        game.settings["draws"] = True
        game.save(update_fields=["settings"])
        end(game, how="draw", by=["1", "2"])
        season.hear()

    return ended


def test_an_undecided_game_is_replayed_once_and_then_measured(cup, undecided):
    season = cup(4, replay=True)
    undecided(season, 1)
    season.settle()
    again = 1 + 4
    assert season.running == [2, again] and season.decided(1) is None
    assert season.sides(again) == season.sides(1)
    first, replay = season.pairing(1).game, season.pairing(again).game
    assert replay.settings["last_year"] == 1902 == first.settings["last_year"], "never before the second year"
    assert faults_in(season.export) == []
    undecided(season, again)
    season.settle()
    decision = season.decided(1)
    assert decision.by is By.DRAW and decision.measure == "f" and season.running == [2]
    season.wins(2)
    assert decision.entry in [entry.number for entry in season.sides(3)]
    assert faults_in(season.export) == []


def test_without_a_replay_it_is_decided_at_once(cup, undecided):
    season = cup(4)
    undecided(season, 1)
    season.settle()
    assert season.decided(1).by is By.DRAW and faults_in(season.export) == []


def test_who_goes_before_the_replay_gives_a_walkover(cup, undecided):
    season = cup(4, replay=True)
    one, two = season.sides(1)
    undecided(season, 1)
    withdraw(competition=season.competition, user=one.user)
    season.settle()
    assert season.decided(1)[:2] == (two.number, By.WALKOVER) and season.running == [2]
    assert faults_in(season.export) == []


def annulled(season, number):
    given = {"by": season.arbiter, "ruling": "annulled", "reason": "The server was down."}
    disputing.rule(pairing=season.pairing(number), **given)


def named(season, number, on):
    given = {"by": season.arbiter, "reason": "The better position.", "now": clock.now()}
    course.name(season.competition, number, on and on.number, **given)
    season.refresh()


def test_of_a_void_game_an_arbiter_names_who_goes_on(cup):
    season = cup(4)
    winner, other = season.sides(1)
    season.wins(1, is_final=False)
    annulled(season, 1)
    season.settle()
    assert season.decided(1) is None
    with pytest.raises(BadRules):
        named(season, 1, season.sides(2)[0])
    named(season, 1, other)
    assert season.decided(1)[:2] == (other.number, By.RULING)
    assert not kinds.of(season.competition).has_drifted(season.competition)
    with pytest.raises(NothingToRule):
        named(season, 1, winner)
    with pytest.raises(NothingToRule):
        named(season, 2, winner)
    assert faults_in(season.export) == []


def test_or_one_replay_as_the_game_was(cup):
    season = cup(4)
    season.wins(1, is_final=False)
    annulled(season, 1)
    named(season, 1, None)
    again = 1 + 4
    assert season.running == [2, again]
    assert season.pairing(again).game.settings == season.pairing(1).game.settings
    winner = season.wins(again)
    assert season.decided(1)[:2] == (winner.number, By.FORFEIT)
    assert faults_in(season.export) == []


def test_a_later_ruling_changes_records_and_prizes_by_round_never_the_bracket(cup):
    season = cup(4)
    winner, loser = season.sides(1)
    season.wins(1)
    kind, given = kinds.of(season.competition), {"by": season.arbiter, "reason": "Help from outside."}
    assert winner.number in kind.round_winners(season.competition)[0]
    disputing.rule(pairing=season.pairing(1), ruling="forfeit", forfeited_by=winner, **given)
    assert season.decided(1).entry == winner.number
    assert loser.number in kind.round_winners(season.competition)[0]
    assert winner.number not in kind.round_winners(season.competition)[0]
    season.play_out()
    assert faults_in(season.export) == []


def test_what_follows_by_time_alone_is_a_change_that_open_pages_see(cup):
    """What a bracket is read from is kept by its season's version."""
    season = cup(4)
    season.wins(1, is_final=False)
    season.wins(2, is_final=False)
    before = season.refresh().competition.version
    season.settle()
    assert season.running == [3, 4]
    assert season.refresh().competition.version > before


@pytest.mark.parametrize("last", ["a game", "a walkover", "an arbiter"])
def test_the_clock_ends_a_cup_whatever_decided_its_final(cup, last):
    """Nothing is left to follow by time where the last decision followed at once."""
    season = cup(4, dispute_days=0, third_place=False)
    winner = season.wins(1, is_final=False)
    if last == "a walkover":
        withdraw(competition=season.competition, user=winner.user)
    season.wins(2, is_final=False)
    if last != "a walkover":
        assert turning.due(clock.now()) == [], "a game runs"
    if last == "a game":
        season.wins(3, is_final=False)
    if last == "an arbiter":
        given = {"user": season.arbiter, "reason": "Two accounts."}
        rulings.declare_void(game=season.pairing(3).game, **given)
        season.hear()
        named(season, 3, winner)
    assert season.decided(3) and season.refresh().competition.state == Competition.State.RUNNING
    for _each in range(2):
        season.clock.pass_(seconds=10)
        turning.turn_all()
    assert season.refresh().competition.state == Competition.State.FINISHED
