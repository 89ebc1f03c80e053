"""A game: the waiting room before it starts, the board while it runs and after, each past phase."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import clock
from games.access import Access, get_game_or_404
from games.models import Game
from games.selectors.gathering import current_page, live_page, past_page
from games.selectors.phases import past_phase_of
from games.selectors.room import room_page
from games.selectors.status import Seen
from games.tenancy import LeagueRequest
from games.views.parameters import letters_asked_for, number

PUBLIC_FOR = 30
"""Seconds for which the answer to those without a seat is kept."""


@require_safe
def game(request: LeagueRequest, code: str) -> HttpResponse:
    """Opening this page changes nothing."""
    access = get_game_or_404(request, code)
    if access.game.started_at is None:
        return render(request, "games/room.html", {"page": room_page(access, user_id=request.user.pk)})
    page = current_page(access, asked=letters_asked_for(request))
    return render(request, "games/game.html", {"page": page})


@require_safe
def phase(request: LeagueRequest, code: str, label: str) -> HttpResponse:
    """A phase that has been adjudicated; one that is still open has no page of its own."""
    access = get_game_or_404(request, code)
    past = past_phase_of(access.game, label)
    if past is None:
        raise Http404
    return render(request, "games/phase.html", {"page": past_page(access, past)})


@require_safe
def status(request: LeagueRequest, code: str) -> HttpResponse:
    """What has changed on an open page, part by part; nothing (204) if nothing has.

    Open pages ask for it at every hint of their socket, so all of them at one instant.
    """
    access = get_game_or_404(request, code)
    seen = Seen(phase=request.GET.get("phase", "")[:8], version=number(request, "version"))
    if access.is_player:
        own = replace(seen, letter=number(request, "letter"), answer=number(request, "answer"))
        return _dated(_live(request, access, own))
    name = _public_name(access.game, seen)
    content = cache.get(name)
    if content is None:
        answer = _live(request, access, seen)
        content = answer.content if answer.status_code == 200 else b""
        cache.set(name, content, PUBLIC_FOR)
    return _dated(HttpResponse(content) if content else HttpResponse(status=204))


def _live(request: LeagueRequest, access: Access, seen: Seen) -> HttpResponse:
    page = live_page(access, seen, letters_asked_for(request))
    return render(request, "games/_live.html", {"page": page}) if page else HttpResponse(status=204)


def _public_name(game: Game, seen: Seen) -> str:
    """What the answer for whoever has no seat is kept under: all that it depends on.

    The version grows with everything that anybody may see; what time is left is counted by the page itself.
    """
    zone = timezone.get_current_timezone_name()
    shown = f"{seen.phase} {seen.version} {get_language()} {zone}"
    return f"live-{game.pk}-{game.version}-{hashlib.sha256(shown.encode()).hexdigest()[:24]}"


def _dated(response: HttpResponse) -> HttpResponse:
    """With the server's time, in milliseconds: pages count down by it."""
    response["Server-Now"] = str(round(clock.now().timestamp() * 1000))
    return response
