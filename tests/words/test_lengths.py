"""Buttons and sentences are short, in both languages."""

from __future__ import annotations

import pytest

from tests.words import lengths


def test_no_button_and_no_sentence_is_too_long():
    assert lengths.found() == [], "say it shorter: a verb and its object; one idea a sentence"


@pytest.mark.parametrize(
    ("source", "text", "signs"),
    [
        ('<button class="x">{% translate "Save" %}</button>', "Save", 4),
        (
            "<a href=\"{% url 'x' %}\" class=\"button button-main\">{% translate 'Go' context 'b' %}</a>",
            "Go",
            2,
        ),
        ('<a href="/">{% translate "Only a link" %}</a>', None, 0),
        (
            '<button>{% blocktranslate trimmed %}\n  Sign out<span class="unseen"> of {{ name }}</span>\n'
            "{% endblocktranslate %}</button>",
            'Sign out<span class="unseen"> of %(name)s</span>',
            8,
        ),
        ('{% include "form.html" with button=_("Send it") %}', "Send it", 7),
    ],
)
def test_buttons_are_found_in_templates_without_what_is_hidden(source, text, signs):
    found = list(lengths.buttons(source))
    assert found == ([] if text is None else [text])
    assert text is None or len(lengths.visible(text)) == signs


@pytest.mark.parametrize(
    "source",
    [
        'show(button=_("Send it") if is_new else None, label=_("Your text"))',
        'said = {"title": _("A text"), "button": gettext("Send it")}',
        'Button(_("Send it"), _("the text of %(name)s") % said)',
    ],
)
def test_buttons_are_found_in_python(source):
    assert list(lengths.buttons_of_python(source)) == ["Send it"]


def test_words_of_a_sentence_are_counted_through_its_links():
    page = "<p>One {% if a %}<a href='/'>two</a>{% endif %} three. Four\nfive – six.</p><li>Seven</li>"
    counted = [(said, words) for said, words in lengths.sentences(page) if words]
    assert counted == [("One two three.", 3), ("Four five – six.", 3), ("Seven", 1)]


def test_every_button_begins_with_a_verb():
    assert lengths.without_verb() == set(), "say what it does; verbs stand in buttons.toml"


def test_no_exception_outlives_its_button():
    assert set(lengths._shown()) >= lengths.NO_VERB
