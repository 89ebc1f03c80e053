"""Make `league/users/unicode/`: what a name's letters look like, and which script each belongs to.

    python deploy/unicode_names.py <data.json of npm's unhomoglyph> <Scripts.txt of Debian's unicode-data>

The first holds Unicode's confusables.txt (13.0.0) as an object, character to prototype; the second is
Unicode's own. Only what can stand in a name of ours is kept: letters and digits that NFKC leaves alone, and
what they fall into when they are taken apart.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

TO = Path(__file__).resolve().parents[1] / "league" / "users" / "unicode"
RANGE = re.compile(r"^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*; (\w+)")
HEAD = """\
# {what}
# From {source}, made smaller by deploy/unicode_names.py.
# Copyright 1991-2023 Unicode, Inc. Unicode License v3: https://www.unicode.org/license.txt
"""


def possible() -> set[str]:
    """The characters that names may hold, and those that they are made of."""
    found: set[str] = set(".+-_")
    for number in range(sys.maxunicode + 1):
        character = chr(number)
        if character.isalnum() and unicodedata.normalize("NFKC", character) == character:
            found.update(character, unicodedata.normalize("NFD", character))
    return found


def confusables(source: Path) -> str:
    """A line for each prototype: it, a tab, and all that look like it."""
    like: dict[str, list[str]] = defaultdict(list)
    letters = possible()
    for character, prototype in json.loads(source.read_text()).items():
        if character in letters and character != prototype:
            like[unicodedata.normalize("NFD", prototype)].append(character)
    return "".join(f"{prototype}\t{''.join(sorted(those))}\n" for prototype, those in sorted(like.items()))


def scripts(source: Path) -> str:
    """A line for each script: its name, and its letters as ranges of code points in hexadecimal."""
    ranges: dict[str, list[tuple[int, int]]] = defaultdict(list)
    rows = [RANGE.match(line) for line in source.read_text().splitlines()]
    for first, last, script in sorted((int(r[1], 16), int(r[2] or r[1], 16), r[3]) for r in rows if r):
        if script in ("Common", "Inherited"):
            continue
        known = ranges[script]
        if known and known[-1][1] == first - 1:
            known[-1] = (known[-1][0], last)
        else:
            known.append((first, last))
    return "".join(
        f"{script} {' '.join(f'{first:X}-{last:X}' for first, last in those)}\n"
        for script, those in sorted(ranges.items())
    )


def main(look_alikes: str, of_scripts: str) -> None:
    what = "What looks alike: a prototype, a tab, the characters that are taken for it."
    head = HEAD.format(what=what, source="Unicode's confusables.txt 13.0.0")
    (TO / "confusables.txt").write_text(head + confusables(Path(look_alikes)))
    what = "Which script a letter belongs to: ranges of code points."
    head = HEAD.format(what=what, source="Unicode's Scripts.txt 15.0.0")
    (TO / "scripts.txt").write_text(head + scripts(Path(of_scripts)))


if __name__ == "__main__":
    main(*sys.argv[1:])
