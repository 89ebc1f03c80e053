"""What came of a game is kept as rows, by every way a game can end, and counts for the player who
earned it.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.adjudication.results import supersede
from games.common.outbox.row import OutboxRow
from games.engine import bridge
from games.engine.outcomes import SeatEnd, seat_ends
from games.lists import played
from games.models import MasterAct, SeatResult, Tenure, TenureResult
from games.services.masters import presiding
from games.services.players import votes
from games.services.players.answers import save_answer
from games.services.seats.seating import cancel_game, leave_seat, take_seat
from league.leagues import services
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of

HALF = Fraction(1, 2)


def results(game):
    """By seat, what it came to: outcome, share, clause."""
    rows = SeatResult.objects.filter(game=game, superseded_by=None).select_related("seat")
    return {row.seat.key: (row.outcome, row.fraction, row.clause) for row in rows}


def tenures(game):
    """By name, what came of each: how it ended, how often they were asked, what they missed."""
    rows = TenureResult.objects.filter(tenure__game=game).select_related("tenure__user")
    return {row.tenure.user.username: (row.how, row.asked, row.missed) for row in rows}


def test_a_draw_is_shared_in_exact_parts(running_game, ada, ben):
    votes.cast(game=running_game, user=ada, kind="draw")
    assert not SeatResult.objects.exists()
    OutboxRow.objects.all().delete()
    votes.cast(game=running_game, user=ben, kind="draw")
    assert results(running_game) == {"1": ("shared", HALF, "ID-19"), "2": ("shared", HALF, "ID-19")}
    assert [row.payload for row in OutboxRow.objects.filter(topic="results")] == [{"game": running_game.pk}]


def test_a_game_without_a_winner_is_a_draw_of_all_in_it(auction_game):
    position = phase_of(auction_game).position
    ends = seat_ends("intimate", ["1", "2"], position, {"winners": [], "how": "ID-18"})
    assert [(end.outcome, end.share) for end in ends] == [("shared", HALF), ("shared", HALF)]
    ends = seat_ends("intimate-ii", ["1", "2"], position, {"winners": [], "how": "ID2-5"})
    assert [(end.outcome, end.share) for end in ends] == [("lost", 0), ("lost", 0)]


def test_centres_and_year_are_those_of_the_last_board(auction_game, ada):
    votes.concede(game=auction_game, user=ada)
    assert results(auction_game) == {"1": ("lost", 0, "ID-19"), "2": ("solo", 1, "ID-19")}
    row = SeatResult.objects.get(seat__key="2")
    assert (row.centres, row.last_year) == (3, 1901), "Turkey's own, no mercenaries'"


@pytest.mark.parametrize(
    ("agreed", "ended"),
    [
        (
            {"how": "forfeit", "by": ["1"], "cause": "absence"},
            {"1": ("forfeit", 0, "HR-5"), "2": ("solo", 1, "HR-5")},
        ),
        (
            {"how": "void", "by": [], "cause": "silence"},
            {"1": ("void", 0, "HR-6"), "2": ("void", 0, "HR-6")},
        ),
    ],
)
def test_rulings_of_the_house_have_rows(running_game, end, agreed, ended):
    assert results(end(running_game, **agreed)) == ended


def test_the_absent_have_no_share_and_who_has_nothing_is_eliminated(make_game, seat_all):
    game = make_game(variant="standard")
    users = seat_all(game)
    phase = game.phases.get()
    gone = {
        key: {power: of for power, of in phase.position[key].items() if power != "ITALY"}
        for key in ("units", "centres")
    }
    phase.position = phase.position | gone
    phase.save()
    sharing = sorted(set(users) - {"TURKEY", "ITALY"})
    turn = bridge.end(game, phase, {"how": "draw", "by": sharing, "absent": ["TURKEY"]})
    ends = {each.seat: each for each in seat_ends("standard", list(users), turn["position"], turn["outcome"])}
    assert {ends[seat].share for seat in sharing} == {Fraction(1, 5)}
    assert sum(each.share for each in ends.values()) == 1
    assert (ends["TURKEY"].outcome, ends["ITALY"].outcome) == ("lost", "eliminated")
    assert (ends["RUSSIA"].centres, ends["ITALY"].centres) == (4, 0)


def test_a_game_called_off_is_void_for_those_in_it(opened_game, ada, ben, carl, calais):
    take_seat(game=opened_game, user=ada)
    leave_seat(game=opened_game, user=ada)
    take_seat(game=opened_game, user=ben)
    OutboxRow.objects.all().delete()
    cancel_game(game=opened_game, user=carl)
    assert results(opened_game) == {"1": ("void", 0, ""), "2": ("void", 0, "")}
    assert tenures(opened_game) == {"ben": ("finished", 0, 0)}
    assert SeatResult.objects.filter(last_year=None).count() == 2
    assert OutboxRow.objects.filter(topic="results").count() == 1
    assert played.tallies_of(calais, ben) == []


@pytest.fixture
def handed_over(make_game, seat_both, calais, carl, ben, eve, set_clock):
    """A game in which ada has missed the home choice, and eve has her seat since."""
    services.join(league=calais, user=eve)
    game = seat_both(make_game(master=carl))
    save_answer(
        game=game, user=game.tenures.get(seat__key="2").user, label="S1901H", text=RANKS["ben"], version=0
    )
    set_clock(phase_of(game).deadline)
    house_was_up()
    drain()
    set_clock.pass_(hours=1)
    presiding.offer_to_stand_in(game=game, user=eve)
    presiding.replace_player(game=game, user=carl, seat="1", stand_in=eve.pk, reason="She is away.")
    game.refresh_from_db()
    set_clock.pass_(hours=1)
    return game


def test_misses_and_results_stay_with_whoever_earned_them(handed_over, ben, ada, eve, calais):
    votes.concede(game=handed_over, user=eve)
    assert tenures(handed_over) == {
        "ada": ("replaced", 1, 1),
        "ben": ("finished", 1, 0),
        "eve": ("finished", 0, 0),
    }
    assert played.tallies_of(calais, ada) == [], "she left it to eve"
    (lost,) = played.tallies_of(calais, eve)
    (won,) = played.tallies_of(calais, ben)
    assert (lost.lost, won.won) == (1, 1)
    row = TenureResult.objects.get(tenure__user=ada)
    assert row.until - row.tenure.taken_at == timedelta(days=1, hours=1)
    assert prove(handed_over).differences == []


def test_a_row_that_was_changed_is_noticed(handed_over, ben):
    votes.concede(game=handed_over, user=ben)
    SeatResult.objects.filter(seat__key="1").update(centres=17)
    assert prove(handed_over).differences == ["the results of its seats are not what its last turn says"]
    TenureResult.objects.update(missed=0)
    assert "the results of its players are not what its phases say" in prove(handed_over).differences


def test_a_ruling_supersedes_and_edits_nothing(handed_over, ben, carl, calais, set_clock):
    ruling = presiding.rule(game=handed_over, user=carl, reason="Both agreed on a draw by letter.")
    votes.concede(game=handed_over, user=ben)
    before = list(SeatResult.objects.order_by("pk").values())
    first = SeatResult.objects.get(seat__key="2")
    draw = SeatEnd("2", "shared", HALF, first.centres)
    supersede(result=first, end=draw, clause="RB-24", ruling=ruling)
    assert list(SeatResult.objects.order_by("pk").values())[: len(before)] == before
    assert results(handed_over)["2"] == ("shared", HALF, "RB-24")
    (tally,) = played.tallies_of(calais, ben)
    assert (tally.shared, tally.lost) == (1, 0)
    with pytest.raises(IntegrityError), transaction.atomic():
        supersede(result=first, end=draw, clause="RB-24", ruling=ruling)
    assert prove(handed_over).differences == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"outcome": "solo", "share": 0},
        {"outcome": "lost", "share": 1},
        {"outcome": "shared", "share": 3, "share_of": 2},
        {"outcome": "lost", "share": 0},
    ],
    ids=["a win without a share", "a share of the lost", "more than all", "a second one"],
)
def test_the_data_base_refuses_what_cannot_be(running_game, ada, wrong):
    votes.concede(game=running_game, user=ada)
    row = SeatResult.objects.get(seat__key="1")
    assert MasterAct.objects.count() == 0
    row.pk = None
    for name, value in wrong.items():
        setattr(row, name, value)
    if wrong["outcome"] != "lost" or wrong["share"]:
        SeatResult.objects.all().delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


# From before there were rows


@pytest.fixture
def migrated(transactional_db):
    """Brings the database to one of its earlier states; it ends where it began."""

    def to(*targets):
        MigrationExecutor(connection).migrate(list(targets))

    latest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield to
    to(*latest)


def stored():
    seats = SeatResult.objects.order_by("seat").values_list(
        "seat", "outcome", "share", "share_of", "centres", "last_year", "clause", "at"
    )
    held = TenureResult.objects.order_by("pk").values_list(
        "pk", "result__seat", "how", "since", "until", "asked", "missed"
    )
    left = Tenure.objects.order_by("pk").values_list("pk", "left_how")
    return list(seats), list(held), list(left)


@pytest.mark.slow
def test_games_that_are_over_get_their_rows(migrated, handed_over, make_game, ada, ben, carl, seat_all, end):
    votes.concede(game=handed_over, user=ben)
    off = make_game(name="Off")
    take_seat(game=off, user=ben)
    cancel_game(game=off, user=carl)
    large = make_game(name="Large", variant="standard", settings={"players": "3a"})
    seats = seat_all(large)
    end(large, how="draw", by=sorted(seats))
    on = make_game(name="On", variant="standard", settings={"players": 2})
    take_seat(game=on, user=ada)
    leave_seat(game=on, user=ada)
    before = stored()
    assert len(before[0]) == 2 + 2 + len(seats)
    migrated(("games", "0020_invitations_by_name"))
    migrated(*MigrationExecutor(connection).loader.graph.leaf_nodes())
    assert stored() == before
    assert prove(handed_over).differences == prove(large).differences == []
