"""Power over a game that no one presides over: an organiser's, and an administrator's."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.adjudication.idempotent_acts import once
from games.common.errors import GameError
from games.common.guards import limits
from games.forms.presiding import ActForm, ExcuseForm, ForfeitForm, VoidForm
from games.gate.access import Access, get_ruled_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import MasterAct
from games.pages.ruling import RulingPage, ruling_page
from games.services.masters import rulings
from games.services.masters.waiving import take_miss_back


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rule(request: LeagueRequest, code: str) -> HttpResponse:
    """Declare the game void, or in a game for two forfeit; each form names its act."""
    access = get_ruled_game_or_404(request, code)
    page = ruling_page(access)
    act = request.POST.get("act", "")
    page.forms = _forms(page, act, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        form = page.forms.get(act)
        if form is None:
            raise BadRequest
        if form.is_valid():
            try:
                limits.count(limits.ACTS, request.user.pk)
                once(
                    game=access.game,
                    user=request.user,
                    key=form.own_key,
                    act=partial(_do, request, access, act, form),
                )
            except GameError as error:
                form.add_error(None, str(error))
                status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
            else:
                messages.success(request, _DONE[act])
                return redirect("games:game", request.league.slug, access.game.code)
    return render(request, "games/rule.html", {"page": page}, status=status)


def _forms(page: RulingPage, act: str, posted: Any) -> dict[str, ActForm]:
    """The forms of the desk, by act; the form that was sent holds what was typed."""
    forms: dict[str, ActForm] = {"void": VoidForm(posted if act == "void" else None, prefix="void")}
    if page.misses or act == "excused":
        data = posted if act == "excused" else None
        forms["excused"] = ExcuseForm(data, misses=page.misses, prefix="excused")
    if page.losers:
        data = posted if act == "forfeit" else None
        forms["forfeit"] = ForfeitForm(data, seats=page.losers, prefix="forfeit")
    return forms


def _do(request: Any, access: Access, act: str, form: Any) -> MasterAct:
    given = {"game": access.game, "user": request.user, "reason": form.cleaned_data["reason"]}
    if act == "forfeit":
        return rulings.declare_forfeit(**given, seat=form.cleaned_data["seat"], has_power=True)
    if act == "excused":
        return take_miss_back(**given, **form.chosen, has_power=True)
    return rulings.declare_void(**given, has_power=True)


_OVER = gettext_lazy("The game is over. Players see your reason.")
_DONE = {
    "void": _OVER,
    "forfeit": _OVER,
    "excused": gettext_lazy("The missed phase is excused. Players see your reason."),
}
