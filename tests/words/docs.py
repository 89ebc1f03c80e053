"""The sentences of README, CONTRIBUTING and the pages in docs/, without code, and what they may not say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

PAGES: Final = tuple(
    settings.ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
) + tuple(sorted((settings.ROOT / "docs").rglob("*.md")))
WORDS: Final = 30
"""The most words of a sentence; cells of tables are lists and have no limit."""
NOT_SAID: Final = re.compile(
    r"\b(?:who(?:m|se|so)?ever|he|him|his|himself|data bases?|anew|(?:some|no|any|every)body)\b",
    re.IGNORECASE,
)

_CODE: Final = re.compile(r"^```.*?^```|(?:(?<=\n\n)|\A)(?: {4}[^\n]*\n+)+", re.MULTILINE | re.DOTALL)
_NAMES: Final = re.compile(r"`[^`\n]+`")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_BLOCK: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|#+|\|)\s)|(?<=\|)\n")
_ENDS: Final = re.compile(r"(?<=[.!?…])[”\")*_]*\s+|:\s*$")


def plain(text: str) -> str:
    """A page without its code, its links' addresses and its marks."""
    return _LINK.sub(r"\1", _NAMES.sub("x", _CODE.sub("", text))).replace("*", "")


def sentences(page: Path) -> Iterator[str]:
    """What is written outside of tables, a sentence at a time."""
    for block in _BLOCK.split(plain(page.read_text())):
        if not block.lstrip().startswith("|"):
            yield from filter(None, (" ".join(each.split()) for each in _ENDS.split(block)))


def words(sentence: str) -> int:
    return sum(any(sign.isalnum() for sign in word) for word in sentence.split())
