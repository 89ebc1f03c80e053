"""Sandboxes: orders for every power on a position, resolved; of one's own, or by their link.

Who may: `games.sandbox.door`. Nothing is kept before orders are resolved, and only signed-in people do that.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games.common.errors import GameError
from games.common.guards.limits import TOO_MANY_REQUESTS, TooOften
from games.errors import TextTooLong
from games.gate.access import get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models.answer import LONGEST_TEXT
from games.sandbox import services
from games.sandbox.door import Stand, at_the_opening, in_a_game, in_a_sandbox
from games.sandbox.page import ORDERS, SandboxPage, composed, kept_of, orders_tried, page_of, read


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """One's own sandboxes; a POST deletes the one that it names."""
    if request.method == "POST":
        services.delete(person=request.user, code=request.POST.get("delete", ""))
        return redirect("sandbox:index")
    context = {"kept": kept_of(request.user), "most": services.MOST}
    return _kept_by_nobody(render(request, "games/sandbox/index.html", context))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def opening(request: HttpRequest) -> HttpResponse:
    """The board as the standard game begins."""
    return _tried(request, at_the_opening(), reverse("sandbox:new"))


@login_required
@require_POST
def check_opening(request: HttpRequest) -> HttpResponse:
    return _tried(request, at_the_opening(), reverse("sandbox:new"), is_check=True)


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, sandbox: str, number: int) -> HttpResponse:
    """One position of a sandbox. A POST resolves orders: in the sandbox for its maker, else in a new one."""
    stand = in_a_sandbox(request.user, sandbox, number)
    if request.method != "POST" and stand.step is not None:
        services.mark_read(sandbox=stand.step.sandbox)
    return _tried(request, stand, reverse("sandbox:step", args=[sandbox, number]))


@require_POST
def check_step(request: HttpRequest, sandbox: str, number: int) -> HttpResponse:
    stand = in_a_sandbox(request.user, sandbox, number)
    return _tried(request, stand, reverse("sandbox:step", args=[sandbox, number]), is_check=True)


@require_http_methods(["GET", "HEAD", "POST"])
def in_game(request: LeagueRequest, code: str, label: str) -> HttpResponse:
    """A phase of a game, as its reader sees it. Only who has an account tries anything on it."""
    return _in_game(request, code, label)


@require_POST
def check_in_game(request: LeagueRequest, code: str, label: str) -> HttpResponse:
    return _in_game(request, code, label, is_check=True)


def _in_game(request: LeagueRequest, code: str, label: str, *, is_check: bool = False) -> HttpResponse:
    stand = in_a_game(get_game_or_404(request, code), label)
    here = reverse("games:sandbox", args=[request.league.slug, code, label])
    if not request.user.is_authenticated:
        return redirect_to_login(here)
    return _tried(request, stand, here, is_check=is_check)


def _tried(request: HttpRequest, stand: Stand, here: str, *, is_check: bool = False) -> HttpResponse:
    """The page where someone stands; for a POST, with what was written there read, and resolved if asked."""
    if request.method != "POST":
        text = orders_tried(stand, request.GET.get("orders", ""))
        return _page(request, stand, here, typed=text, shows_orders=request.GET.get("map") == ORDERS)
    if not request.user.is_authenticated:
        return redirect_to_login(here)
    text = composed(stand, request.POST.dict())
    try:
        services.count_step(person=request.user)
        if stand.due is None:
            raise services.NothingToOrder
        if len(text) > LONGEST_TEXT:
            raise TextTooLong
        do = "" if is_check else request.POST.get("do", "")
        if do not in ("resolve", "anyway"):
            return _checked(request, stand, here, text)
        orders, is_sound = read(stand, text)
        if do == "resolve" and not is_sound:
            return _page(request, stand, here, typed=text, needs_word=True)
        found = services.resolve(person=request.user, stand=stand, orders=orders)
    except GameError as error:
        status = TOO_MANY_REQUESTS if isinstance(error, TooOften) else 200
        return _page(request, stand, here, typed=text, refusal=str(error), status=status)
    return redirect("sandbox:step", found.sandbox.code, found.number)


def _checked(request: HttpRequest, stand: Stand, here: str, text: str) -> HttpResponse:
    """What is written, read: with HTMX the map and the sheet alone."""
    page = _gathered(request, stand, here, typed=text)
    is_part = getattr(request, "htmx", False) and page.sheet is not None
    template = "games/sandbox/_preview.html" if is_part else "games/sandbox/page.html"
    return _kept_by_nobody(render(request, template, {"page": page}))


def _page(request: HttpRequest, stand: Stand, here: str, *, status: int = 200, **said: Any) -> HttpResponse:
    page = _gathered(request, stand, here, **said)
    return _kept_by_nobody(render(request, "games/sandbox/page.html", {"page": page}, status=status))


def _gathered(request: HttpRequest, stand: Stand, here: str, **said: Any) -> SandboxPage:
    return page_of(stand, here, may_try=request.user.is_authenticated, **said)


def _kept_by_nobody(response: HttpResponse) -> HttpResponse:
    """Neither caches on the way nor search engines keep a sandbox."""
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
