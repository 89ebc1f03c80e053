"""Organisers lay down the money of a draft."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.competitions.errors import BadRules, CompetitionError
from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.services.founding import caution_about
from league.competitions.views.finding import reader_or_404
from league.leagues.tenancy import organiser_or_404
from league.prizes.forms.rules import MoneyForm, default_for
from league.prizes.selectors.preview import preview_of
from league.prizes.services import opening
from league.prizes.services.money_draft import set_money


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: Any, season: str) -> HttpResponse:
    """The money rules of a draft: shown with what the prizes would come to, saved, or taken out."""
    organiser_or_404(request)
    reader = reader_or_404(request, season)
    draft = reader.season
    if not draft.is_draft:
        raise Http404
    if request.method == "POST" and "remove" in request.POST:
        return _remove(request, draft)
    form = MoneyForm(request.POST if request.method == "POST" else None, season=draft)
    shown = reader.rules.money or (default_for(reader.rules) if not form.is_bound else None)
    if form.is_bound:
        shown = form.money() if form.is_valid() else None
        if shown is not None and _is_allowed(form, draft, shown) and "check" not in request.POST:
            if _save(request, form, draft, shown):
                messages.success(request, _("Saved. No one has been asked yet: ask them on this page."))
                return redirect("prizes:trust", request.league.slug, draft.code)
            shown = None
    context = {
        "league": request.league,
        "reader": reader,
        "form": form,
        "currency": shown.currency if shown else "",
        "preview": preview_of(shown, reader.rules) if shown else None,
        "caution": caution_about(replace(reader.rules, money=shown)),
    }
    if request.htmx:
        return render(request, "prizes/_rules_preview.html", context | {"is_part": True})
    return render(request, "prizes/rules.html", context)


def _is_allowed(form: MoneyForm, draft: Competition, given: PrizeRules) -> bool:
    """Whether this site lets the league have such money; if not, the form says why."""
    try:
        opening.check(draft.league, replace(draft.terms, money=given))
    except BadRules as error:
        form.refuse(error)
        return False
    return True


def _save(request: Any, form: MoneyForm, draft: Competition, given: PrizeRules) -> bool:
    try:
        set_money(competition=draft, by=request.user, money=given)
    except BadRules as error:
        form.refuse(error)
    except CompetitionError as error:
        form.add_error(None, str(error))
    else:
        return True
    return False


def _remove(request: Any, draft: Competition) -> HttpResponse:
    try:
        set_money(competition=draft, by=request.user, money=None)
    except CompetitionError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The season no longer has prize money."))
    return redirect(draft)
