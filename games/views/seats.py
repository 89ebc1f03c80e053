"""Taking a seat, leaving it, calling a game off: what can be done before a game starts."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access import get_game_or_404, get_own_game_or_404
from games.errors import GameError
from games.forms.playing import SeatForm
from games.selectors.room import room_page
from games.services import seating
from games.tenancy import LeagueRequest


@require_POST
def take(request: LeagueRequest, code: str) -> HttpResponse:
    """Sit down. Only members of the league play in it."""
    access = get_game_or_404(request, code)
    room = redirect("games:game", request.league.slug, access.game.code)
    if not request.user.is_authenticated:
        return redirect_to_login(room.url)
    if not access.is_member:
        messages.warning(request, _("Only members of the league take seats. Join the league first."))
        return room
    form = SeatForm(request.POST)
    if not form.is_valid():
        return render(
            request, "games/room.html", {"page": room_page(access, user_id=request.user.pk, form=form)}
        )
    try:
        seating.take_seat(
            game=access.game,
            user=request.user,
            nonce=form.cleaned_data["nonce"],
            seat=form.cleaned_data["seat"] or None,
        )
    except GameError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("You have a seat."))
    return room


@require_POST
def leave(request: LeagueRequest, code: str) -> HttpResponse:
    access = get_own_game_or_404(request, code)
    try:
        seating.leave_seat(game=access.game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
        return redirect("games:game", request.league.slug, access.game.code)
    messages.success(request, _("You have left your seat in “%(game)s”.") % {"game": access.game.name})
    return redirect("games:list", request.league.slug)


@login_required
@require_POST
def cancel(request: LeagueRequest, code: str) -> HttpResponse:
    access = get_game_or_404(request, code)
    if access.game.opened_by_id != request.user.pk:
        raise Http404
    try:
        seating.cancel_game(game=access.game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
        return redirect("games:game", request.league.slug, access.game.code)
    messages.success(request, _("“%(game)s” is called off.") % {"game": access.game.name})
    return redirect("games:list", request.league.slug)


@require_safe
def join_private(request: LeagueRequest, code: str, token: str) -> HttpResponse:
    """Where a private game's link leads: remembered for this reader, then on to the game."""
    access = get_game_or_404(request, code, key=token)
    return redirect("games:game", request.league.slug, access.game.code)
