"""The records of a record book: of each sort the best feat in games whose results are final."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common import clock
from games.common.words import local
from games.common.words.people import called, is_former
from games.words import wording
from league.leagues.models import League
from league.standings.models import Feat, Played, Sort
from league.standings.unsettled import is_unsettled

MOST_EQUAL: Final = 3
"""Holders of one record that are named."""


class Row(NamedTuple):
    """A feat with its game and who finished it, as `COLUMNS` ask for them."""

    sort: str
    key: int
    power: str
    weight: int
    facts: Mapping[str, Any]
    ended_at: datetime
    first: str
    second: str
    one: str | None
    other: str | None
    code: str
    game: str
    started_at: datetime | None
    slug: str
    league: str


COLUMNS: Final = (
    *("sort", "game_id", "power", "weight", "facts", "ended_at"),
    *("game__first", "game__second", "one", "other"),
    *("game__game__code", "game__game__name", "game__game__started_at", "league__slug", "league__name"),
)


@dataclass(frozen=True, slots=True)
class Person:
    """Who is named in a record. An account that was deleted leads nowhere."""

    username: str
    slug: str

    @property
    def name(self) -> str:
        return called(self.username)

    @property
    def is_former(self) -> bool:
        return is_former(self.username)


@dataclass(frozen=True, slots=True)
class Holding:
    """One game in which a record is held: by one of its players against another, or by both (`is_shared`)."""

    row: Row
    holder: Person | None
    other: Person | None

    @property
    def is_shared(self) -> bool:
        return not self.row.power

    @property
    def more(self) -> str:
        """How, in the words of its sort."""
        return _MORE[Sort(self.row.sort)](self.row)


@dataclass(frozen=True, slots=True)
class Record:
    """One record: its title, the figure with what it counts, who hold it, the first one first.

    `is_shared_by_more`: there are others whose figure is the same.
    """

    title: str
    figure: str
    unit: str
    holdings: Sequence[Holding]
    is_shared_by_more: bool


def records_of(league: League | None, kind: str) -> list[Record]:
    """Of the games of a league, or of all public ones; those that anyone holds. One query, which an index
    answers whatever number of games there are.
    """
    found: dict[str, list[Row]] = defaultdict(list)
    rows = map(Row._make, _best(league, kind))
    for row in sorted(rows, key=lambda row: (-row.weight, row.ended_at, row.key, row.power)):
        if not found[row.sort] or found[row.sort][0].weight == row.weight:
            found[row.sort].append(row)
    return [_record(sort, found[sort]) for sort in Sort if found[sort]]


def _best(league: League | None, kind: str) -> Iterable[Any]:
    """Of each sort the first few, so many that one sees whether more than can be named are equal."""
    now = clock.shown()
    feats = Feat.objects.filter(~is_unsettled(OuterRef("game_id"), now), kind=kind)
    public = Q(league__visibility=League.Visibility.PUBLIC)
    feats = feats.filter(public if league is None else Q(league=league))
    named = Feat.objects.annotate(one=_who("game__first"), other=_who("game__second")).order_by()
    best = (
        feats.filter(sort=sort).order_by("-weight", "ended_at", "game_id", "power")[: MOST_EQUAL + 1]
        for sort in Sort
    )
    # SQLite takes no LIMIT in a part of a union itself.
    first, *rest = (named.filter(pk__in=keys.values("pk")).values_list(*COLUMNS) for keys in best)
    return first.union(*rest, all=True)


def _who(side: str) -> Subquery:
    """The name of the person who finished a game with this home power."""
    held: QuerySet[Played, Any] = Played.objects.filter(game=OuterRef("game_id"), side=OuterRef(side))
    return Subquery(held.order_by("pk").values("user__username")[:1])


def _record(sort: Sort, rows: Sequence[Row]) -> Record:
    figure, unit = _FIGURES[sort](rows[0])
    holdings = [_holding(row) for row in rows[:MOST_EQUAL]]
    return Record(str(sort.label), figure, unit, holdings, len(rows) > MOST_EQUAL)


def _holding(row: Row) -> Holding:
    one, other = (Person(name, row.slug) if name else None for name in (row.one, row.other))
    return Holding(row, other, one) if row.power == row.second else Holding(row, one, other)


def _season(row: Row) -> str:
    return wording.season(row.facts["season"])


def _after(row: Row) -> str:
    days = max(1, (row.ended_at - (row.started_at or row.ended_at)).days)
    return ngettext("after %(days)s day", "after %(days)s days", days) % {"days": local.number(days)}


def _number(row: Row) -> str:
    return local.number(row.weight)


def _credits(row: Row) -> str:
    return ngettext("credit", "credits", row.weight)


_FIGURES: Final[Mapping[Sort, Callable[[Row], tuple[str, str]]]] = {
    Sort.FASTEST: lambda row: (_season(row), ""),
    Sort.LONGEST: lambda row: (_season(row), ""),
    Sort.BID: lambda row: (_number(row), _credits(row)),
    Sort.BUST: lambda row: (_number(row), ngettext("credit lost", "credits lost", row.weight)),
    Sort.COMEBACK: lambda row: (
        _number(row),
        ngettext("centre behind, and won", "centres behind, and won", row.weight),
    ),
    Sort.TREASURY: lambda row: (_number(row), _credits(row)),
}


def _places(row: Row) -> str:
    power, places = wording.power(row.power), [wording.place(each) for each in row.facts["places"]]
    if not places:
        return power
    return _("%(power)s took %(place)s") % {"power": power, "place": places[0]}


def _of_auction(row: Row) -> dict[str, Any]:
    return {"year": row.facts["year"], "power": wording.power(row.facts.get("power", row.power))}


_MORE: Final[Mapping[Sort, Callable[[Row], str]]] = {
    Sort.FASTEST: _places,
    Sort.LONGEST: _after,
    Sort.BID: lambda row: _("%(power)s, auction for %(year)d") % _of_auction(row),
    Sort.BUST: lambda row: _("auction for %(year)d") % _of_auction(row),
    Sort.COMEBACK: lambda row: (
        pgettext("centres of two home powers", "%(own)d to %(other)d in autumn %(year)d")
        % {"own": row.facts["centres"], "other": row.facts["against"], "year": row.facts["year"]}
    ),
    Sort.TREASURY: lambda row: _("before the auction for %(year)d") % _of_auction(row),
}
