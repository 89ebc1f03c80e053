"""Countries by their names in the reader's language, as forms and rules say them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from babel import Locale

from games.common.words.local import alphabetical, language
from league.competitions.rules.prize_rules import COUNTRIES


def named(code: str) -> str:
    """`FR` → France; a code that no one knows by itself."""
    return str(Locale(language()).territories.get(code, code))


def choices() -> Sequence[tuple[str, str]]:
    """Every country's code and name, in the order of the reader's alphabet."""
    return _choices(language())


@lru_cache(maxsize=8)
def _choices(_language: str) -> Sequence[tuple[str, str]]:
    return sorted(((code, named(code)) for code in COUNTRIES), key=lambda each: alphabetical(each[1]))
