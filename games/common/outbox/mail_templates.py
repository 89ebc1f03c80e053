"""The forms of mails: templates write each once, for all who get its like, and readers' words are filled in.

A template runs over stand-ins for words, so it must not look into them: it may ask whether there are any, and
numbers are told truly, since sentences turn on them. Styles are written into the tags of the form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import chain, count
from typing import TypeAlias

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.common.outbox.mailer import with_styles
from games.common.outbox.subjects import one_line, wide
from games.common.words import people

Facts: TypeAlias = Mapping[str, str | int]
"""What a mail says by a name: words, which are filled in, or a number, which shapes the form."""

Shape: TypeAlias = tuple[tuple[str, bool | int], ...]
"""What of facts a template may turn on: numbers, and whether there are words."""

PLACE = re.compile("\ue000([0-9]+)\ue001")
"""A stand-in for words: characters that no one's language has."""

KEPT = 256
"""Forms kept by a process: each kind of mail in each language, for one game, two, three…"""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as its reader gets it: its subject, in one line, and the twins."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class _Form:
    """Words, and between them places to be filled in: every second part is a place's number."""

    parts: tuple[str, ...]

    @classmethod
    def of(cls, rendered: str) -> _Form:
        return cls(tuple(PLACE.split(rendered)))

    def filled(self, words: Sequence[str]) -> str:
        return "".join(words[int(part)] if odd % 2 else part for odd, part in enumerate(self.parts))


def letter(
    about: str, wish: str, reader: Facts, matters: Sequence[Facts], folder: str = "games/mail"
) -> Letter:
    """The mail about `matters`, in the language that holds now; `reader` is what it says of them.

    `wish` is what they would have to say no to, to get no more of them. `folder` is where its templates are.
    """
    shapes = tuple(_shape(facts) for facts in (reader, *matters))
    subject_form, text_form, html_form = _forms(
        f"{folder}/{about}", wish, translation.get_language(), settings.SITE_ADDRESS, shapes
    )
    said = chain.from_iterable(facts.values() for facts in (reader, *matters))
    words = [fact for fact in said if fact and isinstance(fact, str)]
    subject = wide(subject_form.filled(["", *words]))
    words = [subject, *words]
    return Letter(subject, wide(text_form.filled(words)), html_form.filled([escape(word) for word in words]))


def _shape(facts: Facts) -> Shape:
    return tuple((name, bool(fact) if isinstance(fact, str) else fact) for name, fact in facts.items())


@lru_cache(maxsize=KEPT)
def _forms(
    path: str, wish: str, language: str, site: str, shapes: tuple[Shape, ...]
) -> tuple[_Form, _Form, _Form]:
    """Subject, text and HTML of all mails that are alike in this; `path` begins the names of their templates.
    Place 0 is the subject's.
    """
    numbers = count(1)
    reader, *matters = [
        {
            name: fact if not isinstance(fact, bool) else _place(next(numbers)) if fact else ""
            for name, fact in shape
        }
        for shape in shapes
    ]
    context = {
        **reader,
        "matters": matters,
        "first": matters[0],
        "count": len(matters),
        "subject": _place(0),
        "language": language,
        "wish": wish,
        "wishes": site + people.wishes_path(),
        "mine": site + reverse("games:mine"),
        "site": site,
    }
    subject = one_line(render_to_string(f"{path}_subject.txt", context))
    text = render_to_string(f"{path}.txt", context).strip() + "\n"
    html = with_styles(render_to_string(f"{path}.html", context))
    return _Form.of(subject), _Form.of(text), _Form.of(html)


def _place(number: int) -> str:
    return f"\ue000{number}\ue001"
