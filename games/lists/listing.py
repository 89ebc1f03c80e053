"""Lists of games: a league's, page by page, and one person's own across leagues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Lower

from games.common.database.compiled import Param, PreparedQuery
from games.common.waiting import Waiting
from games.engine.hidden_players import is_known
from games.gate.contests import stakes_of
from games.gate.reliability import games_behind
from games.gate.tenancy import LeagueLike
from games.lists.lines import GameLine, GameRow, columns_of, lines_of, lines_of_each, read, rows_of
from games.models import Game, Tenure
from games.words import wording

PAGE = 25
"""Games on one page of a list."""

MOST_OWN = 200
"""Games of one person that their own page lists, of those that are not over: the soonest to close."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a league's games, newest first; `older` and `newer` lead to the neighbouring pages.

    They are codes of games: keys of rows would count the games that the reader may not know of.
    """

    lines: list[GameLine]
    state: str
    older: str | None
    newer: str | None


def games_of_league(
    league: LeagueLike,
    user: Any,
    asked: Mapping[str, str],
    before: str = "",
    after: str = "",
) -> Page:
    """The games of `league` that this reader may see, as many as `asked` leaves.

    With one of `reliability.FIGURES` as `reliability`, `player` asks for the games behind that figure of
    theirs.

    `asked` may hold a `state` (without one: all but the cancelled), a `variant`, the name of a `player` who
    has a seat, and `mine`. `before` and `after` are codes of games: the page begins just below, or ends just
    above; without one that they may see it is the first. A fixed number of queries.
    """
    bound = _key_of(league, user, after or before) if after or before else None
    is_upwards = bool(after) and bound is not None
    state = asked.get("state", "")
    count = PAGE + 1
    if not asked.keys() - {"state"}:
        reader = {"user": user.pk} if getattr(user, "is_authenticated", False) else {}
        bounds = {} if bound is None else {"after" if is_upwards else "before": bound}
        given = {"league": league.pk, **reader, **bounds}
        rows = read(_plain_list(state, tuple(given), count), **given)
    else:
        below, above = (None, bound) if is_upwards else (bound, None)
        rows = rows_of(_narrowed(league, user, asked, below, above), count)
    if is_upwards:
        more_above, more_below = len(rows) == count, True
        rows = rows[:PAGE][::-1]
    else:
        more_above, more_below = bound is not None, len(rows) == count
        rows = rows[:PAGE]
    return Page(
        lines=lines_of(rows),
        state=state,
        older=rows[-1].code if rows and more_below else None,
        newer=rows[0].code if rows and more_above else None,
    )


def _key_of(league: LeagueLike, user: Any, code: str) -> int | None:
    """The key of the game `code` of `league`; None if there is none that `user` may see. One query."""
    return visible_to(user).filter(league_id=league.pk, code=code).values_list("pk", flat=True).first()


def _narrowed(
    league: LeagueLike,
    user: Any,
    asked: Mapping[str, str],
    before: int | None,
    after: int | None,
) -> QuerySet[Game]:
    """The games that `games_of_league` tells of, in the order in which it reads them."""
    reader = user.pk if getattr(user, "is_authenticated", False) else None
    games = _listed(league.pk, reader, asked.get("state", ""), before, after)
    if "variant" in asked:
        games = games.filter(variant=asked["variant"])
    sitting = Tenure.objects.filter(game=OuterRef("pk"), left_at=None)
    if "player" in asked:
        if "reliability" in asked:
            behind = games_behind(league, asked["reliability"], asked["player"])
            games = games.filter(pk__in=behind)
        else:
            # By key: asked by name, the database goes through all games of the league until it has a page.
            known = Tenure.objects.filter(is_known(), user=_called(asked["player"]), left_at=None)
            games = games.filter(pk__in=known.values("game"))
    if "mine" in asked:
        games = games.filter(Exists(sitting.filter(user_id=user.pk)))
    return games


def _called(name: str) -> int | None:
    """The key of the account of this name, however it is spelt. One query."""
    people = get_user_model().objects.alias(called=Lower("username"))
    return people.filter(called=Lower(Value(name))).values_list("pk", flat=True).first()


def _listed(league: Any, reader: Any, state: Any, before: Any = None, after: Any = None) -> QuerySet[Game]:
    """The games of a league that a reader may see; each of these is a value or `Param`, by their keys."""
    games = _visible(reader).filter(league_id=league)
    games = games.filter(state=state) if state else games.exclude(state=Game.State.CANCELLED)
    if after is not None:
        return games.filter(pk__gt=after).order_by("pk")
    return (games if before is None else games.filter(pk__lt=before)).order_by("-pk")


@lru_cache(maxsize=64)
def _plain_list(state: str, given: tuple[str, ...], count: int) -> PreparedQuery:
    """`_listed`, by the names of what is given with each asking. The state is written into it: planning for
    any state alike, PostgreSQL walks back over 200,000 finished games to the dozen that were asked for.
    """
    league, user, before, after = (
        Param(name) if name in given else None for name in ("league", "user", "before", "after")
    )
    return PreparedQuery(lambda: columns_of(_listed(league, user, state, before, after), count))


def latest_of_league(league: LeagueLike, user: Any, count: int = 5) -> dict[str, list[GameLine]]:
    """The newest games of each state, for the league's own page; of each, whether `user` sits in it.
    Rematches of others are left out while their seats are kept: those whom they are for are invited.

    A query for each state, and one for who plays.
    """
    given = {"league": league.pk}
    if getattr(user, "is_authenticated", False):
        given["user"] = user.pk
    found = [read(_plain_list(state, tuple(given), count), **given) for state in wording.STATES]
    reader = user if "user" in given else None
    lines = [
        [line for line in each if line.is_own or not line.is_kept] for each in lines_of_each(found, reader)
    ]
    return dict(zip(wording.STATES, lines, strict=True))


@cache
def _running(given: tuple[str, ...]) -> PreparedQuery:
    """How many run, by the names of what is given with each asking."""
    league, user = (Param(name) if name in given else None for name in ("league", "user"))
    return PreparedQuery(
        lambda: (
            _listed(league, user, Game.State.RUNNING.value)
            .order_by()
            .values("league")
            .annotate(n=Count("pk"))
            .values_list("n")
        )
    )


def running_in(league: LeagueLike, user: Any) -> int:
    """How many games of `league` go on that `user` may see. One query."""
    given = {"league": league.pk}
    if getattr(user, "is_authenticated", False):
        given["user"] = user.pk
    row = _running(tuple(given)).row(**given)
    return int(row[0]) if row else 0


def visible_to(user: Any) -> QuerySet[Game]:
    """Games that a list may show to `user`: public ones, and private ones that they play in or preside
    over.
    """
    return _visible(user.pk if getattr(user, "is_authenticated", False) else None)


def _visible(reader: Any) -> QuerySet[Game]:
    public = Q(visibility=Game.Visibility.PUBLIC)
    if reader is None:
        return Game.objects.filter(public)
    own = Tenure.objects.filter(game=OuterRef("pk"), user_id=reader, left_at=None)
    return Game.objects.filter(public | Q(master_id=reader) | Q(Exists(own)))


@dataclass(frozen=True, slots=True)
class OwnGames:
    """One person's games: what needs that person, soonest first, a game with its line, whatever else with
    none; the games that wait for others; the rest; and those that they preside over.
    """

    needs: list[tuple[Waiting, GameLine | None]]
    running: list[GameLine]
    waiting: list[GameLine]
    finished: list[GameLine]
    presided: list[GameLine]

    @property
    def is_empty(self) -> bool:
        return not (self.needs or self.running or self.waiting or self.finished or self.presided)

    @property
    def due(self) -> list[GameLine]:
        """The games among what needs the reader."""
        return [line for _each, line in self.needs if line is not None]


def own_games(user: Any, news: Mapping[int, int], needs: Sequence[Waiting]) -> OwnGames:
    """The games that `user` has a seat in, of all leagues, beside all that `needs` them. A fixed number of
    queries.

    `news`: how many messages they have not read, by the key of the game.
    """
    going_on = read(_own_going_on(MOST_OWN), user=user.pk)
    over = read(_own_over(PAGE), user=user.pk)
    presided = read(_presided(PAGE), user=user.pk)
    every = lines_of(going_on + over + presided, user, news, stakes=_stakes(going_on, user))
    lines, in_charge = every[: len(going_on + over)], every[len(going_on + over) :]
    running = {line.pk: line for line in lines if line.is_running}
    paired = [(each, running.pop(each.game, None)) for each in needs]
    return OwnGames(
        needs=paired,
        running=sorted(running.values(), key=_deadline),
        waiting=[line for line in lines if line.is_waiting],
        finished=lines[len(going_on) :],
        presided=in_charge,
    )


def _stakes(rows: Sequence[GameRow], user: Any) -> Mapping[int, str]:
    """What those that competitions began and that run are for to `user`, who plays in them."""
    return stakes_of([row.pk for row in rows if row.is_contest and row.phase], user.pk)


def _own() -> QuerySet[Game]:
    return Game.objects.filter(tenures__user_id=Param("user"), tenures__left_at=None)


@cache
def _own_going_on(count: int) -> PreparedQuery:
    """The user's running games: the one that closes soonest first, those without a deadline last."""
    soonest_first = F("open__deadline").asc(nulls_last=True)
    return PreparedQuery(
        lambda: columns_of(_own().filter(state__in=["waiting", "running"]), count, soonest_first, "-pk")
    )


@cache
def _presided(count: int) -> PreparedQuery:
    """Those that they preside over and that are not over, the newest first."""
    going_on = Game.objects.filter(master_id=Param("user"), state__in=["waiting", "running"])
    return PreparedQuery(lambda: columns_of(going_on, count, "-pk"))


@cache
def _own_over(count: int) -> PreparedQuery:
    return PreparedQuery(lambda: columns_of(_own().filter(state=Game.State.FINISHED), count, "-pk"))


@dataclass(frozen=True, slots=True)
class Playing:
    """The first things that need someone, a game with its line, and how many `more` there are; the first of
    their games that need nothing, and whether there are `others`; the keys of `all_games` that go on.
    """

    needs: list[tuple[Waiting, GameLine | None]]
    more: int
    games: list[GameLine]
    others: bool
    all_games: frozenset[int]


def playing(user: Any, needs: Sequence[Waiting], *, needs_shown: int, games_shown: int) -> Playing:
    """What `user` does now: of `needs`, and of the games that go on besides, the first. A fixed number of
    queries.
    """
    shown, owed = needs[:needs_shown], {each.game for each in needs}
    going_on = read(_own_going_on(MOST_OWN), user=user.pk)
    others = [row for row in going_on if row.pk not in owed]
    due = [row for row in going_on if row.pk in {each.game for each in shown}]
    listed = [*due, *others[:games_shown]]
    lines = lines_of(listed, user, stakes=_stakes(listed, user))
    by_key = {line.pk: line for line in lines}
    return Playing(
        needs=[(each, by_key.get(each.game)) for each in shown],
        more=len(needs) - len(shown),
        games=lines[len(due) :],
        others=len(others) > games_shown,
        all_games=frozenset(row.pk for row in going_on),
    )


def _deadline(line: GameLine) -> tuple[bool, float]:
    return line.deadline is None, line.deadline.timestamp() if line.deadline else 0.0
