"""What ratings are, how they are computed, and who has the highest."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.leagues.tenancy import TenantRequest
from league.ratings import parameters
from league.ratings.figures import FIGURES, PLAYERS, SEEDS
from league.ratings.highest import highest_in, rated_in

PROSE = {"en": "tournaments/ratings/en.html", "fr": "tournaments/ratings/fr.html"}
PARAMETERS = {
    name: getattr(parameters, name) for name in ("MU", "SIGMA", "BETA", "BETA_OF_TWO", "TAU", "SHARE")
}


@require_safe
def ratings(request: TenantRequest) -> HttpResponse:
    """The highest ratings of one game, `?game=`, in this league; the rules of rating, and figures."""
    league = request.league
    rated = rated_in(league)
    asked = request.GET.get("game", "")
    chosen = next((each for each in rated if each.kind.key == asked), rated[0] if rated else None)
    context = {
        "league": league,
        "rated": rated,
        "chosen": chosen,
        "lines": highest_in(chosen) if chosen else [],
        "prose": PROSE[get_language() or "en"],
        "parameters": PARAMETERS,
        "figures": FIGURES,
        "players": PLAYERS,
        "seeds": SEEDS,
    }
    return render(request, "tournaments/ratings.html", context)
