"""What one player has done in a league, as everybody may know it: counted from its public games alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from games.engine.hidden_players import is_known
from games.gate.tenancy import LeagueLike
from games.models import Game, SeatResult, Tenure
from games.words import wording

Outcome = SeatResult.Outcome
LOST = (Outcome.LOST, Outcome.ELIMINATED, Outcome.FORFEIT)


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's public games of one variant: how many there are, by how they ended for him."""

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
    """Whether `person` has a seat in one of `games` of `league`, and everybody may know it."""
    return Tenure.objects.filter(
        is_known(), user_id=person.pk, left_at=None, game__in=games.filter(league_id=league.pk)
    ).exists()


def has_sat(person: Any) -> bool:
    """Whether `person` has, or ever had, a seat in a game of any league. One query."""
    return Tenure.objects.filter(user_id=person.pk).exists()


def tallies_of(league: LeagueLike, person: Any) -> list[Tally]:
    """His public games of `league` by variant, in the order of their keys. One query.

    Won is a win that he shares with nobody, a divine one beside another's too (DG-15); shared is a draw; a
    void game (HR-6) is neither, and counted apart. Whoever left their seat to
    somebody else has no part in its result.
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
    """His seats in public games of `league`, but for those that nobody may know of."""
    return Tenure.objects.filter(
        is_known(),
        user_id=person.pk,
        left_at=None,
        game__league_id=league.pk,
        game__visibility=Game.Visibility.PUBLIC,
    )
