"""Ending a game by agreement: votes, and giving it up."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access import get_own_game_or_404
from games.errors import GameError
from games.forms.playing import VoteForm
from games.selectors.gathering import concession_page
from games.services import votes
from games.tenancy import LeagueRequest


@require_POST
def vote(request: LeagueRequest, code: str) -> HttpResponse:
    """Cast a vote or take it back."""
    access = get_own_game_or_404(request, code)
    form = VoteForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    change = votes.cast if form.cleaned_data["cast"] == "yes" else votes.withdraw
    try:
        change(game=access.game, user=request.user, kind=form.cleaned_data["kind"])
    except GameError as error:
        messages.error(request, str(error))
    return redirect("games:game", request.league.slug, access.game.code)


@require_http_methods(["GET", "HEAD", "POST"])
def concede(request: LeagueRequest, code: str) -> HttpResponse:
    """Ask first; then give the game up."""
    access = get_own_game_or_404(request, code)
    if request.method == "POST":
        try:
            votes.concede(game=access.game, user=request.user)
        except GameError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("You have conceded the game."))
        return redirect("games:game", request.league.slug, access.game.code)
    if not access.game.is_running:
        raise Http404
    return render(request, "games/concede.html", {"page": concession_page(access)})
