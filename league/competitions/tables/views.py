"""What people do to an event at tables beside what every season has: check in, and look after a drawing. To
everyone else there is nothing at these addresses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.common.errors import GameError
from league.competitions.errors import CompetitionError
from league.competitions.forms.acts import ReasonForm
from league.competitions.state.season_access import Reader
from league.competitions.tables.checking import begin_now, check_in, draw_again, keep_apart, swap
from league.competitions.tables.drawing_page import DrawingPage, drawing_of
from league.competitions.tables.ended import Ended
from league.competitions.tables.forms import ApartForm, CheckInForm, SwapForm
from league.competitions.tables.now import now_of
from league.competitions.tables.pages.lines import names_of
from league.competitions.tables.pages.own import Own, own_of
from league.competitions.tables.rules import TablesRules
from league.competitions.tables.seating import POWERS
from league.competitions.tables.trying import STARTS_WITH, BoardForm, tried
from league.competitions.views.desk import runner_or_404
from league.competitions.views.finding import reader_or_404


def only_here(reader: Reader) -> Reader:
    if reader.season.kind != TablesRules.KIND:
        raise Http404
    return reader


@require_http_methods(["GET", "HEAD", "POST"])
def checks_in(request: Any, season: str) -> HttpResponse:
    """One click before each round, and what else one says with it."""
    reader = only_here(reader_or_404(request, season))
    own = own_of(reader, now_of(reader.season), names_of(reader.season))
    if own is None or own.closes is None:
        if request.method == "POST" and own is not None:
            messages.error(request, _("Check-in for this round is closed."))
            return redirect(reader.season)
        raise Http404
    form = _check_in_form(request.POST if request.method == "POST" else None, own)
    if request.method == "POST" and form.is_valid():
        said = {"twice": form.cleaned_data.get("twice", False), "ranking": form.ranking}
        try:
            check_in(competition=reader.season, user=request.user, number=own.round, **said)
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("You are checked in."))
            return redirect(reader.season)
    context = {"league": request.league, "reader": reader, "own": own, "form": form}
    return render(request, "tournaments/tables/check_in.html", context)


def _check_in_form(data: Any, own: Own) -> CheckInForm:
    checked = own.checked
    form = CheckInForm(
        data,
        asks_ranking=own.asks_ranking and not own.is_substitute,
        takes_two=own.takes_two,
        ranking=checked.ranking if checked else (),
    )
    if checked is not None:
        form.initial["twice"] = checked.twice
    return form


@require_http_methods(["GET", "HEAD", "POST"])
def drawing(request: Any, season: str) -> HttpResponse:
    """A round that is drawn and has not begun: what is imperfect, and what can be done about it."""
    reader = only_here(runner_or_404(request, season))
    page = drawing_of(reader)
    if page is None:
        raise Http404
    posted = request.POST.get("act", "") if request.method == "POST" else ""
    again = ReasonForm(request.POST if posted == "again" else None, prefix="again")
    swaps = SwapForm(
        request.POST if posted == "swap" else None, tables=page.round.tables, names=page.names, prefix="swap"
    )
    if posted and (done := _acted(request, reader, page, posted, again, swaps)):
        messages.success(request, done)
        where = "tournaments:desk" if posted == "begin" else "tournaments:drawing"
        return redirect(where, request.league.slug, season)
    context = {"league": request.league, "reader": reader, "page": page, "again": again, "swaps": swaps}
    return render(request, "tournaments/tables/drawing.html", context)


def _acted(
    request: Any, reader: Reader, page: DrawingPage, posted: str, again: ReasonForm, swaps: SwapForm
) -> str:
    """What was done, in words; empty where the form says why not."""
    of = {"competition": reader.season, "by": request.user, "number": page.round.number}
    acts: dict[str, tuple[Any, Callable[[], Any], str]] = {
        "again": (
            again,
            lambda: draw_again(**of, reason=again.cleaned_data["reason"]),
            _("The round is drawn again."),
        ),
        "swap": (
            swaps,
            lambda: swap(**of, seats=swaps.seats, reason=swaps.cleaned_data["reason"]),
            _("The two are swapped."),
        ),
        "begin": (None, lambda: begin_now(**of), _("The round begins.")),
    }
    if posted not in acts:
        raise Http404
    form, act, said = acts[posted]
    if form is not None and not form.is_valid():
        return ""
    try:
        act()
    except (CompetitionError, GameError) as error:
        if form is None:
            messages.error(request, str(error))
        else:
            form.add_error(None, str(error))
        return ""
    return said


@require_http_methods(["GET", "HEAD", "POST"])
def apart(request: Any, season: str) -> HttpResponse:
    """Pairs that the drawing keeps apart."""
    reader = only_here(runner_or_404(request, season))
    if reader.season.is_over or reader.season.is_draft:
        raise Http404
    names, found = names_of(reader.season), now_of(reader.season).found
    data = request.POST if request.method == "POST" else None
    form = ApartForm(data, names=names, pairs=sorted(found.apart))
    if request.method == "POST" and form.is_valid():
        given = {"pairs": form.cleaned_data["pairs"], "reason": form.cleaned_data["reason"]}
        try:
            keep_apart(competition=reader.season, by=request.user, **given)
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("List saved. Everyone who sees the season can read why."))
            return redirect("tournaments:desk", request.league.slug, season)
    return render(
        request,
        "tournaments/tables/apart.html",
        {"league": request.league, "reader": reader, "form": form},
    )


@require_safe
def scoring(request: Any, season: str) -> HttpResponse:
    """A result tried in every scoring system; the address holds it, so that it can be sent on."""
    reader = only_here(reader_or_404(request, season))
    form = BoardForm(request.GET if set(POWERS) & set(request.GET) else None)
    rules: Any = reader.rules
    shown = form.ended if form.is_valid() else Ended(STARTS_WITH) if not form.is_bound else None
    found = tried(shown, rules.scoring, rules.free) if shown is not None else []
    context = {"league": request.league, "reader": reader, "form": form, "tried": found, "powers": POWERS}
    return render(request, "tournaments/tables/scoring.html", context)
