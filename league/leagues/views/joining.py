"""Into a league and out of it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.common import clock
from games.common.forms import parameters
from games.views import seats
from league.leagues import services
from league.leagues.errors import LeagueError
from league.leagues.models import Invitation, League

GONE = 410


def after_signing_in(url: str) -> HttpResponse:
    """To the sign-in page, and from there to `url`."""
    return redirect(f"{reverse('account_login')}?{urlencode({'next': url})}")


def welcome(league: League) -> str:
    return _("You are now a member of “%(league)s”.") % {"league": league.name}


@require_POST
def join(request: Any) -> HttpResponse:
    """Join a public league, and go on to its page that the form names in `next`, or else to its home.

    `game` is the code of a game in which a seat is taken at once. Visitors sign in first, and come back.
    """
    home = reverse("leagues:home", args=[request.league.slug])
    asked = request.POST.get("next", "")
    back = asked if asked.startswith(home) else home
    if not request.user.is_authenticated:
        return after_signing_in(back)
    try:
        request.membership = services.join(league=request.league, user=request.user)
    except LeagueError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, welcome(request.league))
        if code := parameters.plain_code(request.POST.get("game", "")):
            return seats.take(request, code)
    return redirect(back)


@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: Any, invitation: str) -> HttpResponse:
    """What an invitation's link opens: what league it is, and a button to join it."""
    found = get_object_or_404(
        Invitation.objects.select_related("league"), league=request.league, token=invitation
    )
    if request.membership:
        return redirect("leagues:home", request.league.slug)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            services.join_by_invitation(invitation=found, user=request.user)
        except LeagueError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, welcome(request.league))
            return redirect("leagues:home", request.league.slug)
    elif request.method == "POST":
        return after_signing_in(request.path)
    league = request.league
    is_valid = found.is_valid(clock.now())
    if not is_valid and not league.is_public:
        request.league = None  # the masthead does not name a league that the link does not open any more
    context = {"league": league, "invitation": found, "is_valid": is_valid}
    return render(request, "leagues/invited.html", context, status=200 if is_valid else GONE)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: Any) -> HttpResponse:
    """Asks before it ends a membership; one who cannot leave is told so before."""
    if request.membership is None:
        raise Http404
    if request.method == "POST":
        try:
            services.leave(league=request.league, user=request.user)
        except LeagueError as error:
            messages.error(request, str(error))
            return redirect("leagues:home", request.league.slug)
        messages.success(request, _("You have left “%(league)s”.") % {"league": request.league.name})
        return redirect("leagues:list")
    try:
        services.check_leave(league=request.league, user=request.user)
    except LeagueError as error:
        refusal = str(error)
    else:
        refusal = ""
    context = {
        "league": request.league,
        "refusal": refusal,
        "heir": services.heir_after(request.league, request.membership, clock.now()),
    }
    return render(request, "leagues/leave.html", context)
