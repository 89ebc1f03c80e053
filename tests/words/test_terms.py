"""One idea, one word: what is written from here on passes; what was written before only gets less."""

from __future__ import annotations

import re

import pytest

from tests.words.searching import Term, hits, known, terms

MOST = 1013
"""Lines of hits.txt on the day on which the last terms came: a new one may list what it finds on that day."""


def test_no_new_text_says_something_else_than_its_term():
    before = known()
    say = {term.name: term.say for term in terms()}
    new = [f"{hit.text!r}: say {say[hit.term]}" for hit in hits() if hit.line not in before]
    assert new == [], "one idea, one word: tests/words/terms.toml"


def test_what_was_put_right_leaves_the_list():
    gone = known() - {hit.line for hit in hits()}
    assert not gone, "`python -m tests.words` takes them out of tests/words/hits.txt"


def test_the_list_only_gets_shorter():
    assert len(known()) <= MOST, (
        "nothing is added to tests/words/hits.txt but by `--term NAME`, on the day a term comes"
    )


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
