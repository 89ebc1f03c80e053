"""What was made for everybody who has no seat, kept for some seconds: a thousand may watch one game.

Only what is the same for all of them is kept, under a name that says all it depends on; whatever a player
sees is made anew for him. The cache may lose everything, or be away: then things are made each time.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import get_language

from games.gate.access import Access
from games.gate.tenancy import LeagueRequest
from games.models import Game

logger = logging.getLogger(__name__)

SECONDS = 30

WATCHED = "games.watched_version"
"""In a request's `META`: the version that its answer shows to whoever only watches."""


def for_watchers(access: Access, what: str, make: Callable[[], Any], *, seconds: int = SECONDS) -> Any:
    """What `make` gives for a reader without a seat, or what it gave another one at most `seconds` ago.

    `what` tells apart what is kept of one game. The game's version grows with everything that anybody may
    see of it; with the reader's language and zone it says the rest. It was read before whatever `make`
    reads, so nothing is kept under a version newer than itself. For a player nothing is kept.
    """
    if not access.is_watcher:
        return make()
    return under(_name(access.game, what), make, seconds=seconds)


def under(name: str, make: Callable[[], Any], *, seconds: int) -> Any:
    """What is kept under `name`, or what `make` gives, kept from now on for so many `seconds`; never None.

    `name` says all it depends on, its shape included: another release may have kept it.
    """
    try:
        kept = cache.get(name)
    except Exception as error:  # each cache has errors of its own
        logger.warning("The cache keeps nothing: %s", type(error).__name__)
        return make()
    if kept is None:
        kept = make()
        try:
            cache.set(name, kept, seconds)
        except Exception as error:
            logger.warning("The cache keeps nothing: %s", type(error).__name__)
    return kept


def mark_watched(request: LeagueRequest, access: Access) -> None:
    """Say that the answer to `request` is the same for whoever asks as it does, if it is (`server.watching`).

    It is for watchers of a public game in a public league, in the language and zone that their page names.
    """
    asked = request.GET
    is_public = access.is_watcher and not access.game.is_private and request.league.is_public
    if (
        is_public
        and asked.get("lang") == get_language()
        and asked.get("zone") == timezone.get_current_timezone_name()
    ):
        request.META[WATCHED] = access.game.version


def _name(game: Game, what: str) -> str:
    shown = f"{what} {get_language()} {timezone.get_current_timezone_name()}"
    return f"game-{game.pk}-{game.version}-{hashlib.sha256(shown.encode()).hexdigest()[:24]}"
