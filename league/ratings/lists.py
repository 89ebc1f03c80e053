"""Keeping the lists of ratings up to date: game by game as results come, and again where they came late.

A list is written under its row's lock. A result that counts after all others is added at once. For anything
else (an earlier game, a ruling, a list that someone else is writing) a `LateResult` is left behind, and
`refold_late` computes the list again from there on. Both come to the same numbers, in whatever sequence
results arrive and however often.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from games.models import Game
from league.leagues.models import League
from league.ratings.folding import (
    Fold,
    Place,
    Placed,
    Played,
    Step,
    month_begins,
    month_of,
)
from league.ratings.keys import KINDS, RatedKind, key_of
from league.ratings.models import LateResult, Rating, RatingList, RatingStep
from league.ratings.parameters import FORMULA
from league.ratings.results import games_of, games_with
from league.ratings.skill import Skill

_asked: list[Callable[[], QuerySet[Any, Any]]] = []

AT_ONCE: Final = 2000
"""Rows that are written at once."""

COLUMNS: Final = (
    *("list_id", "game_id", "user_id", "at", "code", "place", "number"),
    *("mu_before", "sigma_before", "mu", "sigma"),
)
"""Of a step."""

Watch = Callable[[int], None]
"""Told now and then how many games have been rated."""


def take_in(keys: Collection[int]) -> None:
    """Rate games of which results were written, by their keys. Those taken in before do no harm."""
    games = {played.game: played for played in games_with(keys)}
    wanted: dict[tuple[int | None, str], list[Played]] = defaultdict(list)
    facts = Game.objects.filter(pk__in=games).order_by()
    for game, league, variant, settings, overall in facts.values_list(
        "pk", "league", "variant", "settings", "league__rates_overall"
    ):
        key = key_of(variant, settings)
        for scope in (league, None) if overall else (league,):
            wanted[scope, key].append(games[game])
    leagues = League.objects.in_bulk({scope for scope, _key in wanted if scope is not None})
    for (scope, key), those in sorted(wanted.items(), key=lambda pair: (pair[0][0] or 0, pair[0][1])):
        for found in lists_of(leagues[scope] if scope is not None else None, key):
            _add(found, sorted(those, key=lambda played: played.order))


@transaction.atomic
def _add(found: RatingList, games: Sequence[Played]) -> None:
    """Add `games`, in their order, to the end of a list; leave word of those that do not belong there."""
    locked = _locked(found, waits=False)
    if locked is None or locked.formula != formula_of(locked) or locked.late.exists():
        _leave_word(found, games[0].order)
        return
    known = _known(locked, [played.game for played in games])
    new = [played for played in games if known.get(played.game, ()) != _players(played)]
    if not new:
        return
    last = locked.steps.order_by("-at", "-code").values_list("at", "code").first()
    if any(played.game in known or (last is not None and played.order < last) for played in new):
        _leave_word(locked, new[0].order)
        return
    fold = _fold_before(locked, new)
    _write(locked, [step for played in new for step in fold.rate(played)])
    _save(locked, fold, {each.user for played in new for each in played.players})


def _locked(found: RatingList, *, waits: bool) -> RatingList | None:
    """The row of a list, locked; None where someone else holds it and no one `waits`, or it is gone."""
    rows = RatingList.objects.filter(pk=found.pk)
    return rows.select_for_update(of=("self",), no_key=True, skip_locked=not waits).first()


def _leave_word(found: RatingList, since: Place) -> None:
    LateResult.objects.create(list=found, at=since[0], code=since[1])


def _known(found: RatingList, games: Collection[int]) -> Mapping[int, tuple[Placed, ...]]:
    """How these games are rated in a list, where they are."""
    known: dict[int, tuple[Placed, ...]] = {}
    rows = found.steps.filter(game__in=games).order_by("game", "user")
    for game, user, place in rows.values_list("game", "user", "place"):
        known[game] = (*known.get(game, ()), Placed(user, place))
    return known


def _players(played: Played) -> tuple[Placed, ...]:
    """As `_known` has them."""
    return tuple(sorted(played.players, key=lambda each: each.user))


def _fold_before(found: RatingList, games: Sequence[Played]) -> Fold:
    """A fold that has come as far as a list has, as much of it as `games` need: two queries."""
    fold = fold_of(found)
    users = {each.user for played in games for each in played.players}
    fold.skills = _skills(found.ratings.filter(user__in=users))
    if fold.is_for_two:
        _meet(fold, found, games[0].at, Q(user__in=users))
    return fold


def _skills(ratings: Iterable[Rating]) -> dict[int, Skill]:
    return {row.user_id: Skill(row.mu, row.sigma, row.games) for row in ratings}


def _meet(fold: Fold, found: RatingList, at: datetime, who: Q) -> None:
    """Tell a fold how often pairs have met in the month of `at`; the list holds games before that alone."""
    steps = found.steps.filter(who, at__gte=month_begins(at))
    pairs: dict[int, set[int]] = defaultdict(set)
    for game, user in steps.order_by().values_list("game", "user"):
        pairs[game].add(user)
    fold.month = month_of(at)
    for pair in pairs.values():
        if len(pair) == 2:
            fold.met[frozenset(pair)] = fold.met.get(frozenset(pair), 0) + 1


def _write(found: RatingList, steps: Sequence[Step]) -> None:
    """Add steps. PostgreSQL takes them by COPY: a list computed again writes hundreds of thousands."""
    if connection.vendor == "postgresql":
        _copy([(found.pk, *_values(step)) for step in steps])
        return
    RatingStep.objects.bulk_create(
        RatingStep(list=found, **dict(zip(COLUMNS[1:], _values(step), strict=True))) for step in steps
    )


def _values(step: Step) -> tuple[Any, ...]:
    """In the order of COLUMNS, without the list."""
    played, before, after = step.played, step.before, step.after
    whose = (played.game, step.user, played.at, played.code, step.place, after.games)
    return (*whose, before.mu, before.sigma, after.mu, after.sigma)


def _copy(rows: Iterable[tuple[Any, ...]]) -> None:
    columns = ", ".join(f'"{name}"' for name in COLUMNS)
    statement = f'COPY "{RatingStep._meta.db_table}" ({columns}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def _save(found: RatingList, fold: Fold, users: Collection[int]) -> None:
    """Let the ratings of `users` be what `fold` has come to; who has no rated game has none."""
    rows = [(user, fold.skills[user]) for user in sorted(users) if user in fold.skills]
    for begin in range(0, len(rows), AT_ONCE):
        Rating.objects.bulk_create(
            [
                Rating(list=found, user_id=user, mu=skill.mu, sigma=skill.sigma, games=skill.games)
                for user, skill in rows[begin : begin + AT_ONCE]
                if skill.games
            ],
            update_conflicts=True,
            unique_fields=["list", "user"],
            update_fields=["mu", "sigma", "games"],
        )
    gone = [user for user, skill in rows if not skill.games]
    for begin in range(0, len(gone), AT_ONCE):
        found.ratings.filter(user__in=gone[begin : begin + AT_ONCE]).delete()
    RatingList.objects.filter(pk=found.pk).update(stamp=uuid4())


def refold_late(*, budget: float = 30) -> int:
    """Compute lists again of which word was left, each from the earliest place on; how many.

    None is begun after `budget` seconds: a large one takes a minute, and a task has four.
    """
    began, done = time.monotonic(), 0
    for found in RatingList.objects.filter(late__isnull=False).distinct().order_by("pk"):
        if time.monotonic() >= began + budget:
            break
        done += _refold_late(found)
    return done


@transaction.atomic
def _refold_late(found: RatingList) -> bool:
    locked = _locked(found, waits=False)
    late = list(locked.late.order_by("at", "code")) if locked is not None else []
    if locked is None or not late:
        return False
    since = (late[0].at, late[0].code) if locked.formula == formula_of(locked) else None
    _refold(locked, since)
    locked.late.filter(pk__in=[row.pk for row in late]).delete()
    return True


@transaction.atomic
def recompute(found: RatingList, watch: Watch | None = None) -> int:
    """Compute a list again from its first game; how many games were rated."""
    locked = _locked(found, waits=True)
    if locked is None:
        return 0
    late = list(locked.late.values_list("pk", flat=True))
    games = _refold(locked, None, watch)
    locked.late.filter(pk__in=late).delete()
    return games


def _refold(found: RatingList, since: Place | None, watch: Watch | None = None) -> int:
    """Compute a locked list again from the place `since` on; how many games were rated. Keeps its people and
    some steps in memory, never its games.
    """
    fold, changed = _rewind(found, since)
    games, steps = 0, list[Step]()
    for played in games_of(found.league, KINDS[found.key], since):
        made = fold.rate(played)
        games += bool(made)
        steps += made
        changed.update(step.user for step in made)
        if len(steps) >= AT_ONCE:
            _write(found, steps)
            steps.clear()
            if watch is not None:
                watch(games)
    _write(found, steps)
    _save(found, fold, changed)
    return games


def _rewind(found: RatingList, since: Place | None) -> tuple[Fold, set[int]]:
    """Delete the steps of a list from the place `since` on; a fold that has come as far as the others, and
    whose ratings the deleted ones had changed. Without `since` nothing is left.
    """
    fold, changed = fold_of(found), set[int]()
    if since is None:
        found.steps.all().delete()
        found.ratings.all().delete()
        RatingList.objects.filter(pk=found.pk).update(formula=fold.formula)
        return fold, changed
    fold.skills = _skills(found.ratings.all())
    at, code = since
    later = found.steps.filter(Q(at__gt=at) | Q(at=at, code__gte=code), at__gte=at)
    before = later.order_by("at", "code").values_list("user", "mu_before", "sigma_before", "number")
    for user, mu, sigma, number in before.iterator(chunk_size=AT_ONCE):
        if user not in changed:
            changed.add(user)
            fold.skills[user] = Skill(mu, sigma, number - 1)
    later.delete()
    if fold.is_for_two:
        _meet(fold, found, at, Q())
    return fold, changed


def note_agreement(league: League) -> None:
    """After `league` began, or ceased, to agree that its games are rated overall: have them computed
    again.
    """
    for kind in KINDS.values():
        first = next(games_of(league, kind), None)
        if first is not None:
            _leave_word(list_of(None, kind.key), first.order)


def list_of(league: League | None, key: str) -> RatingList:
    """The list of a game in a league, or overall."""
    which = {"league": league, "key": key, "is_older": False}
    return RatingList.objects.get_or_create(**which, defaults={"formula": FORMULA})[0]


def lists_of(league: League | None, key: str) -> list[RatingList]:
    """All lists that the same games belong to: that of today, and one by an older formula, if seasons ask."""
    return [list_of(league, key), *RatingList.objects.filter(league=league, key=key, is_older=True)]


def formula_of(found: RatingList) -> int:
    """The formula that a list is to be computed by, whichever it was until now."""
    return found.formula if found.is_older else FORMULA


def fold_of(found: RatingList) -> Fold:
    """A fold that has not begun, as a list needs it."""
    return Fold(KINDS[found.key].is_for_two, formula_of(found))


def asks_older_lists(asked: Callable[[], QuerySet[Any, Any]]) -> Callable[[], QuerySet[Any, Any]]:
    """Register what gives the keys of lists by an older formula that are still asked, when the apps are
    loaded.
    """
    _asked.append(asked)
    return asked


def drop_unasked() -> None:
    """Delete lists by an older formula that no one asks any more: the last season that did is over."""
    older = RatingList.objects.filter(is_older=True)
    for asked in _asked:
        older = older.exclude(pk__in=asked())
    older.delete()


def has_games(league: League | None, kind: RatedKind) -> bool:
    """Whether there is anything to rate, or anything rated, of a game in a league, or overall."""
    is_kept = RatingList.objects.filter(league=league, key=kind.key).exists()
    return is_kept or next(games_of(league, kind), None) is not None
