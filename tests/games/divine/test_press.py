"""The divine read what is written to everyone; they write nothing, and no one writes to them (DG-1)."""

from __future__ import annotations

import pytest

from games.common.outbox.row import OutboxRow
from games.errors import BadLetter, OnlyListens
from games.models import LetterDraft, Message, ReadMark
from games.pages.letters import count_of_news
from games.services.players.letter_drafts import keep_draft
from games.services.players.letters import send_letter
from tests.games.divine.conftest import DIVINE, POWERS, Table
from tests.games.pages.conftest import find_form, forms_of

OTHERS = [power for power in POWERS if power != "FRANCE"]


def write(table: Table, to: list[str], body: str, sender: str = "FRANCE") -> Message:
    return send_letter(game=table.game, user=table.seats[sender], to=to, body=body, key=body)


@pytest.mark.slow
def test_a_letter_to_everybody_is_heard_by_both(table: Table):
    write(table, OTHERS, "To the whole of Europe")
    for seat in DIVINE:
        page = table.page(seat)
        assert "To the whole of Europe" in page and "everyone" in page
        assert count_of_news(table.seats[seat]) == 1
    told = OutboxRow.objects.filter(topic="mail", payload__about="letters").values_list("person", flat=True)
    assert {table.seats[seat].pk for seat in DIVINE} <= set(told)


@pytest.mark.slow
def test_a_letter_to_fewer_is_heard_by_neither(table: Table):
    write(table, OTHERS[:-1], "Not for Turkey")
    for seat in DIVINE:
        assert "Not for Turkey" not in table.page(seat)
    assert not ReadMark.objects.filter(tenure__seat__key__in=DIVINE).exists()


@pytest.mark.slow
def test_the_seven_are_not_offered_the_divine(table: Table):
    form = find_form(table.client("FRANCE").get(table.url()), table.url("press"))
    posted = form.fields | {"to": ["DEVIL"], "body": "Curse them all"}
    answer = table.client("FRANCE").post(form.action, posted).content.decode()
    assert not Message.objects.exists()
    assert "Curse them all" in answer, "nothing typed is lost"
    with pytest.raises(BadLetter):
        write(table, ["DEVIL"], "Psst")
    with pytest.raises(BadLetter):
        write(table, [*OTHERS, "GOD"], "Psst")


@pytest.mark.slow
def test_to_all_the_others_is_to_everybody_and_a_thread_of_that_name(table: Table):
    form = find_form(table.client("FRANCE").get(table.url()), table.url("press"))
    sent = table.client("FRANCE").post(form.action, form.fields | {"to": OTHERS, "body": "Peace?"})
    assert sent["Location"].endswith("?thread=0-1-2-3-4-5-6#press")
    page = table.client("ITALY").get(table.url() + "?thread=0-1-2-3-4-5-6").content.decode()
    assert "Write to everyone" in page and "Peace?" in page
    assert "Devil" not in page.split('id="press"')[1].split("</section>")[0]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("seat", DIVINE)
def test_the_divine_have_no_box_to_write_in_and_are_refused(table: Table, seat):
    write(table, OTHERS, "Hello")
    page = table.client(seat).get(table.url())
    assert table.url("press") not in [form.action for form in forms_of(page.content.decode())]
    assert "you can’t write" in page.content.decode()
    with pytest.raises(OnlyListens):
        write(table, ["FRANCE"], "I am he", sender=seat)
    with pytest.raises(OnlyListens):
        keep_draft(game=table.game, user=table.seats[seat], thread="new", body="I am", version=0)
    fields = {"to": ["FRANCE"], "body": "I am he", "key": "00000000-0000-4000-8000-000000000000"}
    refused = table.client(seat).post(table.url("press"), fields)
    assert refused.status_code == 200 and not LetterDraft.objects.exists()
    assert Message.objects.count() == 1


@pytest.mark.slow
def test_reading_moves_the_mark_of_a_divine_seat(table: Table):
    letter = write(table, OTHERS, "Read me")
    client = table.client("GOD")
    client.post(table.url("letters-read"), {"thread": "0-1-2-3-4-5-6", "upto": letter.pk})
    assert count_of_news(table.seats["GOD"]) == 0 and count_of_news(table.seats["DEVIL"]) == 1
