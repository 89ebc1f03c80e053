"""A game: the waiting room before it starts, the board while it runs and after, each past phase."""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from games.common import clock
from games.common.forms.parameters import number
from games.forms.playing import SeenForm
from games.gate import spectator_cache
from games.gate.access import Access, get_game_or_404, get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.acts import lost_by
from games.pages.gathering import current_page, past_page
from games.pages.live import Standing, live_page, standing_of, standing_of_player
from games.pages.open_seats import left_by
from games.pages.page import GamePage
from games.pages.phases import Timeline, past_phase_of, taken_back_phase_of
from games.pages.room import room_page
from games.pages.sharing import Shared
from games.pages.status import Seen
from games.pages.writers import had_seat
from games.services.players.results_seen import mark_results_seen, mark_rules_read
from games.views.parameters import letters_asked_for

MOVED_ON = "Moved-On"
"""A header of what is told to a watcher: the phase is over, and this is the page as it is now."""


@require_safe
def game(request: LeagueRequest, code: str) -> HttpResponse:
    """Opening this page changes nothing."""
    access = get_game_or_404(request, code)
    if access.game.started_at is None:
        room = room_page(access, user=request.user, league=request.league)
        return render(request, "games/room.html", {"page": room})
    if access.is_watcher:
        return _watched(request, access)
    page = current_page(access, asked=letters_asked_for(request))
    return render(request, "games/game.html", {"page": page})


def _watched(request: LeagueRequest, access: Access) -> HttpResponse:
    """The page as everyone sees it who has no seat; an open page that has to follow gets no more of it than
    it shows again.
    """

    def make() -> tuple[str, Shared, str]:
        page = current_page(access)
        return page.title, page.shared, render_to_string("games/_page.html", {"page": page}, request)

    title, shared, content = spectator_cache.for_watchers(access, "page", make)
    page = GamePage(access=access, now=clock.shown(), places=[], timeline=Timeline([], ""), title=title)
    page.shared, page.kept = Shared(*shared), mark_safe(content)
    if request.user.is_authenticated and not request.htmx:
        if access.game.master_id is not None:
            page.lost = lost_by(access.game, request.user)
        if page.lost is None and access.game.is_running:
            page.left = left_by(access.game, request.user)
    if not request.htmx:
        page.had_seat = had_seat(access.game, request.user)
    template = "games/_followed.html" if request.htmx else "games/game.html"
    response = render(request, template, {"page": page})
    patch_vary_headers(response, ["HX-Request"])
    spectator_cache.mark_watched(request, access)
    return response


@require_safe
def phase(request: LeagueRequest, code: str, label: str) -> HttpResponse:
    """A phase that has been adjudicated; one that is still open has no page of its own."""
    access = get_game_or_404(request, code)
    past = past_phase_of(access.game, label)
    if past is None:
        raise Http404
    return render(request, "games/phase.html", {"page": past_page(access, past)})


@require_safe
def taken_back_phase(request: LeagueRequest, code: str, number: int, label: str) -> HttpResponse:
    """A phase that was adjudicated and does not count, since the game was taken back to before it (HR-8)."""
    access = get_game_or_404(request, code)
    found = taken_back_phase_of(access.game, number, label)
    if found is None:
        raise Http404
    phase, taken_back = found
    return render(request, "games/phase.html", {"page": past_page(access, phase, number, taken_back)})


@require_POST
def seen(request: LeagueRequest, code: str) -> HttpResponse:
    """Note that the reader has seen the results up to that of a phase. Scripts get nothing back (204)."""
    access = get_own_game_or_404(request, code)
    form = SeenForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    mark_results_seen(game=access.game, user=request.user, upto=form.cleaned_data["label"])
    if request.htmx:
        return HttpResponse(status=204)
    part = "answer" if access.game.is_running else "outcome"
    return redirect(f"{reverse('games:game', args=[request.league.slug, code])}#{part}")


@require_POST
def rules_read(request: LeagueRequest, code: str) -> HttpResponse:
    """Note that the reader has read which rules of absence hold now."""
    mark_rules_read(game=get_own_game_or_404(request, code).game, user=request.user)
    return redirect("games:game", request.league.slug, code)


@require_safe
def status(request: LeagueRequest, code: str) -> HttpResponse:
    """What has changed on an open page, part by part; nothing (204) if nothing has.

    Open pages ask for it at every hint of their socket, so all of them at one instant. Who only watches and
    asks `with=page` is given the page at once when the phase is over, since that is what they would ask next.
    """
    until = number(request, "until")
    seen = Seen(
        phase=request.GET.get("phase", "")[:8],
        version=number(request, "version"),
        has_resumed=until is not None and until <= _milliseconds(),
    )
    own = replace(seen, letter=number(request, "letter"), answer=number(request, "answer"))
    standing = None
    if request.user.is_authenticated:
        standing = standing_of_player(request.league, request.user.pk, code)
        if standing is not None and not standing.has_news_for(own):
            return _dated(HttpResponse(status=204))
    access = get_game_or_404(request, code)
    if not access.is_watcher:
        return _dated(_live(request, access, own, standing or standing_of(access.game)))

    def make() -> bytes:
        standing = standing_of(access.game)
        return _live(request, access, seen, standing).content if standing.has_news_for(seen) else b""

    is_newest = seen.version == access.game.version  # which older one it is makes no difference
    if not is_newest and request.GET.get("with") == "page" and standing_of(access.game).has_moved_on(seen):
        response = _dated(_watched(request, access))
        response[MOVED_ON] = "1"
        return response
    content = spectator_cache.for_watchers(access, f"live {seen.phase} {is_newest} {seen.has_resumed}", make)
    response = _dated(HttpResponse(content) if content else HttpResponse(status=204))
    spectator_cache.mark_watched(request, access)
    return response


def _live(request: LeagueRequest, access: Access, seen: Seen, standing: Standing) -> HttpResponse:
    page = live_page(access, seen, standing, letters_asked_for(request))
    return render(request, "games/_live.html", {"page": page})


def _dated(response: HttpResponse) -> HttpResponse:
    """The response with the server's time in milliseconds: pages count down by it."""
    response["Server-Now"] = str(_milliseconds())
    return response


def _milliseconds() -> int:
    return round(clock.shown().timestamp() * 1000)
