"""A player's notebook in a game in fog: its page, and what is done with it. No one else has it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

import adjudicator
from games.common.errors import GameError
from games.common.guards import limits
from games.features.fog.notebook_form import PinForm
from games.features.fog.notebook_services import draw, pin, unpin
from games.gate.access import Access, get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.gathering import titled_page
from games.pages.notebook import notebook_of


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def notebook(request: LeagueRequest, code: str) -> HttpResponse:
    """Pin a guess, take one out (`remove`), draw them on the map or not (`draw`). Reading changes nothing."""
    access = get_own_game_or_404(request, code)
    if access.game.started_at is None or not adjudicator.is_in_fog(access.game.variant, access.game.settings):
        raise Http404
    form, status = PinForm(), 200
    if request.method == "POST":
        form = PinForm(request.POST if "place" in request.POST else None)
        try:
            limits.count(limits.PINS, access.seat and access.seat.pk)
            if _did(request, access, form):
                return redirect("games:notebook", request.league.slug, code)
        except GameError as error:
            status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else 200
            if form.is_bound:
                form.add_error(None, str(error))
            else:
                messages.error(request, str(error))
    context = {
        "page": titled_page(access, _("Notebook")),
        "notebook": notebook_of(access),
        "form": form,
    }
    return render(request, "games/notebook.html", context, status=status)


def _did(request: LeagueRequest, access: Access, form: PinForm) -> bool:
    """Whether what was posted has been done; else the form says why not."""
    game, user = access.game, request.user
    if "remove" in request.POST:
        unpin(game=game, user=user, key=request.POST["remove"])
    elif "draw" in request.POST:
        draw(game=game, user=user, wanted=request.POST["draw"] == "yes")
    elif form.is_valid():
        pin(game=game, user=user, **form.cleaned_data)
        messages.success(request, _("Pinned."))
    else:
        return False
    return True
