"""Ending a game by agreement: votes, and giving it up."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.errors import GameError
from games.common.guards import limits
from games.errors import LastVote
from games.forms.playing import VoteForm
from games.gate.access import get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.gathering import concession_page, last_vote_page
from games.services.players import votes


@require_POST
def vote(request: LeagueRequest, code: str) -> HttpResponse:
    """Cast a vote or take it back. One that ends the game is asked about first (`last_vote`)."""
    access = get_own_game_or_404(request, code)
    form = VoteForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    kind = form.cleaned_data["kind"]
    try:
        limits.count(limits.VOTES, access.seat and access.seat.pk)
        if form.cleaned_data["cast"] == "yes":
            may_end = form.cleaned_data["may_end"]
            votes.cast(game=access.game, user=request.user, kind=kind, may_end=may_end)
        else:
            votes.withdraw(game=access.game, user=request.user, kind=kind)
    except LastVote:
        return redirect("games:last-vote", request.league.slug, access.game.code, kind)
    except GameError as error:
        messages.error(request, str(error))
    return redirect("games:game", request.league.slug, access.game.code)


@require_safe
def last_vote(request: LeagueRequest, code: str, kind: str) -> HttpResponse:
    """Ask before the vote that ends the game. Back to the game where the reader's vote is not that one, or
    where no one may know whether it is.
    """
    access = get_own_game_or_404(request, code)
    page = last_vote_page(access, kind)
    if page is None:
        return redirect("games:game", request.league.slug, access.game.code)
    return render(request, "games/last_vote.html", {"page": page})


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
