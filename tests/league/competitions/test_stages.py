"""What becomes of an entry when its person goes, at every stage: what the rules page says, is done."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from games.common.outbox.row import OutboxRow
from games.models import SeatResult
from games.services.seats.removal import remove_from_league
from league.competitions import kinds, services
from league.competitions.errors import NotInState, WasDisqualified
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder.leaving import LEAVING
from league.competitions.models import EntryStep
from league.competitions.rules import leaving_table
from league.competitions.services import turning
from league.competitions.services.receiving import take_out_of_competitions
from league.leagues import services as leagues
from league.users.deletion import CannotDelete, delete_account
from tests.league.competitions.seasons import RULES
from tests.league.prizes.money_seasons import FEE, MoneySeason

table, removal = (partial(each, LEAVING) for each in (leaving_table.table, leaving_table.removal))
WHY = "So it was decided."


def withdraws(season, entry):
    services.withdraw(competition=season.competition, user=entry.user)


def leaves(season, entry):
    leagues.leave(league=season.league, user=entry.user)


def removed(season, entry):
    leagues.remove(league=season.league, by=season.organiser, person=entry.user, reason=WHY)
    remove_from_league(league=season.league.pk, person=entry.user, at=season.clock.now)


def banned(season, entry):
    leagues.ban(league=season.league, by=season.organiser, person=entry.user, reason=WHY, until=None)
    remove_from_league(league=season.league.pk, person=entry.user, at=season.clock.now)


def deleted(season, entry):
    delete_account(user=entry.user)


def taken_out(season, entry):
    services.remove(competition=season.competition, entry=entry, by=season.arbiter, reason=WHY)


def disqualified(season, entry):
    services.remove(
        competition=season.competition, entry=entry, by=season.arbiter, reason=WHY, disqualify=True
    )


WAYS = {
    "Withdraws": (withdraws, "withdrawn", "own"),
    "Leaves the league": (leaves, "withdrawn", "left_league"),
    "Removed from the league": (removed, "removed", "expelled"),
    "Banned from the league": (banned, "removed", "banned"),
    "Deletes the account": (deleted, "withdrawn", "deleted"),
    "Removed by an arbiter": (taken_out, "removed", "ruled"),
    "Disqualified by an arbiter": (disqualified, "disqualified", "ruled"),
}
"""How each way to go is gone, what the entry is then, and why its last step says so."""
LOSES = {
    "withdrawn": ("ID-19", "conceded"),
    "removed": ("HR-5", "forfeited"),
    "disqualified": ("HR-5", "forfeited"),
}
"""By what an entry becomes: the clause that ends its open games, and how the page calls it."""


def deliver():
    """Let competitions hear of who has left their league."""
    rows = OutboxRow.objects.filter(topic="season_departure", sent_at=None)
    list(take_out_of_competitions(list(rows)))


def last_step(entry):
    entry.refresh_from_db()
    return entry.state, entry.steps.latest("pk").why


def test_the_page_names_every_way_to_go():
    assert [row.name for row in table() if row.name != "Suspended in the league"] == list(WAYS)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", WAYS)
def test_before_the_season_the_place_goes_to_who_waits(make_season, name):
    go, state, why = WAYS[name]
    season = make_season(largest=2).announce()
    entry, _other, waiting = (season.enter(f"p{number}") for number in (1, 2, 3))
    assert waiting.state == "waiting"
    go(season, entry)
    deliver()
    assert last_step(entry) == (state, why)
    assert last_step(waiting) == ("accepted", "free")
    row = next(row for row in table() if row.name == name)
    assert "first person on the waiting list" in row.before
    if state == "disqualified":
        with pytest.raises(WasDisqualified):
            services.enter(competition=season.competition, user=entry.user)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", WAYS)
def test_while_it_runs_games_are_lost_by_number_and_the_entry_leaves_the_ladder(season, name):
    go, state, why = WAYS[name]
    entry, others = season.entry(3), [number for number in season.table if number != season.table[2]]
    made = [season.challenge(season.entry(4), entry), season.challenge(entry, season.entry(2))]
    for challenge in reversed(made):  # the second begins first
        ladder_services.accept(challenge=challenge, user=challenge.of.user)
        season.clock.pass_(hours=1)
    go(season, entry)
    deliver()
    season.hear()
    assert last_step(entry) == (state, why)
    assert season.table == others
    row = next(row for row in table() if row.name == name)
    clause, called = LOSES[state]
    assert f"Open games are {called}, oldest challenge first" in row.during
    assert "everyone below moves up one" in row.during
    results = season.competition.events.filter(kind="result").order_by("number")
    assert [(event.number, event.facts["loser"], event.facts["how"]) for event in results] == [
        (each.number, entry.number, clause) for each in made
    ]
    closed = SeatResult.objects.order_by("pk").values_list("game__pairing__number", flat=True)
    assert list(dict.fromkeys(closed)) == [each.number for each in made]


@pytest.mark.slow
def test_who_plays_for_a_season_may_leave_the_league_and_is_told_what_follows(season, client_of):
    entry = season.entry(3)
    season.begin_game(entry, season.entry(2))
    page = client_of(entry.user).get(f"{season.league.get_absolute_url()}leave/").content.decode()
    assert (
        "You also withdraw from this league’s seasons and concede your open season games" in page
        and "You have a seat in a game" not in page
    )


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", WAYS)
def test_once_it_is_over_the_final_table_stays(season, name):
    go, _state, _why = WAYS[name]
    entry = season.entry(2)
    season.clock(RULES.ends_at)
    season.turn()
    season.turn(days=30)
    assert season.competition.state == "finished"
    places = list(season.competition.final_places.values_list("entry", "place", "rank"))
    before = last_step(entry)
    try:
        go(season, entry)
    except NotInState:
        assert go in (withdraws, taken_out, disqualified)
    deliver()
    assert last_step(entry) == before
    assert list(season.competition.final_places.values_list("entry", "place", "rank")) == places


@pytest.mark.slow
def test_whoever_is_suspended_stays_and_is_let_in_by_nobody(make_season):
    season = make_season(largest=2).announce()
    entries = [season.enter(f"p{number}") for number in (1, 2, 3, 4)]
    until = RULES.starts_at + timedelta(days=30)
    season.league.memberships.filter(user__in=[entries[0].user, entries[2].user]).update(
        suspended_until=until
    )
    services.withdraw(competition=season.competition, user=entries[1].user)
    assert [last_step(each)[0] for each in entries] == ["accepted", "withdrawn", "waiting", "accepted"]


@pytest.mark.slow
def test_a_cancelled_season_says_so_in_everybodys_steps(season):
    services.cancel(competition=season.competition, by=season.organiser, reason=WHY)
    steps = EntryStep.objects.filter(why="cancelled")
    assert steps.count() == 4
    assert set(steps.values_list("by", "state")) == {(season.organiser.pk, "playing")}


@pytest.mark.slow
def test_no_season_ends_before_those_who_left_the_league_are_out_of_it(season):
    entry = season.entry(2)
    season.clock(RULES.ends_at)
    season.turn()
    leagues.leave(league=season.league, user=entry.user)
    assert not turning.may_finish(season.competition, season.clock.now + timedelta(days=30))
    deliver()
    assert turning.may_finish(season.competition, season.clock.now + timedelta(days=30))


# What becomes of the fee ----------------------------------------------------------------------------------


@pytest.fixture
def make_money_season(calais, carl, set_clock):
    """Drafts a season with a fee, kept by henrik and ines."""

    def make(**rules):
        return MoneySeason(calais, carl, set_clock, **rules)

    return make


def row_of(name):
    return next(row for row in table(has_fee=True) if row.name == name)


def goes_with_a_fee(name, season, entry):
    """To delete an account whose fee would come back, a player has to withdraw first."""
    if name == "Deletes the account":
        with pytest.raises(CannotDelete, match="Withdraw"):
            WAYS[name][0](season, entry)
        assert "withdraw first, delete the account afterwards" in row_of(name).before
        name = "Withdraws"
    WAYS[name][0](season, entry)
    deliver()


COMES_BACK = "A fee already paid is refunded in full."
STAYS = "The fee is not refunded."
UNTIL_A_GAME = "refunded in full before their first game starts; after that, nothing is."


def test_a_season_without_a_fee_says_nothing_of_fees():
    said = [
        *(cell for row in table() for cell in (row.name, row.before, row.during, row.after)),
        *(removal(is_live=is_live) for is_live in (False, True)),
    ]
    assert [each for each in said if "fee" in each or "prize" in each] == []
    with_fee = [
        *(row.before for row in table(has_fee=True) if row.name != "Suspended in the league"),
        *(removal(is_live=is_live, has_fee=True) for is_live in (False, True)),
    ]
    assert [each for each in with_fee if "fee" not in each and "payment" not in each] == []


def test_the_page_of_a_season_with_a_fee_names_two_more_ways_to_go():
    more = ["Does not pay the fee in time", "The bank reverses the payment"]
    assert [row.name for row in table(has_fee=True)] == [
        *(row.name for row in table()),
        *more,
    ]


def test_the_rules_page_shows_what_becomes_of_the_fee(client_of, carl, make_money_season):
    season = make_money_season().agree().announce()
    shown = client_of(carl).get(f"{season.competition.get_absolute_url()}rules/").content.decode()
    assert COMES_BACK in shown and UNTIL_A_GAME in shown


@pytest.mark.slow
def test_whoever_goes_and_whoever_removes_somebody_reads_it_before(client_of, make_money_season):
    season = make_money_season().begin(2)
    entry, page = season.entry(1), season.competition.get_absolute_url()
    withdrawing = client_of(entry.user).get(f"{page}withdraw/").content.decode()
    assert "You get 12.00 tokens back." in withdrawing and "again" not in withdrawing.partition("<form")[0]
    removing = client_of(season.henrik).get(f"{page}desk/p/{entry.number}/").content.decode()
    assert UNTIL_A_GAME in removing


@pytest.mark.slow
def test_the_rules_page_of_a_season_without_a_fee_says_nothing_of_it(client_of, carl, season):
    shown = client_of(carl).get(f"{season.competition.get_absolute_url()}rules/").content.decode()
    assert "first person on the waiting list" in shown and COMES_BACK not in shown


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", WAYS)
def test_a_fee_comes_back_in_full_before_the_season_but_of_the_disqualified(make_money_season, name):
    season = make_money_season().agree().announce()
    entry = season.enter_and_pay("p1")
    goes_with_a_fee(name, season, entry)
    comes_back = name != "Disqualified by an arbiter"
    assert season.refunds == ([(FEE, "due")] if comes_back else [])
    assert (season.balance("pool") == 0) == comes_back
    assert (COMES_BACK in row_of(name).before) == comes_back
    assert (STAYS in row_of(name).before) != comes_back


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", WAYS)
def test_a_fee_comes_back_in_full_while_it_runs_until_the_first_game(make_money_season, name):
    season = make_money_season().begin(4)
    goes_with_a_fee(name, season, season.entry(3))
    comes_back = name != "Disqualified by an arbiter"
    assert season.refunds == ([(FEE, "due")] if comes_back else [])
    assert (UNTIL_A_GAME in row_of(name).during) == comes_back
    assert (STAYS in row_of(name).during) != comes_back


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", WAYS)
def test_no_fee_comes_back_once_a_game_has_started(make_money_season, name):
    season = make_money_season().begin(4)
    entry, other = season.entry(3), season.entry(2)
    season.begin_game(entry, other)
    pool = season.balance("pool")
    WAYS[name][0](season, entry)
    deliver()
    assert last_step(entry)[0] in ("withdrawn", "removed", "disqualified")
    assert season.refunds == []
    assert season.balance("pool") == pool
    assert UNTIL_A_GAME in row_of(name).during or STAYS in row_of(name).during


@pytest.fixture
def full_season(make_money_season):
    """A season of four places, three of them paid, before it begins."""
    season = make_money_season(largest=4).agree().announce()
    for number in (1, 2, 3):
        season.enter_and_pay(f"p{number}")
    return season


@pytest.mark.slow
def test_whoever_does_not_pay_in_time_loses_the_place_and_has_a_later_payment_back(full_season):
    late, waiting = full_season.enter("late"), full_season.enter("waiting")
    assert [last_step(each)[0] for each in (late, waiting)] == ["accepted", "waiting"]
    full_season.turn(days=7, seconds=1)
    assert (last_step(late), last_step(waiting)[0]) == (("withdrawn", "not_paid"), "accepted")
    assert (late.payment, waiting.payment) == ("none", "due")
    full_season.pay_by_hand(full_season.fresh(late), day=full_season.clock.now.date() + timedelta(days=1))
    assert (last_step(late)[0], full_season.refunds) == ("withdrawn", [(FEE, "due")])
    said = row_of("Does not pay the fee in time").before
    assert "first person on the waiting list" in said and "if not, the payment is refunded in full" in said


@pytest.mark.slow
def test_a_later_payment_lets_in_where_a_place_is_free(full_season):
    late = full_season.enter("late")
    full_season.turn(days=7, seconds=1)
    full_season.pay_by_hand(full_season.fresh(late))
    assert (last_step(late)[0], full_season.refunds) == ("accepted", [])
    said = row_of("Does not pay the fee in time").before
    assert "they are in if entries are open and a place is free" in said


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("in_time", [True, False])
def test_while_it_runs_a_payment_lets_in_only_if_it_came_in_time(full_season, in_time):
    full_season.clock(RULES.enters_until - timedelta(hours=2))
    late = full_season.enter("late")
    full_season.clock(RULES.starts_at)
    full_season.turn()
    day = RULES.enters_until.date() + timedelta(days=0 if in_time else 2)
    full_season.pay_by_hand(full_season.fresh(late), day=day)
    assert last_step(late)[0] == ("playing" if in_time else "withdrawn")
    assert full_season.refunds == ([] if in_time else [(FEE, "due")])
    said = row_of("Does not pay the fee in time").during
    assert "If they paid in time, they are in" in said and "later payment is refunded in full" in said


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("has_begun", [False, True], ids=["before", "during"])
def test_a_payment_taken_back_is_owed_again_for_seven_days(full_season, has_begun):
    entry, waiting = full_season.enter("late"), full_season.enter("waiting")
    checkout = full_season.pay_online(entry)
    if has_begun:
        full_season.clock(RULES.starts_at)
        full_season.turn()
        full_season.refresh()
    full_season.provider_says(checkout, charged_back=FEE)
    entry = full_season.fresh(entry)
    assert entry.state == ("playing" if has_begun else "accepted")
    assert entry.payment == "charged_back"
    assert entry.pay_by - full_season.clock.now == timedelta(days=7)
    full_season.turn(days=6)
    assert entry.state == last_step(entry)[0]
    assert last_step(waiting)[0] == ("withdrawn" if has_begun else "waiting")
    full_season.turn(days=1, seconds=1)
    assert last_step(entry)[0] == ("removed" if has_begun else "withdrawn")
    assert last_step(waiting)[0] == ("withdrawn" if has_begun else "accepted")
    assert entry.number not in full_season.table
    row = row_of("The bank reverses the payment")
    said = row.during if has_begun else row.before
    assert (
        "They have 7 days to pay the fee again" in said
        and "If it is not paid by then, the entry ends" in said
    )
    assert ("no other begins" in said) == has_begun


def test_who_withdraws_from_a_season_with_a_fee_is_not_told_to_enter_again():
    again = "enter again, at the bottom"
    assert again in table()[0].during and again not in table(has_fee=True)[0].during


@pytest.mark.slow
def test_after_the_end_the_table_and_what_was_won_stay(make_money_season):
    season = make_money_season().agree().announce()
    entry = season.enter("p1")
    checkout = season.pay_online(entry)
    season.enter_and_pay("p2")
    season.clock(RULES.starts_at)
    season.turn()
    season.finish()
    places = list(season.competition.final_places.values_list("entry", "place", "rank"))
    leaves(season, entry)
    deliver()
    season.provider_says(checkout, charged_back=FEE)
    assert list(season.competition.final_places.values_list("entry", "place", "rank")) == places
    assert season.refunds == []
    assert "final ranking stays. Prizes already won stay too" in row_of("Leaves the league").after
    assert "final ranking stays" in row_of("The bank reverses the payment").after
    late = season.pay_by_hand(season.fresh(entry))
    assert late.state == "to_refund"
    assert "later payment is refunded in full" in row_of("Does not pay the fee in time").after


@pytest.mark.parametrize("has_fee", [False, True])
@pytest.mark.parametrize("kind", ["ladder", "groups"])
def test_the_rules_page_says_once_what_holds_for_all_who_go(kind, has_fee):
    leaving = kinds.named(kind).leaving
    common, *rows = leaving_table.differences(leaving, has_fee=has_fee)
    for row, whole in zip(rows, leaving_table.table(leaving, has_fee=has_fee), strict=True):
        assert row.name == whole.name
        for column in ("before", "during", "after"):
            own, shared = getattr(row, column), getattr(common, column)
            assert len(own) <= len(getattr(whole, column))
            assert not own or own not in shared
            assert set(sentences(getattr(whole, column))) <= set(sentences(f"{own} {shared}"))
            assert not set(sentences(own)) & set(sentences(shared))
    assert common.before.startswith("The place goes to the first person on the waiting list.")
    assert sum(not row.before for row in rows) >= 3 and sum(not row.after for row in rows) >= 7


def sentences(text):
    return [each.strip(". ") for each in text.split(". ") if each.strip(". ")]
