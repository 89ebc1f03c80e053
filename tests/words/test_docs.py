"""The pages in docs/, README, CONTRIBUTING and CHANGELOG: short sentences, plain words, true labels."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

from league.server import catalogue
from tests.pictures import PAGES as WITH_PICTURES
from tests.words import docs

GUIDES = sorted((settings.ROOT / "docs").glob("guide-*.md"))
HEADINGS = ("Added", "Changed", "Removed", "Fixed")


@pytest.mark.parametrize("page", docs.PAGES, ids=lambda page: page.stem)
def test_no_sentence_of_a_page_is_too_long(page: Path):
    long = [sentence for sentence in docs.sentences(page) if docs.words(sentence) > docs.WORDS]
    assert not long, f"at most {docs.WORDS} words a sentence: {long}"


@pytest.mark.parametrize("page", docs.PAGES, ids=lambda page: page.stem)
def test_no_page_says_what_is_not_said(page: Path):
    said = [line for line in docs.plain(page.read_text()).splitlines() if docs.NOT_SAID.search(line)]
    assert not said, f"they; anyone who; no one; database; again: {said}"


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_what_a_guide_quotes_is_on_the_site(page: Path):
    labels = {entry.msgid for entry in polib.pofile(str(catalogue.catalogue_path("fr")))}
    quoted = re.findall(r"“([^”]+)”", page.read_text())
    assert len(quoted) > 5 and page in WITH_PICTURES
    assert [label for label in quoted if label not in labels] == []


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("One two. Three [four five](six.md): seven\neight.", [2, 5]),
        (
            "- One\n- Two three\n\n| a cell | of words |\n| --- | --- |\n\nFour:\n\n    code is not read\n",
            [1, 2, 1],
        ),
        ("Run `one two three` *now*. ```", [3]),
    ],
)
def test_sentences_are_counted_without_code_and_tables(text, counted, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(text)
    assert [docs.words(each) for each in docs.sentences(page) if docs.words(each)] == counted


def test_the_log_of_changes_has_a_version_a_date_and_headings_for_each_change():
    log = (settings.ROOT / "CHANGELOG.md").read_text()
    versions = re.split(r"^## ", log, flags=re.M)[1:]
    for version in versions:
        title, _, rest = version.partition("\n")
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", title), title
        before, *parts = re.split(r"^### ", rest, flags=re.M)
        assert not before.strip(), f"{title}: every change is below a heading"
        names = [part.partition("\n")[0] for part in parts]
        assert names == [heading for heading in HEADINGS if heading in names], title
        assert all(re.search(r"^- ", part, re.M) for part in parts)
    project = (settings.ROOT / "pyproject.toml").read_text()
    assert f'version = "{versions[0][1:].partition("]")[0]}"' in project
