"""Comments and docstrings speak of people as *they*, and in words that everyone uses.

Migrations are left out: what has landed is never edited.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

FORBIDDEN = re.compile(r"\b(who(m|so)?ever|data[\s#]+bases?|he|him|his|himself)\b", re.IGNORECASE)
"""*The player*, *a reader* or *they*; *the person who* or *everyone who*; *database*."""

OTHERS = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(r"/\*.*?\*/|(?<![:\w'\"`])//[^\n]*", re.DOTALL),
    ".html": re.compile(r"\{#.*?#\}|\{% comment.*?\{% endcomment %\}|<!--.*?-->", re.DOTALL),
}
"""Comments, by the ending of a file."""


def prose_of(text: str, suffix: str) -> str:
    """The comments, and in Python the docstrings, of a file's `text`."""
    if suffix != ".py":
        return "\n".join(found[0] for found in OTHERS[suffix].finditer(text))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(
        [token.string for token in tokens if token.type == tokenize.COMMENT] + [*docstrings(text)]
    )


def docstrings(text: str) -> Iterator[str]:
    """Strings that stand alone as statements: of modules, classes and functions, and below what they
    explain.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ('"""What he saved."""', ".py"),
        ('class Seat:\n    player: int\n    """Whoever sits here."""', ".py"),
        ("x = 1  # from the data\n# base", ".py"),
        ("a { color: red } /* his own */", ".css"),
        ("let x = 1; // for whoever reads", ".js"),
        ("{# said to him #}", ".html"),
    ],
)
def test_such_words_are_found(text, suffix):
    assert FORBIDDEN.search(prose_of(text, suffix))


@pytest.mark.parametrize(
    ("text", "suffix"), [('x = "he"', ".py"), ("<p>him</p>", ".html"), ("x('he')", ".js")]
)
def test_texts_are_no_comments(text, suffix):
    assert not FORBIDDEN.search(prose_of(text, suffix))


def test_no_comment_says_whoever_or_he():
    root = Path(settings.ROOT)
    folders = ("adjudicator", "deploy", "games", "league", "static", "templates", "tests")
    files = (path for folder in folders for path in sorted((root / folder).rglob("*")))
    found = []
    for path in files:
        if path.suffix not in {".py", *OTHERS} or "migrations" in path.parts or path == Path(__file__):
            continue
        text = path.read_text()
        if FORBIDDEN.search(text):  # reading tokens takes its time
            said = FORBIDDEN.finditer(prose_of(text, path.suffix))
            found += [f"{path.relative_to(root)}: {each[0]}" for each in said]
    assert found == []
