"""The first page, and what is said when something goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template import loader
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

import adjudicator
from games import wording
from games.board import render_board
from league.leagues import selectors

LEAGUES_SHOWN = 5
TYPED = ("text", "body", "description")
CHOSEN = ("bid", "rank", "order", "slot")
"""Names of fields that people type in, and beginnings of the names of those in which they choose."""


@require_safe
def home(request: Any) -> HttpResponse:
    """What this is; for those who are signed in, the way to their games and leagues."""
    own = selectors.memberships_of(request.user) if request.user.is_authenticated else []
    context = {
        "board": opening_board(wording.language()),
        "leagues": selectors.latest_public_leagues(LEAGUES_SHOWN),
        "memberships": own,
    }
    return render(request, "home.html", context)


@cache
def opening_board(language: str) -> SafeString:
    """The map of spring 1901, which every game of Diplomacy begins with."""
    opening = adjudicator.start(variant="standard")["position"]
    return mark_safe(render_board(opening, language=language))


def server_error(request: HttpRequest) -> HttpResponse:
    """A failure of ours. The page asks the data base nothing: it may be what failed."""
    return HttpResponse(loader.get_template("500.html").render({}), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that was open for too long."""
    return render(request, "403.html", {"typed": typed_in(request)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page, or not for this reader: for one whose session has ended while he wrote, for instance."""
    return render(request, "404.html", {"typed": typed_in(request)}, status=404)


def typed_in(request: HttpRequest) -> str:
    """What somebody typed into a form that nobody took, so that it can be given back to him.

    Orders, bids, choices and letters, as text; never a password. Empty when another site's page sent the
    form: it shall not choose the words on a page of ours.
    """
    origin = request.headers.get("Origin", "")
    if request.method != "POST" or origin not in ("", f"{request.scheme}://{request.get_host()}"):
        return ""
    texts = [request.POST.get(name, "").strip() for name in TYPED]
    return "\n\n".join(text for text in (*texts, "\n".join(_chosen_in(request.POST))) if text)


def _chosen_in(post: QueryDict) -> Iterator[str]:
    """Choices that were changed, a line each. An order says by itself which unit it is for."""
    for name, value in post.items():
        kind, _hyphen, what = name.partition("-")
        if kind in CHOSEN and value and value != post.get(f"was-{what}"):
            yield str(value) if kind in ("order", "slot") else f"{what} {value}"
