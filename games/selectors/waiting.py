"""What waits for one person: his games that ask for something now, the soonest to close first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games import bridge, clock, manners, wording
from games.addresses import game_address
from games.compiled import Given, Question
from games.models import Answer, Game, Phase

CANDIDATES = 20
"""Phases looked at for those that wait: in some, what is saved already is all there is to do."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One game that waits for the reader: its name, what it asks, its open phase, its deadline if any, and
    whether there is a result in it that the reader has not seen.
    """

    name: str
    address: str
    asks: str
    phase: str
    deadline: datetime | None
    has_new_result: bool = False

    @property
    def way(self) -> str:
        """Where to go: to the task, but to the top of the page while a new result stands there."""
        return self.address if self.has_new_result else f"{self.address}#answer"


def owed_by(user: Any) -> QuerySet[Phase]:
    """The open phases that ask `user` (a key, or `Given`) for something, but for those he is ready in or,
    where nobody ever is, has saved something for; the soonest to close first.
    """
    seats = bridge.all_seats()
    owes = reduce(or_, (Q(game__tenures__seat__key=seat) & manners.asking(seat) for seat in seats))
    phases = Phase.objects.filter(
        owes,
        adjudicated_at=None,
        game__state=Game.State.RUNNING,
        game__tenures__user_id=user,
        game__tenures__left_at=None,
    )
    ready = _saved_by(user).filter(
        Q(ready_at__isnull=False) | Q(phase__game__variant__in=manners.never_early())
    )
    return phases.exclude(Exists(ready)).order_by(F("deadline").asc(nulls_last=True), "pk")


def _saved_by(user: Any) -> QuerySet[Answer]:
    return Answer.objects.filter(
        phase=OuterRef("pk"), seat__tenures__user_id=user, seat__tenures__left_at=None
    )


_OWED = Question(
    lambda: (
        owed_by(Given("user"))
        .filter(set_aside_at=None)
        .exclude(game_id=Given("besides"))
        .annotate(is_saved=Exists(_saved_by(Given("user"))))
        .values_list(
            *("pk", "ordinal", "label", "deadline", "due", "is_saved", "game__tenures__seat__key"),
            *("game_id", "game__variant", "game__name", "game__code", "game__league__slug"),
            *("game__tenures__results_seen", "game__untimed_until"),
        )[:CANDIDATES]
    )
)


def waiting_for(user: int, count: int, *, besides: int = 0) -> list[Waiting]:
    """The first `count` games that wait for `user` (a key), but for the game with the key `besides`.

    One query; two more for each game looked at in which orders can be given ahead (SPY-21).
    """
    found: list[Waiting] = []
    for each in _open(user, besides):
        found.append(each)
        if len(found) == count:
            break
    return found


def _open(user: int, besides: int) -> Iterator[Waiting]:
    for row in _OWED.rows(user=user, besides=besides):
        key, ordinal, label, deadline, due, is_saved, seat, game, variant, name, code, league, *more = row
        seen, untimed = more
        if not manners.is_asked(due, seat) or (is_saved and not manners.closes_early(variant, due)):
            continue
        if manners.orders_ahead(variant):
            phase = Phase(pk=key, game=Game(pk=game, variant=variant), ordinal=ordinal, label=label)
            if phase.kind in bridge.given_ahead([phase]).get(key, {}).get(seat, {}):
                continue
        yield Waiting(
            name=name,
            address=game_address(league, code),
            asks=str(wording.DUE.get(due[seat]["kind"], "")),
            phase=wording.phase(label),
            deadline=None if untimed and clock.shown() < untimed else deadline,
            has_new_result=seen < ordinal,
        )
