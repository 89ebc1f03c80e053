"""The page of a running and of a finished game, and its past phases."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

import adjudicator
from adjudicator.variants.intimate.choice import OPENING_TREASURY
from games.agreed.pace import LIVE
from games.models import Game, Message, Phase, Turn, Vote
from games.pages.results import verdict_of
from games.services.players.letters import send_letter
from games.services.players.votes import cast, concede
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form, without_tokens

ADA = "A Par - Bur\nA Mar - Spa\nF Bre - MAO"
BEN = "A Con - Bul\nA Smy - Con\nF Ank - BLA"


@pytest.fixture
def played_game(movement_game, answer, advance, ada, ben):
    """Spring 1901 has been played with three orders a side."""
    answer(ada, ADA)
    answer(ben, BEN)
    assert advance().label == "F1901M"
    return movement_game


def test_the_page_says_whose_turn_it_is_and_how_long(running_game, url, visitor):
    page = visitor.get(url(running_game)).content.decode()
    assert "Choice of home powers" in page
    assert "1 day left" in page
    assert "not ready" in page
    assert '<time datetime="2026-03-02T12:00:00+00:00"' in page
    assert "UTC" in page


def test_times_are_told_in_the_readers_zone(running_game, url, client_of, ben):
    page = client_of(ben).get(url(running_game)).content.decode()
    assert '<time datetime="2026-03-02T13:00:00+01:00"' in page
    assert "(Paris)" in page


def test_a_finished_phase_has_orders_of_both_with_reasons(played_game, url, visitor):
    page = visitor.get(url(played_game, "phase", "S1901M")).content.decode()
    for order in ("A Par - Bur", "A Con - Bul"):
        assert order in page
    assert "Moved" in page
    assert 'href="/rules/' in page
    assert 'class="board-svg"' in page
    assert "Spring 1901, moves" in page


def test_phases_lead_to_each_other(played_game, url, visitor):
    page = visitor.get(url(played_game, "phase", "S1901M")).content.decode()
    assert f'rel="prev" href="{url(played_game, "phase", "S1901B")}"' in page
    assert f'rel="next" href="{url(played_game)}"' in page
    first = visitor.get(url(played_game, "phase", "S1901H")).content.decode()
    assert 'rel="prev"' not in first


def test_the_game_page_shows_what_happened_last(played_game, url, visitor):
    page = visitor.get(url(played_game)).content.decode()
    assert "A Par - Bur" in page
    assert url(played_game, "phase", "S1901M") in page


def test_silence_is_said_plainly(movement_game, answer, advance, url, visitor, ben):
    answer(ben, BEN)
    advance()
    page = visitor.get(url(movement_game, "phase", "S1901M")).content.decode()
    assert "ada saved nothing" in page


def test_the_home_choice_shows_both_lists(auction_game, url, visitor):
    page = visitor.get(url(auction_game, "phase", "S1901H")).content.decode()
    assert "<b>ada</b> plays France and opens with 20 credits." in page
    assert "<b>ben</b> plays Turkey" in page


def test_identical_lists_name_both_players(running_game, answer, advance, url, visitor, ada, ben):
    same = "France\nTurkey\nEngland\nGermany\nItaly\nAustria\nRussia"
    answer(ada, same), answer(ben, same)
    advance()
    page = visitor.get(url(running_game, "phase", "S1901H")).content.decode()
    assert re.search(r"gave (ada the first choice, and ben|ben the first choice, and ada) the second\.", page)


@pytest.mark.parametrize(
    ("which", "said", "tab"),
    [
        ("running_game", "all lists are revealed together", "Your ranking"),
        ("auction_game", "all bids are revealed together", "Your bids"),
        ("movement_game", "everyone’s orders are resolved together", "Your orders"),
    ],
)
def test_what_ready_means_is_said_beside_the_buttons(request, which, said, tab, url, client_of, ada, visitor):
    game = request.getfixturevalue(which)
    page = client_of(ada).get(url(game)).content.decode()
    beside = page.partition('id="answer-faults"')[2].partition('class="row answer-buttons"')[0]
    assert said in beside and "you can say you’re not ready yet" in beside and f">{tab}</button>" in page
    assert "Until the deadline no one else sees" not in page
    assert "you’re not ready yet" not in visitor.get(url(game)).content.decode()


def test_the_auction_is_told_with_both_bids(auction_game, answer, advance, url, visitor, ada, ben):
    answer(ada, "Germany 5\nRussia 3\nTurkey 9")
    answer(ben, "Germany 4\nRussia 3\nAustria 2\nEngland 1")
    advance()
    for page in (
        visitor.get(url(auction_game, "auctions")).content.decode(),
        visitor.get(url(auction_game, "phase", "S1901B")).content.decode(),
    ):
        assert "<strong>ada</strong>, for 5" in page
        assert "<strong>ben</strong>, for 2" in page
        assert "anarchy" in page
        assert "20 → <b>15</b>" in page


def test_a_bust_is_told(auction_game, answer, advance, url, visitor, ada, ben):
    answer(ada, "Germany 15\nRussia 15")
    answer(ben, "Germany 4\nRussia 3\nAustria 2")
    advance()
    page = visitor.get(url(auction_game, "auctions")).content.decode()
    assert "ada is bust." in page
    assert "20 → <b>0</b>" in page
    assert "at 2" in page


def test_auctions_before_the_first_are_an_empty_page(running_game, url, visitor):
    assert "No auctions yet" in visitor.get(url(running_game, "auctions")).content.decode()


def test_a_variant_without_auctions_has_no_history_of_them(make_game, url, visitor):
    game = make_game(variant="standard")
    assert visitor.get(url(game, "auctions")).status_code == 404


@pytest.mark.slow
def test_last_years_prices_stand_in_the_auction_room(auction_game, url, client_of, ada, ben, answer, advance):
    page = client_of(ada).get(url(auction_game)).content.decode()
    assert "Treasury of ben" in page
    assert page.count("none yet") == 5
    answer(ada, "Germany 5\nItaly 2")
    answer(ben, "Russia 3\nItaly 2")
    while advance().label != "S1902B":
        pass
    page = client_of(ada).get(url(auction_game)).content.decode()
    assert 'ada, 5 <span class="soft">(5 : 0)</span>' in page
    assert 'ben, 3 <span class="soft">(0 : 3)</span>' in page
    assert page.count("1901: anarchy") == 3


@pytest.mark.slow
def test_letters_are_for_those_they_went_between(movement_game, url, client_of, visitor, ada, ben, carl):
    form = find_form(client_of(ada).get(url(movement_game)), url(movement_game, "press"))
    sent = client_of(ada).post(form.action, form.fields | {"body": "The herrings are <b>yours</b>."})
    assert sent.status_code == 302
    client_of(ada).post(form.action, form.fields | {"body": "The herrings are <b>yours</b>."})
    assert Message.objects.count() == 1
    for user in (ada, ben):
        assert "The herrings are &lt;b&gt;yours" in client_of(user).get(url(movement_game)).content.decode()
    for client in (client_of(carl), visitor):
        page = client.get(url(movement_game)).content.decode()
        assert "herrings" not in page
        assert 'id="press"' not in page


def test_a_letter_that_cannot_go_stays_in_its_form(movement_game, url, client_of, ada, set_clock):
    client = client_of(ada)
    form = find_form(client.get(url(movement_game)), url(movement_game, "press"))
    set_clock(phase_of(movement_game).deadline)
    page = client.post(form.action, form.fields | {"body": "The herrings are yours."}).content.decode()
    assert "press is closed" in page
    assert "The herrings are yours." in page
    assert not Message.objects.exists()


def test_gunboat_has_no_press(make_game, seat_both, url, client_of, ada):
    game = seat_both(make_game(press="none"))
    assert 'id="press"' not in client_of(ada).get(url(game)).content.decode()


@pytest.mark.slow
def test_older_letters_are_a_page_away(movement_game, url, client_of, ada, ben):
    for number in range(25):
        send_letter(game=movement_game, user=ada, to=["2"], body=f"Letter no. {number}.", key=str(number))
    client = client_of(ben)
    page = client.get(url(movement_game)).content.decode()
    assert "Letter no. 24." in page
    assert "Letter no. 4." not in page
    oldest_shown = Message.objects.order_by("-pk")[19]
    page = client.get(url(movement_game) + f"?letters={oldest_shown.pk}").content.decode()
    assert "Letter no. 4." in page


@pytest.mark.slow
def test_reading_older_letters_brings_no_news_of_the_newer(movement_game, url, client_of, ada, ben):
    for number in range(25):
        send_letter(game=movement_game, user=ada, to=["2"], body=f"Letter no. {number}.", key=str(number))
    client = client_of(ben)
    page = client.get(url(movement_game) + f"?letters={Message.objects.all()[3].pk}").content.decode()
    status = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert "data-new-letter" not in client.get(status).content.decode()


def test_the_status_tells_when_the_game_has_moved_on(movement_game, url, visitor, advance):
    here = url(movement_game, "status") + "?phase=S1901M"
    assert "This phase is over" not in visitor.get(here).content.decode()
    advance()
    assert "This phase is over" in visitor.get(here).content.decode()


def test_the_status_tells_its_seat_of_a_new_letter(movement_game, url, client_of, visitor, ada, ben):
    here = url(movement_game, "status") + "?phase=S1901M&letter=0"
    send_letter(game=movement_game, user=ada, to=["2"], body="Well?", key="1")
    assert "data-new-letter" in client_of(ben).get(here).content.decode()
    for client in (client_of(ada), visitor):
        assert "data-new-letter" not in client.get(here).content.decode()


def test_a_phase_set_aside_is_said_to_stand_still(movement_game, url, visitor, set_clock):
    Phase.objects.filter(pk=phase_of(movement_game).pk).update(set_aside_at=set_clock.now)
    assert "Paused by an error on our side" in visitor.get(url(movement_game)).content.decode()


def test_a_deadline_that_was_moved_is_explained(movement_game, url, visitor, set_clock):
    phase = phase_of(movement_game)
    later = phase.deadline + timedelta(hours=1)
    phase.clock_entries.create(reason="outage", before=phase.deadline, after=later, at=set_clock.now)
    assert "the time was given back" in visitor.get(url(movement_game)).content.decode()


@pytest.mark.slow
def test_a_live_game_says_until_when_letters_are_carried(movement_game, url, client_of, ada, set_clock):
    """RB-23."""
    movement_game.pace = LIVE.to_json()
    movement_game.save()
    page, press = client_of(ada), url(movement_game, "press")
    phase = phase_of(movement_game)
    phase.deadline = phase.closes_at = phase.opened_at + timedelta(minutes=35)
    phase.save()
    closes = f"{timezone.localtime(phase.deadline, ada.zone) - timedelta(minutes=5):%H:%M}"
    shown = page.get(url(movement_game)).content.decode()
    assert re.search(rf"messages until <time [^>]*>[^<]*{closes}</time>; the time after that", shown)
    form = find_form(page.get(url(movement_game)), press)
    set_clock.pass_(minutes=30)
    shown = page.get(url(movement_game)).content.decode()
    assert "the rest of this phase is for writing orders" in shown
    assert "Send message" not in shown
    refused = page.post(press, form.fields | {"body": "Wait!"}).content.decode()
    assert "press is closed" in refused
    assert "Wait!</textarea>" in refused
    assert "Wait!</textarea>" in page.get(url(movement_game)).content.decode(), "it is kept as a draft"


@pytest.mark.slow
def test_votes_are_cast_seen_and_taken_back(movement_game, url, client_of, visitor, ada, ben):
    vote = url(movement_game, "vote")
    client_of(ada).post(vote, {"kind": "draw", "cast": "yes"})
    assert "wanted by ada" in visitor.get(url(movement_game)).content.decode()
    client_of(ada).post(vote, {"kind": "draw", "cast": "no"})
    assert "wanted by ada" not in visitor.get(url(movement_game)).content.decode()
    client_of(ada).post(vote, {"kind": "draw", "cast": "yes"})
    client_of(ben).post(vote, {"kind": "draw", "cast": "yes", "may_end": "yes"})
    page = visitor.get(url(movement_game)).content.decode()
    assert "Draw: ada and ben." in page
    own = client_of(ada).get(url(movement_game)).content.decode()
    assert (
        "Draw: ada and ben." in own and "You have" not in own.split('id="outcome"')[1].split("</section>")[0]
    )
    assert "To win:" not in own, "no task is left"
    assert "Check the random draw" in own and "Check the whole game" in own
    assert "/rules/intimate/#id-19" in page.lower()


@pytest.mark.slow
def test_an_ending_that_cannot_be_had_says_why(movement_game, url, client_of, ada):
    page = client_of(ada).get(url(movement_game)).content.decode()
    assert "Stalemate" in page
    assert 'value="stalemate"' not in page
    assert 'class="why"' in page
    answer = client_of(ada).post(
        url(movement_game, "vote"), {"kind": "stalemate", "cast": "yes"}, follow=True
    )
    assert "notice-grave" in answer.content.decode()


def test_conceding_asks_first(movement_game, url, client_of, ada, visitor):
    client = client_of(ada)
    assert "Concede the game?" in client.get(url(movement_game, "concede")).content.decode()
    movement_game.refresh_from_db()
    assert movement_game.is_running
    page = client.post(url(movement_game, "concede"), follow=True).content.decode()
    assert "ben wins." in page
    assert "ID-" in page
    assert client.get(url(movement_game, "concede")).status_code == 404


@pytest.mark.slow
def test_the_head_says_whom_one_plays_and_once_it_is_over_whom_one_played(
    movement_game, url, client_of, ada, ben
):
    def head(user):
        page = client_of(user).get(url(movement_game)).content.decode()
        return re.sub("<[^>]+>", " ", page.split('class="row who">')[1].split("</p>")[0]).split()

    assert (head(ada)[:2], head(ada)[3]) == (["You", "are"], "against")
    assert head(ben)[:2] == ["Vous", "jouez"] and head(ben)[2] in ("la", "l’Autriche"), "with its article"
    concede(game=movement_game, user=ada)
    assert head(ada)[:2] == ["You", "were"]
    assert head(ben)[:2] == ["Vous", "jouiez"]


@pytest.mark.slow
def test_the_record_of_a_finished_game_replays(movement_game, url, visitor, ada, answer, advance, ben):
    assert visitor.get(url(movement_game, "record")).status_code == 404
    answer(ada, ADA)
    answer(ben, BEN)
    advance()
    concede(game=movement_game, user=ada)
    response = visitor.get(url(movement_game, "record"))
    assert response.status_code == 200
    record = json.loads(response.content)
    assert adjudicator.replay(record)["turns"] == record["turns"]
    assert record["lots"]
    page = visitor.get(url(movement_game)).content.decode()
    movement_game.refresh_from_db()
    assert movement_game.lots_secret in page
    assert "from ada" in page
    assert movement_game.lots in page


@pytest.mark.slow
def test_the_lots_stay_secret_until_the_end(movement_game, url, client_of, ada, ben):
    for user in (ada, ben, None):
        page = client_of(user).get(url(movement_game)).content.decode()
        assert movement_game.lots_secret not in page
        assert movement_game.lots not in page


@pytest.mark.slow
def test_pages_make_no_more_queries_as_the_game_grows(
    played_game, url, client_of, ada, ben, answer, advance, assert_queries_do_not_grow
):
    def go_on() -> None:
        for _season in range(6):
            advance()
        for number in range(10):
            send_letter(game=played_game, user=ada, to=["2"], body="Well?", key=str(number))

    client = client_of(ada)
    assert Turn.objects.filter(phase__game=played_game).count() == 3
    client.get(url(played_game, "phase", "S1901M"))
    assert_queries_do_not_grow(client, url(played_game, "phase", "S1901M"), go_on)
    assert_queries_do_not_grow(client, url(played_game, "auctions"), go_on)


@pytest.mark.slow
def test_everything_is_said_in_french_too(played_game, url, client_of, ben):
    client = client_of(ben)
    for page in (
        url(played_game),
        url(played_game, "phase", "S1901M"),
        url(played_game, "phase", "S1901B"),
        url(played_game, "phase", "S1901H"),
        url(played_game, "auctions"),
        url(played_game, "concede"),
        "/games/",
        "/l/calais/games/",
        "/l/calais/games/new/",
    ):
        response = client.get(page)
        assert response.status_code == 200
        assert '<html lang="fr">' in response.content.decode()
    assert "Printemps 1901, mouvements" in client.get(url(played_game, "phase", "S1901M")).content.decode()


@pytest.mark.slow
def test_pages_have_no_style_and_no_script_inside(played_game, url, client_of, ada):
    """The policy that the site sends forbids both."""
    for page in (url(played_game), url(played_game, "phase", "S1901M"), url(played_game, "auctions")):
        html = client_of(ada).get(page).content.decode()
        assert " style=" not in html
        assert "<style" not in html
        assert "onclick" not in html
        assert "<script>" not in html


def test_a_clause_is_named_once_as_a_link():
    built = {"order": "A PAR B", "verdict": "succeeds", "by_rule": True, "clause": "ID-12"}
    verdict = verdict_of(built | {"text": "Built automatically (ID-12)."})
    assert (verdict.sentence, verdict.clause) == ("Built automatically.", "ID-12")


def test_whoever_ranks_the_home_powers_sees_what_each_opens_with(running_game, client_of, ada):
    page = client_of(ada).get(f"/l/calais/g/{running_game.code}/").content.decode()
    said = re.search(r"Opening treasuries: ([^<]*?)\.", page)[1]
    told = {
        power.strip(): int(credits)
        for powers, credits in re.findall(r"([A-Za-z, ]+?) (\d+)", said)
        for power in re.split(r",| and ", powers)
        if power.strip()
    }
    assert {power.upper(): credits for power, credits in told.items()} == OPENING_TREASURY
    assert ">Players</h2>" in page and ">Treasuries</h2>" not in page


def test_the_vote_that_ends_the_game_is_asked_about_first(running_game, client_of, url, ada, ben):
    """Without scripts too; and with a page older than the other's vote."""
    ask, sent = url(running_game, "last-vote", "draw"), {"kind": "draw", "cast": "yes"}
    reader = client_of(ada)
    assert reader.get(ask).url == url(running_game), "ben has not voted"
    assert ask not in reader.get(url(running_game)).content.decode()
    cast(game=running_game, user=ben, kind="draw")
    page = reader.get(url(running_game)).content.decode()
    assert f'href="{ask}">Vote yes (ends the game)…</a>' in page and 'name="cast" value="yes"' not in page
    assert reader.post(url(running_game, "vote"), sent).url == ask
    running_game.refresh_from_db()
    assert running_game.is_running
    assert not Vote.objects.filter(seat__tenures__user=ada).exists()
    form = find_form(reader.get(ask), url(running_game, "vote"))
    reader.post(form.action, {**form.fields, "cast": "yes"})
    running_game.refresh_from_db()
    assert running_game.state == Game.State.FINISHED
    assert reader.get(ask).url == url(running_game)


@pytest.mark.slow
def test_where_votes_are_secret_nothing_tells_that_a_vote_is_the_last(lay_table, set_clock, client_of, url):
    """SPY-23: neither the page, nor the one that asks, nor what becomes of a vote that is not the last."""
    table = lay_table()
    people = list(table.players.values())
    reader = client_of(people[0])
    reader.get(url(table.game))
    ask, pages = url(table.game, "last-vote", "draw"), []
    for others in ([], people[1:]):
        for person in others:
            cast(game=table.game, user=person, kind="draw")
        page = reader.get(url(table.game))
        assert ask not in page.content.decode()
        pages.append(without_tokens(page.content))
        asked = reader.get(ask)
        assert (asked.status_code, asked.url) == (302, url(table.game))
    assert pages[0] == pages[1]
    answered = reader.post(url(table.game, "vote"), {"kind": "draw", "cast": "yes"})
    assert answered.url == url(table.game)
    table.game.refresh_from_db()
    assert table.game.state == Game.State.FINISHED
