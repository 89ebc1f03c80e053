"""One's own prizes and refunds: where to send them. To everyone else there is nothing at these addresses.

They stand outside the league, too: players who have left it, or were banned, still get what they won.
"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.guards import limits
from league.competitions.errors import CompetitionError
from league.prizes.book.books import money_of
from league.prizes.forms.desk import ClaimForm, PayToForm
from league.prizes.models import Payout, Refund
from league.prizes.services.payouts import pay_details, paying_out
from league.prizes.services.payouts.rulings_after import missing
from league.users import password_forms

CLAIMS: Final = limits.Limit("money-claims", 60, 3600)
"""Claimed, or changed, by one person."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def season_claim(request: Any, season: str, payout: int) -> HttpResponse:
    """Claim a prize of this season."""
    rows = Payout.objects.filter(book__competition__code=season, book__competition__league=request.league)
    return _claim(request, rows.filter(pk=payout))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: Any, payout: int) -> HttpResponse:
    """Claim a prize, whichever season it is of."""
    return _claim(request, Payout.objects.filter(pk=payout))


def _claim(request: Any, rows: Any) -> HttpResponse:
    shown = [*Payout.OWED, Payout.State.PAID, Payout.State.CARRIED, Payout.State.RETURNED]
    rows = rows.filter(entry__user=request.user, state__in=shown)
    row = rows.select_related("book__competition__league", "holder", "proposal", "entry").first()
    if row is None:
        raise Http404
    if request.POST.get("act") == "forget":
        return _forget(request, row)
    is_play = money_of(row.book.competition).is_play
    posted = request.POST if request.method == "POST" else None
    form: forms.Form = (
        forms.Form(posted) if is_play else ClaimForm(posted, user=request.user, known=row.pay_to)
    )
    status = _too_many(request, form)
    if form.is_bound and status == 200 and form.is_valid():
        try:
            limits.count(CLAIMS, request.user.pk)
            paying_out.claim(payout=row, user=request.user, pay_to=form.cleaned_data.get("pay_to", ""))
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Claimed. We e-mail you once it is sent."))
            return redirect("prizes:own-claim", row.pk)
    context = {
        "payout": row,
        "season": row.book.competition,
        "currency": row.book.currency,
        "is_play": is_play,
        "is_owed": row.state in Payout.OWED,
        "lacks": missing(row) if row.state in Payout.OWED else 0,
        "gone_at": pay_details.gone_at(row) if row.pay_to else None,
        "form": form,
    }
    return render(request, "prizes/claim.html", context, status=status)


def _too_many(request: Any, form: forms.Form) -> int:
    """Count a guess of the password; the status to answer. Over the limit the form says that alone, whatever
    was typed: its own errors would tell a wrong password from the right one.
    """
    if isinstance(form, PayToForm) and form.tries_password:
        try:
            limits.count(password_forms.TRIES, request.user.pk)
        except limits.TooOften as error:
            form.refuse(str(error))
            return limits.TOO_MANY_REQUESTS
    return 200


def _forget(request: Any, row: Payout) -> HttpResponse:
    """Delete now where a prize was sent."""
    try:
        limits.count(CLAIMS, request.user.pk)
        pay_details.forget(payout=row, user=request.user)
    except (limits.TooOften, CompetitionError) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Deleted."))
    return redirect("prizes:own-claim", row.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def refund(request: Any, refund: int) -> HttpResponse:
    """Say where a refund by hand is to be sent."""
    rows = Refund.objects.filter(pk=refund, entry__user=request.user, way=Refund.Way.HAND)
    rows = rows.filter(state__in=Refund.OPEN)
    row = rows.select_related("book__competition__league", "holder").first()
    if row is None or money_of(row.book.competition).is_play:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = PayToForm(posted, user=request.user, known=row.pay_to)
    status = _too_many(request, form)
    if form.is_bound and status == 200 and form.is_valid():
        try:
            limits.count(CLAIMS, request.user.pk)
            paying_out.send_to(refund=row, user=request.user, pay_to=form.cleaned_data["pay_to"])
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved. The people who handle the money can see it."))
            return redirect("prizes:own-refund", row.pk)
    context = {"refund": row, "season": row.book.competition, "currency": row.book.currency, "form": form}
    return render(request, "prizes/pay_to.html", context, status=status)
