"""An entrant's fee: what is due and how to pay it, what was received, what goes back."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.common.guards import limits
from league.competitions.errors import CompetitionError
from league.competitions.models import Entry
from league.prizes.selectors.pay_facts import facts_of
from league.prizes.selectors.paying import PayPage, own_entry, pay_page
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.incoming.checkout import begin
from league.prizes.views.finding import money_or_404

CHECKOUTS = limits.Limit("checkouts", 20, 3600)
"""Begun by one person."""


@login_required
@require_safe
def pay(request: Any, season: str) -> HttpResponse:
    """How the reader's fee stands. Payers who come back from the provider's page land here, and nothing
    is credited by that: the page looks again by itself until the provider has said so.
    """
    found, entry = _own_or_404(request, season)
    page = pay_page(found, entry)
    context = _context(request, found, page) | {"is_back": "back" in request.GET}
    return render(request, "prizes/pay.html", context)


@login_required
@require_safe
def pay_state(request: Any, season: str) -> HttpResponse:
    """For an open pay page: nothing (204) as long as nothing has changed, else it is told to load again."""
    found, entry = _own_or_404(request, season)
    if request.GET.get("stamp") == pay_page(found, entry).stamp:
        return HttpResponse(status=204)
    return HttpResponseClientRefresh()


@login_required
@require_POST
def pay_online(request: Any, season: str) -> HttpResponse:
    """Open a checkout, and lead to it. A form may not lead to another site by itself, as the content security
    policy has it: the way to such a provider is a link on the pay page.
    """
    _found, entry = _own_or_404(request, season)
    back = redirect("prizes:pay", request.league.slug, season)
    try:
        limits.count(CHECKOUTS, request.user.pk)
        checkout = begin(entry=entry, user=request.user)
    except (CompetitionError, limits.TooOften) as error:
        messages.error(request, str(error))
        return back
    path = checkout.address.removeprefix(settings.SITE_ADDRESS)
    is_here = path.startswith("/") and not path.startswith("//")
    return redirect(path) if is_here else back


def _own_or_404(request: Any, season: str) -> tuple[MoneyReader, Entry]:
    """The reader's own entry in a season with a fee."""
    found = money_or_404(request, season)
    entry = own_entry(found) if found.money.fee else None
    if entry is None:
        raise Http404
    return found, entry


def _context(request: Any, found: MoneyReader, page: PayPage) -> dict[str, Any]:
    return {
        "league": request.league,
        "reader": found.reader,
        "found": found,
        "money": found.money,
        "page": page,
        "facts": facts_of(found, request.user),
        "takes": found.reader.season.takes_entries(found.reader.now),
    }
