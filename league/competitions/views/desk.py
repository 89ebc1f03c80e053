"""The desk of a season: its arbiters act there, organisers who have not entered look on and write.

To everyone else there is nothing at these addresses.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.common.errors import GameError
from games.common.guards import limits
from games.common.words.people import at_start, called
from league.competitions import services
from league.competitions.errors import BadRules, CompetitionError
from league.competitions.forms.acts import CircularForm, ExtendForm, RemoveForm
from league.competitions.forms.dates import MoveForm
from league.competitions.models import Competition, Entry, Extension
from league.competitions.models.pairing import runs
from league.competitions.rules.leaving_table import removal
from league.competitions.selectors.desk import desk_page
from league.competitions.selectors.log_page import moved_dates
from league.competitions.services.appointing import step_down
from league.competitions.state import money_hooks
from league.competitions.state.season_access import Reader
from league.competitions.views.finding import reader_or_404
from league.competitions.words.terms import longest_in_words
from league.competitions.words.wording import proposes

EXTENSIONS_SHOWN: Final = 50
CIRCULARS_SHOWN: Final = 50
CIRCULARS: Final = limits.Limit("season-circulars", 10, 3600)
"""E-mails of one person to all entrants."""


def arbiter_or_404(request: Any, season: str) -> Reader:
    reader = reader_or_404(request, season)
    if not reader.is_arbiter:
        raise Http404
    return reader


def runner_or_404(request: Any, season: str) -> Reader:
    """An arbiter, or an organiser who has not entered: who may look at the desk and write to the entrants."""
    reader = reader_or_404(request, season)
    if not reader.has_say or (reader.season.is_draft and not reader.is_arbiter):
        raise Http404
    return reader


@require_safe
def desk(request: Any, season: str) -> HttpResponse:
    """What waits for an arbiter, and what an organiser sees of it."""
    reader = runner_or_404(request, season)
    context = {"league": request.league, "reader": reader, "page": desk_page(reader, request.user)}
    return render(request, "tournaments/desk.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def own_part(request: Any, season: str) -> HttpResponse:
    """An arbiter's own part, and “No, thank you”. No one has to agree to it."""
    reader = reader_or_404(request, season)
    found = reader.season
    if not reader.is_arbiter and found.arbiters.filter(user=reader.person, left_at__isnull=False).exists():
        return redirect(found)  # pressed twice
    if not reader.is_arbiter or found.is_over:
        raise Http404
    if money_page := money_hooks.resigning_at(found, request.user):
        return redirect(money_page)
    if request.method == "POST":
        step_down(competition=found, user=request.user)
        messages.success(request, _("You said no. The organisers have been told."))
        return redirect(found if not found.is_hidden or reader.is_organiser else request.league)
    return render(request, "tournaments/own_part.html", {"league": request.league, "reader": reader})


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: Any, season: str, entry: int) -> HttpResponse:
    """Take someone out of the season, with a reason; says before what follows."""
    reader = arbiter_or_404(request, season)
    found = reader.season.entries.filter(number=entry).select_related("user").first()
    if found is None:
        raise Http404
    if found.state not in Entry.STANDING or reader.season.is_over:
        if request.method == "POST":
            return redirect("tournaments:entrant", request.league.slug, season, entry)  # pressed twice
        raise Http404
    form = RemoveForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            services.remove(
                competition=reader.season,
                entry=found,
                by=request.user,
                reason=given["reason"],
                disqualify=given["how"] == form.DISQUALIFY,
            )
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            name = called(found.user.get_username())
            messages.success(request, _("%(name)s is out of the season.") % {"name": name})
            return redirect("tournaments:entrant", request.league.slug, season, entry)
    is_live = reader.season.state in (Competition.State.RUNNING, Competition.State.CLOSING)
    context = {
        "league": request.league,
        "reader": reader,
        "entry": found,
        "form": form,
        "follows": removal(reader.kind.leaving, is_live=is_live, has_fee=bool(reader.season.fee)),
    }
    return render(request, "tournaments/remove.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def proposed_act(request: Any, season: str, act: int) -> HttpResponse:
    """What an organiser who plays would decide about someone: an arbiter confirms or refuses it."""
    reader = arbiter_or_404(request, season)
    rows = reader.season.proposed_acts.select_related("competition__league", "about", "by", "decided_by")
    found = get_object_or_404(rows, pk=act)
    answer = request.POST.get("answer", "")
    if request.method == "POST" and answer in ("confirm", "refuse"):
        try:
            found = services.decide(act=found, by=request.user, confirms=answer == "confirm")
        except CompetitionError as error:
            messages.error(request, str(error))
        else:
            said = _("Confirmed.") if found.is_confirmed else _("Refused: nothing happens.")
            messages.success(request, said)
        return redirect("tournaments:desk", request.league.slug, season)
    context = {
        "league": request.league,
        "reader": reader,
        "act": found,
        "says": at_start(proposes(found)),
        "is_open": found.may_be_decided_by(reader.person),
    }
    return render(request, "tournaments/proposed_act.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def write(request: Any, season: str) -> HttpResponse:
    """An e-mail to all entrants; beside it what was written before."""
    reader = runner_or_404(request, season)
    form = CircularForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            limits.count(CIRCULARS, request.user.pk)
            services.write_to_entrants(competition=reader.season, by=request.user, **form.cleaned_data)
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Your e-mail is on its way to the entrants."))
            return redirect("tournaments:write", request.league.slug, season)
    circulars = reader.season.circulars.select_related("by")[:CIRCULARS_SHOWN]
    context = {"league": request.league, "reader": reader, "form": form, "circulars": circulars}
    return render(request, "tournaments/write.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def extend(request: Any, season: str) -> HttpResponse:
    """Move the deadlines of all games of the season alike; beside it what was done before."""
    reader = arbiter_or_404(request, season)
    form = ExtendForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("reason", "key")}
        try:
            services.extend(competition=reader.season, by=request.user, hours=form.moved_by, **given)
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The deadlines of all running games of the season have moved."))
            return redirect("tournaments:extend", request.league.slug, season)
    given_before = Extension.objects.filter(competition=reader.season).select_related("by")
    context = {
        "league": request.league,
        "reader": reader,
        "form": form,
        "running": reader.season.pairings.filter(runs()).count(),
        "extensions": given_before[:EXTENSIONS_SHOWN],
    }
    return render(request, "tournaments/extend.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def move_dates(request: Any, season: str) -> HttpResponse:
    """Other dates for the season, for everyone; beside them those that were moved before."""
    reader = arbiter_or_404(request, season)
    if not reader.may_move_dates:
        raise Http404
    form = MoveForm(request.POST if request.method == "POST" else None, season=reader.season)
    if request.method == "POST" and form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("reason", "key")}
        try:
            services.move_dates(competition=reader.season, by=request.user, moments=form.moments, **given)
        except BadRules as error:
            form.refuse(error)
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The dates are moved."))
            return redirect("tournaments:move-dates", request.league.slug, season)
    context = {
        "league": request.league,
        "reader": reader,
        "form": form,
        "longest": longest_in_words(reader.dated_rules),
        "moved": moved_dates(reader.season),
    }
    return render(request, "tournaments/move_dates.html", context)
