"""What people do to a knock-out beside what every season has: put its seeds, say who goes on. To everyone
else there is nothing at these addresses.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.common.errors import GameError
from games.common.words.people import at_start, called
from league.competitions.errors import CompetitionError
from league.competitions.knock_out.forms import GoesOnForm, SeedsForm
from league.competitions.knock_out.rules import KnockOutRules
from league.competitions.knock_out.ruling import name_who_goes_on
from league.competitions.knock_out.ruling_page import ruling_page
from league.competitions.knock_out.seeding import can_be_put, kept_seeds, seed_by_hand, seeds_now
from league.competitions.state.registration import accepted_and_clear
from league.competitions.state.season_access import Reader
from league.competitions.views.desk import arbiter_or_404, runner_or_404


def _only_here(reader: Reader) -> Reader:
    if reader.season.kind != KnockOutRules.KIND:
        raise Http404
    return reader


@require_http_methods(["GET", "HEAD", "POST"])
def seeds(request: Any, season: str) -> HttpResponse:
    """The seeds in their order, a number beside each, between their draw and the first games."""
    reader = _only_here(runner_or_404(request, season))
    kept = kept_seeds(reader.season)
    if kept is None or not can_be_put(reader.season):
        raise Http404
    entries = list(accepted_and_clear(reader.season))
    order = seeds_now(reader.season, kept, entries)
    # All entries, whatever their number, so that the query does not grow with them.
    people = reader.season.entries.order_by().values_list("number", "user__username")
    names = {number: at_start(called(name)) for number, name in people}
    data = request.POST if request.method == "POST" else None
    form = SeedsForm(data, order=order, names=names, kept=kept.pk)
    if request.method == "POST" and form.is_valid():
        given = {"order": form.order, "reason": form.cleaned_data["reason"]}
        try:
            seed_by_hand(competition=reader.season, by=request.user, **given)
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Seeds saved. Everyone who sees the season can read why."))
            return redirect(f"{reader.season.get_absolute_url()}#seeds")
    rows = form.rows(set(order) - {entry.number for entry in entries})
    context = {"league": request.league, "reader": reader, "form": form, "rows": rows}
    return render(request, "tournaments/knock_out/seeds.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def goes_on(request: Any, season: str, number: int) -> HttpResponse:
    """Of a voided game: who goes on, or that it is played once more; with what HR-13 measures of it."""
    reader = _only_here(arbiter_or_404(request, season))
    page = ruling_page(reader, number)
    if page is None:
        raise Http404
    if not page.asks or reader.season.is_over:
        if request.method == "POST":
            messages.info(request, _("It is decided already."))
        return redirect(page.dispute)
    form = GoesOnForm(
        request.POST if request.method == "POST" else None, people=page.can_go_on, may_replay=page.may_replay
    )
    if request.method == "POST" and form.is_valid():
        given = {"on": form.entry, "reason": form.cleaned_data["reason"]}
        try:
            name_who_goes_on(competition=reader.season, number=number, by=request.user, **given)
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            name = dict(page.people).get(form.entry or 0, "")
            said = _("%(name)s goes on.") % {"name": name} if name else _("The game will be replayed.")
            messages.success(request, at_start(said))
            return redirect("tournaments:desk", request.league.slug, season)
    context = {"league": request.league, "reader": reader, "page": page, "form": form}
    return render(request, "tournaments/knock_out/goes_on.html", context)
