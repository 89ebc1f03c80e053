"""Every text of the site is in French too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import polib
import pytest
from django.conf import settings

from league.server import catalogue


@pytest.mark.slow
@pytest.mark.skipif(not catalogue.can_collect(), reason="xgettext is not installed (gettext)")
def test_the_french_catalogue_is_complete():
    """Missing, stale, fuzzy, untranslated, or with other placeholders than the English: each is named."""
    assert catalogue.faults("fr") == []


def texts_inside_f_strings() -> Iterator[str]:
    """What is translated within an f-string, where xgettext does not look."""
    for path in [*settings.ROOT.glob("games/**/*.py"), *settings.ROOT.glob("league/**/*.py")]:
        source = path.read_text()
        if "gettext" not in source:
            continue
        f_strings = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.JoinedStr))
        for call in (node for each in f_strings for node in ast.walk(each) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in ("_", "gettext", "ngettext", "pgettext"):
                number = int(call.func.id == "pgettext")
                yield from [
                    arg.value for arg in call.args[number : number + 1] if isinstance(arg, ast.Constant)
                ]


@pytest.mark.slow
def test_no_text_hides_inside_an_f_string():
    known = {entry.msgid for entry in polib.pofile(str(catalogue.catalogue_path("fr"))) if not entry.obsolete}
    assert [text for text in texts_inside_f_strings() if text not in known] == []


SAID_OTHERWISE = ("horloge", "scell", "siège", "courriel", "ouvre des", "battement", "mouvements")
"""What French names of rows and columns must not say. Players read échéance, caché, place, e-mail."""


def test_french_names_in_the_admin_are_the_words_of_the_pages():
    of_rows = [
        entry
        for entry in polib.pofile(str(catalogue.catalogue_path("fr")))
        if not entry.obsolete
        and all("/models/" in path or "/admin" in path for path, _line in entry.occurrences)
    ]
    assert len(of_rows) > 150
    said = [(entry.msgid, entry.msgstr) for entry in of_rows]
    assert [each for each in said if any(word in each[1].lower() for word in SAID_OTHERWISE)] == []
