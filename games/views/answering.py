"""Saving orders, trying them out without saving, and being ready."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games.common.errors import GameError
from games.common.guards import limits
from games.engine.hosting_rules import closes_early
from games.errors import StaleVersion, TooLate
from games.forms.playing import AnswerForm, ReadyForm
from games.forms.sheets import Desk, sheet_for
from games.gate.access import Access, get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.models import Phase
from games.pages.gathering import current_page, preview_page
from games.pages.phases import open_phase_of, phase_of_label
from games.pages.seats import places_of
from games.pages.sheets import SheetPage, desk_of, draft_of, sheet_page
from games.services.players import answers


@sensitive_post_parameters()
@require_POST
def save(request: LeagueRequest, code: str) -> HttpResponse:
    """Keep what was typed. A refusal gives the page back with everything that was typed on it.

    A script that saves gets the sheet alone, and the map if it has to be drawn again.
    """
    access = get_own_game_or_404(request, code)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    given = form.cleaned_data
    label = given["label"]
    desk = _desk(access, label, request.POST.dict())
    text = sheet_for(desk).compose(desk.post) if desk else given["text"]
    try:
        limits.count(limits.SAVES, access.seat and access.seat.pk)
        draft = answers.save_answer(
            game=access.game,
            user=request.user,
            label=label,
            text=text,
            version=given["version"],
            ready={"yes": True, "no": False}.get(given["ready"]),
            is_writing=given["writing"],
        )
    except GameError as error:
        return _refused(request, access, label, text, given["version"], error)
    is_unready = given["ready"] == "yes" and draft.ready_at is None and closes_early(access.game.variant)
    if desk is not None and (request.htmx or is_unready or sheet_for(desk).is_waiting):
        took_back = given["was_ready"] and draft.ready_at is None and not is_unready
        sheet = sheet_page(desk, draft, took_back=took_back, is_unready=is_unready)
        if request.htmx:
            return _part(request, access, draft.phase, sheet, given["drawn"])
        return render(request, "games/game.html", {"page": current_page(access, sheet=sheet)})
    return redirect("games:game", request.league.slug, access.game.code)


@sensitive_post_parameters()
@require_POST
def preview(request: LeagueRequest, code: str) -> HttpResponse:
    """The page as it would look with these orders. Saves nothing."""
    access = get_own_game_or_404(request, code)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    label, version = form.cleaned_data["label"], form.cleaned_data["version"]
    desk = _desk(access, label, request.POST.dict())
    text = sheet_for(desk).compose(desk.post) if desk else form.cleaned_data["text"]
    try:
        limits.count(limits.SAVES, access.seat and access.seat.pk)
    except limits.TooOften as error:
        return _refused(request, access, label, text, version, error)
    phase = open_phase_of(access.game)
    if desk is None or phase is None or phase.label != label:
        return _refused(request, access, label, text, version, TooLate())
    sheet = sheet_page(desk, draft_of(access, phase), typed=text, version=version, is_preview=True)
    if request.htmx:
        return _part(request, access, phase, sheet)
    return render(request, "games/game.html", {"page": current_page(access, sheet=sheet)})


@require_POST
def ready(request: LeagueRequest, code: str) -> HttpResponse:
    """Say that the saved orders may be played before the deadline, or take that back."""
    access = get_own_game_or_404(request, code)
    form = ReadyForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    try:
        limits.count(limits.READY, access.seat and access.seat.pk)
        answers.set_ready(
            game=access.game,
            user=request.user,
            label=form.cleaned_data["label"],
            ready=form.cleaned_data["ready"] == "yes",
        )
    except GameError as error:
        messages.error(request, str(error))
    return redirect("games:game", request.league.slug, access.game.code)


def _desk(access: Access, label: str, post: Mapping[str, str]) -> Desk | None:
    """The reader's desk in the phase the form was made for, even if it is over by now, with what the form
    says.
    """
    phase = phase_of_label(access.game, label)
    if phase is None or access.seat_key not in phase.due:
        return None
    is_auction = phase.due[access.seat_key]["kind"] == "bids"
    places = places_of(access.game, access.seat) if is_auction else []
    return desk_of(access, phase, places, post)


def _part(
    request: LeagueRequest, access: Access, phase: Phase, sheet: SheetPage, drawn: str = ""
) -> HttpResponse:
    """The sheet, and the map unless it is `drawn` with these orders already."""
    page = preview_page(access, phase, sheet, with_map=sheet.drawn != drawn)
    return render(request, "games/_preview.html", {"page": page})


def _refused(
    request: LeagueRequest, access: Access, label: str, text: str, version: int, error: GameError
) -> HttpResponse:
    """The page again, with the reason and with everything that was typed.

    While the phase is open the text stands in its sheet; when it is over it is given back beside the page.
    """
    phase = open_phase_of(access.game)
    sheet: SheetPage | None = None
    if phase is not None and phase.label == label and (desk := _desk(access, label, request.POST.dict())):
        stale = isinstance(error, StaleVersion)
        draft = draft_of(access, phase)
        current = draft.version if draft else 0
        sheet = sheet_page(
            desk, draft, typed=text, refusal=str(error), version=current if stale else version, is_stale=stale
        )
        if request.htmx:
            return _part(request, access, phase, sheet)
    page = current_page(access, sheet=sheet)
    context = {"page": page, "given_back": "" if sheet else text, "refusal": str(error)}
    template = "games/_given_back.html" if request.htmx and sheet is None else "games/game.html"
    too_often = isinstance(error, limits.TooOften) and not request.htmx
    return render(request, template, context, status=limits.TOO_MANY_REQUESTS if too_often else 200)
