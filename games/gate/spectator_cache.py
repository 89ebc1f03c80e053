"""What was made for everyone who has no seat, kept for some seconds: a thousand may watch one game.

Only what is the same for all of them is kept, under a name that says all it depends on; whatever a player
sees is made again for them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from games.common.database import cached
from games.gate.access import Access
from games.gate.tenancy import LeagueRequest
from games.models import Game

SECONDS = 30

WATCHED = "games.watched_version"
"""In a request's `META`: the version that its answer shows to people who only watch."""


def for_watchers(access: Access, what: str, make: Callable[[], Any], *, seconds: int = SECONDS) -> Any:
    """What `make` gives for a reader without a seat, or what it gave another one at most `seconds` ago.

    `what` tells apart what is kept of one game. The game's version grows with everything that anyone may
    see of it; with the reader's language and zone it says the rest. It was read before whatever `make`
    reads, so nothing is kept under a version newer than itself. For a player nothing is kept.
    """
    if not access.is_watcher:
        return make()
    return cached.under(_name(access.game, what), make, seconds=seconds)


def mark_watched(request: LeagueRequest, access: Access) -> None:
    """Say that the answer to `request` is the same for everyone who asks as it does, if it is.

    It is for watchers of a public game in a public league, in the language and zone that their page names;
    `league/server/spectator_answers.py` gives it again.
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
