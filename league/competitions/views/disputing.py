"""Doubts about a result: raised, answered and ruled on one page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.errors import GameError
from games.common.guards import limits
from league.competitions import services
from league.competitions.errors import CompetitionError
from league.competitions.forms.acts import RulingForm, SaidForm
from league.competitions.selectors.disputes import DisputePage, dispute_page
from league.competitions.state.season_access import Reader
from league.competitions.views.finding import reader_or_404

DISPUTES = limits.Limit("disputes", 20, 3600)
"""Raised and answered by one person."""


@require_http_methods(["GET", "HEAD", "POST"])
def result(request: Any, season: str, challenge: int) -> HttpResponse:
    """A result that is or was disputed, or can be."""
    reader = reader_or_404(request, season)
    page = dispute_page(reader, challenge)
    if page is None:
        raise Http404
    asked = request.POST.get("act", "") if request.method == "POST" else ""
    bound = _forms(page, asked, request.POST)
    status = 200
    if request.method == "POST":
        if asked not in bound or not _may(page, asked):
            raise Http404
        form = bound[asked]
        if form.is_valid():
            try:
                limits.count(DISPUTES, request.user.pk)
                said = ACTS[asked](request, page, form)
            except limits.TooOften as error:
                form.add_error(None, str(error))
                status = limits.TOO_MANY_REQUESTS
            except (CompetitionError, GameError) as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, said)
                return redirect("tournaments:dispute", request.league.slug, season, challenge)
    context = {"league": request.league, "reader": reader, "page": page, **_shown(reader, page, bound)}
    return render(request, "tournaments/dispute.html", context, status=status)


def _forms(page: DisputePage, asked: str, data: Any) -> dict[str, Any]:
    return {
        "dispute": SaidForm(data if asked == "dispute" else None, prefix="dispute"),
        "answer": SaidForm(data if asked == "answer" else None, prefix="answer"),
        "rule": RulingForm(
            data if asked == "rule" else None,
            choices=[(option.value, option.label) for option in page.options],
        ),
    }


def _may(page: DisputePage, asked: str) -> bool:
    return {"dispute": page.may_dispute, "answer": page.may_answer, "rule": page.may_rule}[asked]


def _shown(_reader: Reader, page: DisputePage, bound: dict[str, Any]) -> dict[str, Any]:
    return {f"{name}_form": form if _may(page, name) else None for name, form in bound.items()}


def _dispute(request: Any, page: DisputePage, form: forms.Form) -> str:
    services.dispute(pairing=page.pairing, user=request.user, said=form.cleaned_data["said"])
    return _("The result is disputed. The players and the arbiters have been told.")


def _answer(request: Any, page: DisputePage, form: forms.Form) -> str:
    if page.open is None:
        raise Http404
    services.answer(dispute=page.open, user=request.user, said=form.cleaned_data["said"])
    return _("Your answer is published.")


def _rule(request: Any, page: DisputePage, form: Any) -> str:
    ruling, number = form.ruled
    entries = {each.number: each for each in page.pairing.entries}
    services.rule(
        pairing=page.pairing,
        by=request.user,
        ruling=ruling,
        reason=form.cleaned_data["reason"],
        forfeited_by=entries.get(number),
    )
    return _("The ruling is published.")


ACTS: dict[str, Callable[[Any, DisputePage, Any], str]] = {
    "dispute": _dispute,
    "answer": _answer,
    "rule": _rule,
}
