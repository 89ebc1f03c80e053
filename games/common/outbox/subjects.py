"""Spaces of mails: a subject is one line, whatever its template or a name in it holds, and plain text has
one no-break space."""

from __future__ import annotations

import re
from typing import Final

SPACE: Final = re.compile(r"[^\S\u00a0\u202f]+")
"""All that parts words or lines, but the spaces that French puts before a colon or a question mark."""


def one_line(text: str) -> str:
    """`text` with single spaces between its words, and no-break spaces left as they are."""
    return SPACE.sub(" ", text).strip()


def wide(text: str) -> str:
    """`text` with U+00A0 for the thin no-break space (U+202F), which some mail programs show as a box."""
    return text.replace("\u202f", "\u00a0")
