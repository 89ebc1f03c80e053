"""A league's standings: one page of them, where somebody stands, all of them as a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Lower
from django.utils.formats import number_format

from games.people import called, is_former
from league.leagues.models import League
from league.tournaments.models import Counting, GameCount, Tally
from league.tournaments.models.tally import ALL_YEARS
from league.tournaments.ratings import KINDS, Shown, current
from league.tournaments.scoring import SCORINGS, Scoring

ROWS_A_PAGE: Final = 50
COLUMNS: Final = ("rank", "player", "games", "won", "drawn", "lost", "points", "share", "centres")


@dataclass(frozen=True, slots=True)
class Counted:
    """Which finished games a league has, by kind and year, and whether older ones are still being counted."""

    games: Mapping[str, Mapping[int, int]]
    is_unfinished: bool

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds with their names, those with most games first."""
        ordered = sorted(self.games, key=lambda kind: (-self.games[kind][ALL_YEARS], kind))
        return [(kind, KINDS[kind].name) for kind in ordered]

    @property
    def years(self) -> list[int]:
        """All years in which games of any kind ended, the last first."""
        found = {year for years in self.games.values() for year in years if year != ALL_YEARS}
        return sorted(found, reverse=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which standings: the kind of game, the year (0: all years), the scoring."""

    kind: str
    year: int
    scoring: Scoring

    @property
    def kind_name(self) -> str:
        return KINDS[self.kind].name

    @property
    def year_in_query(self) -> str:
        return str(self.year) if self.year else "all"


@dataclass(frozen=True, slots=True)
class Row:
    """One person's line. `is_shared`: somebody else has the same rank; `score` is what it is sorted by."""

    rank: int
    is_shared: bool
    username: str
    tally: Tally
    score: str
    rating: Shown | None = None

    @property
    def name(self) -> str:
        return called(self.username)

    @property
    def is_former(self) -> bool:
        """Whether the account was deleted: no page leads to one."""
        return is_former(self.username)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one person stands: the rank, and the number of the page."""

    rank: int
    page: int
    username: str
    score: str


def counted_in(league: League) -> Counted:
    """Two queries."""
    games: dict[str, dict[int, int]] = defaultdict(dict)
    for kind, year, count in GameCount.objects.filter(league=league).values_list("kind", "year", "games"):
        games[kind][year] = count
    unfinished = Counting.objects.filter(league=league, upto__isnull=False).exists()
    return Counted(games, unfinished)


def count_of(league: League, choice: Choice) -> int:
    """How many people stand in these standings. One query."""
    return _of(league, choice).count()


def rows_between(league: League, choice: Choice, first: int, last: int) -> list[Row]:
    """The lines from place `first` up to `last`, both from 0, without the last. Three queries at most.

    The neighbours above and below are read too, to know whether a rank is shared across the page's edge.
    """
    field = choice.scoring.field
    above = max(0, first - 1)
    tallies = list(_sorted(league, choice).select_related("user")[above : last + 1])
    shown = tallies[first - above : last - above]
    if not shown:
        return []
    rank = 1 + (_better(league, choice, getattr(shown[0], field)).count() if first else 0)
    ratings = current(league, choice.kind, [tally.user_id for tally in shown])
    rows: list[Row] = []
    for place, tally in enumerate(shown, start=first):
        score = getattr(tally, field)
        if rows and score != getattr(rows[-1].tally, field):
            rank = place + 1
        beside = [place - 1 - above, place + 1 - above]
        is_shared = any(
            0 <= each < len(tallies) and getattr(tallies[each], field) == score for each in beside
        )
        score_shown, rating = shown_score(tally, field), ratings.get(tally.user_id)
        rows.append(Row(rank, is_shared, tally.user.username, tally, score_shown, rating))
    return rows


def place_of(league: League, choice: Choice, person: Any) -> Place | None:
    """Where `person` (a key) stands; None: not among them. Three queries."""
    tally = _of(league, choice).filter(user=person).select_related("user").first()
    return None if tally is None else _place(league, choice, tally)


def place_named(league: League, choice: Choice, name: str) -> Place | None:
    """Where whoever is called so stands, however it is spelt; None: nobody of that name does. Three
    queries.
    """
    people = _of(league, choice).alias(called=Lower("user__username"))
    tally = people.filter(called=Lower(Value(name))).select_related("user").first()
    return None if tally is None else _place(league, choice, tally)


def file_rows(league: League, choice: Choice) -> Iterator[dict[str, Any]]:
    """All lines as plain values, best first; shares as exact fractions. One query."""
    field = choice.scoring.field
    fields = ("user__username", "games", "won", "drawn", "lost", "points", "units", "centres")
    rank, before = 0, None
    rows = _sorted(league, choice).values_list(field, *fields)
    for place, (score, *values) in enumerate(rows.iterator(chunk_size=2000), start=1):
        if score != before:
            rank, before = place, score
        *counts, units, centres = values
        share = Fraction(units, 2520)
        yield dict(zip(COLUMNS, (rank, *counts, str(share), centres), strict=True))


def shown_score(tally: Tally, field: str) -> str:
    """What a person's games come to, as the reader writes numbers; shares with two decimals."""
    if field == "units":
        return shown_share(tally.share)
    return number_format(getattr(tally, field), use_l10n=True, force_grouping=True)


def shown_share(share: Fraction) -> str:
    """5/6 → 0.83, as the reader writes it."""
    rounded = round(share * 100)
    return number_format(Decimal(rounded) / 100, decimal_pos=2, use_l10n=True, force_grouping=True)


def _of(league: League, choice: Choice) -> QuerySet[Tally]:
    return Tally.objects.filter(league=league, kind=choice.kind, year=choice.year).order_by()


def _sorted(league: League, choice: Choice) -> QuerySet[Tally]:
    """Best first; among equals whoever needed fewer games, then by key, so that pages do not overlap."""
    return _of(league, choice).order_by(f"-{choice.scoring.field}", "games", "user_id")


def _better(league: League, choice: Choice, score: int) -> QuerySet[Tally]:
    return _of(league, choice).filter(**{f"{choice.scoring.field}__gt": score})


def _place(league: League, choice: Choice, tally: Tally) -> Place:
    field = choice.scoring.field
    score = getattr(tally, field)
    better = _better(league, choice, score).count()
    equal = Q(games__lt=tally.games) | Q(games=tally.games, user_id__lt=tally.user_id)
    above = better + _of(league, choice).filter(equal, **{field: score}).count()
    page = above // ROWS_A_PAGE + 1
    return Place(better + 1, page, tally.user.username, shown_score(tally, field))


def chosen(counted: Counted, asked: Mapping[str, str]) -> Choice | None:
    """What `asked` (`game`, `year`, `scoring`) means here; nonsense and what is not said: the game with most
    results, its last year, the usual scoring. None where nothing has been counted.
    """
    kinds = [kind for kind, _name in counted.kinds]
    if not kinds:
        return None
    kind = asked.get("game", "")
    kind = kind if kind in kinds else kinds[0]
    years: Sequence[int] = [year for year in counted.games[kind] if year != ALL_YEARS]
    year = asked.get("year", "")
    known = year.isascii() and year.isdigit() and int(year) in counted.years
    number = ALL_YEARS if year == "all" else int(year) if known else max(years)
    scoring = SCORINGS.get(asked.get("scoring", ""), next(iter(SCORINGS.values())))
    return Choice(kind, number, scoring)
