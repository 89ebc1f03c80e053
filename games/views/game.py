"""A game: the waiting room before it starts, the board while it runs and after, each past phase."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import get_game_or_404
from games.selectors.gathering import current_page, past_page, status_page
from games.selectors.phases import past_phase_of
from games.selectors.room import room_page
from games.tenancy import LeagueRequest
from games.views.parameters import letters_asked_for, number


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
    """The status fragment: what an open page asks for every few seconds."""
    access = get_game_or_404(request, code)
    page = status_page(access, label=request.GET.get("phase", "")[:8], letter=number(request, "letter") or 0)
    return render(request, "games/_status.html", {"page": page})
