"""The pages that remove, ban and disqualify: a button says the verb of what was chosen above it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from league.users.models import User
from tests.html_tree import tree

pytestmark = pytest.mark.django_db


def choices_and_buttons(
    client: Client, user: User, address: str, language: str
) -> tuple[dict[str, str], dict[str, str]]:
    """What may be chosen, by value, and what the button says while "remove" is chosen, and otherwise."""
    User.objects.filter(pk=user.pk).update(language=language)
    page = tree(client.get(address).content.decode())
    main = page.one("main")
    choices = {}
    for option in main.all("input", type="radio", name="how"):
        label = option.around("label") or main.one("label", for_=option.attributes["id"])
        choices[option.attributes["value"]] = label.text
    spans = [each for each in main.all("span") if each.classes & {"if-remove", "if-ban"}]
    return choices, {min(each.classes): each.text for each in spans}


def verb_of(text: str) -> str:
    return text.replace(":", " ").split()[0]


@pytest.mark.parametrize(
    ("language", "remove", "ban"), [("en", "Remove", "Ban"), ("fr", "Exclure", "Bannir")]
)
def test_a_member_is_removed_or_banned_by_the_same_word(client_of, calais, carl, ben, language, remove, ban):
    address = reverse("leagues:remove", args=["calais", "ben"])
    choices, buttons = choices_and_buttons(client_of(carl), carl, address, language)
    assert {value: verb_of(text) for value, text in choices.items()} == {
        "remove": remove,
        "until": ban,
        "for_good": ban,
    }
    assert buttons == {"if-remove": f"{remove} ben", "if-ban": f"{ban} ben"}


@pytest.mark.parametrize(
    ("language", "remove", "disqualify"),
    [("en", "Remove", "Disqualify"), ("fr", "Exclure", "Disqualifier")],
)
def test_an_entrant_is_removed_or_disqualified_by_the_same_word(
    client_of, season, language, remove, disqualify
):
    entry = season.entry(1)
    name = entry.user.get_username()
    address = reverse("tournaments:remove", args=["calais", season.competition.code, entry.number])
    arbiter = season.arbiter
    choices, buttons = choices_and_buttons(client_of(arbiter), arbiter, address, language)
    assert {value: verb_of(text) for value, text in choices.items()} == {
        "remove": remove,
        "disqualify": disqualify,
    }
    assert buttons == {"if-remove": f"{remove} {name}", "if-ban": f"{disqualify} {name}"}
