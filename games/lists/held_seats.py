"""What a removal from a league does to seats, as far as the organiser who decides about it may know.

Seats whose players no one knows (DG-1) are never counted here, on either side: a number would tell who
has one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine.hidden_players import is_known
from games.engine.hosting_rules import hides_absence
from games.gate.contests import is_duel
from games.gate.open_seats import is_open
from games.gate.tenancy import LeagueLike
from games.models import Game, Tenure, Vacancy
from games.words import wording
from games.words.addresses import game_address


@dataclass(frozen=True, slots=True)
class SeatThatOpens:
    """A seat of a running game that its reader may open; `at_year_end` where absence is hidden (HR-3). One of
    a competition's game for two does not open: its player loses (`is_forfeit`, HR-10).
    """

    game: str
    address: str
    seat: str
    at_year_end: bool
    is_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class SeatsThatOpen:
    """`unnamed` counts seats in private games that are not the reader's."""

    named: Sequence[SeatThatOpens]
    unnamed: int


def seats_that_open(league: LeagueLike, person: Any, reader: Any) -> SeatsThatOpen:
    """The seats that `person` holds in running games of `league`, as `reader` may know them. One query."""
    own = Exists(Tenure.objects.filter(game=OuterRef("game"), user=reader, left_at=None))
    held = _held(league).filter(user=person).select_related("game", "seat").annotate(is_own=own)
    named, unnamed = [], 0
    for tenure in held.order_by("pk"):
        game, key = tenure.game, tenure.seat.key
        may_open = not game.is_private or tenure.is_own or game.master_id == reader.pk
        if not may_open:
            unnamed += 1
            continue
        seat = wording.seat_at(game.variant, game.settings, key)
        address = game_address(league.slug, game.code)
        hides = hides_absence(game.variant, key)
        named.append(SeatThatOpens(game.name, address, seat, hides, is_duel(game)))
    return SeatsThatOpen(named, unnamed)


def games_shared(league: LeagueLike, person: Any, others: Collection[int]) -> Mapping[int, list[Game]]:
    """By each of `others` (keys), the running games in which they and `person` sit. One query."""
    with_person = _held(league).filter(user=person).values("game")
    shared: dict[int, list[Game]] = defaultdict(list)
    theirs = _held(league).filter(user__in=others, game__in=with_person).select_related("game")
    for tenure in theirs.order_by("game"):
        shared[tenure.user_id].append(tenure.game)
    return shared


def others_in(games: Collection[Game], besides: Collection[int]) -> list[tuple[int, int]]:
    """Who sits in `games` or presides over them, but for `besides`: (person, game), by their keys. One query,
    and none without games.

    No one of a game where absence is hidden (HR-3): that someone is gone would be told before the year ends.
    """
    told = {game.pk: game for game in games}
    if not told:
        return []
    sitting = Tenure.objects.filter(game__in=told, left_at=None).order_by("game", "seat__order")
    found, hiding = [], set()
    for user, game, seat in sitting.values_list("user", "game", "seat__key"):
        found.append((user, game))
        if hides_absence(told[game].variant, seat):
            hiding.add(game)
    found += [(game.master_id, game.pk) for game in told.values() if game.master_id is not None]
    return [(user, game) for user, game in found if user not in besides and game not in hiding]


def opened_in_private(league: LeagueLike) -> int:
    """How many seats of private running games stand open because their players were removed. One query."""
    return (
        Vacancy.objects.filter(is_open(), is_known(), cause=Vacancy.Cause.REMOVED)
        .filter(Q(game__league_id=league.pk, game__state=Game.State.RUNNING))
        .filter(game__visibility=Game.Visibility.PRIVATE)
        .count()
    )


def _held(league: LeagueLike) -> QuerySet[Tenure]:
    """The tenures that last in running games of `league`, of which everyone may know whose they are."""
    return Tenure.objects.filter(
        is_known(), left_at=None, game__league_id=league.pk, game__state=Game.State.RUNNING
    )
