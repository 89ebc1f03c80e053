"""Words that templates say once for everybody."""

from django.template import Context, engines
from django.utils import translation

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
