"""What one player has done in a league, as everybody may know it: counted from its public games alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from games import manners, sight, wording
from games.masks import is_known
from games.models import Game, Phase, SeatResult, Tenure
from games.tenancy import LeagueLike

Outcome = SeatResult.Outcome
LOST = (Outcome.LOST, Outcome.ELIMINATED, Outcome.FORFEIT)
COUNTED = 50
"""Finished games whose phases tell how reliably somebody sends: the latest."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's public games of one variant: how many there are, by how they ended for him."""

    variant: str
    running: int
    won: int
    shared: int
    lost: int

    @property
    def finished(self) -> int:
        return self.won + self.shared + self.lost

    @property
    def name(self) -> str:
        return wording.variant(self.variant)


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of how many phases in which he owed something he sent something, in his latest finished games."""

    games: int
    owed: int
    answered: int

    @property
    def per_cent(self) -> int:
        """Rounded down: only who never failed has a hundred."""
        return 100 * self.answered // self.owed if self.owed else 0


def has_played(league: LeagueLike, person: Any, games: QuerySet[Game]) -> bool:
    """Whether `person` has a seat in one of `games` of `league`, and everybody may know it."""
    return Tenure.objects.filter(
        is_known(), user_id=person.pk, left_at=None, game__in=games.filter(league_id=league.pk)
    ).exists()


def tallies_of(league: LeagueLike, person: Any) -> list[Tally]:
    """His public games of `league` by variant, in the order of their keys. One query.

    Won is a win that he shares with nobody, a divine one beside another's too (DG-15); shared is a draw; a
    void game (HR-6) counts for nothing. Whoever left his seat to somebody else has no part in its result.
    """
    counted = (
        _public(league, person)
        .filter(seat__results__superseded_by=None, game__state__in=[Game.State.RUNNING, Game.State.FINISHED])
        .order_by()
        .values_list("game__variant", "seat__results__outcome")
        .annotate(Count("pk"))
    )
    by_outcome: dict[str, Counter[str | None]] = defaultdict(Counter)
    for variant, outcome, count in counted:
        if outcome != Outcome.VOID:
            by_outcome[variant][outcome] = count
    return [
        Tally(
            variant,
            running=found[None],
            won=found[Outcome.SOLO] + found[Outcome.BESIDE],
            shared=found[Outcome.SHARED],
            lost=sum(found[outcome] for outcome in LOST),
        )
        for variant, found in sorted(by_outcome.items())
    ]


def reliability_of(league: LeagueLike, person: Any) -> Reliability:
    """Counted in his latest `COUNTED` finished public games of `league`. Two queries.

    Whatever was sent in a finished game stands in its record, for everybody (ENGINE, Records); while a game
    runs nothing of it is counted here. What counts as not sent is a miss (HR-1). Phases before he
    took his seat, and those that an agreement ended, count for nothing; nor do games whose records are not
    open yet (SPY-6).
    """
    finished = _public(league, person).filter(game__state=Game.State.FINISHED).order_by("-game")
    latest = finished.values_list("game_id", "seat__key", "game__settings")[:COUNTED]
    seats = [(game, key) for game, key, settings in latest if not sight.is_put_off(settings)]
    if not seats:
        return Reliability(0, 0, 0)
    his = Phase.objects.filter(
        _any(Q(game__in=_games(seats, key)) & manners.asking(key) for key in _keys(seats)),
        deadline__gt=F("opened_at"),  # nobody could have sent anything in a phase that lasted no time
        turn__answers__isnull=False,
        game__tenures__user_id=person.pk,
        game__tenures__left_at=None,
        adjudicated_at__gte=F("game__tenures__taken_at"),
    )
    missed = _any(Q(game__in=_games(seats, key), turn__missed__has_key=key) for key in _keys(seats))
    counts = his.aggregate(owed=Count("pk"), answered=Count("pk", filter=~missed))
    return Reliability(len(seats), counts["owed"], counts["answered"])


def _public(league: LeagueLike, person: Any) -> QuerySet[Tenure]:
    """His seats in public games of `league`, but for those that nobody may know of."""
    return Tenure.objects.filter(
        is_known(),
        user_id=person.pk,
        left_at=None,
        game__league_id=league.pk,
        game__visibility=Game.Visibility.PUBLIC,
    )


def _keys(seats: Iterable[tuple[int, str]]) -> list[str]:
    return sorted({key for _game, key in seats})


def _games(seats: Iterable[tuple[int, str]], wanted: str) -> list[int]:
    return [game for game, key in seats if key == wanted]


def _any(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions)
