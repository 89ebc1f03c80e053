"""Naming a game master in a running game (HR-9)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.errors import GameError
from games.common.guards import limits
from games.errors import CannotNominate
from games.forms.presiding import ChairForm
from games.gate.access import Access, get_game_or_404, has_power
from games.gate.tenancy import LeagueRequest
from games.pages.nominating import NominationPage, nomination_page
from games.services.masters import nominating


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def nomination(request: LeagueRequest, code: str) -> HttpResponse:
    """What stands, with buttons for players, nominee and organisers; an organiser's form where none does."""
    access = get_game_or_404(request, code)
    page = nomination_page(access, has_power(request))
    if page is None:
        raise Http404
    if request.method == "POST" and page.nomination is not None:
        return _act(request, access, page, page.nomination.pk)
    status = 200
    if page.nomination is None:
        page.form = ChairForm(request.POST or None)
        if request.method == "POST" and page.form.is_valid():
            try:
                limits.count(limits.ACTS, request.user.pk)
                _nominate(request, access, page.form)
            except GameError as error:
                page.form.add_error(None, str(error))
                status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
            else:
                messages.success(request, _("Nominated. The players can object for 48 hours."))
                return redirect("games:nomination", request.league.slug, access.game.code)
    return render(request, "games/nomination.html", {"page": page}, status=status)


def _nominate(request: LeagueRequest, access: Access, form: Any) -> None:
    nominee = request.league.member_named(form.cleaned_data["to"])
    if nominee is None:
        raise CannotNominate(_("No member of the league has this name."))
    reason = form.cleaned_data["reason"]
    nominating.nominate(
        game=access.game, user=request.user, nominee=nominee, reason=reason, has_power=access.may_rule
    )


def _act(request: LeagueRequest, access: Access, page: NominationPage, key: int) -> HttpResponse:
    """Object, withdraw or accept: a button each."""
    act = request.POST.get("act", "")
    given: dict[str, Any] = {"game": access.game, "user": request.user, "nomination": key}
    try:
        if act == "object" and access.is_player:
            nominating.object_to(**given)
            messages.success(request, _("Your objection counts."))
        elif act == "withdraw" and page.may_withdraw:
            nominating.withdraw(**given, has_power=True)
            messages.success(request, _("The nomination is withdrawn."))
        elif act == "accept" and page.is_nominee:
            nominating.accept(**given)
            messages.success(request, _("You’re now the game master."))
        elif act in ("object", "withdraw", "accept"):
            raise Http404
        else:
            raise BadRequest
    except GameError as error:
        messages.error(request, str(error))
    return redirect("games:game", request.league.slug, access.game.code)
