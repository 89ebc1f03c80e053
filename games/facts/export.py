"""A league's games and results as plain rows, for organisers who keep tables: a part at a time.

Of a private game that it exists, and its dates. Results are those of public games whose records are open to
everyone (`sight.opened`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from games.engine import sight
from games.gate.tenancy import LeagueLike
from games.models import Game, SeatResult, TenureResult

ROWS_AT_ONCE: Final = 1000
GAMES_AT_ONCE: Final = 200

GAMES: Final = (
    *("code", "name", "variant", "visibility", "press", "state"),
    *("created_at", "started_at", "finished_at"),
)
RESULTS: Final = (
    *("game", "name", "variant", "seat", "player", "outcome", "share", "centres", "last_year", "clause"),
    *("since", "until", "left", "asked", "missed"),
)
OF_A_GAME: Final = ("game", "name", "variant")
OF_A_SEAT: Final = ("outcome", "share", "centres", "last_year", "clause")
OF_A_TENURE: Final = ("player", "since", "until", "left", "asked", "missed")

Row = dict[str, Any]

NOBODY: Final[Row] = dict.fromkeys(OF_A_TENURE, "")


def games(league: LeagueLike) -> Iterator[Row]:
    """All games of `league`, the oldest first. A query for each thousand."""
    found = Game.objects.filter(league_id=league.pk).order_by("pk")
    fields = ("pk", "code", "name", "variant", "visibility", "press", "state")
    last = 0
    while rows := list(
        found.filter(pk__gt=last).values_list(*fields, "opened_at", "started_at", "finished_at")[
            :ROWS_AT_ONCE
        ]
    ):
        last = rows[-1][0]
        for _pk, code, name, variant, visibility, press, state, *moments in rows:
            is_private = visibility == Game.Visibility.PRIVATE
            known = ("", "", visibility, "") if is_private else (name, variant, visibility, press)
            yield dict(zip(GAMES, (code, *known, state, *map(_moment, moments)), strict=True))


def results(league: LeagueLike) -> Iterator[Row]:
    """What came of each seat, as rulings left it, and of everyone who held it, game by game.

    Three queries for so many games, which they name by key: joined to all games of the league, each part
    would read them all.
    """
    found = Game.objects.filter(
        sight.opened(), league_id=league.pk, visibility=Game.Visibility.PUBLIC
    ).order_by("pk")
    last = 0
    while games := list(
        found.filter(pk__gt=last).values_list("pk", "code", "name", "variant")[:GAMES_AT_ONCE]
    ):
        last = games[-1][0]
        yield from _results_of({pk: dict(zip(OF_A_GAME, named, strict=True)) for pk, *named in games})


def _results_of(games: Mapping[int, Row]) -> Iterator[Row]:
    """The rows of `games`, by their keys; each begins with what is said of its game."""
    held = _held(games)
    found = SeatResult.objects.filter(game__in=list(games), superseded_by=None).order_by("game", "pk")
    fields = ("game", "seat", "seat__key", "outcome", "share", "share_of", "centres", "last_year", "clause")
    for game, seat, key, outcome, share, of, *more in found.values_list(*fields):
        said = games[game] | dict(zip(OF_A_SEAT, (outcome, f"{share}/{of}", *more), strict=True))
        for tenure in held.get(seat, [NOBODY]):
            yield said | {"seat": key} | tenure


def _held(games: Collection[int]) -> dict[int, list[Row]]:
    """By seat, who held it, in their order. One query."""
    by_seat: dict[int, list[Row]] = defaultdict(list)
    found = TenureResult.objects.filter(tenure__game__in=list(games)).order_by("pk")
    fields = ("tenure__seat", "tenure__user__username", "since", "until", "how", "asked", "missed")
    for seat, player, since, until, *more in found.values_list(*fields):
        by_seat[seat].append(
            dict(zip(OF_A_TENURE, (player, _moment(since), _moment(until), *more), strict=True))
        )
    return by_seat


def _moment(moment: Any) -> str:
    return moment.isoformat() if moment else ""
