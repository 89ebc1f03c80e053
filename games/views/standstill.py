"""A game that stands still: what its readers are shown in place of a page that cannot be made.

A phase that was set aside, or whose stored position no longer holds, may have anything damaged in it. Its
game's addresses then answer with the last phase that can be shown and a plain explanation, never a failure.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.common.guards.sealing import place_of
from games.engine import sight
from games.gate.access import Access, get_game_or_404
from games.models import Game, Phase
from games.pages.gathering import past_page
from games.pages.page import GamePage
from games.words import wording

logger = logging.getLogger(__name__)

TRIED = 12
"""Past phases, the latest first, of which one is shown."""

NO_FAULTS = (Http404, PermissionDenied, SuspiciousOperation, DatabaseError)
"""What says nothing about the game: such errors go their own way."""


class StandstillMiddleware:
    """Answers for the pages of a game that stands still when making them has failed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        found = request.resolver_match
        code = found.kwargs.get("code") if found and found.namespace == "games" else None
        if code is None or isinstance(exception, NO_FAULTS):
            return None
        try:
            access = get_game_or_404(request, code)  # type: ignore[arg-type]  # the tenant has been found
        except Exception:
            return None
        phase = Phase.objects.filter(game=access.game, adjudicated_at=None).first()
        if not access.game.is_running or phase is None or not _stands_still(access.game, phase):
            return None
        logger.error(
            "A page of a game that stands still: %s", place_of(exception), extra={"game": access.game.code}
        )
        if found and found.url_name == "status":
            return HttpResponse(status=204)
        return _answer(request, access, phase)


def _stands_still(game: Game, phase: Phase) -> bool:
    """Whether `phase` was set aside, or its position is none that the engine takes."""
    if phase.set_aside_at is not None:
        return True
    try:
        sight.position_of(game, phase.position, None)
    except Exception:
        return True
    return False


def _answer(request: HttpRequest, access: Access, phase: Phase) -> HttpResponse:
    """The page, with what was typed if something was; a failure (503) for what was sent and is not saved."""
    is_sent = request.method not in ("GET", "HEAD")
    typed = request.POST.get("text", "") if is_sent else ""
    context = {
        "game": access.game,
        "phase_name": _name_of(phase),
        "is_sent": is_sent,
        "given_back": typed,
    }
    status = 503 if is_sent else 200
    for page in _last_pages(access):
        try:
            return render(request, "games/standstill.html", context | {"page": page}, status=status)
        except Exception as error:
            logger.warning("It cannot be shown: %s", place_of(error), extra={"game": access.game.code})
    return render(request, "games/standstill_plain.html", context, status=status)


def _name_of(phase: Phase) -> str:
    try:
        return wording.phase(phase.label)
    except Exception:
        return phase.label


def _last_pages(access: Access) -> list[GamePage]:
    """The page of the latest past phase that can be made; none where nothing can."""
    past = Phase.objects.filter(game=access.game, turn__isnull=False).select_related("turn")
    keys = past.order_by("-ordinal").values_list("pk", flat=True)[:TRIED]
    for key in keys:
        try:
            return [past_page(access, past.get(pk=key))]
        except Exception as error:
            logger.warning("A past phase cannot be shown: %s", place_of(error))
    return []
