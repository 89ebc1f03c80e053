"""What prize money is about, for everyone to read: where a player's money is, and how a season with prizes
is run. The texts are a template in each language, `prizes/help/<language>/<slug>.html`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from games.views.rules import language_links, language_of
from games.words.rules import Contents
from league.prizes.models import Payment, Payout, Refund

TITLES: Final[Mapping[str, Mapping[str, str]]] = {
    "players": {
        "en": "Where your money is, and how to check",
        "fr": "Où est votre argent, et comment le vérifier",
    },
    "organisers": {"en": "Run a season with prizes", "fr": "Organiser une saison à prix"},
}
"""What the pages are called: like their texts, no catalogue's business."""

READERS: Final[Mapping[str, Mapping[str, str]]] = {
    "players": {"en": "If you play", "fr": "Si vous jouez"},
    "organisers": {"en": "If you organise", "fr": "Si vous organisez"},
}
"""For whom each is: how they lead to each other."""


@dataclass(frozen=True, slots=True)
class Page:
    """One of the pages, in one language."""

    slug: str
    name: str
    short: str
    language: str

    @property
    def url(self) -> str:
        return reverse(f"prizes:help-{self.slug}")

    @property
    def template(self) -> str:
        return f"prizes/help/{self.language}/{self.slug}.html"


def pages(language: str) -> list[Page]:
    """All of them in a language."""
    return [Page(slug, names[language], READERS[slug][language], language) for slug, names in TITLES.items()]


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Where a player's money is, when it comes back, how prizes are split and paid, how to check."""
    return _shown(request, "players")


@require_safe
def organisers(request: HttpRequest) -> HttpResponse:
    """A season with prizes from its draft to the last payout."""
    return _shown(request, "organisers")


def _shown(request: HttpRequest, slug: str) -> HttpResponse:
    language = language_of(request)
    with translation.override(language):
        all_pages = pages(language)
        shown = next(page for page in all_pages if page.slug == slug)
        context = {"pages": all_pages, "page": shown, "contents": Contents(), "states": _states()}
        return render(request, shown.template, context | language_links(request, language))


def _states() -> dict[str, dict[str, str]]:
    """By kind and state: the words that pages say it with."""
    kinds = {"payment": Payment.State, "refund": Refund.State, "payout": Payout.State}
    return {
        kind: {str(value): str(label) for value, label in states.choices} for kind, states in kinds.items()
    }
