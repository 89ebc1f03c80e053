"""What pages must not say again: words that promised or named something other than what is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import polib
import pytest
from django.conf import settings

from league import catalogue

FORBIDDEN = {
    "en": [
        r"owe[sd]? the (entry )?fee again",
        r"\bby hand\b",
        r"(payments?|fee|sums?) (was |were |is |are |that (is|are) )?taken back",
        r"banks? (takes?|took|has taken) (a |your |the |an )?\w* ?\w*back",
        r"anybody in the season",
        r"cancelled by itself",
        r"\bTake %\(name\)s out\b",
    ],
    "fr": [
        "de la main à la main",
        r"doit (de nouveau|alors de nouveau) (le droit|la somme)",
        r"\b(le|un|ce|du|chaque) droit\b(?! (d[’e]|va à la cagnotte))",
        "(paiements?|droit d’inscription|sommes?) (a été |est |serait )?(repris|retiré) (par|depuis)",
        "banques? (a |en )?repr(is|end|ennent|endr)",
        "rétrofacturation",
        "toute personne de la saison peut",
        "exclusion temporaire",
    ],
}
"""By language, patterns of what no text says."""


@cache
def entries() -> list[polib.POEntry]:
    return [entry for entry in polib.pofile(str(catalogue.catalogue_path("fr"))) if not entry.obsolete]


def english(entry: polib.POEntry) -> str:
    return " ".join((entry.msgid, entry.msgid_plural))


def french(entry: polib.POEntry) -> str:
    return " ".join((entry.msgstr, *entry.msgstr_plural.values()))


def texts(language: str) -> Iterator[str]:
    """All that people read in a language: the catalogue, the rules and the pages about prize money."""
    yield from map(english if language == "en" else french, entries())
    for folder in ("prizes/help", "rules"):
        pages = list((settings.ROOT / "templates" / folder / language).rglob("*.html"))
        assert pages
        yield from (page.read_text() for page in pages)


@pytest.mark.parametrize("language", FORBIDDEN)
def test_nothing_says_what_is_not_so(language):
    said = list(texts(language))
    assert len(said) > 4000
    pattern = re.compile("|".join(FORBIDDEN[language]), re.IGNORECASE)
    assert [found.group() for text in said if (found := pattern.search(text))] == []


def test_bans_and_removals_are_not_each_other_in_french():
    """Who is banned may not come back: *bannir*. Who is removed may: *exclure*."""
    bans = [entry for entry in entries() if re.search(r"\b[Bb]an(s|ned)?\b", entry.msgid)]
    assert len(bans) > 15
    for entry in bans:
        said = french(entry).lower()
        assert "bann" in said, entry.msgid
        assert "remove" in entry.msgid.lower() or not re.search("exclu|retir|retrait", said), entry.msgid
    removals = [entry for entry in entries() if re.search(r"\b[Rr]emoved? .*(league|season)", entry.msgid)]
    assert len(removals) > 8
    for entry in removals:
        assert re.search("exclu", french(entry), re.IGNORECASE), entry.msgid
        assert "bann" not in french(entry).lower(), entry.msgid
