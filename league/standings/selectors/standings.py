"""A league's standings: one page of them, where someone stands, all of them as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.db.models import F, Q, QuerySet, Value, Window
from django.db.models.functions import Lower, Rank
from django.utils.formats import number_format

from games.common.words.people import called, is_former
from games.common.words.rounding import half_up
from league.leagues.models import League
from league.ratings import ShownRating, by_rating, current
from league.standings.models import Tally
from league.standings.models.tally import WHOLE
from league.standings.selectors.choosing import BY_GAMES, BY_NAME, BY_RATING, BY_SCORE, Choice
from league.standings.selectors.spread import Spread
from league.users.models import User

ROWS_A_PAGE: Final = 50
COLUMNS: Final = ("rank", "player", "games", "won", "drawn", "lost", "points", "share", "centres")


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One person's line. `is_shared`: someone else has the same rank; `score` is what it is sorted by."""

    rank: int
    is_shared: bool
    username: str
    tally: Tally
    score: str
    rating: ShownRating | None = None

    @property
    def name(self) -> str:
        return called(self.username)

    @property
    def is_former(self) -> bool:
        """Whether the account was deleted: no page leads to one."""
        return is_former(self.username)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one person stands, whichever page that is on."""

    rank: int
    username: str
    score: str


@dataclass(frozen=True, slots=True)
class Found:
    """The page on which someone stands, and their name as it is spelt."""

    page: int
    username: str


def rows_between(league: League, choice: Choice, spread: Spread, first: int, last: int) -> list[StandingsRow]:
    """The lines from place `first` up to `last`, both from 0, without the last. Three queries.

    Keys first, which an index gives, then their rows and names: those of the lines above are never read.
    """
    keys = list(_from_place(league, choice, spread, first)[: last - first])
    if not keys:
        return []
    found = _of(league, choice).filter(user__in=keys).select_related("user")
    tallies = {tally.user_id: tally for tally in found}
    ratings = current(league, choice.kind, keys)
    field = choice.scoring.field
    return [row_of(tallies[key], field, spread, ratings.get(key)) for key in keys if key in tallies]


def row_of(tally: Tally, field: str, spread: Spread, rating: ShownRating | None = None) -> StandingsRow:
    """The line of `tally`, sorted by its `field`."""
    score = getattr(tally, field)
    is_shared = spread.sharing(score) > 1
    return StandingsRow(
        spread.rank(score), is_shared, tally.user.username, tally, shown_score(tally, field), rating
    )


def place_among(rows: Sequence[StandingsRow], person: int) -> Place | None:
    """Where `person` (a key) stands, if theirs is one of these lines."""
    own = next((row for row in rows if row.tally.user_id == person), None)
    return None if own is None else Place(own.rank, own.username, own.score)


def place_of(league: League, choice: Choice, spread: Spread, person: int) -> Place | None:
    """Where `person` (a key) stands; None: not among them. One query."""
    found = _of(league, choice).filter(user=person).select_related("user").first()
    if found is None:
        return None
    row = row_of(found, choice.scoring.field, spread)
    return Place(row.rank, row.username, row.score)


def found_by_name(league: League, choice: Choice, name: str) -> Found | None:
    """The page on which the person of this name stands, however it is spelt; None: no one of that name does.

    Two queries, and one more that counts the lines above.
    """
    people = User.objects.alias(called=Lower("username")).filter(called=Lower(Value(name)))
    person = people.values_list("pk", flat=True).first()
    tally = _of(league, choice).filter(user=person).select_related("user").first() if person else None
    if tally is None:
        return None
    if choice.sort == BY_RATING:
        above = list(_sorted(league, choice).values_list("user_id", flat=True)).index(tally.user_id)
    else:
        above = _above(league, choice, tally).count()
    return Found(above // ROWS_A_PAGE + 1, tally.user.username)


def file_rows(league: League, choice: Choice) -> Iterator[dict[str, Any]]:
    """All lines as plain values, in the order of `choice`; shares as exact fractions. One query."""
    field = choice.scoring.field
    fields = ("user__username", "games", "won", "drawn", "lost", "points", "units", "centres")
    ranked = _sorted(league, choice).annotate(rank=Window(Rank(), order_by=F(field).desc()))
    for rank, *counts, units, centres in ranked.values_list("rank", *fields).iterator(chunk_size=2000):
        yield dict(zip(COLUMNS, (rank, *counts, str(Fraction(units, WHOLE)), centres), strict=True))


def shown_score(tally: Tally, field: str) -> str:
    """What a person's games come to, as the reader writes numbers; shares with two decimals."""
    if field == "units":
        return shown_share(tally.share)
    return number_format(getattr(tally, field), use_l10n=True, force_grouping=True)


def shown_share(share: Fraction) -> str:
    """5/6 → 0.83, as the reader writes it."""
    return number_format(half_up(share, 2), decimal_pos=2, use_l10n=True, force_grouping=True)


def _of(league: League, choice: Choice) -> QuerySet[Tally]:
    return Tally.objects.filter(league=league, kind=choice.kind, year=choice.year).order_by()


def _sorted(league: League, choice: Choice) -> QuerySet[Tally]:
    """In the order of `choice`. No two lines are equal in it, so pages do not overlap: names differ by more
    than case, and with nothing after them an index gives the first ones.
    """
    field = choice.scoring.field
    if choice.sort == BY_NAME:
        return _named(league, choice).order_by("called")
    if choice.sort == BY_RATING:
        return _of(league, choice).order_by(*by_rating(league, choice.kind), "user_id")
    order = ("-games",) if choice.sort == BY_GAMES else (f"-{field}", "games")
    return _of(league, choice).order_by(*order, "user_id")


def _from_place(league: League, choice: Choice, spread: Spread, first: int) -> QuerySet[Tally, int]:
    """The people from place `first` on. Sorted by score, those with better ones are not walked over."""
    keys = _sorted(league, choice).values_list("user_id", flat=True)
    score = spread.at(first) if choice.sort == BY_SCORE else None
    if score is None:
        return keys[first:]
    worse = keys.filter(**{f"{choice.scoring.field}__lte": score})
    return worse[first - (spread.rank(score) - 1) :]


def _named(league: League, choice: Choice) -> QuerySet[Any]:
    return _of(league, choice).alias(called=Lower("user__username"))


def _above(league: League, choice: Choice, tally: Tally) -> QuerySet[Tally]:
    """The lines that `_sorted` has above this one."""
    field = choice.scoring.field
    if choice.sort == BY_NAME:
        name = Lower(Value(tally.user.username))
        return _named(league, choice).filter(called__lt=name)
    before = Q(user_id__lt=tally.user_id)
    if choice.sort == BY_GAMES:
        more = Q(games__gt=tally.games) | Q(games=tally.games) & before
        return _of(league, choice).filter(more)
    better, equal = Q(**{f"{field}__gt": getattr(tally, field)}), Q(**{field: getattr(tally, field)})
    fewer, same = Q(games__lt=tally.games), Q(games=tally.games)
    return _of(league, choice).filter(better | equal & fewer | equal & same & before)
