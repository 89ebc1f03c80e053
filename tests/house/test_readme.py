"""The README leads somewhere, and its pictures are there and small."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from tests.pictures import MOST, PICTURES

ROOT = Path(settings.ROOT)
LINKS = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text())


def test_everything_that_it_links_is_there():
    assert len(LINKS) > 20
    assert [link for link in LINKS if not (ROOT / link).exists()] == []


def test_its_pictures_are_those_of_the_command_and_weigh_little():
    shown = {Path(link) for link in LINKS if link.endswith(".jpg")}
    assert {path.stem for path in shown} == {picture.name for picture in PICTURES}
    assert sum((ROOT / path).stat().st_size for path in shown) <= MOST


def test_every_page_of_docs_is_found_from_it_or_from_the_page_on_contributing():
    found = " ".join(
        (ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md", "docs/architecture.md")
    )
    pages = {f"{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert sorted(page for page in pages if f"{page})" not in found) == []
