"""Mails about the account in HTML: made from their text, so that whatever there is has its twin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.common.outbox.mailer import day_words, with_styles

IS_LINK = re.compile(r"https?://\S+")
SIGNATURE = "\n-- \n"
INDENT = "    "


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph of a mail: words, a link that stands alone, or a code, which is indented."""

    kind: Literal["words", "link", "code"]
    text: str


def parts_of(text: str) -> Iterator[Part]:
    """The paragraphs of a mail's text, without its signature."""
    for paragraph in re.split(r"\n\s*\n", text.partition(SIGNATURE)[0].strip("\n")):
        words = paragraph.strip()
        if IS_LINK.fullmatch(words):
            yield Part("link", words)
        elif paragraph.startswith(INDENT):
            yield Part("code", words)
        elif words:
            yield Part("words", words)


def html_of(subject: str, text: str) -> str:
    """The HTML twin of a mail, in the language and zone that hold now, with its styles in attributes."""
    context = {
        "subject": subject,
        "parts": list(parts_of(text)),
        "day": day_words(timezone.now()),
        "language": translation.get_language(),
        "site": settings.SITE_ADDRESS,
    }
    return with_styles(render_to_string("account/email/letter.html", context))


def with_site_address(context: dict[str, Any], request: HttpRequest) -> dict[str, Any]:
    """`context` with its links at the site's own address, whatever name the request called it by."""
    asked = request.build_absolute_uri("/").rstrip("/")
    return {"site": settings.SITE_ADDRESS} | {
        name: settings.SITE_ADDRESS + value.removeprefix(asked)
        if isinstance(value, str) and value.startswith(f"{asked}/")
        else value
        for name, value in context.items()
    }
