"""Those who answer for a season's money: what they agree to, who has agreed, and every step of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.prizes.selectors.agreeing import agreeing_of
from league.prizes.services import trusting
from league.tournaments import money_terms
from league.tournaments.errors import CompetitionError
from league.tournaments.views.finding import reader_or_404


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def trust(request: Any, season: str) -> HttpResponse:
    """For arbiters and organisers: the money rules, who has agreed to answer for them, and one's own word."""
    reader = reader_or_404(request, season)
    if not reader.season.has_money or not (reader.is_arbiter or reader.is_organiser):
        raise Http404
    if request.method == "POST":
        if not reader.is_arbiter:
            raise Http404
        _act(request, reader.season)
        return redirect("prizes:trust", request.league.slug, season)
    given = reader.rules.money
    if given is None:
        raise Http404
    context = {
        "league": request.league,
        "reader": reader,
        "page": agreeing_of(reader, given),
        "sha256": given.agreed_sha256,
        "terms": list(money_terms.terms_of(given)),
    }
    return render(request, "prizes/trust.html", context)


def _act(request: Any, season: Any) -> None:
    try:
        if request.POST.get("act") == "take-back":
            trusting.take_back(competition=season, user=request.user)
            messages.success(request, _("You have withdrawn your agreement."))
        else:
            sha256 = request.POST.get("sha256", "")
            trusting.agree(competition=season, user=request.user, sha256=sha256)
            messages.success(request, _("You have agreed. Everybody can see it."))
    except CompetitionError as error:
        messages.error(request, str(error))
