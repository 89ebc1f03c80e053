"""The record book: what home powers win, what powers cost, how long games last, and the games behind it."""

from __future__ import annotations

import html
import random
import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from games.common.outbox.row import OutboxRow
from league.leagues import services
from league.standings.counting import count
from league.standings.counting import records as book_keeping
from league.standings.models import AuctionEvent, AuctionGame, AuctionTally, PriceTally, RecordBook
from league.standings.selectors import records as selected
from tests.conftest import make_user
from tests.league.standings.finished_games import ENDED, finished_game, sale

pytestmark = pytest.mark.django_db

URL = "/l/calais/records/"
COUNTED_AGAIN = "0019_auctions_of_older_games_are_counted"
ROW = '<th scope="row" class="span">'


def duel(league, people, homes, outcomes, **more):
    seats = dict(zip("12", people, strict=True))
    ends = dict(zip("12", outcomes, strict=True))
    return finished_game(league, seats, ends, homes=dict(zip("12", homes, strict=True)), **more)


def count_those(*games):
    count.count_games(games=[game.pk for game in games])


@pytest.fixture
def book(calais, ada, ben):
    """Four games of Intimate Diplomacy and one of the second edition."""
    both = (ada, ben)
    count_those(
        duel(
            calais,
            both,
            ("FRANCE", "TURKEY"),
            ("solo", "lost"),
            last_year=1902,
            auctions=[
                sale(1901, RUSSIA=("1", 10), ITALY=("2", 4), ENGLAND=(None, 0)),
                sale(1902, RUSSIA=("2", 3)),
            ],
        ),
        duel(
            calais,
            both,
            ("TURKEY", "FRANCE"),
            ("solo", "lost"),
            last_year=1903,
            auctions=[sale(1901, "2", RUSSIA=("1", 5))],
        ),
        duel(
            calais,
            both,
            ("TURKEY", "ITALY"),
            ("shared", "shared"),
            last_year=1903,
            auctions=[sale(1901, "1", "2", RUSSIA=(None, 0), ENGLAND=(None, 0))],
        ),
        duel(calais, both, ("AUSTRIA", "ITALY"), ("forfeit", "solo"), last_year=1901),
        duel(calais, both, ("AUSTRIA", "ITALY"), ("lost", "lost"), variant="intimate-ii"),
    )


def test_home_powers_pairs_prices_and_lengths(book, calais):
    found = selected.book_of_league(calais, "intimate")
    assert found.games == 4
    assert [(line.power, line.games, line.won, line.drawn, line.lost) for line in found.powers] == [
        ("AUSTRIA", 1, 0, 0, 1),
        ("FRANCE", 2, 1, 0, 1),
        ("ITALY", 2, 1, 1, 0),
        ("TURKEY", 3, 1, 1, 1),
    ]
    assert [
        (line.first, line.second, line.won_first, line.won_second, line.drawn) for line in found.pairs
    ] == [
        ("AUSTRIA", "ITALY", 0, 1, 0),
        ("FRANCE", "TURKEY", 1, 1, 0),
        ("ITALY", "TURKEY", 0, 0, 1),
    ]
    assert found.bought == ["ITALY", "RUSSIA"]
    prices = [(year, [price and (price.average, price.sold) for price in row]) for year, row in found.prices]
    assert prices == [(1901, [("4.0", 1), ("7.5", 2)]), (1902, [None, ("3.0", 1)])]
    assert [(line.year, line.games, line.share) for line in found.lengths] == [
        (1901, 1, 25),
        (1902, 1, 25),
        (1903, 2, 50),
    ]
    assert found.median == 1902
    (pair,) = selected.book_of_league(calais, "intimate-ii").pairs
    assert pair.neither == 1


def test_busts_and_anarchies(book, calais):
    found = selected.book_of_league(calais, "intimate")
    assert [(line.year, line.held, line.bust, line.both, line.per_cent) for line in found.auctions] == [
        (1901, 3, 2, 1, 67),
        (1902, 1, 0, 0, 0),
    ]
    assert (found.bust_share, found.offered) == (50, ["ENGLAND", "ITALY", "RUSSIA"])
    cells = [(year, [cell and (cell.unsold, cell.offered) for cell in row]) for year, row in found.anarchies]
    assert cells == [(1901, [(2, 2), (0, 1), (1, 3)]), (1902, [None, None, (0, 1)])]
    assert found.anarchy_share == 43


def test_busts_that_were_lost_are_noticed_and_counted_again(book, calais):
    before = list(AuctionTally.objects.values_list("what", "year", "power", "games").order_by("pk"))
    AuctionEvent.objects.filter(what="both").delete()
    games = list(AuctionGame.objects.values_list("pk", flat=True))
    assert book_keeping.wrong_records(games).total() == 1
    list(count.recount(league=calais.pk))
    assert book_keeping.wrong_records(games).total() == 0
    again = AuctionTally.objects.values_list("what", "year", "power", "games")
    assert sorted(again) == sorted(before)


def test_games_in_the_book_before_there_were_busts_in_it_are_counted_for_them(book, calais):
    before = set(AuctionTally.objects.values_list("what", "year", "power", "games"))
    prices = list(PriceTally.objects.order_by("pk").values())
    AuctionEvent.objects.all().delete()
    AuctionTally.objects.all().delete()
    import_module(f"league.competitions.migrations.{COUNTED_AGAIN}").count_again(apps, None)
    row = OutboxRow.objects.get(topic="count_results", payload__league=calais.pk)
    while row is not None:  # each part puts out the next
        row.delete()
        count.count_more(league=calais.pk, after=row.payload["after"])
        row = OutboxRow.objects.filter(topic="count_results").first()
    assert set(AuctionTally.objects.values_list("what", "year", "power", "games")) == before
    assert list(PriceTally.objects.order_by("pk").values()) == prices, "and nothing else a second time"


def test_averages_are_rounded_to_the_nearest_tenth():
    assert selected.Price("ITALY", 1901, 3, 20).average == "6.7"
    assert selected.Price("ITALY", 1901, 20, 1).average == "0.1"
    assert selected.Price("ITALY", 1901, 1, 1000).average == "1,000.0"


def links_of(page):
    """Addresses of lists with the numbers that stand there; averages say theirs in words."""
    found = re.findall(
        r'<a href="(/[^"]*/games/\?[^"]*)">([^<]*)(?:<span class="unseen"> in (\d+) game)?', page
    )
    return [
        (html.unescape(url), int(of or re.sub(r"\D", "", said)))
        for url, said, of in found
        if of or "%" not in said
    ]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("kind", ["intimate", "intimate-ii"])
@pytest.mark.parametrize("league", [True, False])
def test_each_number_leads_to_so_many_games(book, visitor, kind, league):
    book_keeping.make_books()
    url = URL if league else "/records/"
    links = links_of(visitor.get(f"{url}?game={kind}").content.decode())
    assert len(links) > (20 if kind == "intimate" else 5)
    for address, number in links:
        assert visitor.get(address).content.decode().count(ROW) == number, address


@pytest.mark.parametrize("league", [True, False])
def test_shares_of_all_auctions_lead_to_the_games_they_were_held_in(book, visitor, league):
    book_keeping.make_books()
    page = visitor.get(f"{URL if league else '/records/'}?game=intimate").content.decode()
    for asked, share, games in (("auction=bust", 50, 2), ("anarchy=some", 43, 2)):
        (address, said), *_more = re.findall(rf'<a href="([^"]*&amp;{asked})">(\d+)%</a>', page)
        assert (int(said), visitor.get(html.unescape(address)).content.decode().count(ROW)) == (share, games)


def test_prices_stand_beside_the_games_they_were_paid_in(book, visitor):
    page = visitor.get(f"{URL}games/?game=intimate&sold=RUSSIA&year=1901").content.decode()
    assert page.count(ROW) == 2
    assert re.findall(r'data-label="Price">(\d+)<', page) == ["5", "10"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_book_of_all_public_leagues_holds_no_other(
    book, calais, douvres, dora, ada, visitor, language, at
):
    visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    at(ENDED)
    secret = duel(douvres, (dora, ada), ("RUSSIA", "GERMANY"), ("solo", "lost"))
    count_those(secret)
    book_keeping.make_books()
    assert {kept.kind for kept in RecordBook.objects.all()} == {"intimate", "intimate-ii"}
    for url in ("/records/", "/records/games/", "/records/games/?home=RUSSIA&sold=ITALY&year=1901"):
        page = visitor.get(url).content.decode()
        assert secret.code not in page and "dora" not in page
    assert selected.book_of_all("intimate").games == 4
    assert visitor.get("/l/douvres/records/").status_code == 404
    assert visitor.get("/l/douvres/records/games/").status_code == 404
    services.update_settings(
        league=calais, by=calais.memberships.get(role="organiser").user, visibility="invitation"
    )
    assert ROW not in visitor.get("/records/games/").content.decode()
    book_keeping.make_books()
    assert selected.book_of_all("intimate").games == 4, "once an hour"
    at(ENDED + timedelta(hours=1, seconds=1))
    book_keeping.make_books()
    assert selected.book_of_all("intimate").games == 0


@pytest.mark.parametrize("url", ["/records/", URL, "/records/games/", f"{URL}games/"])
def test_links_to_the_book_show_what_it_is(book, calais, visitor, url):
    book_keeping.make_books()
    page = visitor.get(url).content.decode()
    (title,) = re.findall('<meta property="og:title" content="([^"]+)">', page)
    (words,) = re.findall('<meta name="description" content="([^"]+)">', page)
    assert "record book" in title.lower() and len(words) > 40
    if "games" not in url:
        assert "4 finished games" in words
        assert ("Calais" in title) is (url == URL)


def test_what_other_sites_are_told_of_a_closed_leagues_book_is_nothing(book, calais, client_of, carl):
    services.update_settings(league=calais, by=carl, visibility="invitation")
    page = client_of(carl).get(URL).content.decode()
    assert 'id="busts"' in page and "og:" not in page


@pytest.mark.parametrize("url", ["/", "/leagues/"])
def test_visitors_find_the_book_of_all(db, visitor, url):
    assert 'href="/records/"' in visitor.get(url).content.decode()


def test_an_empty_book_and_nonsense(calais, visitor):
    for url in (URL, "/records/"):
        assert "No finished games yet" in visitor.get(url).content.decode()
        for query in ("game=chess", "game=intimate-ii", "game=%00"):
            assert visitor.get(f"{url}?{query}").status_code == 200
        for query in (
            "home=MARS&against=FRANCE&result=luck&until=x&sold=ITALY&year=-1",
            "before=nothing&home=FRANCE&against=FRANCE",
            "sold=%00&until=99999999999999999999",
            "auction=luck&anarchy=MARS&year=1901",
            "auction=both&anarchy=ITALY",
            "reign=nowhere.1",
            "reign=nowhere.99999999999",
            "reign=%00.x",
        ):
            assert visitor.get(f"{url}games/?{query}").status_code == 200


def test_what_was_never_sold_is_not_looked_for(book, visitor, django_assert_max_num_queries):
    visitor.get(f"{URL}games/")
    with django_assert_max_num_queries(3):
        page = visitor.get(f"{URL}games/?sold=RUSSIA&year=1930").content.decode()
    assert "No game matches." in page


def test_long_lists_go_on_page_by_page(calais, ada, ben, visitor, monkeypatch):
    monkeypatch.setattr(selected, "GAMES_A_PAGE", 3)
    count_those(*(duel(calais, (ada, ben), ("FRANCE", "ITALY"), ("solo", "lost")) for _time in range(8)))
    url, found = f"{URL}games/?home=FRANCE", []
    while url:
        page = visitor.get(url).content.decode()
        found += re.findall(r'class="span"><a href="/l/calais/g/(\w+)/"', page)
        older = re.search(r'rel="next" href="([^"]*)"', page)
        url = f"{URL}games/{html.unescape(older[1])}" if older else ""
    assert len(found) == len(set(found)) == 8


@pytest.mark.slow
def test_more_games_cost_no_more_queries(book, calais, visitor, assert_queries_do_not_grow):
    chance = random.Random(3)
    powers = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

    def more():
        for number in range(12):
            people = [make_user(f"p{AuctionGame.objects.count()}x{number}{each}") for each in "ab"]
            auctions = [sale(1901 + year, "2", RUSSIA=("1", year)) for year in range(number % 5)]
            homes = chance.sample([power for power in powers if power != "RUSSIA"], 2)
            count_those(
                duel(calais, people, homes, ("solo", "lost"), auctions=auctions, last_year=1901 + number)
            )
        RecordBook.objects.all().delete()
        book_keeping.make_books()

    book_keeping.make_books()
    lists = ("sold=RUSSIA&year=1902", "auction=bust&year=1901", "anarchy=RUSSIA")
    for url in (URL, f"{URL}games/", "/records/", *(f"/records/games/?{asked}" for asked in lists)):
        assert_queries_do_not_grow(visitor, url, more)
