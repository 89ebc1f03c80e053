"""Into a season and out of it again."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.common.guards import limits
from league.competitions import services
from league.competitions.errors import CompetitionError
from league.competitions.forms.acts import WordForm
from league.competitions.forms.entering import EnterForm
from league.competitions.models import Entry
from league.competitions.selectors.seasons import numbers_of
from league.competitions.selectors.withdrawing import withdrawal_of
from league.competitions.state import conditions
from league.competitions.state.season_access import Reader
from league.competitions.views.finding import reader_or_404
from league.competitions.words import terms

ENTRIES = limits.Limit("season-entries", 30, 3600)
"""Entered, withdrawn and words changed by one person."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: Any, season: str) -> HttpResponse:
    """What entering asks of the reader, with the reader's own numbers; and the button."""
    reader = reader_or_404(request, season)
    if reader.season.is_draft:
        raise Http404
    if reader.entry is not None:
        return redirect(reader.season)
    form = EnterForm(request.POST if request.method == "POST" else None, season=reader.season)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            limits.count(ENTRIES, request.user.pk)
            entry = services.enter(
                competition=reader.season,
                user=request.user,
                word=form.cleaned_data.get("word", ""),
                accepts=form.acceptance,
            )
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _said_of(entry, reader))
            to_pay = entry.payment == Entry.Payment.DUE
            return redirect(f"{reader.season.get_absolute_url()}money/pay/" if to_pay else reader.season)
    context = {
        "league": request.league,
        "reader": reader,
        "form": form,
        "conditions": conditions.held(reader.season, request.user, reader.now),
        "numbers": numbers_of(reader.season),
        "takes": reader.season.takes_entries(reader.now) or reader.takes_substitutes,
        "parts": terms.parts_of(reader.dated_rules)[:2],
    }
    return render(request, "tournaments/enter.html", context, status=status)


def _said_of(entry: Entry, reader: Reader) -> str:
    if entry.state == Entry.State.WAITING and reader.takes_substitutes:
        return _("You are on the list of substitutes.")
    if entry.state == Entry.State.WAITING:
        return _("All places are taken. You are on the waiting list.")
    if entry.state == Entry.State.PLAYING:
        return _("You are in, at the bottom of the ladder.")
    if entry.payment == Entry.Payment.DUE:
        return _("You have entered. Pay the fee, and you are in.")
    return _("You are in.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: Any, season: str) -> HttpResponse:
    """Says what withdrawing does before it is done."""
    reader = reader_or_404(request, season)
    if reader.entry is None or reader.season.is_over:
        if request.method == "POST":
            return redirect(reader.season)  # pressed twice
        raise Http404
    if request.method == "POST":
        try:
            services.withdraw(competition=reader.season, user=request.user)
        except CompetitionError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("You have withdrawn."))
        return redirect(reader.season)
    page = withdrawal_of(reader, reader.entry)
    context = {"league": request.league, "reader": reader, "page": page}
    return render(request, "tournaments/withdraw.html", context)


@login_required
@require_POST
def word(request: Any, season: str) -> HttpResponse:
    """Another word for the draws, before the first of them."""
    reader = reader_or_404(request, season)
    if reader.entry is None:
        raise Http404
    form = WordForm(request.POST)
    try:
        limits.count(ENTRIES, request.user.pk)
        given = form.cleaned_data["word"] if form.is_valid() else ""
        services.set_word(entry=reader.entry, user=request.user, word=given)
    except (CompetitionError, limits.TooOften) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Your word is saved."))
    return redirect(reader.season)
