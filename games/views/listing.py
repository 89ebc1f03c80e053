"""Lists of games."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common import clock
from games.common.forms.parameters import code
from games.common.waiting import waits_of
from games.forms.finding import FindGamesForm
from games.gate.tenancy import LeagueRequest
from games.lists.invitations import invitations_to
from games.lists.listing import games_of_league, own_games
from games.pages.acts import lost_lately
from games.pages.letters import news_by_game
from games.pages.open_seats import ended_lately, left_lately, offers_in
from games.views.opening import is_suspended, may_open
from games.words import wording

OFFERS = 3
"""Seats to take over that the list of a league's games begins with."""


@require_safe
def league_games(request: LeagueRequest) -> HttpResponse:
    """The games of one league, as many as the address asks for, page by page."""
    form = FindGamesForm(request.GET, signed_in=request.user.is_authenticated)
    page = games_of_league(
        request.league,
        request.user,
        form.asked,
        before=code(request, "before"),
        after=code(request, "after"),
    )
    context = {
        "page": page,
        "lines": page.lines,
        "form": form,
        "states": wording.STATES,
        "offers": offers_in(request.league, request.user, OFFERS) if page.state in ("", "running") else [],
        "may_open": may_open(request) and not is_suspended(request),
    }
    return render(request, "games/list.html", context | {"now": clock.shown()})


@login_required
@require_safe
def mine(request: Any) -> HttpResponse:
    """What waits for the reader and their games, of all leagues; and the seats that they lost lately."""
    news = news_by_game(request.user)
    request.new_letters = sum(news.values())
    waits = waits_of(request.user)
    ended = ended_lately(request.user)
    lost = lost_lately(request.user) if ended else []
    context = {
        "games": own_games(request.user, news, waits.needs_you),
        "likes": waits.when_you_like,
        "lost_lately": lost,
        "left_lately": left_lately(ended, [each.address for each in lost]),
        "invitations": invitations_to(request.user),
        "now": clock.shown(),
    }
    return render(request, "games/mine.html", context)
