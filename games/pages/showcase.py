"""What the first page shows of the games that are being played: one board, and a few to watch or to join."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from adjudicator.errors import AdjudicatorError
from games.board import render_board
from games.common.database.compiled import PreparedQuery
from games.common.guards.sealing import place_of
from games.common.words import local
from games.gate.access import Access
from games.lists.lines import GameLine
from games.lists.listing import latest_lines, newest
from games.models import Game, Phase
from games.pages.sightings import seen_in

logger = logging.getLogger(__name__)

LATEST = 12
"""Running games among which the one furthest on is shown."""

SHOWN = 3


@dataclass(frozen=True, slots=True)
class Showcase:
    """A public running game with its board as everybody sees it, others like it, games with free seats.

    `is_in_fog`: nobody but its players sees anything of that board, for there is none without fog to show.
    """

    game: GameLine | None
    board: SafeString
    is_in_fog: bool
    playing: list[GameLine]
    waiting: list[GameLine]


def showcase(leagues: Callable[[], QuerySet[Any]], opening: Mapping[str, Any]) -> Showcase:
    """Of the public games of `leagues` those to show. Without a running game the board is `opening`.

    A fixed number of queries. Nothing here depends on who asks, but for the language of its words.
    """
    running, waiting = latest_lines(*_kinds(leagues))
    shown = max(
        (line for line in running if not line.is_set_aside),
        key=lambda line: (not line.has_fog, line.phase_number, line.pk),
        default=None,
    )
    language, base_map = local.language(), static("map/standard.svg")
    board = None
    if shown is not None:
        try:
            board = board_of(shown.code, shown.version, shown.phase_number, language, base_map)
        except AdjudicatorError as error:  # damaged: one game spoils nobody's first page
            logger.error("A board cannot be shown: %s", place_of(error), extra={"game": shown.code})
            shown = None
    if board is None:
        board = mark_safe(render_board(opening, language=language, base_map=base_map))
    others = [line for line in running if line is not shown]
    seats = [line for line in waiting if not line.is_kept]
    return Showcase(shown, board, shown is not None and shown.has_fog, others[:SHOWN], seats)


@lru_cache(maxsize=4)
def _kinds(leagues: Callable[[], QuerySet[Any]]) -> tuple[PreparedQuery, PreparedQuery]:
    """The newest public games that go on, and that wait for players."""

    def public(state: str) -> QuerySet[Game]:
        return Game.objects.filter(visibility=Game.Visibility.PUBLIC, league__in=leagues(), state=state)

    return (
        newest(lambda: public(Game.State.RUNNING), LATEST),
        newest(lambda: public(Game.State.WAITING), SHOWN),
    )


@lru_cache(maxsize=16)
def board_of(code: str, _version: int, phase_number: int, language: str, base_map: str) -> SafeString:
    """A game's board as everybody sees it. Its version grows with whatever anybody may see of it."""
    phase = Phase.objects.select_related("game").get(game__code=code, ordinal=phase_number)
    seen = seen_in(Access(phase.game, None, is_member=False, by_link=False), phase)
    return mark_safe(render_board(seen.position, known=seen.known, language=language, base_map=base_map))
