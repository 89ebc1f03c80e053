"""The press panel as a browser finds it, with scripts and without."""

from __future__ import annotations

import re

import pytest

from games.models import LetterDraft, Message, ReadMark
from games.services.players.letters import send_letter
from games.services.players.read_marks import mark_read
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form, forms_of
from tests.games.pages.test_secrecy import bytes_of, pages_of

SCRIPTED = {"HTTP_HX_REQUEST": "true"}
FORM = {"key": "7d5e0a52-5f4c-4f0c-a4f0-0d0f1f2a3b4c", "thread": "0-1", "to": "2", "version": "0"}


def page_of(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def box_in(html):
    """What stands in the box for a message."""
    [form] = [form for form in forms_of(html) if "body" in form.fields]
    return form.fields["body"]


@pytest.fixture
def press(movement_game, url):
    """`press()`, `press("letter-draft")`: addresses of the press of the running game."""
    return lambda name="press": url(movement_game, name)


@pytest.fixture
def written(movement_game, ada):
    """A message from ada to ben."""
    body = "About [S1901B] and [S1901M]:\n> so you say\nsee https://a.example/."
    return send_letter(game=movement_game, user=ada, to=["2"], body=body, key="k")


@pytest.mark.slow
def test_opening_a_page_reads_nothing(movement_game, url, press, client_of, ben, written):
    client = client_of(ben)
    for address in (url(movement_game), press(), url(movement_game, "status"), "/games/"):
        client.get(address, headers={"Sec-Purpose": "prefetch"})
        client.get(address, **SCRIPTED)
    assert ReadMark.objects.get().unread == 1
    assert 'class="is-soon">nouveau<' in page_of(client, url(movement_game))


@pytest.mark.slow
def test_a_button_marks_letters_as_read_and_as_unread_again(
    movement_game, url, press, client_of, ben, written
):
    client = client_of(ben)
    form = find_form(client.get(url(movement_game)), press("letters-read"))
    answer = client.post(form.action, form.fields)
    assert answer.status_code == 302 and answer["Location"].endswith("?thread=0-1#press")
    page = client.get(answer["Location"])
    assert 'class="is-soon">nouveau<' not in page.content.decode()
    form = find_form(page, press("letters-read"))
    client.post(form.action, form.fields)
    assert 'class="is-soon">nouveau<' in page_of(client, url(movement_game))


def test_a_page_with_scripts_gets_only_the_counts_anew(movement_game, press, client_of, ben, written):
    answer = client_of(ben).post(press("letters-read"), {"thread": "0-1", "upto": written.pk}, **SCRIPTED)
    html = answer.content.decode()
    assert "Marquer comme non lu" in html
    assert 'hx-swap-oob="outerHTML:.mine-news"' in html and "so you say" not in html
    back = client_of(ben).post(press("letters-read"), {"thread": "0-1", "back": written.pk}, **SCRIPTED)
    assert "data-seen" not in back.content.decode(), "what was put back is not read again by itself"
    assert ReadMark.objects.get().unread == 1


@pytest.mark.slow
def test_the_masthead_and_the_list_of_ones_games_count_what_is_new(
    movement_game, client_of, ada, ben, written
):
    for page in ("/games/", "/profile/", "/l/calais/"):
        shown = page_of(client_of(ben), page)
        assert 'class="mark">1<' in shown
        closed = shown.partition('<details class="menu"><summary>')[2].partition("</summary>")[0]
        assert 'class="mark">1<' in closed, "on a phone it is seen before the menu is opened"
        assert 'class="mark">' not in page_of(client_of(ada), page)
    assert "1 nouveau message" in page_of(client_of(ben), "/games/")


@pytest.mark.slow
def test_the_masthead_counts_by_one_query(
    movement_game, client_of, ada, ben, written, assert_queries_do_not_grow
):
    def write_more():
        for number in range(12):
            send_letter(game=movement_game, user=ada, to=["2"], body="More", key=str(number))

    assert_queries_do_not_grow(client_of(ben), "/games/", write_more)


@pytest.mark.slow
def test_letters_stand_under_the_phase_they_were_sent_in(
    movement_game, url, client_of, ada, written, advance
):
    advance()
    send_letter(game=movement_game, user=ada, to=["2"], body="Later", key="k2")
    page = page_of(client_of(ada), url(movement_game)).split('id="letters"')[1]
    headings = re.findall(r'<h3 class="letter-phase[^>]*>([^<]+)<', page)
    assert headings == ["Spring 1901, moves", "Autumn 1901, moves"]


def test_a_letter_names_phases_and_leads_to_them(movement_game, url, client_of, ben, written):
    page = page_of(client_of(ben), url(movement_game))
    assert f'<a href="{url(movement_game, "phase", "S1901B")}">Enchères pour 1901</a>' in page
    assert f'<a href="{url(movement_game)}">Printemps 1901, mouvements</a>' in page
    assert "<blockquote><p>so you say</p></blockquote>" in page


@pytest.mark.slow
def test_a_draft_is_kept_without_scripts(movement_game, url, press, client_of, ada, ben):
    client = client_of(ada)
    sent = client.post(press("letter-draft"), FORM | {"body": "Dear Ben"}, follow=True)
    html = sent.content.decode()
    assert "Draft saved at" in html and box_in(html) == "Dear Ben"
    assert "Dear Ben" not in page_of(client_of(ben), url(movement_game))
    assert not Message.objects.exists()


def test_a_draft_is_kept_as_one_types(press, client_of, ada):
    client = client_of(ada)
    first = client.post(press("letter-draft"), FORM | {"body": "Dear"}, **SCRIPTED).content.decode()
    version = re.search(r'name="version" value="(\d+)"', first)[1]
    assert 'id="draft-state"' in first and "Draft saved at" in first and "<textarea" not in first
    stale = client.post(press("letter-draft"), FORM | {"body": "Other"}, **SCRIPTED)
    assert stale.status_code == 409 and "another tab" in stale.content.decode()
    over = FORM | {"body": "Other", "over": version}
    assert client.post(press("letter-draft"), over, **SCRIPTED).status_code == 200
    assert LetterDraft.objects.get().body == "Other"


def test_a_draft_that_is_too_long_stays_in_its_box(press, client_of, ada):
    client = client_of(ada)
    answer = client.post(press("letter-draft"), FORM | {"body": "y" * 4001}, **SCRIPTED)
    assert answer.status_code == 422 and "4000" in answer.content.decode()
    page = client.post(press("letter-draft"), FORM | {"body": "y" * 4001}).content.decode()
    assert box_in(page) == "y" * 4001


def test_a_line_break_counts_once_in_letters_and_drafts(press, client_of, ada):
    words = "line\n" * 799 + "lines"  # as long as a message may be; a browser sends two characters a break
    sent = FORM | {"body": words.replace("\n", "\r\n")}
    assert client_of(ada).post(press("letter-draft"), sent, **SCRIPTED).status_code == 200
    assert LetterDraft.objects.get().body == words
    assert client_of(ada).post(press(), sent).status_code == 302
    assert Message.objects.get().body == words


@pytest.mark.slow
def test_quoting_keeps_what_was_typed(movement_game, url, press, client_of, ben, written):
    given = FORM | {"to": "1", "body": "Listen.", "quote": written.pk}
    html = client_of(ben).post(press("letter-draft"), given, follow=True).content.decode()
    assert box_in(html).startswith("Listen.\n\n> About [S1901B] and [S1901M]:\n> > so you say\n> see")
    scripted = client_of(ben).post(press("letter-draft"), given | {"body": "", "version": "1"}, **SCRIPTED)
    assert 'id="press"' in scripted.content.decode()


@pytest.mark.slow
def test_nobody_quotes_what_they_were_not_sent(
    movement_game, make_game, seat_both, url, press, client_of, ada, ben
):
    elsewhere = seat_both(make_game(name="Other"))
    hidden = send_letter(game=elsewhere, user=ben, to=["1"], body="hidden herrings", key="k")
    given = FORM | {"body": "", "quote": hidden.pk}
    html = client_of(ada).post(press("letter-draft"), given, follow=True).content.decode()
    assert "hidden herrings" not in html


def test_a_phase_is_inserted_without_scripts(press, client_of, ada):
    given = FORM | {"body": "See", "insert": "1", "phase": "S1901B"}
    html = client_of(ada).post(press("letter-draft"), given, follow=True).content.decode()
    assert box_in(html) == "See [S1901B]"


@pytest.mark.slow
def test_a_refused_letter_is_kept_as_a_draft(movement_game, url, press, client_of, ada, set_clock):
    client = client_of(ada)
    set_clock(phase_of(movement_game).deadline)
    for more in ({}, SCRIPTED):
        html = client.post(press(), FORM | {"body": "The herrings are yours."}, **more).content.decode()
        assert "press is closed" in html and box_in(html) == "The herrings are yours."
    assert LetterDraft.objects.get().body == "The herrings are yours."
    assert box_in(page_of(client, url(movement_game))) == "The herrings are yours."


@pytest.mark.slow
def test_who_writes_too_often_is_told_when_to_go_on_and_loses_nothing(press, client_of, ada):
    client = client_of(ada)
    for number in range(20):
        assert client.post(press(), FORM | {"body": f"No. {number}"}).status_code == 302
    answer = client.post(press(), FORM | {"body": "No. 20"})
    assert answer.status_code == 429
    html = answer.content.decode()
    assert "Too many attempts" in html and "try again in" in html and box_in(html) == "No. 20"
    assert (Message.objects.count(), LetterDraft.objects.get().body) == (20, "No. 20")


def test_a_sent_letter_comes_back_in_the_panel(press, client_of, ada):
    html = client_of(ada).post(press(), FORM | {"body": "Dear Ben"}, **SCRIPTED).content.decode()
    assert html.lstrip().startswith('<section class="panel" id="press"')
    assert "Message sent." in html and box_in(html) == ""
    assert FORM["key"] not in html, "the next letter has a key of its own"


def test_without_scripts_a_link_to_the_press_leads_to_the_game(press, client_of, ada):
    answer = client_of(ada).get(press() + "?thread=0-1")
    assert answer.status_code == 302 and answer["Location"].endswith("/?thread=0-1#press")


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "query", ["?thread=0-9", "?thread=1", "?thread=x&letters=x&to=ATLANTIS", "?thread=0-1-2"]
)
def test_a_thread_that_makes_no_sense_is_passed_over(movement_game, url, client_of, ben, written, query):
    assert "so you say" in page_of(client_of(ben), url(movement_game) + query)


def test_marks_that_make_no_sense_are_refused(press, client_of, ada):
    for fields in ({}, {"thread": "0-1"}, {"thread": "new", "upto": "1"}, {"thread": "0-1", "upto": "-1"}):
        assert client_of(ada).post(press("letters-read"), fields).status_code == 400


@pytest.mark.slow
def test_read_marks_change_no_byte_for_anybody_else(movement_game, url, client_of, ada, carl, ben, written):
    watchers = [client_of(user) for user in (ada, carl, None)]
    pages = pages_of(url, movement_game)
    for client in watchers:
        bytes_of(client, pages)
    before = [bytes_of(client, pages) for client in watchers]
    mark_read(game=movement_game, user=ben, thread="0-1", upto=written.pk)
    client_of(ben).post(url(movement_game, "letter-draft"), FORM | {"to": "1", "body": "zzyzx"})
    assert LetterDraft.objects.filter(body="zzyzx").exists()
    assert [bytes_of(client, pages) for client in watchers] == before
