"""Lists of games: a league's, page by page, and one person's own across leagues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache, reduce
from itertools import islice
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet
from django.urls import reverse

import adjudicator
from games import wording
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
        rows = _rows(games.filter(pk__gt=after).order_by("pk"), PAGE + 1)
        more_above, more_below = len(rows) > PAGE, True
        rows = rows[:PAGE][::-1]
    else:
        below = games if before is None else games.filter(pk__lt=before)
        rows = _rows(below.order_by("-pk"), PAGE + 1)
        more_above, more_below = before is not None, len(rows) > PAGE
        rows = rows[:PAGE]
    return Page(
        lines=_lines(rows),
        state=state,
        older=rows[-1].pk if rows and more_below else None,
        newer=rows[0].pk if rows and more_above else None,
    )


def latest_of_league(league: LeagueLike, user: Any, count: int = 5) -> dict[str, list[Line]]:
    """The newest games of each state, for the league's own page. A query for each, and one for who plays."""
    visible = visible_to(user).filter(league_id=league.pk)
    rows = [
        row for state in wording.STATES for row in _rows(visible.filter(state=state).order_by("-pk"), count)
    ]
    lines = _lines(rows)
    return {state: [line for line in lines if line.state == state] for state in wording.STATES}


def latest_lines(*kinds: tuple[QuerySet[Game], int]) -> list[list[Line]]:
    """Of each of `kinds`, games and how many of them: the newest. A query for each, and one for who plays."""
    found = [_rows(games.order_by("-pk"), count) for games, count in kinds]
    lines = iter(_lines([row for rows in found for row in rows]))
    return [list(islice(lines, len(rows))) for rows in found]


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


def own_games(user: Any, news: Mapping[int, int]) -> OwnGames:
    """The games that `user` has a seat in, of all leagues. A fixed number of queries.

    `news`: how many letters he has not read, by the key of the game.
    """
    games = Game.objects.filter(tenures__user_id=user.pk, tenures__left_at=None)
    soonest_first = F("open__deadline").asc(nulls_last=True)
    going_on = _rows(games.filter(state__in=["waiting", "running"]), MOST_OWN, soonest_first, "-pk")
    over = _rows(games.filter(state=Game.State.FINISHED), PAGE, "-pk")
    lines = _lines(going_on + over, user, news)
    running = [line for line in lines if line.is_running]
    due = [line for line in running if line.waits_for_reader]
    return OwnGames(
        due=sorted(due, key=_deadline),
        running=sorted((line for line in running if not line.waits_for_reader), key=_deadline),
        waiting=[line for line in lines if line.is_waiting],
        finished=lines[len(going_on) :],
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


def _rows(games: QuerySet[Game], count: int, *order: Any) -> list[_Row]:
    """The first `count` of `games`, in this order or in their own. One query."""
    with_phase = games.annotate(open=FilteredRelation("phases", condition=Q(phases__adjudicated_at=None)))
    if order:
        with_phase = with_phase.order_by(*order)
    return [_Row(*row) for row in with_phase.values_list(*COLUMNS)[:count]]


def _lines(rows: Sequence[_Row], user: Any = None, news: Mapping[int, int] | None = None) -> list[Line]:
    """The games as lines, in the same order; with what `user` owes in them, when they are asked for him.

    `news`: how many letters he has not read, by the key of the game. One query for who plays, one more for
    what `user` has saved.
    """
    if not rows:
        return []
    seats: dict[int, list[tuple[str, str | None]]] = {}
    own: dict[int, tuple[int, str]] = {}
    for game, seat, key, holder, name in _seats_of([row.pk for row in rows]):
        seats.setdefault(game, []).append((key, name))
        if user is not None and holder == user.pk:
            own[game] = (seat, key)
    # When he was ready, by phase, for those in which he has saved an answer.
    drafts: dict[int, datetime | None] = {}
    if own:
        saved = Answer.objects.filter(
            phase__in=[row.phase for row in rows if row.phase is not None],
            seat__in=[seat for seat, _key in own.values()],
        )
        drafts = dict(saved.values_list("phase_id", "ready_at"))
    return [
        _line(row, seats.get(row.pk, []), own.get(row.pk, (0, ""))[1], drafts, (news or {}).get(row.pk, 0))
        for row in rows
    ]


def _seats_of(games: Sequence[int]) -> Iterable[tuple[int, int, str, int | None, str | None]]:
    """All seats of `games` in their order: game, seat, its key, and who sits there, by key and name."""
    sitting = FilteredRelation("tenures", condition=Q(tenures__left_at=None))
    seats = Seat.objects.filter(game__in=games).annotate(sitting=sitting).order_by("order")
    return seats.values_list("game_id", "pk", "key", "sitting__user", "sitting__user__username")


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
