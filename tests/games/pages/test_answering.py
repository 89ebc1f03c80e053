"""Sheets: what is typed is kept, whatever happens to it."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from games.forms.sheets.choices import without_doubles
from games.models import Answer
from tests.games.conftest import RANKS, phase_of
from tests.games.pages.conftest import find_form

UNRANKED = {f"rank-{number}": "" for number in range(1, 8)}
"""A list of home powers without the suggestion that it begins with."""


def saved(game: Any) -> list[tuple[str, str, Any]]:
    """Who has saved what, by the players' names."""
    return [
        (draft.seat.tenures.get().user.username, draft.text, draft.answer)
        for draft in Answer.objects.filter(phase=phase_of(game)).order_by("seat__order")
    ]


def test_opening_the_form_saves_nothing(movement_game, url, client_of, ada):
    assert client_of(ada).get(url(movement_game)).status_code == 200
    assert not Answer.objects.filter(phase=phase_of(movement_game)).exists()


@pytest.mark.slow
def test_saving_an_empty_sheet_is_an_answer(movement_game, url, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    response = client.post(form.action, form.fields, follow=True)
    assert saved(movement_game) == [("ada", "", [])]
    assert "Saved" in response.content.decode()


@pytest.mark.slow
def test_a_select_writes_its_units_line(movement_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    assert "A PAR - BUR" in form.options["order-A PAR"]
    client.post(form.action, form.fields | {"order-A PAR": "A PAR - BUR"})
    assert saved(movement_game) == [("ada", "A Par - Bur", ["A PAR - BUR"])]


@pytest.mark.slow
def test_a_select_rewrites_its_units_line_and_nothing_else(movement_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    typed = "what a day\r\narmy paris to burgundy; A Mar - Spa\r\nF Bre - MAO"
    client.post(form.action, form.fields | {"text": typed})
    form = sheet(client, movement_game)
    assert form.fields["order-A PAR"] == "A PAR - BUR"
    assert form.fields["order-A MAR"] == "A MAR - SPA"
    client.post(form.action, form.fields | {"order-A PAR": "A PAR - PIC"})
    ((_name, text, answer),) = saved(movement_game)
    assert text == "what a day\nA Par - Pic; A Mar - Spa\nF Bre - MAO"
    assert sorted(answer) == ["A MAR - SPA", "A PAR - PIC", "F BRE - MAO"]


@pytest.mark.slow
def test_taking_an_order_back_takes_its_line_away(movement_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    client.post(form.action, form.fields | {"text": "A Par - Bur\nF Bre - MAO"})
    form = sheet(client, movement_game)
    client.post(form.action, form.fields | {"order-A PAR": ""})
    assert saved(movement_game) == [("ada", "F Bre - MAO", ["F BRE - MAO"])]


@pytest.mark.slow
def test_unreadable_lines_stay_and_are_marked(movement_game, url, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    response = client.post(form.action, form.fields | {"text": "A Par - Bur\nA Paris nach Wien"}, follow=True)
    page = response.content.decode()
    assert saved(movement_game)[0][1:] == ("A Par - Bur\nA Paris nach Wien", ["A PAR - BUR"])
    assert "Line 2" in page
    assert sheet(client, movement_game).fields["text"] == "A Par - Bur\nA Paris nach Wien"


@pytest.mark.slow
def test_text_that_looks_like_markup_is_text(movement_game, client_of, ada, sheet, url):
    client = client_of(ada)
    form = sheet(client, movement_game)
    nasty = "</textarea><script>alert(1)</script>"
    page = client.post(form.action, form.fields | {"text": nasty}, follow=True).content.decode()
    assert "<script>alert" not in page
    assert sheet(client, movement_game).fields["text"] == nasty


@pytest.mark.slow
def test_a_text_that_begins_with_an_empty_line_keeps_it(movement_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    client.post(form.action, form.fields | {"text": "\n\nA Par - Bur"})
    assert sheet(client, movement_game).fields["text"] == "\n\nA Par - Bur"


def test_units_without_an_order_are_shown_as_holding(movement_game, url, client_of, ada):
    page = client_of(ada).get(url(movement_game)).content.decode()
    assert page.count("No order: holds") == 3
    assert "<b>0</b> of 3 written" in page


@pytest.mark.slow
def test_a_stale_version_shows_both_texts_and_saves_neither_silently(movement_game, client_of, ada, sheet):
    first, second = client_of(ada), client_of(ada)
    form, same_form = sheet(first, movement_game), sheet(second, movement_game)
    first.post(form.action, form.fields | {"text": "A Par - Bur"})
    response = second.post(same_form.action, same_form.fields | {"text": "A Par - Pic"})
    page = response.content.decode()
    assert "Not saved." in page
    assert "A Par - Bur" in page
    assert "A Par - Pic" in page
    assert saved(movement_game)[0][1] == "A Par - Bur"
    # Having seen both, the player saves the second.
    again = find_form(response, same_form.action)
    assert again.fields["text"] == "A Par - Pic"
    second.post(again.action, again.fields)
    assert saved(movement_game)[0][1] == "A Par - Pic"


@pytest.mark.slow
def test_what_comes_too_late_is_given_back(movement_game, client_of, ada, sheet, set_clock):
    client = client_of(ada)
    form = sheet(client, movement_game)
    set_clock(phase_of(movement_game).deadline)
    page = client.post(form.action, form.fields | {"text": "A Par - Bur"}).content.decode()
    assert "Too late" in page
    assert "A Par - Bur" in page
    assert saved(movement_game) == []


@pytest.mark.slow
def test_what_comes_for_a_phase_that_is_over_is_given_back(movement_game, client_of, ada, sheet, advance):
    client = client_of(ada)
    form = sheet(client, movement_game)
    advance()
    page = client.post(form.action, form.fields | {"order-A PAR": "A PAR - BUR", "text": "F Bre - MAO"})
    assert "Too late" in page.content.decode()
    assert "F Bre - MAO\nA Par - Bur" in page.content.decode()
    assert saved(movement_game) == []


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("door", ["answer", "preview"])
def test_a_form_that_swaps_a_part_finds_what_was_typed_in_every_part(
    movement_game, client_of, ada, sheet, advance, url, door
):
    client = client_of(ada)
    form = sheet(client, movement_game)
    advance()
    response = client.post(
        url(movement_game, door), form.fields | {"text": "F Bre - MAO"}, headers={"hx-request": "true"}
    )
    page = response.content.decode()
    assert response.status_code == 200
    for part in ('id="answer"', 'id="typed-orders"', 'id="tally"'):
        assert part in page
    assert "F Bre - MAO" in page
    assert "Too late" in page


@pytest.mark.slow
def test_a_preview_for_a_script_is_the_sheet_and_the_map(movement_game, client_of, ada, sheet, url):
    client = client_of(ada)
    form = sheet(client, movement_game)
    page = client.post(
        url(movement_game, "preview"),
        form.fields | {"order-A PAR": "A PAR - BUR"},
        headers={"hx-request": "true"},
    ).content.decode()
    assert "A Par - Bur" in page
    assert 'id="map"' in page
    assert "<html" not in page
    assert saved(movement_game) == []


@pytest.mark.slow
def test_a_text_that_is_too_long_is_given_back(movement_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    typed = "A Par - Bur\n" * 2000
    response = client.post(form.action, form.fields | {"text": typed})
    assert "Not saved." in response.content.decode()
    assert find_form(response, form.action).fields["text"] == typed
    assert saved(movement_game) == []


@pytest.mark.slow
def test_checking_saves_nothing_and_shows_how_it_would_be_read(movement_game, url, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, movement_game)
    response = client.post(url(movement_game, "preview"), form.fields | {"text": "Paris-Burgundy\nnonsense"})
    page = response.content.decode()
    assert "Not saved yet" in page
    assert "Line 2" in page
    shown = find_form(response, form.action)
    assert shown.fields["order-A PAR"] == "A PAR - BUR"
    assert shown.fields["text"] == "Paris-Burgundy\nnonsense"
    assert saved(movement_game) == []


@pytest.mark.slow
def test_ready_is_said_apart_and_can_be_taken_back(movement_game, url, client_of, ada, ben, sheet):
    client = client_of(ada)
    label = phase_of(movement_game).label
    refused = client.post(url(movement_game, "ready"), {"label": label, "ready": "yes"}, follow=True)
    assert "Save your orders first" in refused.content.decode()
    form = sheet(client, movement_game)
    client.post(form.action, form.fields)
    client.post(url(movement_game, "ready"), {"label": label, "ready": "yes"})
    assert Answer.objects.get(phase=phase_of(movement_game)).ready_at is not None
    assert "You’re ready." in client.get(url(movement_game)).content.decode()
    client.post(url(movement_game, "ready"), {"label": label, "ready": "no"})
    assert Answer.objects.get(phase=phase_of(movement_game)).ready_at is None


@pytest.mark.slow
def test_saving_and_being_ready_is_one_button(movement_game, client_of, ada, ben, sheet):
    for user in (ada, ben):
        client = client_of(user)
        form = sheet(client, movement_game)
        assert ("ready", "yes") in form.buttons
        client.post(form.action, form.fields | {"ready": "yes"})
    phase = phase_of(movement_game)
    assert phase.closes_at < phase.deadline


def test_a_ranking_is_written_by_its_selects(running_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, running_game)
    powers = ["FRANCE", "ENGLAND", "GERMANY", "AUSTRIA", "ITALY", "RUSSIA", "TURKEY"]
    client.post(form.action, form.fields | {f"rank-{i}": power for i, power in enumerate(powers, 1)})
    ((_name, text, answer),) = saved(running_game)
    assert text.splitlines()[:2] == ["France", "England"]
    assert answer == {"preferences": powers}
    form = sheet(client, running_game)
    assert [form.fields[f"rank-{i}"] for i in range(1, 8)] == powers


def test_an_incomplete_ranking_is_kept_and_said_to_be_incomplete(running_game, client_of, ada, sheet, url):
    client = client_of(ada)
    form = sheet(client, running_game)
    client.post(form.action, form.fields | UNRANKED | {"rank-1": "FRANCE"})
    form = sheet(client, running_game)
    assert form.fields["rank-1"] == "FRANCE"
    assert 'class="problems"' in client.get(url(running_game)).content.decode()


@pytest.mark.slow
def test_bids_are_kept_as_typed_and_summed(auction_game, client_of, ada, sheet, url):
    client = client_of(ada)
    form = sheet(client, auction_game)
    bids = {"bid-GERMANY": "15", "bid-ITALY": " 9 ", "bid-RUSSIA": "lots"}
    client.post(form.action, form.fields | bids)
    ((_name, _text, answer),) = saved(auction_game)
    assert answer["bids"]["GERMANY"] == 15
    assert answer["bids"].get("RUSSIA", 0) == 0
    page = client.get(url(auction_game)).content.decode()
    assert "<output>24</output>" in page
    assert "You bid 4 more than you have." in page
    form = sheet(client, auction_game)
    assert form.fields["bid-RUSSIA"] == "lots"
    assert form.fields["bid-ITALY"] == "9"


@pytest.mark.slow
def test_a_french_readers_bids_read_the_same(auction_game, client_of, ben, sheet):
    client = client_of(ben)
    form = sheet(client, auction_game)
    client.post(form.action, form.fields | {"bid-GERMANY": "5", "bid-ENGLAND": "2"})
    ((_name, text, answer),) = saved(auction_game)
    assert text == "Allemagne 5\nAngleterre 2"
    assert {power: bid for power, bid in answer["bids"].items() if bid} == {"ENGLAND": 2, "GERMANY": 5}
    assert sheet(client, auction_game).fields["bid-GERMANY"] == "5"


def test_a_broken_form_is_no_crash(movement_game, client_of, ada, url):
    client = client_of(ada)
    for fields in (
        {},
        {"label": "S1901M"},
        {"label": "S1901M", "version": "x"},
        {"label": "?", "version": "0"},
    ):
        assert client.post(url(movement_game, "answer"), fields).status_code == 400
        assert client.post(url(movement_game, "preview"), fields).status_code == 400


def test_ready_is_refused_beside_the_button_where_a_list_would_be_drawn(
    running_game, url, client_of, ada, sheet
):
    client = client_of(ada)
    form = sheet(client, running_game)
    first = {"rank-1": "FRANCE", "rank-2": "ITALY", "ready": "yes"}
    response = client.post(form.action, form.fields | UNRANKED | first)
    page = response.content.decode()
    assert "Saved, but you are not ready." in page and "notice-done" not in page
    assert "still missing" in page.split('id="answer-faults"')[1].split("answer-buttons")[0]
    assert saved(running_game)[0][1] == "France\nItaly"
    plain = client.get(url(running_game)).content.decode()
    assert "To be ready, you still have to change this:" in plain
    assert "notice-grave" not in plain.split('id="answer-faults"')[1].split("answer-buttons")[0]


@pytest.mark.slow
def test_orders_that_cannot_be_followed_are_warned_of_and_may_stand(
    movement_game, url, client_of, ada, sheet
):
    client = client_of(ada)
    form = sheet(client, movement_game)
    client.post(form.action, form.fields | {"text": "A Par - Spa", "ready": "yes"})
    page = client.get(url(movement_game)).content.decode()
    assert "You’re ready." in page
    assert "You can leave them as they are." in page.split('id="answer-faults"')[1].split("answer-buttons")[0]


@pytest.mark.slow
def test_what_became_of_the_sheet_stands_beside_its_buttons_and_is_read_aloud_there_alone(
    movement_game, url, client_of, ada, sheet
):
    """A browser without scripts lands there: the address it posts to names the place."""
    client = client_of(ada)

    def told(page: str) -> str:
        head, foot = page.split('id="answer-state"')[1].split("<form", 1)
        assert 'role="status"' not in head and 'role="alert"' not in head
        (beside,) = re.findall(
            r'role="status">\s*<div id="answer-brief" data-part>(.*?)</div>', foot, re.DOTALL
        )
        assert foot.index('name="ready"') < foot.index('id="answer-brief"') < foot.index("</form>")
        return " ".join(re.sub(r"<[^>]+>", "", beside).split())

    page = client.get(url(movement_game)).content.decode()
    assert told(page) == "Nothing is saved yet."
    assert f'action="{url(movement_game, "answer")}#answer-faults"' in page and 'id="answer-faults"' in page
    form = sheet(client, movement_game)
    saved_page = client.post(form.action, form.fields | {"text": "A Par - Moon\nwhat"}, follow=True)
    said = told(saved_page.content.decode())
    assert said.startswith("Saved") and said.endswith(". 2 lines won’t work: see above."), said
    assert "notice-done" not in saved_page.content.decode().split('id="answer-state"')[1].split("<form")[0]
    refused = client.post(form.action, form.fields | {"text": "A Par - Bur"}, headers={"HX-Request": "true"})
    assert told(refused.content.decode()).startswith("Not saved. You saved a different text in another tab")
    form = sheet(client, movement_game)
    given = form.fields | {"text": "A Par - Bur", "ready": "yes"}
    assert told(client.post(form.action, given, follow=True).content.decode()).endswith(". You’re ready.")
    form = sheet(client, movement_game)
    tried = client.post(url(movement_game, "preview"), form.fields)
    assert told(tried.content.decode()) == "Not saved yet."


@pytest.mark.slow
def test_a_power_chosen_for_another_place_swaps_with_what_stood_there(
    running_game, client_of, ada, sheet, url
):
    """No one ranks a power twice, with or without scripts."""
    client = client_of(ada)
    client.post(
        sheet(client, running_game).action, sheet(client, running_game).fields | {"text": RANKS["ada"]}
    )
    form = sheet(client, running_game)
    client.post(form.action, form.fields | {"rank-1": "TURKEY"})
    form = sheet(client, running_game)
    ranks = [form.fields[f"rank-{number}"] for number in range(1, 8)]
    assert ranks == ["TURKEY", "ENGLAND", "GERMANY", "AUSTRIA", "ITALY", "RUSSIA", "FRANCE"]
    page = client.get(url(running_game)).content.decode()
    assert "20 credits · A Con, A Smy, F Ank" in page, "treasury and start beside the power"


def test_ranks_are_never_doubled():
    was = ["A", "B", "C"]
    for chosen in product(["", *was], repeat=3):
        kept = without_doubles(chosen, was)
        listed = [power for power in kept if power]
        assert len(set(listed)) == len(listed)
        if len({power for power in chosen if power}) == len([power for power in chosen if power]):
            assert kept == list(chosen), "what is no double stays as it was chosen"
