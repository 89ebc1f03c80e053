"""A league's standings: one page of them, where somebody stands, all of them as a file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet, Value, Window
from django.db.models.functions import Lower, Rank
from django.utils.formats import number_format

from games.people import called, is_former
from league.leagues.models import League
from league.tournaments.models import Tally
from league.tournaments.models.tally import WHOLE
from league.tournaments.ratings import Shown, current
from league.tournaments.selectors.choosing import BY_GAMES, BY_NAME, Choice
from league.users.models import User

ROWS_A_PAGE: Final = 50
COLUMNS: Final = ("rank", "player", "games", "won", "drawn", "lost", "points", "share", "centres")


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
    """Where one person stands: the rank, and how many lines are above."""

    rank: int
    above: int
    username: str
    score: str

    @property
    def page(self) -> int:
        return self.above // ROWS_A_PAGE + 1


def count_of(league: League, choice: Choice) -> int:
    """How many people stand in these standings. One query."""
    return _of(league, choice).count()


def rows_between(league: League, choice: Choice, first: int, last: int) -> list[Row]:
    """The lines from place `first` up to `last`, both from 0, without the last. Four queries at most.

    Keys first, which an index gives, then their rows and names: those of the lines above are never read.
    """
    keys = list(_sorted(league, choice).values_list("user_id", flat=True)[first:last])
    if not keys:
        return []
    field = choice.scoring.field
    found = _of(league, choice).filter(user__in=keys).select_related("user")
    tallies = {tally.user_id: tally for tally in found}
    shown = {getattr(tally, field) for tally in tallies.values()}
    scores = _of(league, choice).filter(**{f"{field}__gte": min(shown, default=0)}).values_list(field)
    ranks = ranks_of(shown, dict(scores.annotate(Count("pk"))))
    ratings = current(league, choice.kind, keys)
    return [row_of(tallies[key], field, ranks, ratings.get(key)) for key in keys if key in tallies]


def row_of(
    tally: Tally, field: str, ranks: Mapping[int, tuple[int, int]], rating: Shown | None = None
) -> Row:
    """The line of `tally`, sorted by its `field`, with what `ranks_of` gives."""
    rank, sharing = ranks[getattr(tally, field)]
    return Row(rank, sharing > 1, tally.user.username, tally, shown_score(tally, field), rating)


def ranks_of(shown: Collection[int], people: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """The rank that each of the scores `shown` gives, and how many share it, of how many `people` have each
    score from the least of those on.
    """
    everybody = dict.fromkeys(shown, 1)  # whoever has been read, even if their score has changed since
    everybody |= people
    found, above = {}, 0
    for score in sorted(everybody, reverse=True):
        found[score] = (above + 1, everybody[score])
        above += everybody[score]
    return found


def place_among(rows: Sequence[Row], first: int, person: int) -> Place | None:
    """Where `person` (a key) stands, if theirs is one of these lines, of which the uppermost has so many
    above it.
    """
    for above, row in enumerate(rows, start=first):
        if row.tally.user_id == person:
            return Place(row.rank, above, row.username, row.score)
    return None


def place_of(league: League, choice: Choice, person: int) -> Place | None:
    """Where `person` (a key) stands; None: not among them. Three queries."""
    tally = _of(league, choice).filter(user=person).select_related("user").first()
    return None if tally is None else _place(league, choice, tally)


def place_named(league: League, choice: Choice, name: str) -> Place | None:
    """Where the person of this name stands, however it is spelt; None: nobody of that name does.

    Four queries.
    """
    people = User.objects.alias(called=Lower("username")).filter(called=Lower(Value(name)))
    person = people.values_list("pk", flat=True).first()
    return None if person is None else place_of(league, choice, person)


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
    rounded = round(share * 100)
    return number_format(Decimal(rounded) / 100, decimal_pos=2, use_l10n=True, force_grouping=True)


def _of(league: League, choice: Choice) -> QuerySet[Tally]:
    return Tally.objects.filter(league=league, kind=choice.kind, year=choice.year).order_by()


def _sorted(league: League, choice: Choice) -> QuerySet[Tally]:
    """In the order of `choice`. No two lines are equal in it, so pages do not overlap: names differ by more
    than case, and with nothing after them an index gives the first ones.
    """
    field = choice.scoring.field
    if choice.sort == BY_NAME:
        return _named(league, choice).order_by("called")
    order = ("-games",) if choice.sort == BY_GAMES else (f"-{field}", "games")
    return _of(league, choice).order_by(*order, "user_id")


def _named(league: League, choice: Choice) -> QuerySet[Any]:
    return _of(league, choice).alias(called=Lower("user__username"))


def _place(league: League, choice: Choice, tally: Tally) -> Place:
    field = choice.scoring.field
    score = getattr(tally, field)
    better = _of(league, choice).filter(**{f"{field}__gt": score}).count()
    above = _above(league, choice, tally).count()
    return Place(better + 1, above, tally.user.username, shown_score(tally, field))


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
