"""The parts of a text that people fill in line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator


def pieces(text: str, separators: str) -> Iterator[tuple[int, str]]:
    """Each part of `text` that says something, with its line's number; `separators` part what shares one."""
    for number, line in enumerate(text.splitlines(), start=1):
        for part in re.split(f"[{re.escape(separators)}]", line):
            if part.strip():
                yield number, part.strip()
