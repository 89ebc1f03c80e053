"""French as French: its spaces, its alphabet, its dates, in all that people read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from adjudicator.texts import names
from games.common.words.local import alphabetical
from tests.words import engine, spaces
from tests.words.searching import pages, texts

SOURCES = [*settings.ROOT.glob("games/**/*.py"), *settings.ROOT.glob("league/**/*.py")]


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("Quoi ? Si !", "Quoi\u202f? Si\u202f!"),
        ("« Si » ; et\u00a0: non", "«\u202fSi\u202f»\u202f; et\u00a0: non"),
        ("à 12:00 : 5 %", "à 12:00\u00a0: 5\u00a0%"),
        ("%(count)d %% de « %(name)s »", "%(count)d\u00a0%% de «\u202f%(name)s\u202f»"),
        (" : %(x)s", "\u00a0: %(x)s"),
        ("<a href='/?a=1&b=2'>a != b</a>", "<a href='/?a=1&b=2'>a != b</a>"),
    ],
)
def test_spaces_of_french(text, better):
    assert spaces.spaced(text) == spaces.spaced(better) == better
    assert "\u202f" not in spaces.spaced(text, is_plain=True)


def test_lines_of_orders_and_what_is_typed_keep_their_plain_spaces():
    page = '{% orders "Un : deux" %}\nA SER - BUD : passe\n{% endorders %} <code>a ; b</code> '
    page += '{% reads "x : y" "z" %} ;'
    better = page.replace("Un :", "Un\u00a0:").replace("%} ;", "%}\u202f;")
    assert spaces.spaced_page(page) == better


def test_french_has_its_spaces_in_the_catalogue():
    said = [(text, plain) for entry, plain in spaces.entries() for text in spaces.french(entry)]
    assert len(said) > 4000 and any(plain for _text, plain in said)
    wrong = [text for text, plain in said if spaces.spaced(text, is_plain=plain) != text]
    assert wrong == [], "`python -m tests.words --spaces` writes them"


def test_french_has_its_spaces_in_the_sentences_of_the_engine():
    said = [each.fr for each in engine.sentences() if each.fr and each.fr != each.en]
    assert len(said) > 300
    assert [text for text in said if re.search("[éèàêç’«]", text) and spaces.spaced(text) != text] == []


def test_french_has_its_spaces_on_pages_that_are_written_twice():
    written = list(pages("fr"))
    assert len(written) > 10
    wrong = [page.name for page in written if spaces.spaced_page(page.read_text()) != page.read_text()]
    assert wrong == [], "`python -m tests.words --spaces` writes them"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_engine_is_read_with_the_catalogue_and_the_pages(language):
    read = set(texts(language))
    assert {"en": "Support cut{by}.", "fr": "Soutien coupé{by}."}[language] in read
    assert {"en": "Save", "fr": "Enregistrer"}[language] in read


# Accents


def test_accents_sort_as_letters():
    assert sorted(["Zagreb", "Édimbourg", "eve", "Égée", "ada"], key=alphabetical) == [
        "ada",
        "Édimbourg",
        "Égée",
        "eve",
        "Zagreb",
    ]


NAMING = re.compile(r"\b(wording\.place|location_name|unit_name|names\.(place|there)|kind\.name)\b")
"""What gives a name that may have an accent. Powers have none that sorts otherwise, see below."""


def sorts(path: Path) -> Iterator[str]:
    """The calls in a module that put something in order, as they are written."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            called = node.func
            if (isinstance(called, ast.Name) and called.id == "sorted") or (
                isinstance(called, ast.Attribute) and called.attr == "sort"
            ):
                yield ast.unparse(node)


def test_names_that_people_read_are_sorted_by_letters_not_by_codes():
    calls = {f"{path.name}: {call}" for path in SOURCES for call in sorts(path)}
    assert len(calls) > 100
    named = [call for call in calls if NAMING.search(call) or "wording.power" in call]
    assert len(named) > 10
    assert [call for call in named if NAMING.search(call) and "alphabetical" not in call] == []


def test_powers_sort_alike_by_codes_and_by_letters():
    for language in ("en", "fr"):
        said = [names.power(key, language) for key in names.ADJECTIVES]
        assert sorted(said) == sorted(said, key=alphabetical)


# Dates and money


def patterns(path: Path) -> Iterator[str]:
    """The patterns by which a module writes dates itself: in `strftime`, and after a colon in an f-string."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(func=ast.Attribute(attr="strftime"), args=[ast.Constant(value=str() as pattern)]):
                yield pattern
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str() as pattern)])):
                if "%" in pattern and len(pattern) > 1:
                    yield pattern


def test_no_day_or_month_is_written_by_hand():
    """The hour is the same in both languages; days and months are Babel's and Django's."""
    found = {(path.name, each) for path in SOURCES if "demo" not in path.parts for each in patterns(path)}
    assert ("terms.py", "%H:%M") in found and any("%Y" in each for _name, each in found)
    machine = re.compile(r"(%Y-?%m-?%d[T ]?)?(%H[:.]?%M(:?%S(\.%f)?)?)?Z?")
    assert [each for each in sorted(found) if not machine.fullmatch(each[1])] == []


def test_templates_name_the_form_of_a_date_by_the_language():
    pages = [page.read_text() for page in (settings.ROOT / "templates").rglob("*.*")]
    given = [each for page in pages for each in re.findall(r"\|(?:date|time):[\"']([^\"']*)", page)]
    assert len(given) > 30
    assert {each for each in given if not re.fullmatch(r"c|H:i|[A-Z]+(_[A-Z]+)*_FORMAT", each)} == set()


SIGNS_OF_MONEY = re.compile("[€£]|\\$[0-9{]|[0-9}] (EUR|CHF|USD)\\b")


def test_no_sum_of_money_is_written_by_hand():
    """`league.money` writes them by Babel; help pages have examples that a test counts again."""
    wrong = []
    for path in SOURCES:
        if not {"migrations", "demo"} & {*path.parts}:
            nodes = list(ast.walk(ast.parse(path.read_text())))
            docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            said = [
                str(node.value) for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs
            ]
            wrong += [(path.name, text) for text in said if SIGNS_OF_MONEY.search(text)]
    for page in (settings.ROOT / "templates").rglob("*.*"):
        if "help" not in page.parts:
            wrong += [
                (page.name, line) for line in page.read_text().splitlines() if SIGNS_OF_MONEY.search(line)
            ]
    assert wrong == []
