"""What waits for one person in their games: what asks for something now, and results not seen yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, reduce
from itertools import chain, islice
from operator import or_
from typing import Any, Final

from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from games.common import clock
from games.common.database.compiled import Param, PreparedQuery, moment
from games.common.waiting import MOST, NEEDS_YOU, WHEN_YOU_LIKE, Corner, Scope, Waiting, waits_for
from games.common.words.people import called
from games.engine import bridge, hosting_rules
from games.models import Answer, Game, Phase, Tenure
from games.words import wording
from games.words.addresses import game_address

CANDIDATES = 20
"""Phases looked at for those that wait: in some, what is saved already is all there is to do."""

TOLD_FOR: Final = timedelta(days=30)
"""So long after its end a game is told of whose last result its player has not seen."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game (`key`) that waits for the reader: its name, what it asks, its open phase, its deadline if
    any, and whether there is a result in it that the reader has not seen.
    """

    key: int
    league: Corner
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


def _the_other() -> Subquery:
    """Who plays a competition's game for two against the `user`; empty of every other game."""
    others = Tenure.objects.filter(game=OuterRef("game"), game__is_contest=True, left_at=None)
    alone = others.exclude(user_id=Param("user")).order_by().values("game").annotate(people=Count("pk"))
    return Subquery(alone.filter(people=1).annotate(name=Min("user__username")).values("name"))


def _called(name: str, other: str | None) -> str:
    """A game by its people, where a competition has numbered it; else by its name."""
    return _("You against %(name)s") % {"name": called(other)} if other else name


def owed_by(user: Any) -> QuerySet[Phase]:
    """The open phases that ask `user` (a key, or `Param`) for something, but for those the user is ready in
    or, where no one ever is, has saved something for; the soonest to close first.
    """
    seats = bridge.all_seats()
    owes = reduce(or_, (Q(game__tenures__seat__key=seat) & hosting_rules.asking(seat) for seat in seats))
    phases = Phase.objects.filter(
        owes,
        adjudicated_at=None,
        game__state=Game.State.RUNNING,
        game__tenures__user_id=user,
        game__tenures__left_at=None,
    )
    ready = _saved_by(user).filter(
        Q(ready_at__isnull=False) | Q(phase__game__variant__in=hosting_rules.never_early())
    )
    return phases.exclude(Exists(ready)).order_by(F("deadline").asc(nulls_last=True), "pk")


def _saved_by(user: Any) -> QuerySet[Answer]:
    return Answer.objects.filter(
        phase=OuterRef("pk"), seat__tenures__user_id=user, seat__tenures__left_at=None
    )


@cache
def _owed(count: int, *, in_league: bool) -> PreparedQuery:
    """The first `count` phases that wait for a `user` outside the game `besides`, of one league or of all."""
    here = {"game__league_id": Param("league")} if in_league else {}
    return PreparedQuery(
        lambda: (
            owed_by(Param("user"))
            .filter(set_aside_at=None, **here)
            .exclude(game_id=Param("besides"))
            .annotate(is_saved=Exists(_saved_by(Param("user"))))
            .values_list(
                *("pk", "ordinal", "label", "deadline", "due", "is_saved", "game__tenures__seat__key"),
                *("game_id", "game__variant", "game__name", "game__code", "game__league__slug"),
                *("game__league__name", "game__tenures__results_seen", "game__untimed_until"),
                _the_other(),
            )[:count]
        )
    )


def waiting_for(user: int, count: int, *, besides: int = 0) -> list[Task]:
    """The first `count` games that wait for `user` (a key), but for the game with the key `besides`.

    One query; two more for each game looked at in which orders can be given ahead (SPY-21).
    """
    rows = _owed(CANDIDATES, in_league=False).rows(user=user, besides=besides)
    return list(islice(chain.from_iterable(_tasks([row]) for row in rows), count))


@waits_for("answer")
def answers_owed(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Phases of games that ask `user` for something. One query; two more where, in any of them, orders can be
    given ahead.
    """
    if scope.contest is not None:
        return
    rows = _owed(MOST, in_league=scope.league is not None)
    for task in _tasks(rows.rows(user=user.pk, besides=0, league=scope.league)):
        yield Waiting(
            kind="answer",
            urgency=NEEDS_YOU,
            says=task.asks,
            more=task.phase,
            address=task.way,
            league=task.league,
            of=task.name,
            due=task.deadline,
            game=task.key,
        )


def _tasks(rows: Sequence[Any]) -> list[Task]:
    """The tasks among `rows` that wait. Two queries where orders can be given ahead in any of them."""
    asking = []
    for row in rows:
        key, ordinal, label, _deadline, due, is_saved, seat, game, variant, *_more = row
        if hosting_rules.is_asked(due, seat) and (not is_saved or hosting_rules.closes_early(variant, due)):
            phase = Phase(pk=key, game=Game(pk=game, variant=variant), ordinal=ordinal, label=label)
            asking.append((row, phase))
    ahead = bridge.given_ahead([phase for _row, phase in asking])
    return [_task(row) for row, phase in asking if phase.kind not in ahead.get(phase.pk, {}).get(row[6], {})]


def _task(row: Sequence[Any]) -> Task:
    _key, ordinal, label, deadline, due, _saved, seat, game, _variant, name, code, *more = row
    league, league_name, seen, untimed, other = more
    return Task(
        key=game,
        league=Corner(league, league_name),
        name=_called(name, other),
        address=game_address(league, code),
        asks=str(wording.DUE.get(due[seat]["kind"], "")),
        phase=wording.phase(label),
        deadline=None if untimed and clock.shown() < untimed else deadline,
        has_new_result=seen < ordinal,
    )


@cache
def _unseen(*narrowed: str) -> PreparedQuery:
    """Seats of a `user` whose game has a result they have not seen, the newest games first."""
    is_fresh = Q(game__state=Game.State.RUNNING) | Q(
        game__state=Game.State.FINISHED, game__finished_at__gte=Param("since")
    )
    here = {name: Param(name) for name in narrowed}
    columns = ("game", "game__name", "game__code", "game__state", "game__league__slug", "game__league__name")
    return PreparedQuery(
        lambda: (
            Tenure.objects.filter(
                is_fresh,
                user_id=Param("user"),
                left_at=None,
                results_seen__lt=F("game__phase_number"),
                **here,
            )
            .order_by("-game")
            .values_list(*columns, _the_other())[:MOST]
        )
    )


@waits_for("result", WHEN_YOU_LIKE)
def results_not_seen(user: Any, scope: Scope) -> Iterator[Waiting]:
    """Games of which `user` has not seen the latest result; of those that are over for 30 days. One query."""
    if scope.contest is not None:
        return
    narrowed = scope.narrows("game__league_id")
    rows = _unseen(*narrowed).rows(user=user.pk, since=moment(clock.shown() - TOLD_FOR), **narrowed)
    for game, name, code, state, league, league_name, other in rows:
        is_over = state == Game.State.FINISHED
        yield Waiting(
            kind="result",
            urgency=WHEN_YOU_LIKE,
            says=_("See how the game ended") if is_over else _("See the new result"),
            address=game_address(league, code),
            league=Corner(league, league_name),
            of=_called(name, other),
            game=game,
        )
