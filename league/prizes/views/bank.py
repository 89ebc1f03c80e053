"""How a season is paid offline: its holder types it, a treasurer confirms a later change; closing payment."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.common.guards import limits
from league.competitions.errors import CompetitionError
from league.competitions.models import Competition
from league.competitions.state.season_access import Reader
from league.prizes.forms.bank import BankForm, CloseForm
from league.prizes.selectors.bank_details import DetailsPage, details_page
from league.prizes.services.book_access import money_reader
from league.prizes.services.treasurers.bank_details import confirm_details, set_details
from league.prizes.services.treasurers.closing import close_by_hand, open_by_hand
from league.prizes.views.finding import named_reader_or_404
from league.users.password_forms import TRIES


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bank(request: Any, season: str) -> HttpResponse:
    """For the cash holder, the treasurers and the guarantor, also of a draft."""
    reader = named_reader_or_404(request, season)
    page = details_page(reader, request.user)
    if page is None:
        raise Http404
    act = request.POST.get("act", "save") if request.method == "POST" else ""
    form = BankForm(initial={"bank_details": page.following or page.in_force}, user=request.user)
    closing, status = CloseForm(), 200
    try:
        if act == "save":
            limits.count(TRIES, request.user.pk)
            form = BankForm(request.POST, user=request.user)
        elif act == "close":
            closing = CloseForm(request.POST)
        if act and (done := _done(request, reader.season, act, form, closing)):
            messages.success(request, done)
            return redirect("prizes:bank", request.league.slug, season)
    except limits.TooOften as error:
        # The form is not asked whether the password is right.
        messages.error(request, str(error))
        form = BankForm(initial={"bank_details": request.POST.get("bank_details", "")}, user=request.user)
        status = limits.TOO_MANY_REQUESTS
    except CompetitionError as error:
        messages.error(request, str(error))
    return _page(request, reader, page, form, closing, status)


def _done(request: Any, season: Competition, act: str, form: BankForm, closing: CloseForm) -> str:
    """What was done, in words; empty: a form says what is wrong."""
    by = request.user
    if act == "save" and form.is_valid():
        if set_details(competition=season, by=by, details=form.cleaned_data["bank_details"]):
            return _("Saved. Offline payment is closed until a treasurer has confirmed it.")
        return _("Saved.")
    if act == "close" and closing.is_valid():
        close_by_hand(competition=season, by=by, reason=closing.cleaned_data["reason"])
        return _("Offline payment is closed. Everyone who owes a fee is told by e-mail.")
    if act == "confirm":
        confirm_details(competition=season, by=by, fingerprint=request.POST.get("fingerprint", ""))
        return _("Confirmed. Players pay this way from now on.")
    if act == "open":
        open_by_hand(competition=season, by=by)
        return _("Offline payment is open again.")
    return ""


def _page(
    request: Any, reader: Reader, page: DetailsPage, form: BankForm, closing: CloseForm, status: int
) -> HttpResponse:
    context = {
        "league": request.league,
        "reader": reader,
        "found": money_reader(reader, request.user),
        "page": page,
        "form": form,
        "closing": closing,
    }
    return render(request, "prizes/bank.html", context, status=status)
