"""How reliably people answer in a league, counted from facts that everyone may know.

Each turn keeps whom its phase asked (`Turn.asked`) and who missed it (`Turn.missed`), written once with the
turn. Results of finished games are sums of these (`TenureResult`); in running games they are counted when
someone asks, in the same statement, from those small columns alone. Counters on tenures would be read faster
and written for every seat of every closing, and could go wrong. Facts of a turn cost a closing no statement,
and counting fifty running games of forty phases each, with long positions, takes PostgreSQL 70 ms.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db.models import (
    BooleanField,
    Count,
    DateTimeField,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.functions import Coalesce

from games.engine import hosting_rules, sight
from games.engine.hidden_players import is_known
from games.errors import NotReliable
from games.gate.tenancy import LeagueLike
from games.models import Game, GameInvitation, Phase, Tenure

Leaving = Tenure.Leaving

NEWCOMER: Final = 10
"""Phases of a league in which someone was asked before its games may refuse them for their reliability."""

FIGURES: Final = {
    "asked": Q(asked__gt=0),
    "missed": Q(missed__gt=0),
    "resigned": Q(left_how=Leaving.RESIGNED),
    "replaced": Q(left_how__in=[Leaving.REPLACED, Leaving.REMOVED]),
}
"""What a person's tenures in the games behind each figure have in common."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """What one person was asked and missed (HR-1), in phases; and in how many games: asked anything, missed
    anything, resigned, replaced by someone else.
    """

    asked: int = 0
    missed: int = 0
    games: int = 0
    games_missed: int = 0
    resigned: int = 0
    replaced: int = 0

    @property
    def answered(self) -> int:
        return self.asked - self.missed

    @property
    def per_cent(self) -> int:
        """Answered phases, rounded down: only who never missed one has a hundred. 0 for members who were
        never asked.
        """
        return 100 * self.answered // self.asked if self.asked else 0


def reliability_of(league: LeagueLike, person: Any) -> Reliability:
    """The figures of `person` in the public games of `league`. One query, however much there is to count."""
    return _figures(league.pk, person)


def unmet(game: Game, person: Any) -> NotReliable | None:
    """Why `person` may not join `game`, in which they have no seat; None where they may. At most three
    queries.
    """
    return unmet_in(game.league_id, [game], person).get(game.pk)


def unmet_in(league: int, games: Iterable[Game], person: Any) -> dict[int, NotReliable]:
    """Why `person`, who has a seat in none of `games`, may not join them: by the keys of those that
    ask for more. At most three queries, however many they are.

    A game may ask for a share of phases answered. Its host may join whatever they ask of others, and so may
    those whom they have invited by name and not uninvited (`GameInvitation`): they chose them. In a rematch
    these are all who played to the end. Newcomers always may: people who were asked in fewer than `NEWCOMER`
    phases of the league, and people who have no seat in another game there that runs or waits, so that a
    first game, or a way back, is always open. Only what everyone may know counts, so that no one learns of a
    masked or private seat by seeing who was let in (DG-1).
    """
    asking = [game for game in games if game.reliability and game.opened_by_id != person.pk]
    if not asking:
        return {}
    figures = _figures(league, person)
    unmet = {game.pk: game for game in asking if figures.per_cent < game.reliability}
    if figures.asked < NEWCOMER or not unmet:
        return {}
    invited = GameInvitation.objects.filter(game__in=unmet, user_id=person.pk, withdrawn_at=None)
    seated = Tenure.objects.filter(
        is_known(),
        user_id=person.pk,
        left_at=None,
        game__league_id=league,
        game__visibility=Game.Visibility.PUBLIC,
        game__state__in=[Game.State.WAITING, Game.State.RUNNING],
    )
    for key in invited.values_list("game", flat=True):
        del unmet[key]
    if not unmet or not seated.exists():
        return {}
    return {
        key: NotReliable(
            wanted=game.reliability,
            per_cent=figures.per_cent,
            answered=figures.answered,
            asked=figures.asked,
        )
        for key, game in unmet.items()
    }


def _figures(league: int, person: Any) -> Reliability:
    counts = (
        _counted(league)
        .filter(user_id=person.pk)
        .aggregate(
            all_asked=Coalesce(Sum("asked"), 0),
            all_missed=Coalesce(Sum("missed"), 0),
            **{f"in_{name}": Count("game", distinct=True, filter=which) for name, which in FIGURES.items()},
        )
    )
    return Reliability(
        asked=counts["all_asked"],
        missed=counts["all_missed"],
        games=counts["in_asked"],
        games_missed=counts["in_missed"],
        resigned=counts["in_resigned"],
        replaced=counts["in_replaced"],
    )


def games_behind(league: LeagueLike, figure: str, username: str) -> QuerySet[Tenure, Any]:
    """The keys of the games behind one of `FIGURES` of the member of this name: those that were counted."""
    return _counted(league.pk).filter(FIGURES[figure], user__username__iexact=username).values("game")


def _counted(league: int) -> QuerySet[Tenure]:
    """Everyone's time in seats that counts, each with the phases `asked` of them and those they `missed`.

    Public games: those that are over, void ones too (HR-6), once their record is open (SPY-6); and running
    ones, unless their rules hide in some phase who owes an answer. Those count when they are over: while they
    run nothing may visibly depend on who missed (HR-3).
    """
    running = Q(game__state=Game.State.RUNNING) & ~Q(game__variant__in=hosting_rules.with_secret_dues())
    return (
        Tenure.objects.filter(
            sight.opened("game__") | running,
            game__league_id=league,
            game__visibility=Game.Visibility.PUBLIC,
        )
        .exclude(left_how__in=[Leaving.BEFORE, Leaving.CANCELLED])
        .annotate(
            asked=Coalesce("result__asked", phases_of_tenure("asked")),
            missed=Coalesce("result__missed", phases_of_tenure("missed")),
        )
        .order_by()
    )


_NEVER = datetime(9999, 1, 1, tzinfo=UTC)


def phases_of_tenure(what: str) -> Coalesce:
    """How many phases of a tenure's time name its seat in the `what` (asked, missed) of their turn: for a
    query of tenures. Results are kept and running games counted by this alone.

    A phase that was adjudicated at the very moment in which the seat was given up, or changed hands, counts
    for the player who had it until then. A phase that lasted no time asked no one: everything for it was
    given ahead (SPY-22).
    """
    left_at = Coalesce(OuterRef("left_at"), Value(_NEVER), output_field=DateTimeField())
    his = Phase.objects.filter(
        Q(adjudicated_at__gt=OuterRef("taken_at")) | Q(opened_at__gte=OuterRef("taken_at")),
        _HasKey(F(f"turn__{what}"), OuterRef("seat__key")),
        game=OuterRef("game"),
        deadline__gt=F("opened_at"),
        adjudicated_at__lte=left_at,
    )
    counted = his.order_by().values("game").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


class _HasKey(Func):
    """Whether a JSON object has the key that another column holds; `has_key` only takes one that is known."""

    function = "jsonb_exists"
    output_field = BooleanField()
    arity = 2

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "(JSON_TYPE(%(expressions)s || '\"') IS NOT NULL)"
        return self.as_sql(compiler, connection, template=template, arg_joiner=", '$.\"' || ", **context)
