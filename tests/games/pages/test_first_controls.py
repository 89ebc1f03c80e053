"""The form for a new game: few controls at first, the rest folded away until there is something to see."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import form_tree
from tests.html_tree import tree

pytestmark = pytest.mark.django_db


@pytest.fixture
def form_for(client_of, calais):
    """The form as someone opens it, or what comes of sending it."""

    def form_for(user, data=None):
        client, where = client_of(user), reverse("games:open", args=["calais"])
        page = client.get(where) if data is None else client.post(where, data)
        assert page.status_code == 200
        return next(
            form for form in tree(page.content.decode()).all("form") if list(form.all(name="variant"))
        )

    return form_for


def is_open(form):
    return "open" in form.one("details", class_="more-box").attributes


def test_the_form_has_twelve_controls_at_first(form_for, carl):
    shown = form_tree.at_first(form_for(carl))
    assert len(shown) <= 12, shown
    assert {"name", "variant", "pace-kind", "guests", "master", "play"} <= shown


def test_the_rest_unfolds_where_it_was_changed_or_refused(form_for, carl):
    opened = form_for(carl)
    assert not is_open(opened)
    typed = form_tree.sent(opened) | {"name": ""}
    assert not is_open(form_for(carl, typed))
    assert is_open(form_for(carl, typed | {"absence-holidays": "3"}))
    assert is_open(form_for(carl, typed | {"intimate-last_year": "1800"}))
