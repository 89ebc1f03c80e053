"""The page of a game's spells."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.features.spells.spells import has_spells, spells_of
from games.gate.access import get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.gathering import spells_page


@require_safe
def spells(request: LeagueRequest, code: str) -> HttpResponse:
    """Every spell so far and what came of it, as far as the reader may know them (DG-5); what they know of
    those who cast them. A game in which no one casts any has no such page.
    """
    access = get_game_or_404(request, code)
    if not has_spells(access.game) or access.game.started_at is None:
        raise Http404
    context = {"page": spells_page(access), "spells": spells_of(access, request.GET.get("page"))}
    return render(request, "games/spells.html", context)
