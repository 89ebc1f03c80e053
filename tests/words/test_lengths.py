"""Buttons and sentences are short; what was longer before that was tested only gets less."""

from __future__ import annotations

import pytest

from tests.words import lengths

MOST = 71
"""Lines of lengths.txt on the day on which it came."""


def test_no_new_button_or_sentence_is_too_long():
    before = lengths.known()
    new = [each for each in lengths.found() if each.line not in before]
    assert new == [], f"buttons: {lengths.SIGNS} signs; sentences: {lengths.WORDS} words"


def test_what_was_shortened_leaves_the_list():
    gone = lengths.known() - {each.line for each in lengths.found()}
    assert not gone, "`python -m tests.words` takes them out of tests/words/lengths.txt"


def test_the_list_of_lengths_only_gets_shorter():
    assert len(lengths.known()) <= MOST, "nothing is added to tests/words/lengths.txt"


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
    ],
)
def test_buttons_are_found_in_templates_without_what_is_hidden(source, text, signs):
    found = list(lengths.buttons(source))
    assert found == ([] if text is None else [text])
    assert text is None or len(lengths.visible(text)) == signs


def test_words_of_a_sentence_are_counted_through_its_links():
    page = "<p>One {% if a %}<a href='/'>two</a>{% endif %} three. Four\nfive – six.</p><li>Seven</li>"
    counted = [(said, words) for said, words in lengths.sentences(page) if words]
    assert counted == [("One two three.", 3), ("Four five – six.", 3), ("Seven", 1)]
