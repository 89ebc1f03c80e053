"""Lists of games: a league's, page by page, and one person's own across leagues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache, reduce
from itertools import islice
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet
from django.urls import reverse

import adjudicator
from games import wording
from games.compiled import Given, Question
from games.models import Answer, Game, Phase, Seat, Tenure
from games.tenancy import LeagueLike

PAGE = 25
"""Games on one page of a list."""

MOST_OWN = 200
"""Games of one person that his own page lists, of those that are not over: the soonest to close."""


@dataclass(frozen=True, slots=True)
class Line:
    """One game in a list, ready to be printed.

    `league` is the league's name. `winners` are names. `phase` is its open phase in words; `due` the kind of
    answer that the reader owes now, if any; `ready` whether he said that he is, `saved` whether he has saved
    anything; `new_letters` how many he has not read. `phase_number` and `version` are the game's own.
    """

    pk: int
    code: str
    name: str
    variant: str
    state: str
    league: str
    league_slug: str
    is_private: bool
    phase_number: int
    version: int
    players: list[str]
    seats: int
    phase: str = ""
    deadline: datetime | None = None
    is_set_aside: bool = False
    finished_at: datetime | None = None
    winners: list[str] = field(default_factory=list)
    due: str = ""
    ready: bool = False
    saved: bool = False
    new_letters: int = 0

    @property
    def address(self) -> str:
        return game_address(self.league_slug, self.code)

    @property
    def is_waiting(self) -> bool:
        return self.state == Game.State.WAITING

    @property
    def is_running(self) -> bool:
        return self.state == Game.State.RUNNING

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
    count = PAGE + 1
    if seated is None and not asked.keys() - {"state"}:
        reader = {"user": user.pk} if getattr(user, "is_authenticated", False) else {}
        bounds = {"after": after} if after is not None else {"before": before} if before is not None else {}
        given = {"league": league.pk, **({"state": state} if state else {}), **reader, **bounds}
        rows = _read(_plain_list(tuple(given), count), **given)
    else:
        rows = _rows(_narrowed(league, user, asked, before, after, seated), count)
    if after is not None:
        more_above, more_below = len(rows) == count, True
        rows = rows[:PAGE][::-1]
    else:
        more_above, more_below = before is not None, len(rows) == count
        rows = rows[:PAGE]
    return Page(
        lines=_lines(rows),
        state=state,
        older=rows[-1].pk if rows and more_below else None,
        newer=rows[0].pk if rows and more_above else None,
    )


def _narrowed(
    league: LeagueLike,
    user: Any,
    asked: Mapping[str, str],
    before: int | None,
    after: int | None,
    seated: Any,
) -> QuerySet[Game]:
    """The games that `games_of_league` tells of, in the order in which it reads them."""
    reader = user.pk if getattr(user, "is_authenticated", False) else None
    games = _listed(league.pk, reader, asked.get("state", ""), before, after)
    if "variant" in asked:
        games = games.filter(variant=asked["variant"])
    sitting = Tenure.objects.filter(game=OuterRef("pk"), left_at=None)
    if "player" in asked:
        games = games.filter(Exists(sitting.filter(user__username__iexact=asked["player"])))
    if "mine" in asked:
        games = games.filter(Exists(sitting.filter(user_id=user.pk)))
    if seated is not None:
        games = games.filter(pk__in=Tenure.objects.filter(user_id=seated.pk, left_at=None).values("game"))
    return games


def _listed(league: Any, reader: Any, state: Any, before: Any = None, after: Any = None) -> QuerySet[Game]:
    """The games of a league that a reader may see; each of these is a value or `Given`, by their keys."""
    games = _visible(reader).filter(league_id=league)
    games = games.filter(state=state) if state else games.exclude(state=Game.State.CANCELLED)
    if after is not None:
        return games.filter(pk__gt=after).order_by("pk")
    return (games if before is None else games.filter(pk__lt=before)).order_by("-pk")


@lru_cache(maxsize=64)
def _plain_list(given: tuple[str, ...], count: int) -> Question:
    """`_listed`, by the names of what is given with each asking."""
    league, user, state, before, after = (
        Given(name) if name in given else None for name in ("league", "user", "state", "before", "after")
    )
    return Question(lambda: _columns_of(_listed(league, user, state, before, after), count))


def latest_of_league(league: LeagueLike, user: Any, count: int = 5) -> dict[str, list[Line]]:
    """The newest games of each state, for the league's own page. A query for each, and one for who plays."""
    given = {"league": league.pk, "state": ""}
    if getattr(user, "is_authenticated", False):
        given["user"] = user.pk
    question = _plain_list(tuple(given), count)
    found = [_read(question, **given | {"state": state}) for state in wording.STATES]
    return dict(zip(wording.STATES, _lines_of(found), strict=True))


@cache
def _count_of(given: tuple[str, ...]) -> Question:
    league, user, state = (Given(name) if name in given else None for name in ("league", "user", "state"))
    return Question(
        lambda: (
            _listed(league, user, state).order_by().values("league").annotate(n=Count("pk")).values_list("n")
        )
    )


def running_in(league: LeagueLike, user: Any) -> int:
    """How many games of `league` go on that `user` may see. One query."""
    given = {"league": league.pk, "state": Game.State.RUNNING.value}
    if getattr(user, "is_authenticated", False):
        given["user"] = user.pk
    row = _count_of(tuple(given)).row(**given)
    return int(row[0]) if row else 0


def latest_lines(*kinds: Question) -> list[list[Line]]:
    """The lines of each of `kinds` (`newest`). A query for each, and one for who plays."""
    return _lines_of([_read(kind) for kind in kinds])


def newest(games: Callable[[], QuerySet[Game]], count: int) -> Question:
    """What asks for the `count` newest of `games`, which are the same whoever asks."""
    return Question(lambda: _columns_of(games().order_by("-pk"), count))


def visible_to(user: Any) -> QuerySet[Game]:
    """Games that a list may show to `user`: public ones, and private ones that he plays in."""
    return _visible(user.pk if getattr(user, "is_authenticated", False) else None)


def _visible(reader: Any) -> QuerySet[Game]:
    public = Q(visibility=Game.Visibility.PUBLIC)
    if reader is None:
        return Game.objects.filter(public)
    own = Tenure.objects.filter(game=OuterRef("pk"), user_id=reader, left_at=None)
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


def own_games(user: Any, news: Mapping[int, int]) -> OwnGames:
    """The games that `user` has a seat in, of all leagues. A fixed number of queries.

    `news`: how many letters he has not read, by the key of the game.
    """
    going_on = _read(_own_going_on(MOST_OWN), user=user.pk)
    over = _read(_own_over(PAGE), user=user.pk)
    lines = _lines(going_on + over, user, news)
    running = [line for line in lines if line.is_running]
    due = [line for line in running if line.waits_for_reader]
    return OwnGames(
        due=sorted(due, key=_deadline),
        running=sorted((line for line in running if not line.waits_for_reader), key=_deadline),
        waiting=[line for line in lines if line.is_waiting],
        finished=lines[len(going_on) :],
    )


def _own() -> QuerySet[Game]:
    return Game.objects.filter(tenures__user_id=Given("user"), tenures__left_at=None)


@cache
def _own_going_on(count: int) -> Question:
    """Those that close soonest first, and those without a deadline last."""
    soonest_first = F("open__deadline").asc(nulls_last=True)
    return Question(
        lambda: _columns_of(_own().filter(state__in=["waiting", "running"]), count, soonest_first, "-pk")
    )


@cache
def _own_over(count: int) -> Question:
    return Question(lambda: _columns_of(_own().filter(state=Game.State.FINISHED), count, "-pk"))


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
    chosen = list(soonest[:count])
    if not chosen:
        return []
    return sorted(_lines(_rows(Game.objects.filter(pk__in=chosen), count), user), key=_deadline)


def _deadline(line: Line) -> tuple[bool, float]:
    return line.deadline is None, line.deadline.timestamp() if line.deadline else 0.0


class _Row(NamedTuple):
    """What a list prints of a game's row, its league's and its open phase's: `COLUMNS`, in their order."""

    pk: int
    code: str
    name: str
    variant: str
    state: str
    visibility: str
    phase_number: int
    version: int
    finished_at: datetime | None
    outcome: dict[str, Any] | None
    league: str
    league_slug: str
    phase: int | None
    label: str | None
    deadline: datetime | None
    set_aside_at: datetime | None
    owed: dict[str, Any] | None


COLUMNS = (
    *("pk", "code", "name", "variant", "state", "visibility", "phase_number", "version"),
    *("finished_at", "outcome", "league__name", "league__slug"),
    *("open__pk", "open__label", "open__deadline", "open__set_aside_at", "open__due"),
)


def _columns_of(games: QuerySet[Game], count: int, *order: Any) -> QuerySet[Game, Any]:
    """The columns of the first `count` of `games`, in this order or in their own."""
    with_phase = games.annotate(open=FilteredRelation("phases", condition=Q(phases__adjudicated_at=None)))
    if order:
        with_phase = with_phase.order_by(*order)
    return with_phase.values_list(*COLUMNS)[:count]


def _rows(games: QuerySet[Game], count: int) -> list[_Row]:
    """The first `count` of `games`, in their order. One query."""
    return [_Row(*row) for row in _columns_of(games, count)]


def _read(question: Question, **given: Any) -> list[_Row]:
    return [_Row(*row) for row in question.rows(**given)]


def _lines_of(kinds: Sequence[Sequence[_Row]]) -> list[list[Line]]:
    lines = iter(_lines([row for rows in kinds for row in rows]))
    return [list(islice(lines, len(rows))) for rows in kinds]


def _lines(rows: Sequence[_Row], user: Any = None, news: Mapping[int, int] | None = None) -> list[Line]:
    """The games as lines, in the same order; with what `user` owes in them, when they are asked for him.

    `news`: how many letters he has not read, by the key of the game. One query for who plays, one more for
    what `user` has saved.
    """
    if not rows:
        return []
    seats: dict[int, list[tuple[str, str | None]]] = {}
    own: dict[int, str] = {}
    for game, key, holder, name in _seats_of([row.pk for row in rows]):
        seats.setdefault(game, []).append((key, name))
        if user is not None and holder == user.pk:
            own[game] = key
    # When he was ready, by phase, for those in which he has saved an answer.
    saved: Any = _DRAFTS.rows(user=user.pk) if own else []
    drafts: dict[int, datetime | None] = dict(saved)
    return [
        _line(row, seats.get(row.pk, []), own.get(row.pk, ""), drafts, (news or {}).get(row.pk, 0))
        for row in rows
    ]


_DRAFTS = Question(
    lambda: Answer.objects.filter(
        phase__adjudicated_at=None, seat__tenures__user_id=Given("user"), seat__tenures__left_at=None
    ).values_list("phase_id", "ready_at")
)


def _seats_of(games: Sequence[int]) -> Iterable[Sequence[Any]]:
    """All seats of `games` in their order: the game, the seat's key, and who sits there, by key and name."""
    return _seats_of_so_many(len(games)).rows(**{f"game{place}": game for place, game in enumerate(games)})


@lru_cache(maxsize=MOST_OWN + PAGE)
def _seats_of_so_many(count: int) -> Question:
    sitting = FilteredRelation("tenures", condition=Q(tenures__left_at=None))
    games: list[Any] = [Given(f"game{place}") for place in range(count)]
    return Question(
        lambda: (
            Seat.objects.filter(game__pk__in=games)
            .annotate(sitting=sitting)
            .order_by("order")
            .values_list("game_id", "key", "sitting__user", "sitting__user__username")
        )
    )


def _line(
    row: _Row,
    seats: Sequence[tuple[str, str | None]],
    own_seat: str,
    drafts: Mapping[int, datetime | None],
    new_letters: int,
) -> Line:
    is_open = row.label is not None and row.state == Game.State.RUNNING
    players = {key: name for key, name in seats if name is not None}
    owed = (row.owed or {}).get(own_seat) if is_open else None
    return Line(
        pk=row.pk,
        code=row.code,
        name=row.name,
        variant=wording.variant(row.variant),
        state=row.state,
        league=row.league,
        league_slug=row.league_slug,
        is_private=row.visibility == Game.Visibility.PRIVATE,
        phase_number=row.phase_number,
        version=row.version,
        players=list(players.values()),
        seats=len(seats),
        phase=wording.phase(row.label) if is_open and row.label else "",
        deadline=row.deadline if is_open else None,
        is_set_aside=is_open and row.set_aside_at is not None,
        finished_at=row.finished_at,
        winners=[players.get(seat, seat) for seat in (row.outcome or {}).get("winners", [])],
        due=owed["kind"] if owed else "",
        saved=is_open and row.phase in drafts,
        ready=is_open and bool(drafts.get(row.phase or 0)),
        new_letters=new_letters,
    )


@lru_cache(maxsize=1024)
def _games_address(league_slug: str) -> str:
    """Where the addresses of a league's games begin. To reverse each costs more than to print its line."""
    return reverse("games:game", args=[league_slug, "0"]).rpartition("0")[0]


def game_address(league_slug: str, code: str) -> str:
    """The address of a game's page."""
    return f"{_games_address(league_slug)}{code}/"
