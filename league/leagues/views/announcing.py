"""Announcements: everyone who sees the league reads them, organisers write them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.common.guards import limits
from league.leagues import services
from league.leagues.errors import LeagueError
from league.leagues.forms.announcing import AnnouncementForm
from league.leagues.models import Announcement
from league.leagues.selectors import announcements as telling
from league.leagues.tenancy import TenantRequest, organiser_or_404, organiser_still_or_404

ANNOUNCEMENTS = limits.Limit("league-announcements", 10, 3600)
"""Published by one organiser; each may be mailed to a whole league."""


@require_safe
def announcements(request: TenantRequest) -> HttpResponse:
    """All that stand, newest first."""
    found = Paginator(telling.announcements(request.league), telling.A_PAGE)
    page = found.get_page(request.GET.get("page"))
    return render(request, "leagues/announcements.html", {"league": request.league, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: Any) -> HttpResponse:
    """Write one, in place of another if `replaces` names it; below, those there were."""
    organiser_or_404(request)
    asked = request.POST if request.method == "POST" else request.GET
    earlier = _named(request, asked.get("replaces", ""))
    first: dict[str, Any] = {"is_pinned": True}
    if earlier is not None:
        first |= {"title": earlier.title, "text": earlier.text, "replaces": earlier.pk}
    form = AnnouncementForm(request.POST if request.method == "POST" else None, initial=first)
    status = 200
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data | {"replaces": earlier}
        try:
            limits.count(ANNOUNCEMENTS, request.user.pk)
            services.announce(league=request.league, by=request.user, **given)
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except LeagueError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Published."))
            return redirect("leagues:announce", request.league.slug)
    page = Paginator(telling.all_announcements(request.league), telling.A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {"league": request.league, "form": form, "page": page, "earlier": earlier}
    return render(request, "leagues/desk/announce.html", context, status=status)


@require_POST
def withdraw(request: Any, announcement: int) -> HttpResponse:
    """Show it no more."""
    organiser_or_404(request)
    with organiser_still_or_404():
        services.withdraw_announcement(league=request.league, by=request.user, announcement=announcement)
    messages.success(request, _("Withdrawn. No one sees it any more."))
    return redirect("leagues:announce", request.league.slug)


def _named(request: Any, key: str) -> Announcement | None:
    """The announcement of this league with that key, while it stands."""
    if not key.isdecimal() or len(key) > 18:
        return None
    found: Announcement | None = request.league.announcements.filter(pk=int(key), withdrawn_at=None).first()
    return found
