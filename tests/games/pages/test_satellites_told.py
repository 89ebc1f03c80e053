"""What pages tell of auctions with satellites: to the player who holds one, to the other, and to everyone
else.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import adjudicator
from adjudicator.errors import AdjudicatorError
from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.common.outbox.delivery import deliver
from games.models import Game
from tests.adjudicator.variants.intimate_ii.scenes import KEY
from tests.conftest import house_was_up
from tests.games.conftest import phase_of
from tests.games.pages.conftest import forms_of

ITALY = "Satellite: Italy, Germany, Russia, Austria, England"
AUSTRIA = "Satellite: Austria, Germany, Russia, Italy, England"


@pytest.fixture
def opened_game(make_game: Any) -> Game:
    return make_game(variant=KEY)


@pytest.fixture
def open_auction(
    auction_game: Game, answer: Any, advance: Any, ada: Any, ben: Any
) -> Callable[[str, str], Game]:
    """Plays the auction that is open with these two answers, ada's and ben's."""

    def play(hers: str, his: str) -> Game:
        answer(ada, hers)
        answer(ben, his)
        advance()
        return auction_game

    return play


@pytest.fixture
def one_secret(open_auction: Any) -> Game:
    """Spring 1901: ada has Germany, and for a satellite Italy, which she alone knows; ben has Austria's."""
    return open_auction(f"Germany 5\nItaly 2\n{ITALY}\nSecret: yes", f"Russia 4\n{AUSTRIA}")


@pytest.fixture
def page_of(client_of: Any, client: Any, url: Any) -> Callable[..., str]:
    """A page of the game as someone sees it; None for a visitor."""

    def of(person: Any, game: Game, *address: str) -> str:
        browser = client if person is None else client_of(person)
        return str(browser.get(url(game, *address)).content.decode())

    return of


def results(page: str) -> str:
    """What the last phase gave: above the task while it is new, among the results afterwards."""
    parts = [page.split(f'id="{name}"')[1].split("</section>")[0] for name in ("fresh", "results")]
    return "".join(parts)


def table(page: str) -> str:
    return page.split('id="table"')[1].split("</section>")[0]


@pytest.mark.slow
def test_the_holder_reads_which_it_is_and_others_that_there_is_one(one_secret, page_of, ada, ben):
    hers = page_of(ada, one_secret)
    assert "<b>ada</b> has Italy as a satellite, in secret." in results(hers)
    assert "secret: only you see this" in table(hers)
    for other in (ben, None):
        his = page_of(other, one_secret)
        assert "Italy as a satellite" not in his
        assert "l’Italie" not in results(his)
    told = page_of(None, one_secret)
    assert "<b>ada</b> has a satellite, and keeps it secret." in results(told)
    assert "<b>ben</b> has Austria as a satellite." in results(told)
    assert "<em>secret</em>" in table(told)


def test_totals_of_charges_are_everybodys_and_what_they_were_for_is_not(one_secret, page_of, ada):
    hers = results(page_of(ada, one_secret))
    assert "nomination 3" in hers
    assert "secrecy 2" in hers
    told = results(page_of(None, one_secret))
    assert "secrecy 2" not in told
    assert "nomination 3" not in told
    assert "What the other player’s were for stays secret." in hers
    assert "What they were for stays secret." in told, "a watcher is no player"
    for page in (hers, told):
        cells = page.split(">Charges<")[1].split("</tr>")[0]
        assert '<td class="num" data-label="ada">5</td><td class="num" data-label="ben">3</td>' in cells


@pytest.mark.slow
def test_a_satellite_that_is_shown_is_told_with_its_clause(open_auction, one_secret, page_of, advance):
    while phase_of(one_secret).label != "S1902B":
        advance()
    open_auction("Germany 3\nSecret: no", "")
    told = results(page_of(None, one_secret))
    assert "The satellite of <b>ada</b> is secret no longer: it is Italy." in told
    assert "/rules/intimate-ii/#ID2-10" in told


@pytest.mark.slow
def test_a_secret_satellite_that_is_given_up_stays_secret(open_auction, one_secret, page_of, advance, ada):
    while phase_of(one_secret).label != "S1902B":
        advance()
    open_auction("Germany 3\nKeep satellite: no\nSecret: yes", "")
    assert "<b>ada</b> has lost their satellite for good" in results(page_of(None, one_secret))
    assert "Which one it was stays secret" in results(page_of(None, one_secret))
    assert "satellite, Italy, for good" in results(page_of(ada, one_secret))


@pytest.mark.slow
def test_loyalty_is_told_in_the_price_in_the_table_and_in_the_room(
    open_auction, one_secret, page_of, advance
):
    while phase_of(one_secret).label != "S1902B":
        advance()
    assert "<span>Germany 1</span>" in table(page_of(None, one_secret))
    open_auction("Germany 5", "Germany 2")
    told = results(page_of(None, one_secret))
    assert "<strong>ada</strong>, for 4" in told
    assert "Loyalty takes 1 credit off." in told


def test_both_lists_alike_in_anarchy_give_nobody_anything(open_auction, page_of, auction_game):
    open_auction(f"Germany 5\n{ITALY}", f"Germany 5\n{ITALY}")
    told = results(page_of(None, auction_game))
    assert told.count("They can nominate once more in the next auction.") == 2
    assert "/rules/intimate-ii/#ID2-7" in told


def test_a_bust_players_nomination_is_void(open_auction, page_of, auction_game):
    open_auction(f"Germany 25\n{ITALY}", f"Germany 5\nRussia 3\n{AUSTRIA}")
    told = results(page_of(None, auction_game))
    assert "ada is bust." in told
    assert "The net prices came to 25 and the charges to 3 against a treasury of 20" in told
    assert "at half of its net price" in told
    assert "<b>ada</b> is bust, so the nomination of a satellite is void." in told
    assert "ID2-4" in told
    assert "#ID-6" not in told


def test_where_nobody_was_charged_anything_nothing_is_said_of_it(open_auction, page_of, auction_game, ada):
    open_auction("Germany 5", "Russia 4")
    for reader in (ada, None):
        assert "is not told" not in results(page_of(reader, auction_game))


@pytest.mark.slow
def test_a_bust_without_charges_is_told_by_net_prices(open_auction, page_of, advance, one_secret):
    """ID2-4: the bid of 30 is 29 with a year of loyalty off, and that is what the sum is made of."""
    while phase_of(one_secret).label != "S1902B":
        advance()
    open_auction("Germany 30", "")
    told = results(page_of(None, one_secret))
    assert "The net prices came to 29 against a treasury of" in told


def test_income_is_announced_for_when_it_is_paid(auction_game, page_of, ada):
    """ID2-2: at the year's end, after the adjustments, and not in autumn."""
    tally = page_of(ada, auction_game).split('id="tally"')[1].split("</section>")[0]
    assert "at the year’s end" in tally and "#ID2-2" in tally
    assert "in autumn" not in tally


@pytest.fixture
def both_bust(open_auction: Any) -> Game:
    return open_auction(f"Germany 30\n{ITALY}\nSecret: yes", "Russia 30")


@pytest.mark.slow
def test_both_bust_is_no_draw_anywhere(both_bust, page_of, client, calais, ada):
    page = page_of(None, both_bust)
    assert both_bust.state == Game.State.FINISHED
    assert "Both players have lost: no one wins." in page.split('id="outcome"')[1].split("</section>")[0]
    assert "Both players have lost: no one wins." in results(page)
    assert "#ID2-5" in page
    assert "notice-done" not in page and "notice-grave" in page
    assert "The game is drawn" not in page
    assert "Up for auction" not in table(page)
    listed = client.get(reverse("games:list", args=[calais.slug]), {"state": "finished"}).content.decode()
    assert "lost by both" in listed
    deliver()
    (sums,) = client.get(reverse("leagues:player", args=[calais.slug, "ada"])).context["results"].kinds
    assert (sums.won, sums.drawn, sums.lost) == (0, 0, 1)


def test_what_stays_sealed_is_said_beside_the_record_and_the_house_can_prove_the_game(
    both_bust, page_of, ben, client_of, url
):
    page = page_of(None, both_bust)
    assert "three things stay hidden for good" in page
    assert "#ID2-6" in page
    record = json.loads(client_of(ben).get(url(both_bust, "record")).content)
    assert "satellite" not in json.dumps(record["turns"][1]["answers"]["1"])
    with pytest.raises(AdjudicatorError) as stopped:
        adjudicator.replay(record)
    assert stopped.value.code == "replay-differs"
    assert prove(both_bust).differences == []


def test_the_history_has_charges_and_satellites_as_its_reader_may_know_them(one_secret, page_of, ada, ben):
    hers, his = page_of(ada, one_secret, "auctions"), page_of(ben, one_secret, "auctions")
    assert "has Italy as a satellite, in secret" in hers
    assert "secrecy 2" in hers
    assert "a un satellite, et garde secret lequel" in his
    assert "secret 2" not in his


def test_the_table_for_spreadsheets_has_loyalty_and_charges(one_secret, client, url):
    response = client.get(url(one_secret, "auctions-csv"))
    content = b"".join(response.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [(row["Charges of ada"], row["Charges of ben"]) for row in rows] == [("5", "3")] * 5
    assert {row["Off for loyalty"] for row in rows} == {"0"}


@pytest.mark.slow
def test_more_auctions_and_satellites_make_no_more_queries(open_auction, one_secret, page_of, advance, ada):
    def queries() -> int:
        page_of(ada, one_secret, "auctions")  # what a process asks once is asked
        with CaptureQueriesContext(connection) as made:
            page_of(ada, one_secret, "auctions")
        return len(made)

    before = queries()
    while phase_of(one_secret).label != "S1902B":
        advance()
    open_auction("Germany 3\nSecret: no", "Russia 2\nKeep satellite: no")
    assert queries() == before


def test_news_speak_french(one_secret, page_of, ben):
    his = results(page_of(ben, one_secret))
    assert "<b>ada</b> a un satellite, et garde secret lequel." in his
    assert "<b>ben</b> a pour satellite l’Autriche." in his


def test_a_game_without_secrets_never_offers_one(make_game, seat_both, set_clock, client_of, ada, url):
    game = seat_both(make_game(variant=KEY, settings={"secrecy": False}))
    set_clock(phase_of(game).deadline)
    house_was_up()
    drain()
    page = client_of(ada).get(url(game)).content.decode()
    (sheet,) = [form for form in forms_of(page) if form.action == url(game, "answer")]
    assert "satellite-1" in sheet.fields
    assert "secrecy" not in sheet.fields
