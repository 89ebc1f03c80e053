"""Words that templates say once for everyone, and words they say no more."""

from pathlib import Path

from django.template import Context, engines
from django.utils import translation

UNCLEAR = (
    "Found a league",
    "Found it",
    "is silence",
    "Whose turn",
    "Of moves, for writing",
    "Press outside the moves",
    "two noughts",
    "Do it, and show it",
    "Reporting a hole",
    "in the post",
    "Or type them: a choice above",
    "The secret for the lots is drawn then",
)
"""What newcomers read and did not understand."""

TEXT = """{% load games i18n %}{{ reader }}{% fixed %}{{ reader }}{% translate "Save" %}
{% include "_icon.html" with name="seal" %}{% endfixed %}"""


def test_fixed_words_are_said_in_each_reader_s_language():
    template = engines["django"].from_string(TEXT)
    said = {}
    for language in ("en", "fr", "en"):
        with translation.override(language):
            said[language] = template.render({"reader": ""})
    assert "Save" in said["en"] and "#i-seal" in said["en"]
    assert "Save" not in said["fr"] and "#i-seal" in said["fr"]


def test_fixed_words_know_nothing_of_whoever_reads_them_first():
    template = engines["django"].from_string(TEXT).template
    first, second = (template.render(Context({"reader": who})) for who in ("ada", "ben"))
    assert first.count("ada") == second.count("ben") == 1
    assert "ada" not in second


def test_no_text_says_what_newcomers_did_not_understand():
    catalogue = (Path(__file__).parents[2] / "league/locale/fr/LC_MESSAGES/django.po").read_text("utf-8")
    assert [words for words in UNCLEAR if words in catalogue] == []
