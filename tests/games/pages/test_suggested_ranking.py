"""The first ranking comes filled with a suggestion, which counts once its player has saved it."""

from __future__ import annotations

import pytest

from games.models import Answer
from tests.games.conftest import phase_of
from tests.games.pages.test_answering import UNRANKED

pytestmark = pytest.mark.django_db

SAYS = "is a suggestion"


def ranks(form) -> list[str]:
    return [form.fields[f"rank-{number}"] for number in range(1, 8)]


def preferences(game, user) -> list[str] | None:
    row = Answer.objects.filter(phase__game=game, seat__tenures__user=user).first()
    return row and row.answer["preferences"]


def test_it_is_the_same_for_both_and_follows_the_treasuries(running_game, client_of, ada, ben, sheet):
    suggested = ranks(sheet(client_of(ada), running_game))
    assert suggested == ranks(sheet(client_of(ben), running_game))
    assert len(set(suggested)) == 7
    for due in phase_of(running_game).due.values():
        treasury = due["treasury"]
        assert suggested == sorted(treasury, key=lambda power: (-treasury[power], power))
        assert treasury[suggested[0]] > treasury[suggested[-1]]


def test_looking_at_it_saves_nothing_and_the_page_says_so(running_game, client_of, ada, sheet, url):
    page = client_of(ada).get(url(running_game)).content.decode()
    assert SAYS in page and "It counts only once you save it." in page
    assert 'class="problems"' not in page
    assert not Answer.objects.exists()


def test_pressed_as_it_stands_it_is_saved_and_no_suggestion_any_more(
    running_game, client_of, ada, sheet, url
):
    client = client_of(ada)
    form = sheet(client, running_game)
    suggested = ranks(form)
    client.post(form.action, form.fields)
    assert preferences(running_game, ada) == suggested
    assert SAYS not in client.get(url(running_game)).content.decode()
    assert ranks(sheet(client, running_game)) == suggested


def test_one_choice_changed_swaps_two_and_keeps_the_rest(running_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, running_game)
    first, second, *rest = ranks(form)
    client.post(form.action, form.fields | {"rank-1": second})
    assert preferences(running_game, ada) == [second, first, *rest]


def test_what_is_typed_below_it_counts_and_not_the_suggestion(running_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, running_game)
    typed = list(reversed(ranks(form)))
    client.post(form.action, form.fields | {"text": "\n".join(power.title() for power in typed)})
    assert preferences(running_game, ada) == typed


def test_a_list_that_was_emptied_stays_empty(running_game, client_of, ada, sheet):
    """A player who has saved and then clears the box has no list: the suggestion does not come back by
    itself.
    """
    client = client_of(ada)
    form = sheet(client, running_game)
    client.post(form.action, form.fields)
    form = sheet(client, running_game)
    client.post(form.action, form.fields | {"text": ""})
    assert Answer.objects.get().text == ""
    assert ranks(sheet(client, running_game)) == [""] * 7
    form = sheet(client, running_game)
    client.post(form.action, form.fields | UNRANKED)
    assert Answer.objects.get().text == ""


def test_ready_takes_it_as_it_stands(running_game, client_of, ada, sheet):
    client = client_of(ada)
    form = sheet(client, running_game)
    client.post(form.action, form.fields | {"ready": "yes"})
    assert Answer.objects.get().ready_at is not None
