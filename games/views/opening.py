"""Opening a game."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.agreed.absence import Absence
from games.common import clock
from games.common.errors import GameError
from games.common.forms.folded import is_touched
from games.common.forms.parameters import code
from games.common.guards import limits
from games.errors import AlreadySeated
from games.forms.absence import AbsenceForm
from games.forms.again import earlier_game, start_with
from games.forms.opening import OpenGameForm
from games.forms.pace import PaceForm
from games.gate.access import get_own_game_or_404
from games.gate.suspension import suspension
from games.gate.tenancy import LeagueRequest
from games.models import Game
from games.services.seats import invitations, opening, seating
from games.services.seats.rematch import open_rematch
from games.views.inviting import invited_in_words
from games.words import wording


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_game(request: LeagueRequest) -> HttpResponse:
    """For those whom the league lets open games; to everyone else this page does not exist. Whom the league
    has suspended reads so before filling anything in.
    """
    if not may_open(request):
        raise Http404
    suspended = None if request.method == "POST" else suspension(request.league, request.user, clock.shown())
    if suspended is not None:
        return render(request, "games/open.html", {"refusal": str(suspended)})
    posted = request.POST if request.method == "POST" else None
    names_master = request.membership is not None and request.membership.is_organiser
    earlier = earlier_game(request.league, request.user, code(request, "like"))
    start = start_with(request.league, earlier, None if earlier else _preset(request))
    form = OpenGameForm(
        posted,
        league=request.league,
        user=request.user,
        names_master=names_master,
        like=start.values,
        pace=start.pace,
    )
    form.initial.setdefault("name", wording.offered_name(request.user.get_username()))
    form.initial.setdefault("guests", request.GET.get("invite", "")[:LONGEST_NAME])
    pace = PaceForm(posted, initial=start.pace, prefix="pace")
    absence = AbsenceForm(
        posted,
        initial=start.absence,
        at_least=Absence.of_league(request.league.absence),
        prefix="absence",
    )
    status = 200
    # All are asked, so that one round shows all that is wrong.
    if posted is not None and all([form.is_valid(), pace.is_valid(), absence.is_valid()]):
        try:
            limits.count(limits.GAMES, request.user.pk)
            guests = form.cleaned_data["guests"]
            invitations.count_guests(request.user, guests)
            game = opening.open_game(
                league=request.league,
                user=request.user,
                name=form.cleaned_data["name"],
                terms=form.terms(pace.pace, absence.absence),
                master=form.cleaned_data.get("master"),
                key=str(form.cleaned_data["key"] or ""),
                guests=guests,
            )
        except GameError as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
        else:
            if form.cleaned_data["play"]:
                with suppress(AlreadySeated):  # the same form, sent twice
                    seating.take_seat(game=game, user=request.user)
            messages.success(request, _("The game is created. It starts once every seat is taken."))
            if guests:
                messages.success(request, invited_in_words(guests))
            # By its link, which a private game needs for someone who does not play in it.
            return redirect("games:join-private", request.league.slug, game.code, game.join_token)
    context = {
        "form": form,
        "pace_form": pace,
        "absence_form": absence,
        "presets": request.league.preset_names(),
        "is_open": is_touched([*form.folded, *pace.fixed, *absence]),
    }
    return render(request, "games/open.html", context, status=status)


@require_POST
def rematch(request: LeagueRequest, code: str) -> HttpResponse:
    """Open the same game again, with a seat for the one who asks; the first of its players to ask opens
    it.
    """
    game = get_own_game_or_404(request, code).game
    if game.state != Game.State.FINISHED or not may_open(request):
        raise Http404
    try:
        limits.count(limits.GAMES, request.user.pk)
        again = open_rematch(game=game, user=request.user)
        with suppress(AlreadySeated):  # asked for twice
            seating.take_seat(game=again, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
        return redirect("games:game", request.league.slug, code)
    messages.success(
        request,
        _(
            "The rematch is created, and the others are invited. Their seats are kept for 3 days. It "
            "starts once every seat is taken."
        ),
    )
    return redirect("games:join-private", request.league.slug, again.code, again.join_token)


def _preset(request: LeagueRequest) -> Mapping[str, Any] | None:
    """The league's preset that `?preset=` names by its key."""
    asked = request.GET.get("preset", "")
    return request.league.preset(int(asked)) if asked.isdecimal() and len(asked) < 18 else None


LONGEST_NAME = 150
"""The longest name of a guest in the page's address."""


def may_open(request: LeagueRequest) -> bool:
    """Members open games, unless the league leaves that to its organisers."""
    if request.membership is None:
        return False
    return request.league.who_opens_games == "members" or request.membership.is_organiser


def is_suspended(request: LeagueRequest) -> bool:
    """Whether the league keeps the reader from creating games for now. No query."""
    return request.membership is not None and request.membership.is_suspended(clock.shown())
