"""The calendar of one's deadlines: the page that makes its address, and the file that is there."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.lists.deadlines import deadlines_of
from league.users import calendars


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: Any) -> HttpResponse:
    """Make the address, which only the answer to that shows; make it again; revoke it."""
    address = ""
    if "revoke" in request.POST:
        calendars.revoke_address(user=request.user)
        messages.success(request, _("The calendar address no longer works."))
        return redirect("users:calendar")
    if "make" in request.POST:
        address = calendars.address_of(calendars.make_address(user=request.user))
    return render(request, "users/calendar.html", {"address": address})


@require_safe
def feed(request: HttpRequest, calendar: str) -> HttpResponse:
    """The calendar file, for everyone who holds its secret, signed in or not: calendar programs are not."""
    person = calendars.owner_of(calendar)
    if person is None:
        raise Http404
    with translation.override(person.language):
        file = calendars.written(deadlines_of(person.pk))
    headers = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow"}
    return HttpResponse(file, content_type=calendars.KIND, headers=headers)
