"""A member's holidays in a league: announcing them, and taking them back."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from adjudicator.texts.names import listed
from games.common import clock
from games.common.errors import GameError
from games.common.guards import limits
from games.common.words import local
from games.errors import BadHoliday
from games.forms.holidays import HolidayForm
from games.gate.tenancy import LeagueRequest
from games.models import Holiday
from games.pages.holidays import holiday_page
from games.services.seats import holidays as services
from games.services.seats.holidays import Announced, Deadline


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def holidays(request: LeagueRequest) -> HttpResponse:
    """Members read and announce their own here; to everyone else this page does not exist."""
    if request.membership is None:
        raise Http404
    form = HolidayForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            limits.count(limits.HOLIDAYS, request.user.pk)
            announced = services.announce(
                league=request.league,
                user=request.user,
                zone=timezone.get_current_timezone_name(),
                **form.cleaned_data,
            )
        except GameError as error:
            form.add_error(error.field if isinstance(error, BadHoliday) else None, str(error))
            status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
        else:
            _tell(request, announced)
            return redirect("games:holidays", request.league.slug)
    page = holiday_page(request.league, request.user, clock.now())
    return render(request, "games/holidays.html", {"page": page, "form": form}, status=status)


@login_required
@require_POST
def take_back(request: LeagueRequest, holiday_id: int) -> HttpResponse:
    """Take back a holiday of one's own that has not begun."""
    if request.membership is None:
        raise Http404
    own = get_object_or_404(Holiday, league_id=request.league.pk, user=request.user, pk=holiday_id)
    try:
        limits.count(limits.HOLIDAYS, request.user.pk)
        moved = services.take_back(holiday=own, user=request.user)
    except GameError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The holiday is cancelled."))
        if moved:
            messages.info(request, _("Deadlines that moved: %(games)s.") % {"games": _named(moved)})
    return redirect("games:holidays", request.league.slug)


def _tell(request: LeagueRequest, announced: Announced) -> None:
    said = _("Your holiday is announced. Later deadlines inside it move when they are set.")
    messages.success(request, said)
    if announced.beyond:
        words = ngettext(
            "%(days)d of these days moves no deadline: the league’s own rules count %(all)d a year.",
            "%(days)d of these days move no deadline: the league’s own rules count %(all)d a year.",
            announced.beyond,
        )
        messages.warning(request, words % {"days": announced.beyond, "all": announced.honoured})
    if announced.moved:
        messages.info(request, _("Deadlines that moved: %(games)s.") % {"games": _named(announced.moved)})
    if announced.too_near:
        said = _("Less than 24 hours away, so not moved: %(games)s.")
        messages.warning(request, said % {"games": _named(announced.too_near)})
    if announced.used_up:
        said = _("Not moved, because these games count no more days this year: %(games)s.")
        messages.warning(request, said % {"games": _named(announced.used_up)})


def _named(deadlines: Sequence[Deadline]) -> str:
    """The games with their deadlines: Channel (Tue 24 Nov, 21:00)."""
    said = [f"{each.game.name} ({local.moment(each.after)})" for each in deadlines]
    return listed(said, local.language())
