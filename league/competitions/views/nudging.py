"""“Nudge”, beside an entrant of whom nothing is heard."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.competitions import services
from league.competitions.errors import HeardOf, NothingToSuggest, NotOrganiser
from league.competitions.views.finding import reader_or_404
from league.leagues.tenancy import organiser_or_404


@require_POST
def nudge(request: Any, season: str, entry: int) -> HttpResponse:
    """Nudge an entrant; for organisers alone."""
    organiser_or_404(request)
    found = reader_or_404(request, season).season
    if not found.entries.filter(number=entry).exists():
        raise Http404
    try:
        services.nudge(competition=found, by=request.user, number=entry)
    except NotOrganiser:
        raise Http404 from None
    except (HeardOf, NothingToSuggest) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("They are told whom they can challenge now."))
    return redirect("leagues:week", request.league.slug)
