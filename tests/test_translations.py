"""Every text of the site is in French too."""

from __future__ import annotations

import re

import polib
import pytest

from league import catalogue


@pytest.mark.skipif(not catalogue.can_collect(), reason="xgettext is not installed (gettext)")
def test_the_french_catalogue_is_complete():
    """Missing, stale, fuzzy, untranslated, or with other placeholders than the English: each is named."""
    assert catalogue.faults("fr") == []


TYPED = {"heading of typed orders", "orders ahead"}
"""Contexts of what players type, and read back, with the spaces of their keyboards."""


def test_no_line_breaks_before_french_punctuation():
    """U+00A0 before a colon, U+202F before the other marks and inside quotation marks."""
    breakable = re.compile(r"\S [:;!?»](?!\w)|« ")
    entries = [entry for entry in polib.pofile(str(catalogue.catalogue_path("fr"))) if not entry.obsolete]
    texts = [
        text
        for entry in entries
        if entry.msgctxt not in TYPED
        for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]
    assert len(texts) > 1000
    assert [text for text in texts if breakable.search(text)] == []
