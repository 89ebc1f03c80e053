"""Lists of games: a league's, page by page, and one person's own across leagues."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

import adjudicator
from games import wording
from games.models import Answer, Game, Phase, Seat, Tenure
from games.selectors.letters import news_by_game
from games.tenancy import LeagueLike

PAGE = 25
"""Games on one page of a list."""

MOST_OWN = 200
"""Games of one person that his own page lists, of those that are not over: the soonest to close."""


@dataclass(frozen=True, slots=True)
class Line:
    """One game in a list, ready to be printed.

    `winners` are names. `phase` is its open phase in words; `due` the kind of answer that the reader owes
    now, if any; `ready` whether he said that he is, `saved` whether he has saved anything; `new_letters` how
    many he has not read.
    """

    game: Game
    variant: str
    players: list[str]
    phase: str
    deadline: datetime | None
    is_set_aside: bool
    seats: int
    winners: list[str] = field(default_factory=list)
    due: str = ""
    ready: bool = False
    saved: bool = False
    new_letters: int = 0

    @property
    def seats_free(self) -> int:
        return self.seats - len(self.players)

    @property
    def waits_for_reader(self) -> bool:
        return bool(self.due) and not self.ready

    @property
    def due_in_words(self) -> str:
        return str(wording.DUE.get(self.due, ""))


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a league's games, newest first; `older` and `newer` lead to the neighbouring pages."""

    lines: list[Line]
    state: str
    older: int | None
    newer: int | None


def games_of_league(
    league: LeagueLike,
    user: Any,
    asked: Mapping[str, str],
    before: int | None,
    after: int | None,
    *,
    seated: Any = None,
) -> Page:
    """The games of `league` that this reader may see, as many as `asked` leaves.

    `asked` may hold a `state` (without one: all but the cancelled), a `variant`, the name of a `player` who
    has a seat, and `mine`; `seated` is somebody who has one. `before` and `after` are keys of games: the page
    begins just below, or ends just above. A fixed number of queries.
    """
    state = asked.get("state", "")
    games = visible_to(user).filter(league_id=league.pk)
    games = games.filter(state=state) if state else games.exclude(state=Game.State.CANCELLED)
    if "variant" in asked:
        games = games.filter(variant=asked["variant"])
    sitting = Tenure.objects.filter(game=OuterRef("pk"), left_at=None)
    if "player" in asked:
        games = games.filter(Exists(sitting.filter(user__username__iexact=asked["player"])))
    if "mine" in asked:
        games = games.filter(Exists(sitting.filter(user_id=user.pk)))
    if seated is not None:
        games = games.filter(pk__in=Tenure.objects.filter(user_id=seated.pk, left_at=None).values("game"))
    if after is not None:
        rows = list(_with_parts(games.filter(pk__gt=after).order_by("pk"))[: PAGE + 1])
        more_above, more_below = len(rows) > PAGE, True
        rows = rows[:PAGE][::-1]
    else:
        below = games if before is None else games.filter(pk__lt=before)
        rows = list(_with_parts(below.order_by("-pk"))[: PAGE + 1])
        more_above, more_below = before is not None, len(rows) > PAGE
        rows = rows[:PAGE]
    return Page(
        lines=[_line(game) for game in rows],
        state=state,
        older=rows[-1].pk if rows and more_below else None,
        newer=rows[0].pk if rows and more_above else None,
    )


def latest_of_league(league: LeagueLike, user: Any, count: int = 5) -> dict[str, list[Line]]:
    """The newest games of each state, for the league's own page."""
    visible = visible_to(user).filter(league_id=league.pk)
    return {
        state: [_line(game) for game in _with_parts(visible.filter(state=state).order_by("-pk"))[:count]]
        for state in wording.STATES
    }


def latest_lines(games: QuerySet[Game], count: int) -> list[Line]:
    """The `count` newest of `games`, ready to be printed."""
    return [_line(game) for game in _with_parts(games.order_by("-pk"))[:count]]


def visible_to(user: Any) -> QuerySet[Game]:
    """Games that a list may show to `user`: public ones, and private ones that he plays in."""
    public = Q(visibility=Game.Visibility.PUBLIC)
    if not getattr(user, "is_authenticated", False):
        return Game.objects.filter(public)
    own = Tenure.objects.filter(game=OuterRef("pk"), user_id=user.pk, left_at=None)
    return Game.objects.filter(public | Q(Exists(own)))


@dataclass(frozen=True, slots=True)
class OwnGames:
    """One person's games: those that wait for him, soonest first; those that wait for others; the rest."""

    due: list[Line]
    running: list[Line]
    waiting: list[Line]
    finished: list[Line]

    @property
    def is_empty(self) -> bool:
        return not (self.due or self.running or self.waiting or self.finished)


def own_games(user: Any) -> OwnGames:
    """The games that `user` has a seat in, of all leagues. A fixed number of queries."""
    games = Game.objects.filter(tenures__user_id=user.pk, tenures__left_at=None)
    deadline = Phase.objects.filter(game=OuterRef("pk"), adjudicated_at=None).values("deadline")[:1]
    going_on = games.filter(state__in=["waiting", "running"]).alias(deadline=Subquery(deadline))
    soonest_first = going_on.order_by(F("deadline").asc(nulls_last=True), "-pk")
    open_games = list(_with_parts(soonest_first)[:MOST_OWN])
    finished = list(_with_parts(games.filter(state=Game.State.FINISHED).order_by("-pk"))[:PAGE])
    drafts = _drafts_of(user, open_games)
    news = news_by_game(user)
    lines = [_line(game, _seat_in(game, user), drafts, news) for game in open_games]
    running = [line for line in lines if line.game.is_running]
    due = [line for line in running if line.waits_for_reader]
    return OwnGames(
        due=sorted(due, key=_deadline),
        running=sorted((line for line in running if not line.waits_for_reader), key=_deadline),
        waiting=[line for line in lines if line.game.is_waiting],
        finished=[_line(game, _seat_in(game, user), news=news) for game in finished],
    )


def games_due(user: Any, count: int) -> list[Line]:
    """The `count` games in which `user` owes something and is not ready, soonest first. A fixed number of
    queries, however many games he has.
    """
    seats = sorted({seat for variant in adjudicator.VARIANTS.values() for seat in variant["seats"]})
    owes = reduce(or_, (Q(game__tenures__seat__key=seat, due__has_key=seat) for seat in seats))
    phases = Phase.objects.filter(
        owes,
        adjudicated_at=None,
        game__state=Game.State.RUNNING,
        game__tenures__user_id=user.pk,
        game__tenures__left_at=None,
    )
    ready = Answer.objects.filter(
        phase=OuterRef("pk"),
        seat__tenures__user_id=user.pk,
        seat__tenures__left_at=None,
        ready_at__isnull=False,
    )
    soonest = phases.exclude(Exists(ready)).order_by("deadline", "pk").values_list("game", flat=True)
    games = list(_with_parts(Game.objects.filter(pk__in=list(soonest[:count]))))
    drafts = _drafts_of(user, games)
    return sorted((_line(game, _seat_in(game, user), drafts) for game in games), key=_deadline)


def _drafts_of(user: Any, games: Collection[Game]) -> dict[int, datetime | None]:
    """When he was ready, by phase, for those of `games` in whose open phase he has saved an answer."""
    own = Answer.objects.filter(
        phase__game__in=games,
        phase__adjudicated_at=None,
        seat__tenures__user_id=user.pk,
        seat__tenures__left_at=None,
    )
    return dict(own.values_list("phase_id", "ready_at"))


def _seat_in(game: Any, user: Any) -> str:
    """The key of the seat that `user` has in `game`."""
    return next((tenure.seat.key for tenure in game.sitting if tenure.user_id == user.pk), "")


def _deadline(line: Line) -> tuple[bool, float]:
    return line.deadline is None, line.deadline.timestamp() if line.deadline else 0.0


def _with_parts(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games with their league, their players and their open phase, without what lists do not print."""
    return games.select_related("league").prefetch_related(
        Prefetch(
            "tenures",
            Tenure.objects.filter(left_at=None).select_related("user", "seat").order_by("seat__order"),
            to_attr="sitting",
        ),
        Prefetch(
            "phases",
            Phase.objects.filter(adjudicated_at=None).only(
                "game_id", "ordinal", "label", "due", "deadline", "set_aside_at", "adjudicated_at"
            ),
            to_attr="open_phases",
        ),
        Prefetch("seats", Seat.objects.only("game_id", "key", "order"), to_attr="all_seats"),
    )


def _line(
    game: Any,
    own_seat: str = "",
    drafts: Mapping[int, datetime | None] | None = None,
    news: Mapping[int, int] | None = None,
) -> Line:
    """`drafts`: of the reader's own answers, by phase, when he was ready; `news`: letters he has not read."""
    phase = game.open_phases[0] if game.open_phases and game.is_running else None
    players = {tenure.seat.key: tenure.user.get_username() for tenure in game.sitting}
    owed = phase.due.get(own_seat) if phase else None
    saved = phase is not None and phase.pk in (drafts or {})
    return Line(
        game=game,
        variant=wording.variant(game.variant),
        players=list(players.values()),
        phase=wording.phase(phase.label) if phase else "",
        deadline=phase.deadline if phase else None,
        is_set_aside=phase is not None and phase.set_aside_at is not None,
        seats=len(game.all_seats),
        winners=[players.get(seat, seat) for seat in (game.outcome or {}).get("winners", [])],
        due=owed["kind"] if owed else "",
        saved=saved,
        ready=phase is not None and bool((drafts or {}).get(phase.pk)),
        new_letters=(news or {}).get(game.pk, 0),
    )
