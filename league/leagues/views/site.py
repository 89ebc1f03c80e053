"""The first page, and what is said when something goes wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, timedelta
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template import loader
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.common import clock
from games.common.guards import limits
from games.common.guards.limits import TOO_MANY_REQUESTS, in_words
from games.common.waiting import needs_of
from games.common.words.local import language
from games.lists import listing, played
from games.pages.showcase import live_game, still_boards, time_left
from games.views.practice import Progress, progress
from league.leagues import front, selectors
from league.leagues.opponents.waiting import LOOKING
from league.server import legal_texts
from league.server.legal_texts import LegalText
from league.users import waits

NEEDS_SHOWN = 3
"""Things that need the reader, on the first page."""

GAMES_SHOWN = 5
"""Games of theirs that wait for others, there."""

PUT_OFF = limits.Limit("put-off", 60, 3600)
"""Suggestions of one person; each leaves a row for a week."""

SUGGESTION = re.compile(r"[a-z]{1,12}(:[0-9]{1,12})?")
READ_AT_ONCE = 64 * 1024
SECURITY_TXT_HOLDS = timedelta(days=180)
TYPED = ("login", "email", "username", "name", "text", "body", "description")
CHOSEN = ("bid", "rank", "order", "slot")
"""Names of fields that people type in, and beginnings of the names of those in which they choose."""


@require_safe
def home(request: Any) -> HttpResponse:
    """For strangers what this is, in one screen; for those who are signed in what they have to do."""
    if not request.user.is_authenticated:
        live = live_game(selectors.open_leagues)
        shown = {
            "live": live,
            "left": time_left(live) if live else "",
            "boards": live.boards if live else still_boards(),
            "life": front.sign_of_life(),
        }
        return render(request, "home.html", shown)
    needs, roles = needs_of(request.user)
    now = listing.playing(request.user, needs, needs_shown=NEEDS_SHOWN, games_shown=GAMES_SHOWN)
    context = {
        "playing": now,
        "suggestion": front.suggestion_for(request.user, now.all_games, _to_learn(request, now)),
        "is_looking": LOOKING in roles,
        "now": clock.shown(),
    }
    return render(request, "home_signed_in.html", context)


@login_required
@require_POST
def not_now(request: Any) -> HttpResponse:
    """Put a suggestion off for a week; the next one stands there."""
    what = request.POST.get("what", "")
    if not SUGGESTION.fullmatch(what):
        raise Http404("no such suggestion")
    try:
        limits.count(PUT_OFF, request.user.pk)
    except limits.TooOften as error:
        messages.error(request, str(error))
    else:
        front.put_off(user=request.user, what=what)
        messages.success(request, _("Hidden for a week."))
    return redirect("home")


def _to_learn(request: Any, now: listing.Playing) -> Iterator[front.Suggestion]:
    """The practice game, for those who have no game, never had one, and have not finished practice in this
    browser. Two queries at most.
    """
    if now.all_games or played.has_sat(request.user):
        return
    practised = progress(request)
    if practised is Progress.OVER:
        return
    yield front.Suggestion(
        key="practice",
        title=_("Play a practice game"),
        text=_("Ten minutes against Otto, a program. You can undo every step."),
        way=_("Play now") if practised is Progress.NONE else _("Continue practice"),
        address=reverse("practice:game"),
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon for browsers that ask for it without having read one of the site's pages."""
    return redirect(static("icon.svg"), permanent=True)


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """How to report a hole, what is in scope, and what the site promises."""
    contact = settings.SECURITY_CONTACT
    return render(request, "security.html", {"contact": contact, "shown": contact.removeprefix("mailto:")})


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The page of security contacts for machines (RFC 9116)."""
    expires = timezone.now() + SECURITY_TXT_HOLDS
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, fr",
        f"Canonical: {settings.SITE_ADDRESS}{reverse('security-txt')}",
        f"Policy: {settings.SITE_ADDRESS}{reverse('security')}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
def legal(request: HttpRequest, text: str) -> HttpResponse:
    """Legal notice, privacy or terms, while there is something to show: the operator's words, and on privacy
    what the site itself knows before them.
    """
    if text not in legal_texts.shown():
        raise Http404("no such text")
    shown = LegalText(text)
    context = {"text": shown, "words": legal_texts.wording(shown, language())}
    return render(request, ["legal/" + text + ".html", "legal/text.html"], context)


def server_error(request: HttpRequest) -> HttpResponse:
    """A failure of ours. The page asks the database nothing: it may be what failed."""
    if isinstance(sys.exc_info()[1], (OperationalError, InterfaceError)):
        return busy(request)
    return HttpResponse(
        loader.get_template("500.html").render({"number": getattr(request, "id", "")}), status=500
    )


def busy(request: HttpRequest) -> HttpResponse:
    """The database is away, or someone holds a lock for too long. What was typed is given back.

    Open pages keep what they could not save, and try again by themselves.
    """
    context = {"typed": typed_in(request), "number": getattr(request, "id", "")}
    page = loader.get_template("503.html").render(context)
    return HttpResponse(page, status=503, headers={"Retry-After": "5", "Cache-Control": "no-store"})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What no page of ours sends: files, thousands of fields, a forged address.

    What was sent is read to its end: a server that finds the rest unread hangs up on the proxy, which may
    have sent another visitor's request over the same connection by then.
    """
    with suppress(OSError):  # the sender is gone
        while request.read(READ_AT_ONCE):
            pass
    return HttpResponse(_refusal(get_language()), status=400)


@lru_cache(maxsize=8)
def _refusal(_language: str | None) -> str:
    """The page for what cannot be read, made once for each language: strangers may ask for it all day."""
    return str(loader.get_template("400.html").render({}))


def too_often(request: HttpRequest) -> HttpResponse:
    """For the account pages, which allauth limits; the games' own limits speak in the forms themselves."""
    seconds = waits.of(request)
    context = {"typed": typed_in(request), "when": in_words(seconds)}
    response = render(request, "429.html", context, status=TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(seconds)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that was open for too long."""
    return render(request, "403.html", {"typed": typed_in(request)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page, or not for this reader: for one whose session has ended while they wrote, for
    instance.
    """
    return render(request, "404.html", {"typed": typed_in(request)}, status=404)


def typed_in(request: HttpRequest) -> str:
    """What someone typed into a form that no one took, so that it can be given back to them.

    Orders, bids, choices and messages, as text; never a password. Empty when another site's page sent the
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
