"""One idea, one word, in all that people read."""

from __future__ import annotations

import re

import pytest

from tests.words.searching import Term, found, terms


def test_no_text_says_something_else_than_its_term():
    assert found() == [], "one idea, one word: tests/words/terms.toml"


def test_every_term_has_one_name_and_what_is_said_instead():
    names = [term.name for term in terms()]
    assert len(set(names)) == len(names) >= 30
    assert all(term.say and term.language in ("en", "fr") for term in terms())


@pytest.mark.parametrize(
    ("text", "is_hit"), [("Whoever wins", True), ("Who wins?", False), ("by sealed-bid auction", False)]
)
def test_exceptions_are_taken_out_before_looking(text, is_hit):
    but = re.compile("sealed-bid")
    found = Term("a", "en", re.compile(r"\bWhoever\b|\bsealed"), "b", but).is_in(text)
    assert found is is_hit
