"""What standings count, and that it is the same whenever, however often and in whatever order it arrives."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from games.adjudication.results import supersede
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.engine.outcomes import SeatEnd
from games.models import Game, MasterAct, Phase, SeatResult
from games.services.players import votes
from league.standings.counting import count
from league.standings.models import (
    AuctionEvent,
    AuctionGame,
    AuctionTally,
    Counting,
    GameCount,
    PairTally,
    Played,
    PriceTally,
    Tally,
)
from league.standings.models.tally import ALL_YEARS
from tests.league.standings.finished_games import ENDED, finished_game, sale

pytestmark = pytest.mark.django_db

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def tallies(league, year=ALL_YEARS, kind="intimate"):
    """By name: games, won, drawn, lost, points, share, centres."""
    rows = Tally.objects.filter(league=league, year=year, kind=kind).select_related("user")
    return {
        row.user.username: (row.games, row.won, row.drawn, row.lost, row.points, row.share, row.centres)
        for row in rows
    }


def everything():
    """All that is kept, without the keys of rows."""
    return [
        sorted(model.objects.values_list(*names))
        for model, names in (
            (Played, ("tenure", "game", "user", "kind", "year", "side", "outcome", "units", "centres")),
            (Tally, ("league", "kind", "year", "user", "games", "won", "drawn", "lost", "units", "centres")),
            (GameCount, ("league", "kind", "year", "games")),
            (AuctionGame, ("game", "kind", "first", "second", "winner", "drawn", "last_year")),
            (PairTally, ("league", "first", "second", "last_year", "games", "won_first", "won_second")),
            (PriceTally, ("league", "power", "year", "sold", "paid")),
            (AuctionEvent, ("league", "game", "kind", "what", "year", "power")),
            (AuctionTally, ("league", "kind", "what", "year", "power", "games")),
        )
    ]


def count_those(*games):
    count.count_games(games=[game.pk for game in games])


def test_a_game_that_ends_is_counted_by_way_of_the_outbox(auction_game, ada, ben, calais):
    votes.concede(game=auction_game, user=ada)
    assert not Tally.objects.exists()
    delivery.deliver()
    assert tallies(calais) == {"ada": (1, 0, 0, 1, 0, 0, 3), "ben": (1, 1, 0, 0, 3, 1, 3)}
    assert tallies(calais, year=2026) == tallies(calais)
    counts = sorted(GameCount.objects.values_list("kind", "year", "games"))
    assert counts == [("intimate", ALL_YEARS, 1), ("intimate", 2026, 1)]
    played = Played.objects.get(user=ben)
    assert (played.powers, played.last_year, played.game_id) == (["TURKEY"], 1901, auction_game.pk)
    book = AuctionGame.objects.get()
    assert (book.first, book.second, book.winner) == ("FRANCE", "TURKEY", "TURKEY")


def test_draws_are_counted_in_exact_shares(calais, ada, ben, carl):
    people = {"FRANCE": ada, "ITALY": ben, "TURKEY": carl}
    count_those(
        finished_game(calais, people, dict.fromkeys(people, "shared"), variant="standard"),
        finished_game(
            calais,
            people,
            {"FRANCE": "shared", "ITALY": "shared", "TURKEY": "eliminated"},
            variant="standard",
            at=datetime(2025, 12, 31, 23, 59, tzinfo=UTC),
        ),
    )
    assert tallies(calais, kind="standard") == {
        "ada": (2, 0, 2, 0, 2, Fraction(5, 6), 8),
        "ben": (2, 0, 2, 0, 2, Fraction(5, 6), 8),
        "carl": (2, 0, 1, 1, 1, Fraction(1, 3), 8),
    }
    assert tallies(calais, year=2025, kind="standard")["carl"] == (1, 0, 0, 1, 0, 0, 4)


def test_two_at_the_great_wars_table_are_counted_apart(calais, ada, ben):
    game = finished_game(
        calais, {"1": ada, "2": ben}, {"1": "solo", "2": "lost"}, variant="standard", settings={"players": 2}
    )
    count_those(game)
    assert tallies(calais, kind="standard") == {}
    assert set(tallies(calais, kind="standard-2")) == {"ada", "ben"}
    assert "+" in Played.objects.get(user=ada).side


def test_a_result_is_that_of_whoever_held_the_seat_to_the_end(calais, ada, ben, eve):
    game = finished_game(
        calais,
        {"1": ada, "2": ben},
        {"1": "lost", "2": "solo"},
        homes={"1": "ITALY", "2": "RUSSIA"},
        left={"1": eve},
    )
    count_those(game)
    assert set(tallies(calais)) == {"ada", "ben"}


@pytest.mark.parametrize("hidden", [{"visibility": "private"}, {"settings": {"reveal_at": "2099-01-01"}}])
def test_what_a_game_does_not_tell_is_not_counted(calais, ada, ben, hidden):
    count_those(finished_game(calais, {"1": ada, "2": ben}, {"1": "solo", "2": "lost"}, **hidden))
    assert not Played.objects.exists() and not Tally.objects.exists() and not AuctionGame.objects.exists()


def test_void_games_and_games_called_off_do_not_count(calais, ada, ben):
    count_those(finished_game(calais, {"1": ada, "2": ben}, {"1": "void", "2": "void"}))
    off = finished_game(calais, {"1": ada, "2": ben}, {"1": "solo", "2": "lost"})
    Game.objects.filter(pk=off.pk).update(state="cancelled")
    count_those(off)
    assert not Played.objects.exists()


def test_a_game_in_fog_is_counted_on_the_day_on_which_it_is_opened(calais, ada, ben, set_clock):
    set_clock(ENDED)
    game = finished_game(
        calais,
        {"FRANCE": ada, "ITALY": ben},
        {"FRANCE": "solo", "ITALY": "lost"},
        variant="spy",
        settings={"reveal_at": "2026-06-04"},
    )
    count_those(game)
    assert not Played.objects.exists()
    row = OutboxRow.objects.get(topic="count_results")
    assert row.due_at == datetime(2026, 6, 4, tzinfo=UTC)
    delivery.deliver()
    assert not Played.objects.exists()
    set_clock(row.due_at + timedelta(seconds=5))
    delivery.deliver()
    assert set(tallies(calais, kind="spy")) == {"ada", "ben"}


def overrule(game, carl, **ends):
    """Let a ruling give each seat another end."""
    act = MasterAct.objects.create(
        game=game,
        phase=Phase.objects.filter(game=game).latest("ordinal"),
        by=carl,
        kind=MasterAct.Kind.DEADLINE,
        reason="A fault of the site.",
        at=ENDED,
    )
    for key, outcome in ends.items():
        result = SeatResult.objects.get(game=game, seat__key=key.strip("_"), superseded_by=None)
        share = Fraction(1 if outcome == "solo" else 0)
        supersede(result=result, end=SeatEnd(key.strip("_"), outcome, share, 0), clause="HR-5", ruling=act)


def test_a_ruling_changes_what_was_counted(calais, ada, ben, carl):
    game = finished_game(
        calais,
        {"1": ada, "2": ben},
        {"1": "solo", "2": "lost"},
        homes={"1": "ITALY", "2": "AUSTRIA"},
        auctions=[sale(1901, RUSSIA=("1", 12), FRANCE=(None, 0))],
    )
    count_those(game)
    assert PairTally.objects.get().won_second == 1
    assert list(PriceTally.objects.values_list("power", "sold", "paid")) == [("RUSSIA", 1, 12)]
    overrule(game, carl, _1="forfeit", _2="solo")
    delivery.deliver()
    assert tallies(calais)["ben"][:5] == (1, 1, 0, 0, 3)
    assert tallies(calais)["ada"][:5] == (1, 0, 0, 1, 0)
    assert PairTally.objects.get().won_first == 1
    overrule(game, carl, _1="void", _2="void")
    delivery.deliver()
    assert not any(everything())


@pytest.fixture
def many(calais, carl, ada, ben, eve):
    """Thirty games of all kinds, some with rulings; nothing is counted yet."""
    chance = random.Random(12)
    people = [ada, ben, carl, eve]
    games = []
    for number in range(30):
        at = datetime(2024 + number % 3, 1 + number % 12, 3, tzinfo=UTC)
        if number % 3:
            one, two = chance.sample(people, 2)
            homes = dict(zip("12", chance.sample(POWERS, 2), strict=True))
            outcomes = chance.choice(
                [
                    ("solo", "lost"),
                    ("shared", "shared"),
                    ("forfeit", "solo"),
                    ("void", "void"),
                    ("lost", "lost"),
                ]
            )
            auctions = [
                sale(1901 + year, RUSSIA=("1", chance.randrange(20)), ITALY=(None, 0)) for year in range(3)
            ]
            games.append(
                finished_game(
                    calais,
                    {"1": one, "2": two},
                    dict(zip("12", outcomes, strict=True)),
                    homes=homes,
                    auctions=auctions,
                    at=at,
                )
            )
        else:
            outcomes = chance.choice([("solo", "lost", "eliminated"), ("shared", "shared", "lost")])
            seats = dict(zip(chance.sample(POWERS, 3), chance.sample(people, 3), strict=True))
            of = dict(zip(seats, outcomes, strict=True))
            games.append(finished_game(calais, seats, of, variant="standard", at=at))
    OutboxRow.objects.all().delete()
    return games


@pytest.mark.slow
@examples(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.lists(st.integers(0, 29), max_size=60), ruled=st.sets(st.integers(0, 29), max_size=3))
def test_any_order_of_arrival_gives_what_counting_anew_gives(many, carl, calais, order, ruled):
    with transaction.atomic():
        for number in order:
            count_those(many[number])
        for number in sorted(ruled):
            seats = SeatResult.objects.filter(game=many[number], superseded_by=None).values_list("seat__key")
            overrule(many[number], carl, **{f"_{key}": "void" for (key,) in seats})
        for game in reversed(many):
            count_those(game)
        running = everything()
        assert [wrong for _games, wrong in count.recount(league=calais.pk) if wrong] == []
        for model in (Played, Tally, GameCount, AuctionGame, PairTally, PriceTally, AuctionTally):
            model.objects.all().delete()
        list(count.recount(league=calais.pk))
        assert everything() == running
        transaction.set_rollback(True)


@pytest.mark.slow
def test_older_games_are_counted_in_parts_and_once_each(many, calais, monkeypatch, set_clock):
    monkeypatch.setattr(count, "AT_ONCE", 7)
    Counting.objects.create(league=calais, upto=0)
    row = OutboxRow.objects.create(
        topic="count_results", payload={"league": calais.pk, "after": 0}, created_at=ENDED, due_at=ENDED
    )
    set_clock(ENDED)
    delivery.deliver()
    assert Counting.objects.get().upto is None
    found = everything()
    OutboxRow.objects.filter(pk=row.pk).update(sent_at=None)
    delivery.deliver()
    assert everything() == found
    assert [wrong for _games, wrong in count.recount(league=calais.pk) if wrong] == []


@pytest.fixture
def admins(settings):
    settings.ADMINS = [("Root", "root@example.org")]


@pytest.mark.slow
@pytest.mark.usefixtures("admins")
def test_the_nightly_check_is_silent_until_something_is_wrong(
    many, calais, set_clock, mailoutbox, monkeypatch
):
    monkeypatch.setattr(count, "AT_ONCE", 4)
    monkeypatch.setattr(count, "CHECKED_AT_ONCE", 8)
    set_clock(ENDED)
    count_those(*many)
    count.begin_checks()
    delivery.deliver()
    assert (Counting.objects.get().wrong, mailoutbox) == (0, [])
    Tally.objects.filter(kind="intimate", year=2025).delete()
    Played.objects.filter(kind="standard").update(centres=99)
    count.begin_checks()
    delivery.deliver()
    (mail,) = mailoutbox
    assert "recompute_standings" in mail.body and "calais" in mail.body
    assert Counting.objects.get().wrong > 3
    call_command("recompute_standings", "calais")
    count.begin_checks()
    delivery.deliver()
    assert Counting.objects.get().wrong == 0 and len(mailoutbox) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("admins")
def test_the_check_leaves_out_what_the_outbox_has_yet_to_tell(many, calais, set_clock, mailoutbox):
    set_clock(ENDED)
    count_those(*many[:-1])
    count.begin_checks()
    late = OutboxRow.objects.create(
        topic="results", payload={"game": many[-1].pk}, created_at=ENDED, due_at=ENDED + timedelta(hours=1)
    )
    delivery.deliver()
    assert (Counting.objects.get().wrong, mailoutbox) == (0, [])
    late.delete()
    count.begin_checks()
    delivery.deliver()
    assert Counting.objects.get().wrong and len(mailoutbox) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("admins")
def test_what_changes_while_the_check_compares_raises_no_alarm(
    many, carl, calais, set_clock, mailoutbox, monkeypatch
):
    set_clock(ENDED)
    count_those(*many)
    compare, won = count.tallies.wrong_results, Played.objects.filter(kind="intimate", outcome="solo")
    ruled = [won.first().game]

    def ruled_meanwhile(games):
        if ruled:
            overrule(ruled.pop(), carl, _1="void", _2="void")
        return compare(games)

    monkeypatch.setattr(count.tallies, "wrong_results", ruled_meanwhile)
    count.begin_checks()
    delivery.deliver()
    assert not ruled and (Counting.objects.get().wrong, mailoutbox) == (0, [])


@pytest.mark.slow(but_first=True)
@pytest.mark.usefixtures("admins")
@pytest.mark.parametrize("away", ["cancelled", "moved"])
def test_rows_of_games_that_are_no_longer_the_leagues_finished_ones_are_found_and_removed(
    many, calais, douvres, set_clock, mailoutbox, away
):
    set_clock(ENDED)
    count_those(*many)
    game = Game.objects.get(pk=AuctionGame.objects.first().pk)
    changed = {"state": "cancelled"} if away == "cancelled" else {"league": douvres}
    Game.objects.filter(pk=game.pk).update(**changed)
    count.begin_checks()
    delivery.deliver()
    assert Counting.objects.get(league=calais).wrong == 3, "two results and a game of the record book"
    assert "calais: 3 rows" in mailoutbox[0].body
    call_command("recompute_standings", "calais")
    assert not Played.objects.filter(game=game, league=calais).exists()
    assert not AuctionGame.objects.filter(pk=game.pk, league=calais).exists()
    count.begin_checks()
    delivery.deliver()
    assert Counting.objects.get(league=calais).wrong == 0


@pytest.mark.slow
def test_tallies_that_were_wrong_are_right_as_soon_as_a_result_touches_them(many, calais, carl, ada):
    count_those(*many)
    right = tallies(calais)
    Tally.objects.filter(kind="intimate").update(games=99, won=9, drawn=0, lost=90, points=27)
    count_those(finished_game(calais, {"1": ada, "2": carl}, {"1": "solo", "2": "lost"}))
    now = tallies(calais)
    assert now["ada"][0] == right["ada"][0] + 1 and now["ada"][1] == right["ada"][1] + 1
    assert now["carl"][0] == right["carl"][0] + 1
    assert now["ben"][0] == 99, "the check of the night finds the others"


@pytest.mark.slow
def test_numbers_that_were_wrong_are_made_anew_before_they_fall_below_nothing(many, calais, carl):
    count_those(*many)
    GameCount.objects.filter(kind="intimate").update(games=1)
    two = list(dict.fromkeys(Played.objects.filter(kind="intimate").order_by("-game").values_list("game")))
    for (game,) in two:
        overrule(Game.objects.get(pk=game), carl, _1="void", _2="void")
    delivery.deliver()
    assert [wrong for _games, wrong in count.recount(league=calais.pk) if wrong] == []


@pytest.mark.slow
def test_counting_costs_the_same_for_many_games_as_for_few(many):
    count.count_games(games=[many[0].pk])
    with CaptureQueriesContext(connection) as few:
        count_those(*many[1:5])
    with CaptureQueriesContext(connection) as lots:
        count_those(*many[5:])
    assert len(lots) <= len(few)


@pytest.mark.slow
def test_leagues_do_not_mix(many, calais, douvres, dora, ada):
    count_those(*many, finished_game(douvres, {"1": dora, "2": ada}, {"1": "solo", "2": "lost"}))
    assert set(tallies(douvres)) == {"dora", "ada"}
    assert "dora" not in tallies(calais)
    assert Counting.objects.count() == 2


@pytest.mark.slow
def test_games_of_before_are_counted_after_the_release_without_a_hand(many, calais, douvres, set_clock):
    set_clock(ENDED)
    migration = import_module("league.competitions.migrations.0002_older_games_are_counted")
    migration.begin_first_counts(apps, None)
    assert not Played.objects.exists(), "no release waits for it"
    assert list(Counting.objects.values_list("league", "upto")) == [(calais.pk, 0)]
    OutboxRow.objects.update(due_at=ENDED)
    delivery.deliver()
    assert Played.objects.exists() and Counting.objects.get().upto is None
    assert [wrong for _games, wrong in count.recount(league=calais.pk) if wrong] == []


def test_games_go_to_the_year_in_which_they_ended_after_the_release_without_a_hand(
    calais, douvres, ada, ben, set_clock, visitor
):
    """Older rows have the moment at which a worker came to a game; where that was in another year, the
    league's games are counted again, and meanwhile its pages show the year of before.
    """
    end, late = datetime(2026, 12, 31, 23, 59, 50, tzinfo=UTC), datetime(2027, 1, 1, 0, 0, 10, tzinfo=UTC)
    moved, kept = (
        finished_game(league, {"1": ada, "2": ben}, {"1": "solo", "2": "lost"}, at=at)
        for league, at in ((calais, late), (douvres, ENDED + timedelta(seconds=20)))
    )
    count_those(moved, kept)
    SeatResult.objects.filter(game=moved).update(at=end)
    SeatResult.objects.filter(game=kept).update(at=ENDED)
    set_clock(late)
    import_module("games.migrations.0053_games_end_when_their_results_say").take_the_moment_of_the_results(
        apps, None
    )
    OutboxRow.objects.all().delete()
    import_module("league.competitions.migrations.0028_years_of_games_are_counted_again").count_again(
        apps, None
    )
    assert dict(Game.objects.values_list("pk", "finished_at")) == {moved.pk: end, kept.pk: ENDED}
    assert set(Played.objects.values_list("game", "year", "ended_at")) == {
        (moved.pk, 2027, late),
        (kept.pk, ENDED.year, ENDED),
    }
    assert list(Counting.objects.filter(upto=0).values_list("league", flat=True)) == [calais.pk]
    page = visitor.get("/l/calais/standings/?year=2027").content.decode()
    assert "Games are being counted: 0 of 1 game so far." in page
    OutboxRow.objects.update(due_at=late)
    delivery.deliver()
    assert set(Played.objects.filter(game=moved).values_list("year", "ended_at")) == {(2026, end)}
    assert set(tallies(calais)) == {"ada", "ben"}
    for league in (calais, douvres):
        assert [wrong for _games, wrong in count.recount(league=league.pk) if wrong] == []
    answer = visitor.get("/l/calais/standings/?game=intimate&year=2027&scoring=wins")
    assert answer["Location"] == "/l/calais/standings/?game=intimate&year=2026&scoring=wins"
    assert visitor.get(answer["Location"]).status_code == 200
