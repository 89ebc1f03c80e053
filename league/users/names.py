"""Names that can be told apart: of one script, in plain letters, and like no one else's.

The method is Unicode's (UTS #39, sections 4 and 5.1); the data in `unicode/` is Unicode's too.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.common.words.people import FORMER

DATA: Final = Path(__file__).parent / "unicode"
MARKS: Final = ".+-_"
"""What may stand in a name besides letters and digits; full stops in old ones alone."""

WRITTEN_TOGETHER: Final = (
    {"Han", "Hiragana", "Katakana"},
    {"Han", "Bopomofo"},
    {"Han", "Hangul"},
)
"""Scripts that one language mixes."""

SKELETON_LENGTH: Final = 255
"""More than any name that can be read; what comes after it is not compared."""

SCRIPTS_OF_TODAY: Final = frozenset(
    [
        "Arabic",
        "Armenian",
        "Bengali",
        "Bopomofo",
        "Cyrillic",
        "Devanagari",
        "Ethiopic",
        "Georgian",
        "Greek",
        "Gujarati",
        "Gurmukhi",
        "Han",
        "Hangul",
        "Hebrew",
        "Hiragana",
        "Kannada",
        "Katakana",
        "Khmer",
        "Lao",
        "Latin",
        "Malayalam",
        "Myanmar",
        "Oriya",
        "Sinhala",
        "Tamil",
        "Telugu",
        "Thaana",
        "Thai",
        "Tibetan",
    ]
)
"""Those recommended for names (UAX #31, table 5): no one writes in others today, and some look like ours."""

RARE: Final = ((0x250, 0x2AF), (0x1D00, 0x1DBF), (0x2C60, 0x2C7F), (0xA720, 0xA7FF), (0xAB30, 0xAB6F))
"""Blocks of Latin letters of phonetics: small capitals, turned and barred letters."""

JAMO: Final = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xA960, 0xA97F), (0xD7B0, 0xD7FF), (0xFFA0, 0xFFDC))
"""Pieces of Korean syllables, and their invisible fillers; whole syllables stand elsewhere."""

ACCENTS: Final = re.compile("[\u0300-\u036f]")
"""Marks on Latin, Greek and Cyrillic letters. Those of other scripts are letters of their own."""

REPEATS: Final = frozenset("\u3005\u30fc\u30fd\u30fe\u309d\u309e")
"""Marks by which Japanese repeats or lengthens: the only modifiers that names are written with."""

Names: TypeAlias = Callable[[], Iterable[str]]
"""Names that stay taken though no account may have them any more; empty ones are none."""

_kept: list[Names] = []


def keeps_names(names: Names) -> Names:
    """Register `names`, once, when the apps are loaded: of those who hold other people's money, say."""
    _kept.append(names)
    return names


def stays_taken(name: str) -> bool:
    """Whether `name` is, or looks like, one that another app keeps taken."""
    looks = skeleton(name), skeleton_of_capitals(name)
    return any(
        skeleton(kept) == looks[0] or skeleton_of_capitals(kept) == looks[1]
        for kept in {each for names in _kept for each in names() if each}
    )


def _lines(name: str) -> Iterator[str]:
    text = (DATA / name).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("# "))


@cache
def _prototypes() -> dict[int, str]:
    pairs = (line.split("\t") for line in _lines("confusables.txt"))
    return {ord(each): prototype for prototype, those in pairs for each in those}


@cache
def _ranges() -> tuple[list[int], list[tuple[int, str]]]:
    """Where each range of letters begins; where it ends, and its script."""
    found = []
    for line in _lines("scripts.txt"):
        script, *ranges = line.split()
        for each in ranges:
            first, last = (int(number, 16) for number in each.split("-"))
            found.append((first, last, script))
    found.sort()
    return [first for first, _last, _script in found], [(last, script) for _first, last, script in found]


def script_of(character: str) -> str:
    """The script of `character` (`Latin`); nothing for what all scripts share, digits for instance."""
    begins, rest = _ranges()
    last, script = rest[bisect_right(begins, ord(character)) - 1]
    return script if begins[0] <= ord(character) <= last else ""


def skeleton(name: str) -> str:
    """What `name` looks like in small letters: names that are taken for each other so have one skeleton.

    It is for comparing only: `m` falls into `rn`, `1` into `l`; special forms, which only old names have,
    into plain letters; and letters with accents into those without.
    """
    return _looks(unicodedata.normalize("NFKC", name).casefold())


def skeleton_of_capitals(name: str) -> str:
    """The same of `name` in capitals: there `I` and `l` are alike, and Cyrillic `КІМ` is `KIM`."""
    return _looks(unicodedata.normalize("NFKC", name).upper())


def _looks(text: str) -> str:
    apart = unicodedata.normalize("NFD", text).translate(_prototypes())
    bare = ACCENTS.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFD", apart).casefold()))
    return unicodedata.normalize("NFC", bare)[:SKELETON_LENGTH]


def is_of_today(letter: str) -> bool:
    """Whether people write with `letter` today, and can see it."""
    script, number = script_of(letter), ord(letter)
    is_piece = any(first <= number <= last for first, last in (*RARE, *JAMO))
    is_modifier = unicodedata.category(letter) == "Lm" and letter not in REPEATS
    return (not script or script in SCRIPTS_OF_TODAY) and not is_piece and not is_modifier


def _strangers(name: str) -> str:
    """The letters of `name` that are not of the script of the others; the fewer, or the later."""
    scripts = {letter: script for letter in name if (script := script_of(letter))}
    used = set(scripts.values())
    if len(used) < 2 or any(used <= together for together in WRITTEN_TOGETHER):
        return ""
    count = [scripts[letter] for letter in name if letter in scripts]
    most = max(count, key=count.count)
    return "".join(dict.fromkeys(letter for letter in name if scripts.get(letter, most) != most))


def check_letters(name: str) -> None:
    """Refuse with ValidationError a name in special forms of letters, with letters that no one writes with
    today, or of several scripts.
    """
    plain = unicodedata.normalize("NFKC", name)
    if plain != name:
        raise ValidationError(
            _("This name has special characters. Write it plainly: “%(plain)s”."),
            code="special_forms",
            params={"plain": plain},
        )
    if rare := "".join(dict.fromkeys(letter for letter in name if not is_of_today(letter))):
        raise ValidationError(
            _("Names can’t contain “%(letters)s”. Choose other characters."),
            code="rare_letters",
            params={"letters": rare},
        )
    if strange := _strangers(name):
        raise ValidationError(
            _("Use one alphabet only. These letters are from another one: “%(letters)s”."),
            code="several_scripts",
            params={"letters": strange},
        )


def is_kept(name: str) -> bool:
    """Whether `name` is, or looks like, one that the site keeps for itself, or gives to former members."""
    if any(_bare(look(name)).startswith(_bare(look(FORMER))) for look in (skeleton, skeleton_of_capitals)):
        return True
    return any(
        _bare(look(name)) in {_bare(look(kept)) for kept in settings.ACCOUNT_USERNAME_BLACKLIST}
        for look in (skeleton, skeleton_of_capitals)
    )


def _bare(look: str) -> str:
    """Without marks and accents: no one but the site is `ädmin` or `a-d-m-i-n` either."""
    apart = unicodedata.normalize("NFD", look)
    return "".join(each for each in apart if each not in MARKS and unicodedata.category(each) != "Mn")
