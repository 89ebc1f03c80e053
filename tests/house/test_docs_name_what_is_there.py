"""Paths, modules and functions that the pages in docs/ name are there, wherever their rooms have moved."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

PAGES: Final = sorted((settings.ROOT / "docs").glob("*.md"))
CODE: Final = re.compile(r"`([^`\n]+)`")
PATH: Final = re.compile(r"[\w./]*\w\.py")
NAMED: Final = re.compile(r"([a-z_]+)\.([a-z]\w*)(?:\(.*\))?")
FLOORS: Final = ("adjudicator", "games", "league", "tests")
FILES: Final = {
    "json",
    "csv",
    "md",
    "xml",
    "txt",
    "html",
    "po",
    "mo",
    "js",
    "css",
    "svg",
    "toml",
    "yaml",
    "yml",
}
"""Ends of names that are files."""
NOT_OURS: Final = {"answers", "charge", "outcome", "refund", "rules", "scope", "waived"}
"""First words of what looks like a module's function, and is SQL, a library's or a key of JSON."""


@cache
def modules() -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = defaultdict(list)
    for floor in FLOORS:
        for file in (settings.ROOT / floor).rglob("*.py"):
            found[file.parent.name if file.stem == "__init__" else file.stem].append(file)
    return found


def codes(page: Path) -> set[str]:
    return set(CODE.findall(page.read_text()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_a_page_names_exist(page: Path):
    named = {code.split(":")[0] for code in codes(page)}
    files = [str(file) for each in modules().values() for file in each]
    gone = [
        code
        for code in named
        if PATH.fullmatch(code) and not any(f"/{file}".endswith(f"/{code.lstrip('./')}") for file in files)
    ]
    assert gone == [code for code in gone if (settings.ROOT / code).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_row_that_says_what_shows_it_names_tests_that_there_are(page: Path):
    """Tables whose last column is *shown by*."""
    untold, rows = [], 0
    for table in re.findall(
        r"^\|[^\n]*\| shown by \|\n\| ---[^\n]*\n((?:\|[^\n]*\n?)+)", page.read_text(), re.M
    ):
        for row in table.splitlines():
            rows += 1
            named = [NAMED.fullmatch(code) for code in CODE.findall(row.rstrip(" |").rpartition("|")[2])]
            if not named or not all(found and is_test(found[1], found[2]) for found in named):
                untold.append(row)
    assert untold == []
    assert rows >= 20 or page.stem != "competitions"


def is_test(module: str, name: str) -> bool:
    files = modules().get(module, ())
    return any(re.search(rf"^def {name}\(", file.read_text(), re.M) for file in files)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_functions_that_a_page_names_by_their_module_exist(page: Path):
    gone = []
    for code in codes(page):
        found = NAMED.fullmatch(code)
        if not found or found[2] in FILES or found[2] == "py" or found[1] in NOT_OURS:
            continue
        module, name = found[1], found[2]
        if not any(re.search(rf"\b{name}\b", file.read_text()) for file in modules().get(module, ())):
            gone.append(code)
    assert gone == []
