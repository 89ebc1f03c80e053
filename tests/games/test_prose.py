"""The plain text of messages on a page: nothing comes out that was not put there."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.utils.translation import override
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.words.prose import first_words, letter_html, quoted, visible

PHASES = {"S1901M": "/l/calais/g/abc/S1901M/", "F1901R": "/l/calais/g/abc/"}
ABOUT = "nofollow noopener noreferrer ugc"
ALLOWED = {"p", "br", "blockquote", "a"}
HOSTILE = st.lists(
    st.sampled_from(
        [
            *"<>\"'&=/\\ \n\t\r;:[](){}`",
            "<script>alert(1)</script>",
            "<a href=javascript:alert(1)>",
            "javascript:alert(1)",
            "https://a.example/",
            "http://a.example/\"onmouseover='x'",
            "HTTPS://ben@evil.example/",
            "http://a.example:80:80/",
            "http://[::1]/",
            "https://\u202egro.elpmaxe/",
            "https://exämple.org/",
            "data:text/html,x",
            "[S1901M]",
            "[S1901M",
            "[S9999Z]",
            "> ",
            ">>>>>>>",
            "\n\n",
            "{{ page }}",
            "{% load %}",
            "&lt;b&gt;",
            "\u202e",
            "\u2066",
            "\u200b",
            "\ufeff",
            "\u2028",
            "\x00",
            "\x1b[2J",
            "é",
            "٣",
            "😀",
        ]
    )
    | st.text(max_size=8),
    max_size=30,
).map("".join)


class Reader(HTMLParser):
    """What a browser finds: the tags with their attributes, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    handle_decl = handle_pi = unknown_decl = handle_comment


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.slow
@given(HOSTILE)
@example("https://a.example/<b>")
@example(">" * 4000)
@settings(max_examples=200, deadline=None)
def test_no_tag_and_no_attribute_comes_out_but_ours(text: str) -> None:
    for tag, attributes in read(letter_html(text, PHASES)).tags:
        assert tag in ALLOWED
        if tag != "a":
            assert attributes == {}
        elif attributes.get("rel"):
            assert set(attributes) == {"href", "rel"} and attributes["rel"] == ABOUT
            assert str(attributes["href"]).lower().startswith(("http://", "https://"))
        else:
            assert set(attributes) == {"href"} and attributes["href"] in PHASES.values()


@pytest.mark.slow
@given(HOSTILE)
@settings(max_examples=150, deadline=None)
def test_all_that_can_be_seen_is_still_there(text: str) -> None:
    """But for the marks of quotations and white space, which become shape."""

    def bare(words: str) -> str:
        return "".join(words.replace(">", "").split())

    assert bare(read(letter_html(text, {})).text) == bare(visible(text))


@pytest.mark.slow
@given(HOSTILE)
@settings(max_examples=100, deadline=None)
def test_nothing_unseen_and_nothing_that_turns_the_writing_round_remains(text: str) -> None:
    shown = str(letter_html(text, PHASES))
    assert not set("\u202e\u2066\u2067\u200b\u200e\u200f\u061c\ufeff\x00\x1b") & set(shown)


def test_paragraphs_lines_and_quotations_have_their_shape() -> None:
    html = letter_html("Dear Ben,\nwell.\n\n\n> you said\n>> I said\n> so\nYes.", {})
    assert html == (
        "<p>Dear Ben,<br>well.</p><blockquote><p>you said</p><blockquote><p>I said</p></blockquote>"
        "<p>so</p></blockquote><p>Yes.</p>"
    )


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("See https://a.example/x.", "https://a.example/x"),
        ("(https://a.example/x)", "https://a.example/x"),
        ("https://a.example/x_(y)!", "https://a.example/x_(y)"),
        ("http://a.example:8000/?a=1&b=2", "http://a.example:8000/?a=1&b=2"),
        ("https://fr.example.org/Économie", "https://fr.example.org/%C3%89conomie"),
    ],
)
def test_an_address_is_a_link_that_shows_all_of_itself(text: str, address: str) -> None:
    found = read(letter_html(text, {}))
    assert [attributes for tag, attributes in found.tags if tag == "a"] == [{"href": address, "rel": ABOUT}]
    assert found.text == text


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "data:text/html,hello",
        "ftp://a.example/",
        "www.example.org",
        "http://localhost/",
        "https://bank.example@evil.example/",
        "https://bank.example\\@evil.example/",
        "https://bаnk.example/",
        "https://a.example/\u05d0\u05d1",
        "https://a.example:99999/",
        "https://-a.example/",
    ],
)
def test_what_may_lead_elsewhere_than_it_seems_is_no_link(text: str) -> None:
    assert "<a" not in letter_html(text, {})


def test_a_phase_is_named_in_the_readers_language() -> None:
    with override("fr"):
        html = letter_html("Voyez [S1901M] et [F1999M].", PHASES)
    assert (
        html == '<p>Voyez <a href="/l/calais/g/abc/S1901M/">Printemps 1901, mouvements</a> et [F1999M].</p>'
    )


def test_a_letter_is_quoted_line_by_line() -> None:
    assert quoted("One.\n\n> Two.\r\nThree.") == "> One.\n>\n> > Two.\n> Three.\n"
    assert "<blockquote><p>Two.</p></blockquote>" in letter_html(quoted("> Two."), {})


def test_a_threads_line_has_the_writers_own_words() -> None:
    assert first_words("> you said\n\nI say\nthis", 60) == "I say this"
    assert first_words("> only you", 60) == "> only you"
    assert first_words("word " * 30, 18) == "word word word…"
