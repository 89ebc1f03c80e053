"""Cancelling a season with real money: an arbiter or organiser proposes it, a treasurer says yes or no."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.guards import limits
from league.competitions.errors import CompetitionError
from league.prizes.forms.cancelling import AnswerForm, ProposeForm
from league.prizes.selectors.cancelling import CancelPage, cancel_page
from league.prizes.services.treasurers import cancelling as acts
from league.prizes.views.finding import money_or_404

ACTS = limits.Limit("cancelling", 30, 3600)
"""By one person; each may be mailed to every entrant."""


@require_http_methods(["GET", "HEAD", "POST"])
def cancelling(request: Any, season: str) -> HttpResponse:
    """The proposal that waits, with the reader's answer to it; or the form that makes one."""
    found = money_or_404(request, season)
    if not found.may_read_book:
        raise Http404
    page = cancel_page(found)
    if not page.takes_two:
        if request.method == "POST":
            return redirect(found.reader.season)  # pressed twice
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = (AnswerForm if page.may_answer else ProposeForm)(posted)
    status = 200
    if form.is_bound and not (page.may_answer or page.may_propose):
        raise Http404
    if form.is_bound and form.is_valid():
        try:
            limits.count(ACTS, request.user.pk)
            messages.success(request, _done(request, page, form))
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            return redirect(found.reader.season)
    context = {
        "league": request.league,
        "reader": found.reader,
        "found": found,
        "page": page,
        "form": form,
    }
    return render(request, "prizes/cancelling.html", context, status=status)


def _done(request: Any, page: CancelPage, form: AnswerForm | ProposeForm) -> str:
    given = form.cleaned_data
    if page.proposal is None:
        acts.propose(competition=page.season, by=request.user, reason=given["reason"])
        return _("Proposed. Treasurers have 7 days to answer. Payment is closed until then.")
    agrees = given["agrees"] == "yes"
    acts.answer(proposal=page.proposal, by=request.user, agrees=agrees, reason=given["reason"])
    return _("The season is cancelled.") if agrees else _("The season goes on. Everyone concerned is told.")
