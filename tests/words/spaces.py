"""Spaces of French: none of the signs that follow one begins a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import polib

from league.server import catalogue
from tests.words.searching import pages

THIN: Final = "\u202f"
"""Before `;`, `!`, `?` and inside quotation marks, on pages."""
WIDE: Final = "\u00a0"
"""Before `:` and `%`; before all of them in plain text, where not every font has the thin one."""
TYPED: Final = {"heading of typed orders", "orders ahead"}
"""Contexts of what players type, and read back, with the spaces of their keyboards."""

_ANY: Final = "[ \u00a0\u202f]"
_THIN_ONES: Final = re.compile(rf"(?:(?<=\S)|^){_ANY}([;!?])(?![\w=])|(?<=«){_ANY}|{_ANY}(?=»)")
_WIDE_ONES: Final = re.compile(rf"(?:(?<=\S)|^){_ANY}(:(?!\w)|%%)|(?<=\d){_ANY}%")
_KEPT: Final = re.compile(
    r"((?<=%\})[^{]*\{% end(?:orders|bids) %\}|<code\b.*?</code>|\{% reads .*?%\})", re.DOTALL
)
"""Lines of orders and bids in the rules, which a tag reads, and what one types."""


def spaced(text: str, *, is_plain: bool = False) -> str:
    """French `text` with the spaces that it should have; `is_plain` is no page."""
    thin = WIDE if is_plain else THIN
    text = _THIN_ONES.sub(lambda found: thin + (found[1] or ""), text)
    return _WIDE_ONES.sub(lambda found: WIDE + (found[1] or "%"), text)


def spaced_page(source: str) -> str:
    """A template in French with the same spaces; lines that are read by a tag stay as they are."""
    parts = _KEPT.split(source)
    return "".join(part if number % 2 else spaced(part) for number, part in enumerate(parts))


def entries() -> Iterator[tuple[polib.POEntry, bool]]:
    """What the catalogue says, without what is typed; and whether only plain text says it: mails, files."""
    for entry in polib.pofile(str(catalogue.catalogue_path("fr"))):
        if not entry.obsolete and entry.msgctxt not in TYPED:
            yield entry, _is_plain(entry)


def french(entry: polib.POEntry) -> list[str]:
    """All that an entry says in French."""
    return [entry.msgstr, *entry.msgstr_plural.values()]


def _is_plain(entry: polib.POEntry) -> bool:
    return all(path.endswith(".txt") for path, _line in entry.occurrences)


def correct() -> int:
    """Write the spaces into the catalogue and the pages; in how many texts there were others."""
    path = catalogue.catalogue_path("fr")
    said = polib.pofile(str(path), wrapwidth=110)
    changed = 0
    for entry in said:
        if entry.msgctxt not in TYPED:
            before = (entry.msgstr, dict(entry.msgstr_plural))
            entry.msgstr = spaced(entry.msgstr, is_plain=_is_plain(entry))
            for number, text in entry.msgstr_plural.items():
                entry.msgstr_plural[number] = spaced(text, is_plain=_is_plain(entry))
            changed += before != (entry.msgstr, entry.msgstr_plural)
    said.save()
    for page in pages("fr"):
        source = page.read_text()
        if (better := spaced_page(source)) != source:
            page.write_text(better)
            changed += 1
    return changed
