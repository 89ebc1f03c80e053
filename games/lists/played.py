"""What one player has done in a league, as everyone may know it: counted from its public games alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Case, Count, Q, QuerySet, When

from games.engine.hidden_players import is_known
from games.engine.sight import opened
from games.gate.tenancy import LeagueLike
from games.lists.lines import GameLine, lines_of, rows_of
from games.lists.listing import visible_to
from games.models import Game, SeatResult, Tenure
from games.words import wording

Outcome = SeatResult.Outcome
LOST = (Outcome.LOST, Outcome.ELIMINATED, Outcome.FORFEIT)
RUNNING = "running"
RESULTS: Final[Mapping[str, Sequence[str]]] = {
    "won": (Outcome.SOLO, Outcome.BESIDE),
    "drawn": (Outcome.SHARED,),
    "lost": LOST,
}
"""Outcomes for one person, by what an address calls them."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's public games of one variant: how many there are, by how they ended for them."""

    variant: str
    running: int
    won: int
    shared: int
    lost: int
    void: int = 0

    @property
    def finished(self) -> int:
        return self.won + self.shared + self.lost

    @property
    def name(self) -> str:
        return wording.variant(self.variant)


def has_played(league: LeagueLike, person: Any, games: QuerySet[Game]) -> bool:
    """Whether `person` has a seat in one of `games` of `league`, and everyone may know it."""
    return Tenure.objects.filter(
        is_known(), user_id=person.pk, left_at=None, game__in=games.filter(league_id=league.pk)
    ).exists()


def keys_of_games(league: LeagueLike, person: Any, user: Any, result: str, only: Q) -> list[int]:
    """The games of `league` in which everyone may know that `person` has a seat, and that `user` may see: by
    key, those that go on first, then the newest. One query.

    `result` is RUNNING or one of RESULTS, empty for all: results are told of games whose records are open
    (SPY-6). `only` narrows the games further.
    """
    held = Tenure.objects.filter(is_known(), user_id=person.pk, left_at=None)
    if result in RESULTS:
        outcomes = {"seat__results__outcome__in": RESULTS[result], "seat__results__superseded_by": None}
        held = held.filter(opened("game__"), **outcomes)
    games = visible_to(user).filter(only, league_id=league.pk, pk__in=held.values("game"))
    games = games.filter(state=Game.State.RUNNING) if result == RUNNING else games
    going_on = Case(When(state=Game.State.RUNNING, then=0), When(state=Game.State.WAITING, then=1), default=2)
    newest_first = games.exclude(state=Game.State.CANCELLED).order_by(going_on, "-finished_at", "-pk")
    return list(newest_first.values_list("pk", flat=True))


def lines_of_keys(keys: Sequence[int]) -> list[GameLine]:
    """These games as lines, in this order. Two queries."""
    order = {key: place for place, key in enumerate(keys)}
    rows = rows_of(Game.objects.filter(pk__in=keys), len(keys)) if keys else []
    return lines_of(sorted(rows, key=lambda row: order[row.pk]))


def has_sat(person: Any) -> bool:
    """Whether `person` has, or ever had, a seat in a game of any league. One query."""
    return Tenure.objects.filter(user_id=person.pk).exists()


def tallies_of(league: LeagueLike, person: Any) -> list[Tally]:
    """Their public games of `league` by variant, in the order of their keys. One query.

    Won is a win that they share with no one, a divine one beside another's too (DG-15); shared is a draw; a
    void game (HR-6) is neither, and counted apart. A player who left the seat to
    someone else has no part in its result.
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
        by_outcome[variant][outcome] = count
    return [
        Tally(
            variant,
            running=found[None],
            won=found[Outcome.SOLO] + found[Outcome.BESIDE],
            shared=found[Outcome.SHARED],
            lost=sum(found[outcome] for outcome in LOST),
            void=found[Outcome.VOID],
        )
        for variant, found in sorted(by_outcome.items())
    ]


def uncounted(league: LeagueLike, person: Any) -> dict[str, int]:
    """How many of them are `running`, and how many were `void` (HR-6). One query."""
    tallies = tallies_of(league, person)
    return {
        "running": sum(tally.running for tally in tallies),
        "void": sum(tally.void for tally in tallies),
    }


def _public(league: LeagueLike, person: Any) -> QuerySet[Tenure]:
    """Their seats in public games of `league`, but for those that no one may know of."""
    return Tenure.objects.filter(
        is_known(),
        user_id=person.pk,
        left_at=None,
        game__league_id=league.pk,
        game__visibility=Game.Visibility.PUBLIC,
    )
