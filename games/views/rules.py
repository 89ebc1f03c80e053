"""The rules, for everyone to read: the classic rulebook, each variant's page, how to write orders."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from games.words import rules


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    language = language_of(request)
    with translation.override(language):
        context = {"pages": rules.pages(language)} | language_links(request, language)
        return render(request, f"rules/{language}/index.html", context)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    language = language_of(request)
    with translation.override(language):
        pages = rules.pages(language)
        shown = next((page for page in pages if page.slug == slug), None)
        if shown is None:
            raise Http404("no such rules page")
        context = {"pages": pages, "page": shown, "contents": rules.Contents()}
        return render(request, shown.template, context | language_links(request, language))


def language_of(request: HttpRequest) -> str:
    """The language that the address asks for, so that a page can be shared in either, else the reader's."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else current_language()


def current_language() -> str:
    return "fr" if (translation.get_language() or "").startswith("fr") else "en"


def language_links(request: HttpRequest, language: str) -> dict[str, Any]:
    """What the templates need to stay in `language` and to lead to the other one.

    `keep_language` is put after the addresses of other rules pages while the language is not the reader's
    own; `page_url` is where the site's own language switch comes back to.
    """
    own = getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)[:2]
    other = "en" if language == "fr" else "fr"
    return {
        "language": language,
        "keep_language": "" if language == own else f"?language={language}",
        "other_language_url": request.path if other == own else f"{request.path}?language={other}",
        "page_url": request.path,
    }
