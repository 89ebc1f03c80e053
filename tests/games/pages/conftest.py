"""Browsers in front of games: addresses of one game's pages, and what a browser would post from them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game
from tests.games.fog import lay_table, spy_table  # noqa: F401  (fixtures)

TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value="|X-CSRFToken": "|name="(?:\w+-)?key" value=")[^"]+')


def without_tokens(content: bytes) -> bytes:
    """A page without what is drawn again each time it is sent."""
    return TOKEN.sub(rb"\1", content)


@pytest.fixture
def url() -> Callable[..., str]:
    """`url(game, "phase", "S1901M")`: the address of one of a game's pages."""

    def of(game: Game, name: str = "game", *more: str) -> str:
        return reverse(f"games:{name}", args=[game.league.slug, game.code, *more])

    return of


class Form:
    """A form as a browser without scripts holds it: where it goes, and its fields as they stand."""

    def __init__(self, action: str) -> None:
        self.action = action
        self.fields: dict[str, str] = {}
        self.options: dict[str, list[str]] = {}
        self.buttons: list[tuple[str, str]] = []


class FormParser(HTMLParser):
    """Reads forms out of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._inside: Form | None = None
        self._select = ""
        self._textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = Form(at.get("action", "").partition("#")[0])
            self.forms.append(self._inside)
        form = self._inside
        if form is None:
            return
        name = at.get("name", "")
        if tag == "input" and name and "disabled" not in at:
            if at.get("type") not in ("checkbox", "radio") or "checked" in at:
                form.fields[name] = at.get("value", "on" if at.get("type") == "checkbox" else "")
        elif tag == "select":
            self._select = name
            form.options[name] = []
        elif tag == "option" and self._select:
            form.options[self._select].append(at.get("value", ""))
            if "selected" in at or self._select not in form.fields:
                form.fields[self._select] = at.get("value", "")
        elif tag == "textarea" and name:
            self._textarea = name
            form.fields[name] = ""
        elif tag == "button" and name:
            form.buttons.append((name, at.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            form = self._inside
            if form is not None and self._textarea:
                # A browser drops the line end that follows the tag.
                form.fields[self._textarea] = form.fields[self._textarea].removeprefix("\n")
            self._textarea = ""

    def handle_data(self, data: str) -> None:
        if self._inside is not None and self._textarea:
            self._inside.fields[self._textarea] += data


def forms_of(html: str) -> list[Form]:
    parser = FormParser()
    parser.feed(html)
    return parser.forms


def find_form(response: Any, action: str) -> Form:
    forms = forms_of(response.content.decode())
    found = [form for form in forms if form.action == action]
    assert found, f"no form for {action} among {[form.action for form in forms]}"
    return found[0]


@pytest.fixture
def sheet(url: Any) -> Callable[..., Form]:
    """The sheet that a browser shows on a game's page."""

    def of(client: Any, game: Any) -> Form:
        return find_form(client.get(url(game)), url(game, "answer"))

    return of
