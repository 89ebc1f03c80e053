"""The README and the guides lead somewhere, and their pictures are there and small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.pictures import FOLDER, MOST, PAGES, PICTURES, shown_on

ROOT = Path(settings.ROOT)
LINKS = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text())


def test_everything_that_it_links_is_there():
    assert len(LINKS) > 20
    assert [link for link in LINKS if not (ROOT / link).exists()] == []


def test_pictures_that_pages_show_are_those_of_the_command():
    shown = {path.resolve() for page in PAGES for path in shown_on(page)}
    assert shown == {FOLDER / f"{picture.name}.jpg" for picture in PICTURES} == set(FOLDER.glob("*.jpg"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pictures_of_a_page_weigh_little(page: Path):
    assert 0 < sum(path.stat().st_size for path in shown_on(page)) <= MOST


def test_every_page_of_docs_is_found_from_it_or_from_the_page_on_contributing():
    found = " ".join(
        (ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md", "docs/architecture.md")
    )
    pages = {f"{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert sorted(page for page in pages if f"{page})" not in found) == []
