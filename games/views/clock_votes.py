"""What players propose about their game's clock, and their votes on it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.adjudication import clock_votes
from games.common.errors import GameError
from games.common.guards import limits
from games.forms.clock_votes import ExtensionProposalForm, PauseProposalForm
from games.gate.access import get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import ClockProposal
from games.pages.clock_page import ClockPage, clock_page

Kind = ClockProposal.Kind


@require_http_methods(["GET", "HEAD", "POST"])
def clock(request: LeagueRequest, code: str) -> HttpResponse:
    """The page on which a player proposes something about the clock; what votes on it are posted to."""
    access = get_own_game_or_404(request, code)
    page = clock_page(access)
    act = request.POST.get("act", "")
    if request.method == "POST" and act not in (Kind.PAUSE, Kind.EXTENSION):
        return _act(request, access.game, access.seat, act)
    if page is None:
        raise Http404
    form = _fill(page, act, request.POST if request.method == "POST" else None)
    status = 200
    if form is not None and form.is_valid():
        try:
            clock_votes.propose(game=access.game, user=request.user, kind=act, **form.proposed())
        except GameError as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
        else:
            messages.success(request, _("Proposed. The other players can vote now."))
            return redirect("games:game", request.league.slug, access.game.code)
    return render(request, "games/clock.html", {"page": page}, status=status)


def _fill(page: ClockPage, act: str, posted: Any) -> Any:
    """Give the page its forms; the one that was sent, which holds what was typed."""
    page.pause_form = PauseProposalForm(posted if act == Kind.PAUSE else None, prefix=Kind.PAUSE)
    page.extension_form = ExtensionProposalForm(
        posted if act == Kind.EXTENSION else None, lengths=page.lengths, prefix=Kind.EXTENSION
    )
    sent: dict[str, Any] = {Kind.PAUSE: page.pause_form, Kind.EXTENSION: page.extension_form}
    return sent.get(act)


def _act(request: LeagueRequest, game: Any, seat: Any, act: str) -> HttpResponse:
    """Propose to go on, vote, or take a vote back, for `seat`: a button each."""
    key = request.POST.get("proposal", "")
    has_key = key.isascii() and key.isdigit() and len(key) < 19
    if act != Kind.GOES_ON and not (act in ("vote", "take-back") and has_key):
        raise BadRequest
    try:
        limits.count(limits.VOTES, seat.pk)
        if act == Kind.GOES_ON:
            clock_votes.propose(game=game, user=request.user, kind=act)
            messages.success(request, _("Proposed. The other players can vote now."))
        elif act == "vote":
            clock_votes.vote(game=game, user=request.user, proposal=int(key))
        else:
            clock_votes.take_back(game=game, user=request.user, proposal=int(key))
    except GameError as error:
        messages.error(request, str(error))
    return redirect("games:game", request.league.slug, game.code)
