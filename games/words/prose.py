"""What the plain text of a message becomes on a page: paragraphs, quotations, links, names of phases.

Everything is escaped, and no tag or attribute comes out but those written here. Characters that no one can
see, and those that turn the direction of writing, are left out: they serve to make one thing look like
another. A line that begins with `>` is quoted; `[S1902M]` leads to that phase; an address that begins with
`http://` or `https://` becomes a link that shows the whole of itself, its host first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from urllib.parse import urlsplit

from django.utils.encoding import iri_to_uri
from django.utils.safestring import SafeString

from games.words import wording

DEEPEST = 4
"""Quotations within quotations; those deeper stand with these."""
UNSEEN = ("Cc", "Cf", "Cs", "Co")
"""Kinds of characters in Unicode: controls, formats, halves of pairs, private ones."""
JOINERS = "\u200c\u200d"
"""Unseen, but Persian words and many pictures are written with them."""
LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
QUOTATION = re.compile(r"(?:> ?)+")
MARK = re.compile(r"\[([A-Z]\d{4}[A-Z])\]")
ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
HOST = re.compile(r"\A[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\Z")
AROUND = ".,;:!?'\"*_>"
"""What may follow an address without being a part of it."""
PAIRS = {")": "(", "]": "[", "}": "{"}

Phases = Mapping[str, str]
"""Addresses of the phases that have a page, by their labels."""


def letter_html(text: str, phases: Phases) -> SafeString:
    """The words of a message as HTML: `p`, `br`, `blockquote` and `a`."""
    lines = [_split_quotation(line) for line in visible(text).split("\n")]
    return SafeString(_blocks(lines, 0, phases))


def visible(text: str) -> str:
    """`text` without what no one sees; every kind of line end is one."""
    text = LINE_END.sub("\n", text).replace("\t", " ")
    return "\n".join(line if line.isprintable() else _without_unseen(line) for line in text.split("\n"))


def first_words(text: str, length: int) -> str:
    """A line that tells messages apart: the writer's own first words, without what they quote."""
    lines = visible(text).split("\n")
    own = [line for line in lines if line.strip() and not line.startswith(">")] or lines
    words = " ".join(" ".join(own).split())
    return words if len(words) <= length else words[:length].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def quoted(text: str) -> str:
    """`text` as one quotes it: `> ` before every line."""
    return "".join(f"> {line}\n" if line else ">\n" for line in visible(text).split("\n"))


def _without_unseen(line: str) -> str:
    return "".join(sign for sign in line if sign in JOINERS or unicodedata.category(sign) not in UNSEEN)


def _split_quotation(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and its words: `>> a` → 2, `a`."""
    found = QUOTATION.match(line)
    if not found:
        return 0, line
    return min(found[0].count(">"), DEEPEST), line[found.end() :]


def _blocks(lines: list[tuple[int, str]], depth: int, phases: Phases) -> str:
    parts: list[str] = []
    for is_deeper, group in groupby(lines, key=lambda line: line[0] > depth):
        if is_deeper:
            parts.append(f"<blockquote>{_blocks(list(group), depth + 1, phases)}</blockquote>")
        else:
            parts += [f"<p>{each}</p>" for each in _paragraphs(group, phases)]
    return "".join(parts)


def _paragraphs(lines: Iterable[tuple[int, str]], phases: Phases) -> Iterator[str]:
    for is_empty, group in groupby(lines, key=lambda line: not line[1].strip()):
        if not is_empty:
            yield "<br>".join(_linked(line, phases) for _depth, line in group)


def _linked(line: str, phases: Phases) -> str:
    """One line, with its addresses and its phases as links."""
    if "://" not in line and "[" not in line:
        return escape(line)  # as most lines are
    parts: list[str] = []
    done = 0
    for found in ADDRESS.finditer(line):
        address = _trimmed(found[0])
        if _may_be_linked(address):
            parts += [_with_phases(line[done : found.start()], phases), _link(address)]
            done = found.start() + len(address)
    parts.append(_with_phases(line[done:], phases))
    return "".join(parts)


def _link(address: str) -> str:
    href = escape(iri_to_uri(address))
    return f'<a href="{href}" rel="nofollow noopener noreferrer ugc">{escape(address)}</a>'


def _trimmed(address: str) -> str:
    """An address without the punctuation of the sentence it stands in."""
    while True:
        last = address[-1]
        opens = PAIRS.get(last)
        if last not in AROUND and not (opens and address.count(last) > address.count(opens)):
            return address
        address = address[:-1]


def _may_be_linked(address: str) -> bool:
    """Whether what is shown is where it leads: a plain host, and no name or password that looks like one."""
    try:
        parts = urlsplit(address)
        _port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    runs_forth = all(unicodedata.bidirectional(sign) not in ("R", "AL", "AN") for sign in address)
    is_plain = "@" not in parts.netloc and "\\" not in address and not set(address) & set(JOINERS)
    return is_plain and runs_forth and bool(HOST.match(host)) and len(host) < 254


def _with_phases(text: str, phases: Phases) -> str:
    parts: list[str] = []
    done = 0
    for found in MARK.finditer(text):
        if address := phases.get(found[1]):
            link = f'<a href="{escape(address)}">{escape(wording.phase(found[1]))}</a>'
            parts += [escape(text[done : found.start()]), link]
            done = found.end()
    parts.append(escape(text[done:]))
    return "".join(parts)
