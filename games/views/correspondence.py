"""Whole correspondences of a game, each for those who may read it."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common.forms.parameters import number
from games.gate.access import get_game_or_404, get_left_game_or_404, get_presided_game_or_404
from games.gate.tenancy import LeagueRequest
from games.lists.listing import visible_to
from games.pages.correspondence import earlier_letters_page, letters_page, opened_page
from games.pages.writers import is_press_opened


@require_safe
def letters(request: LeagueRequest, code: str) -> HttpResponse:
    """Every message of the game, for its master: the players are told so before they write."""
    access = get_presided_game_or_404(request, code)
    page = letters_page(access, number(request, "before"))
    return render(request, "games/all_letters.html", {"page": page})


@require_safe
def earlier(request: LeagueRequest, code: str) -> HttpResponse:
    """What the reader wrote and was sent in seats they have left, even if the game is closed to them."""
    access = get_left_game_or_404(request, code)
    page = earlier_letters_page(access, request.user, number(request, "before"))
    may_see = visible_to(request.user).filter(pk=access.game.pk).exists()
    return render(request, "games/earlier_letters.html", {"page": page, "may_see": may_see})


@require_safe
def opened(request: LeagueRequest, code: str) -> HttpResponse:
    """The press of a game that is over, where its terms open it; before that it does not exist."""
    access = get_game_or_404(request, code)
    if not is_press_opened(access.game):
        raise Http404
    page = opened_page(access, request.GET.get("circle", ""), number(request, "after"))
    return render(request, "games/opened_press.html", {"page": page})
