"""What the site's first page shows of the games that are being played: one small board, and a seat to take.

Both are the same for everyone who asks, but for the language of their words, and are looked for once a
minute.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from django.db.models import QuerySet
from django.templatetags.static import static

import adjudicator
from adjudicator.errors import AdjudicatorError
from games.agreed.pace import Pace
from games.board import small
from games.common import clock
from games.common.database import cached
from games.common.database.compiled import PreparedQuery
from games.common.guards.sealing import place_of
from games.common.words import local
from games.engine.hidden_players import masked_seats
from games.gate.access import Access
from games.lists.lines import GameLine, columns_of, lines_of, read
from games.lists.terms import pace_in_words
from games.models import Game, Phase
from games.pages.sightings import seen_at_the_end, seen_in
from games.words.addresses import address

logger = logging.getLogger(__name__)

LATEST: Final = 12
"""Running games among which one is chosen."""

LOOKED_AT: Final = 6
"""Games that wait for players, among which one with a free seat is looked for."""

SECONDS: Final = 60
"""The seconds for which the games found are kept."""

FOR_TWO: Final = 2

Leagues = Callable[[], QuerySet[Any]]


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A public running game that anyone may see as a whole, who plays in it included. `boards`: the
    addresses of its pictures, by their looks.
    """

    name: str
    players: Sequence[str]
    address: str
    phase: str
    deadline: datetime | None
    boards: Mapping[str, str]

    @property
    def is_for_two(self) -> bool:
        return len(self.players) == FOR_TWO


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A game (`key`) that waits for players, and how many seats of how many are free in it."""

    game: str
    variant: str
    league: str
    address: str
    pace: Mapping[str, Any]
    """In the form of `Pace.to_json`."""
    free: int
    seats: int
    key: int

    @property
    def pace_words(self) -> str:
        return pace_in_words(Pace.from_json(self.pace))


def live_game(leagues: Leagues) -> LiveGame | None:
    """Of the public games of `leagues` that go on one for two, or else another, the one furthest on. Three
    queries once a minute.
    """
    found: LiveGame | None = _kept("live", lambda: _live(leagues))
    return found


def free_seats(leagues: Leagues) -> Sequence[FreeSeat]:
    """Public games of `leagues` with free seats that are kept for no one, the newest first. Two queries once
    a minute.
    """
    return _kept("seats", lambda: _free(leagues)) or ()


def _kept(what: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, in a tuple: the cache takes None for nothing found."""
    return cached.under(f"front-{what}-{local.language()}", lambda: (make(),), seconds=SECONDS)[0]


def _live(leagues: Leagues) -> LiveGame | None:
    running = lines_of(read(_newest(leagues, Game.State.RUNNING.value, LATEST)), asks_due=False)
    whole = [line for line in running if is_whole(line.variant_key, has_fog=line.has_fog)]
    shown = max(
        (line for line in whole if not line.is_set_aside),
        key=lambda line: (line.seats == FOR_TWO, line.phase_number, line.pk),
        default=None,
    )
    if shown is None:
        return None
    try:
        board = board_of(open_phase(shown.pk))
    except AdjudicatorError as error:  # damaged: one game spoils no one's first page
        logger.error("A board cannot be shown: %s", place_of(error), extra={"game": shown.code})
        return None
    sign = sign_of(board)
    boards = {look: address("games:board", shown.league_slug, shown.code, look, sign) for look in small.LOOKS}
    return LiveGame(shown.name, shown.players, shown.address, shown.phase, shown.deadline, boards)


def is_whole(variant: str, *, has_fog: bool) -> bool:
    """Whether everyone may see all of a running game: its board, and who plays."""
    return not has_fog and not masked_seats(variant)


def open_phase(game: int) -> Phase:
    """The open phase of a game (a key). Raises `Phase.DoesNotExist` where none is open. One query."""
    return Phase.objects.select_related("game").get(game=game, adjudicated_at=None)


def board_of(phase: Phase) -> str:
    """What everyone sees on the board of an open phase, as text: another one where it looks otherwise."""
    return _as_text(seen_in(_everybody(phase.game), phase).position)


def last_board_of(game: Game) -> str:
    """The same of the board that a finished game ended with. Raises `Phase.DoesNotExist` where none was
    played. One query.
    """
    last = Phase.objects.filter(game=game.pk).select_related("turn").latest("ordinal")
    seen = seen_at_the_end if hasattr(last, "turn") else seen_in
    return _as_text(seen(_everybody(game), last).position)


def last_boards(game: Game) -> Mapping[str, str]:
    """The addresses of the pictures of the board that `game`, which comes with its league, ended with, by
    their looks; empty where not everyone may see them. One query.
    """
    if game.state != Game.State.FINISHED or game.is_private or not game.league.is_public:
        return {}
    try:
        if not is_whole(game.variant, has_fog=adjudicator.is_in_fog(game.variant, game.settings)):
            return {}
        sign = sign_of(last_board_of(game))
    except (AdjudicatorError, Phase.DoesNotExist):
        return {}
    return {look: address("games:board", game.league.slug, game.code, look, sign) for look in small.LOOKS}


def _everybody(game: Game) -> Access:
    return Access(game, None, is_member=False, by_link=False)


def _as_text(seen: Mapping[str, Any]) -> str:
    return json.dumps({part: seen.get(part) or {} for part in small.DRAWN}, sort_keys=True)


def sign_of(board: str) -> str:
    """What stands in the address of a board's picture: it changes with the board, and with the drawing."""
    return sha256(f"{small.DRAWN_SO} {board}".encode()).hexdigest()[:12]


@lru_cache(maxsize=16)
def picture_of(board: str, look: str) -> str:
    """The picture of a board of `board_of`."""
    return small.draw(json.loads(board), look)


def _free(leagues: Leagues) -> list[FreeSeat]:
    waiting = lines_of(read(_newest(leagues, Game.State.WAITING.value, LOOKED_AT)), asks_due=False)
    return [_seat(line) for line in waiting if line.seats_free and not line.is_kept]


def _seat(line: GameLine) -> FreeSeat:
    free, seats = line.seats_free, line.seats
    return FreeSeat(line.name, line.variant, line.league, line.address, line.pace, free, seats, line.pk)


@lru_cache(maxsize=4)
def _newest(leagues: Leagues, state: str, count: int) -> PreparedQuery:
    """The newest public games in one state."""
    return PreparedQuery(
        lambda: columns_of(
            Game.objects.filter(
                visibility=Game.Visibility.PUBLIC, league__in=leagues(), state=state
            ).order_by("-pk"),
            count,
        )
    )


def still_boards() -> Mapping[str, str]:
    """The addresses of the board as every game begins, by its looks."""
    return {look: static(f"map/opening-{look}.svg") for look in small.LOOKS}


def time_left(live: LiveGame) -> str:
    """How long its phase still lasts; empty where nothing ends it or its time is over."""
    now = clock.shown()
    return local.time_left(live.deadline, now) if live.deadline and now < live.deadline else ""
