"""The finished games behind a number of the standings or of a player's page."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.leagues.tenancy import TenantRequest
from league.standings.forms.played import PlayedForm
from league.standings.selectors import played as selected
from league.standings.selectors.choosing import counted_in
from league.standings.views.against import player_or_404


@require_safe
def player_games(request: TenantRequest, username: str) -> HttpResponse:
    """Someone's finished games that count, by game, year, result, opponent and power."""
    league = request.league
    person = player_or_404(request, username)
    counted = counted_in(league)
    sides = selected.sides_of(league, person)
    form = PlayedForm(request.GET, kinds=counted.kinds, years=counted.years, sides=sides)
    games = selected.games_of(league, person, form.asked)
    page = Paginator(games, selected.GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": league,
        "person": person,
        "form": form,
        "page": page,
        "lines": selected.lines_of(page.object_list),  # type: ignore[arg-type]
    }
    return render(request, "tournaments/played.html", context)
