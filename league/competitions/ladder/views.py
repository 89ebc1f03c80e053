"""Challenges: one press each, answered on the season's page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.common.errors import GameError
from games.common.guards import limits
from games.common.words import local
from games.common.words.people import called
from league.competitions.errors import CompetitionError, CostsRanks
from league.competitions.ladder import services as ladder_services
from league.competitions.ladder import wording as ladder_wording
from league.competitions.ladder.selectors.challenge import challenge_step, decline_step, says_cost_has_changed
from league.competitions.ladder.state.declining import cost_of_decline
from league.competitions.models import Challenge
from league.competitions.state.season_access import Reader
from league.competitions.views.finding import reader_or_404

CHALLENGES = limits.Limit("challenges", 60, 3600)
"""Made and taken back by one person."""


def _ladder_or_404(request: Any, season: str) -> Reader:
    """How the reader reads a season that has challenges."""
    reader = reader_or_404(request, season)
    if reader.season.kind != "ladder":
        raise Http404
    return reader


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


@login_required
@require_POST
def challenge(request: Any, season: str) -> HttpResponse:
    """Challenge the entry whose number the form names."""
    reader = _ladder_or_404(request, season)
    try:
        limits.count(CHALLENGES, request.user.pk)
        made = ladder_services.challenge(
            competition=reader.season, user=request.user, of=_number(request.POST.get("of", ""))
        )
    except (CompetitionError, limits.TooOften) as error:
        messages.error(request, str(error))
        return redirect(reader.season)
    if made.state == Challenge.State.PLAYING and made.game is not None:
        return redirect(reader.game_address(made.game.code))
    said = {"name": called(made.of.user.get_username()), "when": local.moment(made.answer_by)}
    messages.success(request, _("You have challenged %(name)s, who has until %(when)s to answer.") % said)
    return redirect(reader.season)


@login_required
@require_safe
def one(request: Any, season: str, challenge: int) -> HttpResponse:
    """A challenge, where its e-mail leads: the two people of it answer it here, or take it back."""
    reader = _ladder_or_404(request, season)
    found = _own_or_404(reader, challenge)
    context = {"league": request.league, "reader": reader, "step": challenge_step(reader, found)}
    return render(request, "tournaments/challenge.html", context)


@login_required
@require_POST
def answer(request: Any, season: str, challenge: int) -> HttpResponse:
    """Accept a challenge and go to its game, or decline it."""
    reader = _ladder_or_404(request, season)
    found = _own_or_404(reader, challenge)
    try:
        if request.POST.get("answer") == "accept":
            found = ladder_services.accept(challenge=found, user=request.user)
            if found.game is not None:
                return redirect(reader.game_address(found.game.code))
        elif request.POST.get("answer") == "decline":
            if "cost" not in request.POST:
                return redirect("tournaments:decline", reader.slug, season, challenge)
            declined = ladder_services.decline(
                challenge=found, user=request.user, shown=_number(request.POST["cost"])
            )
            messages.success(request, _said_of(declined))
    except CostsRanks as error:
        messages.warning(request, says_cost_has_changed(error.cost))
        return redirect("tournaments:decline", reader.slug, season, challenge)
    except (CompetitionError, GameError) as error:
        messages.error(request, str(error))
    return redirect(reader.season)


def _said_of(declined: Challenge) -> str:
    """What became of a challenge that was declined, and what it cost."""
    name, cost = {"name": called(declined.by.user.get_username())}, cost_of_decline(declined)
    if cost is None:
        return _("Challenge cancelled (%(name)s). No ranks are lost.") % name
    said = _("You declined the challenge of %(name)s.") % name
    return f"{said} {ladder_wording.drops(cost)}"


@login_required
@require_safe
def decline(request: Any, season: str, challenge: int) -> HttpResponse:
    """Asks first, where declining costs ranks: which rank it leads to."""
    reader = _ladder_or_404(request, season)
    found = _own_or_404(reader, challenge)
    step = decline_step(reader, found)
    if step is None:
        return redirect("tournaments:one-challenge", reader.slug, season, challenge)
    return render(
        request, "tournaments/challenge.html", {"league": request.league, "reader": reader, "step": step}
    )


@login_required
@require_POST
def take_back(request: Any, season: str, challenge: int) -> HttpResponse:
    """Undo one's own challenge, as long as that is possible."""
    reader = _ladder_or_404(request, season)
    found = _own_or_404(reader, challenge)
    try:
        limits.count(CHALLENGES, request.user.pk)
        ladder_services.take_back(challenge=found, user=request.user)
    except (CompetitionError, limits.TooOften) as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Your challenge is undone."))
    return redirect(reader.season)


@login_required
@require_POST
def tell_me(request: Any, season: str) -> HttpResponse:
    """Ask to be told when one can challenge someone, whom the form names by number, or ask no longer."""
    reader = _ladder_or_404(request, season)
    given: dict[str, Any] = {"competition": reader.season, "user": request.user}
    try:
        limits.count(CHALLENGES, request.user.pk)
        if number := _number(request.POST.get("stop", "")):
            ladder_services.never_mind(**given, of=number)
            messages.success(request, _("You will not be told."))
        else:
            ladder_services.tell_me(**given, of=_number(request.POST.get("tell", "")))
            messages.success(request, _("We e-mail you when you can challenge this player."))
    except (CompetitionError, limits.TooOften) as error:
        messages.error(request, str(error))
    return redirect(reader.season)


def _own_or_404(reader: Reader, number: int) -> Challenge:
    """The challenge of this number, made or received by the reader."""
    rows = Challenge.objects.filter(competition=reader.season, number=number)
    found = rows.select_related("by__user", "of__user", "pairing__game", "competition").first()
    if found is None or reader.person not in (found.by.user_id, found.of.user_id):
        raise Http404
    return found
