"""The arbiters' desk of a season. To everybody else there is nothing at these addresses."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import GameError
from games.people import called
from league.tournaments import services
from league.tournaments.errors import BadRules, CompetitionError
from league.tournaments.forms.acts import ExtendForm, ReasonForm, RemoveForm
from league.tournaments.forms.dates import MoveForm
from league.tournaments.models import Challenge, Competition, Entry, Extension
from league.tournaments.reading import Reader
from league.tournaments.selectors.desk import desk_page
from league.tournaments.selectors.log_of_season import moved_dates
from league.tournaments.stages import removal
from league.tournaments.terms import longest_in_words
from league.tournaments.views.finding import reader_or_404

EXTENSIONS_SHOWN: Final = 50


def arbiter_or_404(request: Any, season: str) -> Reader:
    reader = reader_or_404(request, season)
    if not reader.is_arbiter:
        raise Http404
    return reader


@require_safe
def desk(request: Any, season: str) -> HttpResponse:
    """What waits for an arbiter."""
    reader = arbiter_or_404(request, season)
    context = {"league": request.league, "reader": reader, "page": desk_page(reader)}
    return render(request, "tournaments/desk.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: Any, season: str, entry: int) -> HttpResponse:
    """Take somebody out of the season, with a reason; says before what follows."""
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
        "follows": removal(is_live=is_live, has_fee=bool(reader.season.fee)),
    }
    return render(request, "tournaments/remove.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def extend(request: Any, season: str) -> HttpResponse:
    """More time for all games of the season alike; beside it what was given before."""
    reader = arbiter_or_404(request, season)
    form = ExtendForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("hours", "reason", "key")}
        try:
            services.extend(competition=reader.season, by=request.user, **given)
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("All running games of the season have more time."))
            return redirect("tournaments:extend", request.league.slug, season)
    given_before = Extension.objects.filter(competition=reader.season).select_related("by")
    context = {
        "league": request.league,
        "reader": reader,
        "form": form,
        "running": reader.season.challenges.filter(state=Challenge.State.PLAYING).count(),
        "extensions": given_before[:EXTENSIONS_SHOWN],
    }
    return render(request, "tournaments/extend.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def move_dates(request: Any, season: str) -> HttpResponse:
    """Other dates for the season, for everybody; beside them those that were moved before."""
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


@require_http_methods(["GET", "HEAD", "POST"])
def rule_game(request: Any, season: str, challenge: int) -> HttpResponse:
    """End a game that is open after the days for playing out, by the measure of HR-7."""
    reader = arbiter_or_404(request, season)
    rows = Challenge.objects.filter(competition=reader.season, number=challenge)
    found = rows.select_related("by__user", "of__user", "game", "competition").first()
    if found is None or found.game is None:
        raise Http404
    if found.state != Challenge.State.PLAYING:
        if request.method == "POST":
            return redirect("tournaments:desk", request.league.slug, season)  # pressed twice
        raise Http404
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.rule_open_game(challenge=found, by=request.user, reason=form.cleaned_data["reason"])
        except (CompetitionError, GameError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The game is decided."))
            return redirect("tournaments:desk", request.league.slug, season)
    context = {"league": request.league, "reader": reader, "challenge": found, "form": form}
    return render(request, "tournaments/rule_game.html", context)
