"""Leaving a running game, looking for a replacement, and taking a seat over."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.errors import GameError
from games.common.guards import limits
from games.errors import NotMember
from games.gate.access import get_game_or_404, get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import Seat, Vacancy
from games.pages.gathering import resignation_page
from games.pages.open_seats import PAGE, Offers, offer_page
from games.services.seats import resigning, taking_over
from games.words import wording


@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: LeagueRequest, code: str) -> HttpResponse:
    """Say what follows, and ask; then leave. Of two players one concedes instead, on a page of its own."""
    access = get_own_game_or_404(request, code)
    page = resignation_page(access)
    if page is None or page.leaving is None:
        raise Http404
    here = redirect("games:game", request.league.slug, code)
    if page.leaving.concedes:
        return redirect("games:concede", request.league.slug, code)
    if request.method != "POST":
        return render(request, "games/resign.html", {"page": page})
    try:
        resigning.resign(game=access.game, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
        return here
    if page.leaving.is_hidden:
        messages.success(request, _("You have resigned. Your seat opens at the end of the game year."))
        return here
    messages.success(request, _("You have left “%(game)s”.") % {"game": access.game.name})
    return redirect("games:list", request.league.slug) if access.game.is_private else here


@require_POST
def replacement(request: LeagueRequest, code: str) -> HttpResponse:
    """Look for someone who takes one's seat over; or stay, after all; or take one's resignation back."""
    access = get_own_game_or_404(request, code)
    try:
        limits.count(limits.OFFERS, request.user.pk)
        if request.POST.get("wanted") == "no":
            resigning.stay(game=access.game, user=request.user)
            messages.success(request, _("You keep your seat."))
        elif request.POST.get("wanted") == "back":
            left = resigning.take_back_resignation(game=access.game, user=request.user)
            if left is None:
                messages.success(request, _("You keep your seat."))
            elif left.cause == Vacancy.Cause.WANTED:
                messages.success(request, _("Your resignation is cancelled. Your seat is still offered."))
            else:
                messages.warning(request, _("You missed too many phases and lost your seat anyway."))
        else:
            resigning.ask_for_replacement(game=access.game, user=request.user)
            messages.success(
                request, _("Your seat is offered to others. You play on until someone takes it.")
            )
    except GameError as error:
        messages.error(request, str(error))
    return redirect("games:game", request.league.slug, code)


@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: LeagueRequest, code: str, seat: str) -> HttpResponse:
    """What is known of an open seat, and the button that takes it. Only members of the league play in it."""
    access = get_game_or_404(request, code)
    if not Seat.objects.filter(game=access.game, key=seat).exists():
        raise Http404
    here = redirect("games:take-over", request.league.slug, code, seat)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(here.url)
        if not access.is_member:
            messages.warning(request, NotMember.message)
            return here
        try:
            taking_over.take_over(game=access.game, user=request.user, seat=seat)
        except GameError as error:
            messages.error(request, str(error))
            return here
        role = wording.seat_at(access.game.variant, access.game.settings, seat)
        messages.success(request, _("You now play %(role)s. No orders are saved yet.") % {"role": role})
        return redirect("games:game", request.league.slug, code)
    page = offer_page(access, request.user, request.league, seat)
    if page is None:
        messages.info(request, _("This seat is no longer open."))
        return redirect("games:game", request.league.slug, code)
    return render(request, "games/take_over.html", {"page": page})


@require_safe
def open_seats(request: LeagueRequest) -> HttpResponse:
    """The seats of a league's running games that can be taken over, page by page."""
    offers = Offers(request.league, request.user)
    page = Paginator(offers, PAGE).get_page(request.GET.get("page"))
    return render(request, "games/open_seats.html", {"page": page, "league": request.league})
