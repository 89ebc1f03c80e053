"""Notices: what needs the reader, and what happened to them; the page, and what folds out of the bell."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.common import clock
from games.common.outbox import bell
from games.common.outbox.happening import Happening
from games.common.waiting import Waiting, waits_of

FOLDED: Final = 5
"""Notices in what folds out, and things that need the reader."""


@login_required
@require_safe
def notices(request: Any) -> HttpResponse:
    """What needs the reader first; then by day what happened to them, the newest first."""
    before = request.GET.get("before", "")
    if before and not before.isdecimal():
        raise Http404
    shown = bell.notices_of(request.user, int(before or 0), bell.SHOWN + 1)
    more = shown[bell.SHOWN :]
    shown = shown[: bell.SHOWN]
    context = {
        "needs": [] if before else _needs(request, shown),
        "days": [
            (day, list(these))
            for day, these in groupby(shown, key=lambda each: timezone.localtime(each.at).date())
        ],
        "older": shown[-1].pk if more else None,
        "has_unread": any(each.read_at is None for each in shown),
        "now": clock.shown(),
    }
    return render(request, "users/notices.html", context)


@login_required
@require_safe
def fold(request: Any) -> HttpResponse:
    """The same in short, for the bell on every page."""
    shown = bell.notices_of(request.user, count=FOLDED)
    context = {"needs": _needs(request, shown)[:FOLDED], "shown": shown, "now": clock.shown()}
    return render(request, "users/_fold.html", context)


def _needs(request: Any, shown: list[Happening]) -> list[Waiting]:
    """What needs the reader, and results not seen yet of games about which no notice says anything."""
    waits = waits_of(request.user)
    told = {each.about for each in shown}
    return [*waits.needs_you, *(each for each in waits.when_you_like if f"game:{each.game}" not in told)]


@login_required
@require_safe
def look(request: Any, number: int) -> HttpResponse:
    """Go where a notice leads; it is read then."""
    found = bell.read(request.user, number)
    if found is None:
        raise Http404
    return redirect(found.address)


@login_required
@require_POST
def read_all(request: Any) -> HttpResponse:
    """All notices are read."""
    bell.read_all(request.user)
    return redirect("users:notices")
