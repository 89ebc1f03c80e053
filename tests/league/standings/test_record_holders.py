"""Who holds records of the record book: two candidates of each sort, equals, games that do not count yet."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from games.common.outbox.row import OutboxRow
from games.common.words.people import FORMER
from games.models import SeatResult, Tenure
from league.competitions.models import Competition, Dispute, Event
from league.leagues import services
from league.standings.counting import count
from league.standings.counting import records as book_keeping
from league.standings.models import Feat
from league.standings.selectors import feats
from league.standings.selectors.feats import records_of
from tests.conftest import make_user
from tests.league.competitions import rows
from tests.league.standings.finished_games import ENDED, auction, finished_game, sale

pytestmark = pytest.mark.django_db

URL = "/l/calais/records/"
DAY = timedelta(days=1)
FIRST = auction(1901, {"1": 20, "2": 20})
COUNTED_AGAIN = "0041_feats_of_older_games_are_counted"


def text_of(response):
    assert response.status_code == 200
    return response.content.decode()


def duel(league, people, homes=("FRANCE", "TURKEY"), outcomes=("solo", "lost"), **more):
    """A counted game for two, of these home powers."""
    seats = dict(zip("12", people, strict=True))
    ends = dict(zip("12", outcomes, strict=True))
    game = finished_game(league, seats, ends, homes=dict(zip("12", homes, strict=True)), **more)
    count.count_games(games=[game.pk])
    return game


def held(league, title, kind="intimate"):
    """The figure of a record, and by holder the other player, the first holder first; None: no one has it."""
    for record in records_of(league, kind):
        if record.title == title:
            return record.figure, [(each.holder.name, each.other.name) for each in record.holdings]
    return None


def test_the_fastest_win_on_the_board_and_who_did_the_same_later(calais, ada, ben, eve):
    slow = {"entered": {"1": ["CON"]}, "last_phase": "F1903R", "last_year": 1903}
    fast = {"entered": {"1": ["ANK"]}, "last_phase": "S1902M", "last_year": 1902}
    duel(calais, (eve, ada), **slow)
    assert held(calais, "Fastest win") == ("Autumn 1903", [("eve", "ada")])
    duel(calais, (ben, eve), **fast, at=ENDED + 2 * DAY)
    duel(calais, (ada, ben), **fast, at=ENDED + DAY)
    assert held(calais, "Fastest win") == ("Spring 1902", [("ada", "ben"), ("ben", "eve")])
    duel(calais, (eve, ben), last_phase="S1901M", last_year=1901)  # conceded
    duel(calais, (eve, ben), **{**fast, "last_phase": "S1901M"}, outcomes=("lost", "solo"))  # ruled otherwise
    assert held(calais, "Fastest win")[0] == "Spring 1902"


def test_the_longest_game_is_both_players(calais, ada, ben, eve):
    duel(calais, (ada, ben), last_year=1905)
    duel(calais, (ben, eve), last_year=1911, outcomes=("shared", "shared"))
    assert held(calais, "Longest game") == ("Winter 1911", [("ben", "eve")])
    duel(calais, (eve, ada), last_year=1911, at=ENDED - DAY)
    assert held(calais, "Longest game") == ("Winter 1911", [("eve", "ada"), ("ben", "eve")]), "who was first"


def test_the_highest_bid_that_could_be_paid(calais, ada, ben, eve):
    duel(calais, (ada, ben), auctions=[FIRST, auction(1902, {"1": 15, "2": 9}, RUSSIA=(12, 8), ITALY=(0, 1))])
    assert held(calais, "Highest bid") == ("12", [("ada", "ben")])
    duel(calais, (ben, eve), auctions=[auction(1901, {"1": 20, "2": 20}, ITALY=(2, 14))])
    assert held(calais, "Highest bid") == ("14", [("eve", "ben")])
    duel(calais, (eve, ada), auctions=[auction(1901, {"1": 20, "2": 20}, ITALY=(14, 0), RUSSIA=(3, 14))])
    assert held(calais, "Highest bid")[1] == [("eve", "ben"), ("eve", "ada"), ("ada", "eve")]
    duel(calais, (eve, ada), auctions=[auction(1901, {"1": 20, "2": 20}, ITALY=(999, 998))])
    assert held(calais, "Highest bid")[0] == "14", "not one that nobody could pay, nor one beside it"


def test_the_costliest_bust(calais, ada, ben, eve):
    duel(calais, (ada, ben), auctions=[FIRST, auction(1902, {"1": 7, "2": 9}, ITALY=(8, 1))])
    assert held(calais, "Costliest bust") == ("7", [("ada", "ben")])
    duel(calais, (ben, eve), auctions=[FIRST, auction(1902, {"1": 3, "2": 17}, ITALY=(2, 18))])
    assert held(calais, "Costliest bust") == ("17", [("eve", "ben")])
    duel(
        calais, (ada, eve), auctions=[FIRST, auction(1903, {"1": 17, "2": 17}, ITALY=(20, 0), RUSSIA=(0, 20))]
    )
    assert held(calais, "Costliest bust")[1] == [("eve", "ben"), ("ada", "eve"), ("eve", "ada")]


def test_the_biggest_comeback_is_a_win_on_the_board(calais, ada, ben, eve):
    won = {"entered": {"1": ["ANK"]}}
    duel(
        calais,
        (ada, ben),
        **won,
        autumns={1901: {"FRANCE": 3, "TURKEY": 5}, 1902: {"FRANCE": 6, "TURKEY": 2}},
    )
    assert held(calais, "Biggest comeback") == ("2", [("ada", "ben")])
    behind = {
        1901: {"FRANCE": 4, "TURKEY": 5},
        1902: {"FRANCE": 3, "TURKEY": 9},
        1903: {"FRANCE": 9, "TURKEY": 5},
    }
    duel(calais, (eve, ben), **won, autumns=behind)
    assert held(calais, "Biggest comeback") == ("6", [("eve", "ben")])
    (record,) = [each for each in records_of(calais, "intimate") if each.title == "Biggest comeback"]
    assert record.holdings[0].more == "3 to 9 in autumn 1902"
    duel(calais, (ben, ada), **won, autumns=behind, at=ENDED + DAY)
    assert held(calais, "Biggest comeback")[1] == [("eve", "ben"), ("ben", "ada")]
    duel(calais, (ben, ada), autumns={1901: {"FRANCE": 1, "TURKEY": 9}})  # the other one conceded
    assert held(calais, "Biggest comeback")[0] == "6"


def test_the_biggest_treasury_after_the_first_auction(calais, ada, ben, eve):
    duel(
        calais,
        (ada, ben),
        auctions=[FIRST, auction(1902, {"1": 11, "2": 9}), auction(1903, {"1": 4, "2": 5})],
    )
    assert held(calais, "Biggest treasury") == ("11", [("ada", "ben")]), "not the 20 that all begin with"
    duel(calais, (ben, eve), auctions=[FIRST, auction(1902, {"1": 3, "2": 24})])
    assert held(calais, "Biggest treasury") == ("24", [("eve", "ben")])


def test_what_was_done_in_a_seat_before_it_was_taken_over_is_nobodys(calais, ada, ben, eve, carl):
    made = [auction(1901, {"1": 20, "2": 20}, ITALY=(14, 0)), auction(1902, {"1": 24, "2": 0}, ITALY=(25, 0))]
    behind = {1901: {"FRANCE": 1, "TURKEY": 9}}
    game = duel(calais, (ada, ben), auctions=made, autumns=behind, entered={"1": ["ANK"]}, left={"1": eve})
    Tenure.objects.filter(game=game, user=ada).update(taken_at=ENDED + DAY)
    count.count_games(games=[game.pk])
    for title in ("Highest bid", "Costliest bust", "Biggest treasury", "Biggest comeback"):
        assert held(calais, title) is None, title
    assert held(calais, "Fastest win") is not None


def test_more_equals_than_are_named_are_said_to_be_there(calais, ada, ben):
    for _time in range(feats.MOST_EQUAL + 1):
        duel(calais, (ada, ben))
    (longest,) = records_of(calais, "intimate")
    assert (len(longest.holdings), longest.is_shared_by_more) == (feats.MOST_EQUAL, True)


def ladder_game(calais, carl, people, *, at, **more):
    season = rows.make_season(calais, carl, people, dispute_days=2)
    game = duel(calais, people, last_year=1911, at=at)
    challenge = rows.play(season, 2, 1, 1, at=at)
    challenge.pairing.game, old = game, challenge.pairing.game
    challenge.pairing.save(update_fields=["game"])
    Event.objects.filter(game=old).update(game=game, at=at, recorded_at=at)
    return season, game, challenge.pairing


def test_a_result_of_a_season_holds_a_record_once_it_is_final(calais, carl, ada, ben, eve, at):
    began = rows.BEGINS + 9 * DAY
    duel(calais, (eve, ada), last_year=1902)
    season, _game, pairing = ladder_game(calais, carl, (ada, ben), at=began)
    provisional, final = ("Winter 1902", [("eve", "ada")]), ("Winter 1911", [("ada", "ben")])
    at(began + 2 * DAY - timedelta(seconds=1))
    assert held(calais, "Longest game") == provisional
    at(began + 2 * DAY)
    assert held(calais, "Longest game") == final
    raised_by = season.entries.get(user=ada)
    Dispute.objects.create(
        competition=season, pairing=pairing, raised_by=raised_by, **rows.open_at(began + DAY)
    )
    assert held(calais, "Longest game") == provisional, "disputed"
    ruled = {"ruling": "stands", "ruled_by": carl, "reason": "It does.", "ruled_at": began + 2 * DAY}
    Dispute.objects.update(**ruled)
    assert held(calais, "Longest game") == final, "ruled"
    Event.objects.filter(game=pairing.game).update(recorded_at=began + 2 * DAY)
    assert held(calais, "Longest game") == final, "ruled all the same"
    Dispute.objects.all().delete()
    assert held(calais, "Longest game") == provisional, "known late, disputed late"
    Competition.objects.update(state="finished")
    assert held(calais, "Longest game") == final, "a season that is over has no provisional results"


def test_void_games_and_hidden_ones_hold_no_record(calais, ada, ben):
    duel(calais, (ada, ben), visibility="private")
    assert records_of(calais, "intimate") == []
    game = duel(calais, (ada, ben))
    assert held(calais, "Longest game") is not None
    SeatResult.objects.filter(game=game).update(outcome="void", share=0)
    count.count_games(games=[game.pk])
    assert records_of(calais, "intimate") == [] and not Feat.objects.exists()


def test_a_board_that_hides_something_for_good_does_not_say_where_it_was_won(calais, ada, ben):
    duel(calais, (ada, ben), variant="intimate-ii", entered={"1": ["ANK"]})
    assert held(calais, "Fastest win", "intimate-ii") is not None
    assert "ANK" not in str(list(Feat.objects.values_list("facts", flat=True)))


def test_records_of_closed_leagues_are_for_their_members(
    calais, douvres, dora, ada, ben, carl, visitor, client_of
):
    duel(douvres, (dora, ada), last_year=1919)
    duel(calais, (ada, ben), last_year=1905)
    book_keeping.make_books()
    assert held(None, "Longest game") == ("Winter 1905", [("ada", "ben")])
    assert held(calais, "Longest game") == held(None, "Longest game")
    page = text_of(visitor.get("/records/"))
    assert "Winter 1905" in page and "1919" not in page and "dora" not in page
    services.update_settings(league=calais, by=carl, visibility="invitation")
    assert records_of(None, "intimate") == [], "at once, not within the hour"
    assert visitor.get(URL).status_code == 404
    assert "Winter 1905" in text_of(client_of(carl).get(URL))


def test_a_deleted_account_has_no_name_in_a_record(calais, ada, ben, visitor):
    duel(calais, (ada, ben))
    ben.username, ben.is_active = f"{FORMER}aaaa", False
    ben.save()
    page = visitor.get(URL).content.decode()
    (who,) = re.findall(r'<p class="record-who">(.*?)</p>', page, re.DOTALL)
    assert "/l/calais/p/ada/" in who and f"/p/{FORMER}aaaa/" not in who


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_record_leads_to_its_game_and_its_players(calais, ada, ben, visitor, language):
    visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    made = [FIRST, auction(1902, {"1": 15, "2": 9}, RUSSIA=(12, 8), ITALY=(0, 1))]
    won = {"entered": {"1": ["ANK"]}, "autumns": {1901: {"FRANCE": 3, "TURKEY": 5}}}
    game = duel(calais, (ada, ben), auctions=made, **won)
    book_keeping.make_books()
    for url in (URL, "/records/"):
        page = visitor.get(url).content.decode()
        records = re.findall(r'<li class="record">(.*?)</li>', page, re.DOTALL)
        assert len(records) == 5
        for record in records:
            assert f"/l/calais/g/{game.code}/" in record
            assert "/l/calais/p/ada/" in record and "/l/calais/p/ben/" in record


def test_charts_and_chapters_without_anything_in_them_are_hidden(calais, ada, ben, visitor):
    duel(calais, (ada, ben))
    page = visitor.get(URL).content.decode()
    for part in ("busts", "anarchies", "reigns"):
        assert f'id="{part}"' not in page
    assert "h-prices" not in page and "h-lengths" in page
    duel(calais, (ada, ben), auctions=[sale(1901, RUSSIA=("1", 5)), sale(1902, RUSSIA=("1", 5))])
    page = visitor.get(URL).content.decode()
    assert 'id="busts"' in page and "Share of auctions" not in page, "no bars of nothing"
    assert 'id="anarchies"' in page and "h-prices" in page


def test_games_counted_before_there_were_records_are_counted_for_them(calais, ada, ben):
    duel(calais, (ada, ben), auctions=[FIRST, auction(1902, {"1": 15, "2": 9}, RUSSIA=(12, 8))])
    before = list(Feat.objects.order_by("sort", "power").values_list("sort", "power", "weight", "facts"))
    Feat.objects.all().delete()
    assert book_keeping.wrong_records(set(SeatResult.objects.values_list("game", flat=True))).total() == 1
    import_module(f"league.competitions.migrations.{COUNTED_AGAIN}").count_again(apps, None)
    row = OutboxRow.objects.get(topic="count_results", payload__league=calais.pk)
    while row is not None:  # each part puts out the next
        row.delete()
        count.count_more(league=calais.pk, after=row.payload["after"])
        row = OutboxRow.objects.filter(topic="count_results").first()
    again = Feat.objects.order_by("sort", "power").values_list("sort", "power", "weight", "facts")
    assert list(again) == before != []
    Feat.objects.all().delete()
    list(count.recount(league=calais.pk))
    assert list(again.all()) == before


def test_more_records_cost_no_more_queries(calais, ada, ben, visitor, assert_queries_do_not_grow):
    def more():
        for number in range(6):
            people = [make_user(f"p{Feat.objects.count()}x{number}{each}") for each in "ab"]
            made = [FIRST, auction(1902, {"1": 15, "2": 9}, RUSSIA=(12, 8), ITALY=(0, 10))]
            duel(calais, people, auctions=made, entered={"1": ["ANK"]}, autumns={1901: {"TURKEY": 5}})
        book_keeping.make_books()

    duel(calais, (ada, ben), auctions=[FIRST])
    book_keeping.make_books()
    for url in (URL, "/records/"):
        assert_queries_do_not_grow(visitor, url, more)
