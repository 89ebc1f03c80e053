"""What pages must not say again: words that promised or named something other than what is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import polib
import pytest
from django.conf import settings
from django.utils import translation

from adjudicator.texts import verdicts
from games.pages import results
from league.competitions.rules.common_rules import GAMES_FOR_TWO, WITH_A_LAST_YEAR
from league.server import catalogue

FORBIDDEN = {
    "en": [
        r"owe[sd]? the (entry )?fee again",
        r"\bby hand\b",
        r"(payments?|fee|sums?) (was |were |is |are |that (is|are) )?taken back",
        r"banks? (takes?|took|has taken) (a |your |the |an )?\w* ?\w*back",
        r"anybody in the season",
        r"cancelled by itself",
        r"\bTake %\(name\)s out\b",
        r"with fewer, it is cancelled",
        r"whichever is lower|if that is lower|lower-ranked",
        r"every game has a last year",
        r"decided by an arbiter by the measure",
        r"counted as idle|idle weeks? cost you",
        r"count as absent",
        r"underlined bid",
        r"\bchampions?\b",
        r"which runs this site",
        r"\bcollided\b|stood off|dri?ven? out|dislodged and removed|stand(s|ing)? (each )?other off",
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
        r"le plus bas des deux|s’il est plus bas",
        r"chaque partie a une dernière année",
        r"départagée par un arbitre",
        r"semaines sans défi",
        r"offre soulignée",
        r"adresses? électroniques?|courriel",
        r"%\(name\)s, qui gère",
        r"\b(se )?repouss(ée?|ent)\b(?! à)|même retraite",
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
    bans = {entry.msgid for entry in bans}
    removals = [entry for entry in entries() if re.search(r"\b[Rr]emoved? .*(league|season)", entry.msgid)]
    assert len(removals) > 8
    for entry in removals:
        assert re.search("exclu", french(entry), re.IGNORECASE), entry.msgid
        assert entry.msgid in bans or "bann" not in french(entry).lower(), entry.msgid


def test_the_last_year_in_the_house_rules_is_that_of_the_games_that_have_one():
    """HR-10: the Great War, which ladders offer too, has none (RB-20)."""
    assert set(GAMES_FOR_TWO) - set(WITH_A_LAST_YEAR) == {"standard"}
    said = {"en": "has one; the Great War has none", "fr": "en a une\u202f; la Grande Guerre n’en a pas"}
    for language, words in said.items():
        page = (settings.ROOT / f"templates/rules/{language}/house.html").read_text()
        clause = page[page.index('{% clause "HR-10"') : page.index('{% clause "HR-11"')]
        clause = re.sub(r"[ \n]+", " ", clause)
        assert words in clause and '{% rule "RB-20" %}' in clause


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("reason", ["bounced", "cut", "dislodged", "convoy-disrupted", "collision"])
def test_the_word_of_a_result_begins_its_sentence(language, reason):
    """A label and the sentence beside it call what happened by one name."""
    number = ("en", "fr").index(language)
    with translation.override(language):
        assert verdicts.FAILURES[reason][number].startswith(str(results.FAILURE[reason][0]))


def test_one_mark_is_both_the_look_and_the_name_of_a_bid_that_took_a_power():
    rules = re.findall(r"[^{}]*\.win\{([^}]*)\}", (settings.ROOT / "static/look.css").read_text())
    assert len(rules) == 2 and "border:2px" in rules[0]
    assert all("border-radius" in rule and "underline" not in rule for rule in rules)
    told = [entry for entry in entries() if "winning bid." in entry.msgid]
    assert len(told) == 2
    for entry in told:
        assert "Circled" in entry.msgid and "Entourée" in entry.msgstr
