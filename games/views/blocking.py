"""The people whom a reader has blocked: the list, and the page that says what blocking does."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.errors import GameError
from games.common.words import people
from games.pages.blocking import blocks_of, has_blocked
from games.services.players import blocking


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def blocked(request: Any) -> HttpResponse:
    """Whom the reader has blocked. `?person=ben` asks before ben is blocked; `next` leads back."""
    asked = request.POST if request.method == "POST" else request.GET
    person = None
    if "person" in asked:
        person = people.named(asked["person"])
        if person is None:
            raise Http404
    way_back = _way_back(request, asked.get("next", ""))
    if request.method == "POST":
        if person is None:
            raise Http404
        _decide(request, person)
        return redirect(way_back or "games:blocked")
    if person is not None and not has_blocked(request.user, person) and person != request.user:
        context = {"person": person, "next": way_back}
        return render(request, "games/block.html", context)
    return render(request, "games/blocked.html", {"blocks": blocks_of(request.user)})


def _decide(request: Any, person: Any) -> None:
    said = {"person": person.get_username()}
    try:
        if request.POST.get("act") == "unblock":
            blocking.unblock(user=request.user, person=person)
            messages.success(request, _("%(person)s is no longer blocked.") % said)
        else:
            blocking.block(user=request.user, person=person)
            messages.success(request, _("%(person)s is blocked. They are not told.") % said)
    except GameError as error:
        messages.error(request, str(error))


def _way_back(request: Any, address: str) -> str:
    """`address`, if it is one of this site."""
    is_ours = url_has_allowed_host_and_scheme(address, None)
    return address if is_ours and address.startswith("/") else ""
