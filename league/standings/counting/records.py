"""Rows of the record book and their sums: what they ought to be, and what is changed in them.

Everything here but `make_books` is called under the lock of the league's count (`counting`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, TypeAlias

from django.db.models import Count, F, Q, QuerySet, Sum

from games.common import clock
from games.facts.duels import Duel, duels_of
from league.leagues.models import League
from league.ratings.keys import key_of
from league.standings import chapters
from league.standings.counting.feats import Did, feats_of, place_of
from league.standings.counting.sums import Deltas, Key, Sums, Table, strays
from league.standings.models import (
    AuctionEvent,
    AuctionGame,
    AuctionTally,
    Feat,
    Happened,
    PairTally,
    PriceTally,
    RecordBook,
)
from league.standings.models.tally import DRAWN, WON

PAIRS: Final = Table(
    PairTally, ("kind", "first", "second", "last_year"), ("games", "won_first", "won_second", "drawn")
)
PRICES: Final = Table(PriceTally, ("kind", "power", "year"), ("sold", "paid"))
AUCTIONS: Final = Table(AuctionTally, ("kind", "what", "year", "power"), ("games",))

FACTS: Final = (
    *("league_id", "kind", "first", "second", "winner", "drawn", "last_year", "prices", "ended_at"),
)

AN_HOUR: Final = timedelta(hours=1)

HappenedThen: TypeAlias = tuple[str, int, str]
"""What happened in an auction, in which game year, to which power (none: to a player)."""


@dataclass(frozen=True)
class _Kept:
    """A row of the record book with what happened in its game's auctions, and what players did."""

    row: AuctionGame
    events: frozenset[HappenedThen]
    feats: Sequence[Did]

    @property
    def facts(self) -> tuple[Any, ...]:
        return (self.events, self.feats, *(getattr(self.row, name) for name in FACTS))

    @property
    def event_rows(self) -> list[AuctionEvent]:
        common = {"game": self.row, "league_id": self.row.league_id, "kind": self.row.kind}
        return [
            AuctionEvent(**common, what=what, year=year, power=power)
            for what, year, power in sorted(self.events)
        ]

    @property
    def feat_rows(self) -> list[Feat]:
        common = {"game": self.row, "league_id": self.row.league_id, "kind": self.row.kind}
        return [Feat(**common, **did._asdict(), ended_at=self.row.ended_at) for did in self.feats]


def sync_records(league: int, games: Collection[int]) -> None:
    """Let the record book's rows of `games`, all of one league, be what their records say. Raises Drifted
    where the sums cannot follow.
    """
    gone, new = _compared(games)
    if not gone and not new:
        return
    AuctionGame.objects.filter(pk__in=[kept.row.pk for kept in gone]).delete()
    AuctionGame.objects.bulk_create([kept.row for kept in new])
    AuctionEvent.objects.bulk_create([event for kept in new for event in kept.event_rows])
    Feat.objects.bulk_create([feat for kept in new for feat in kept.feat_rows])
    pairs, prices, auctions = Deltas(PAIRS), Deltas(PRICES), Deltas(AUCTIONS)
    for those, sign in ((gone, -1), (new, 1)):
        for kept in those:
            pairs.add(_pair(kept.row), _outcome(kept.row), sign)
            for key, price in _prices(kept.row):
                prices.add(key, (1, price), sign)
            for event in kept.events:
                auctions.add((kept.row.kind, *event), (1,), sign)
    for deltas in (pairs, prices, auctions):
        deltas.apply(league)


def wrong_records(games: Collection[int]) -> Counter[int]:
    """By game (a key of `games`), whether its row of the record book is not what its record says: 1."""
    gone, new = _compared(games)
    return Counter({kept.row.pk for kept in (*gone, *new)})


def stray_records(league: int) -> QuerySet[AuctionGame]:
    """Rows of a league's record book whose games are not finished any more, or are another league's."""
    return strays(AuctionGame.objects.filter(league_id=league))


def wanted_pairs(league: int) -> dict[Key, Sums]:
    """What `PairTally` ought to hold, by its keys. One query."""
    rows = AuctionGame.objects.filter(league_id=league).order_by()
    counted = rows.values_list("kind", "first", "second", "last_year").annotate(
        Count("pk"),
        won_first=Count("pk", filter=Q(winner=F("first"))),
        won_second=Count("pk", filter=Q(winner=F("second"))),
        draws=Count("pk", filter=Q(drawn=True)),
    )
    return {row[:4]: row[4:] for row in counted}


def wanted_prices(league: int) -> dict[Key, Sums]:
    """The same of `PriceTally`. One query, and a look at every game."""
    found: dict[Key, list[int]] = defaultdict(lambda: [0, 0])
    rows = AuctionGame.objects.filter(league_id=league).only("kind", "prices")
    for row in rows.iterator(chunk_size=1000):
        for key, price in _prices(row):
            found[key][0] += 1
            found[key][1] += price
    return {key: tuple(sums) for key, sums in found.items()}


def wanted_auctions(league: int) -> dict[Key, Sums]:
    """The same of `AuctionTally`. One query."""
    rows = AuctionEvent.objects.filter(league_id=league).order_by()
    counted = rows.values_list("kind", "what", "year", "power").annotate(Count("pk"))
    return {row[:4]: row[4:] for row in counted}


def make_books() -> None:
    """Make the figures over all public leagues, and what chapters count, unless they were made within
    the last hour.
    """
    now = clock.now()
    if RecordBook.objects.filter(made_at__gt=now - AN_HOUR, made_at__lte=now).exists():
        return
    chapters.make_all()
    tables = {"pairs": _over_all(PAIRS), "prices": _over_all(PRICES), "auctions": _over_all(AUCTIONS)}
    pairs = tables["pairs"]
    RecordBook.objects.bulk_create(
        [
            RecordBook(kind=kind, figures={name: rows[kind] for name, rows in tables.items()}, made_at=now)
            for kind in pairs
        ],
        update_conflicts=True,
        unique_fields=["kind"],
        update_fields=["figures", "made_at"],
    )
    RecordBook.objects.exclude(kind__in=list(pairs)).delete()


def _over_all(table: Table) -> dict[str, list[list[Any]]]:
    """The rows of a table added up over all public leagues, by kind: the other keys, then the sums."""
    found: dict[str, list[list[Any]]] = defaultdict(list)
    rows = table.model._default_manager.filter(league__visibility=League.Visibility.PUBLIC)
    summed = rows.order_by().values_list(*table.keys).annotate(*(Sum(field) for field in table.fields))
    for kind, *row in summed.order_by(*table.keys):
        found[kind].append(row)
    return found


def _wanted(duel: Duel) -> _Kept:
    first, second = sorted(duel.homes.values())
    winners = [duel.homes[seat] for seat, outcome in duel.outcomes.items() if outcome in WON]
    shared = [seat for seat, outcome in duel.outcomes.items() if outcome in DRAWN]
    row = AuctionGame(
        game_id=duel.game,
        league_id=duel.league,
        kind=key_of(duel.variant, {"players": duel.players}),
        first=first,
        second=second,
        winner=winners[0] if winners else "",
        drawn=bool(shared),
        last_year=duel.last_year,
        prices={f"{sale.year}:{sale.power}": sale.price for sale in duel.sales if sale.seat is not None},
        ended_at=duel.ended_at,
    )
    return _Kept(row, _events(duel), feats_of(duel))


def _events(duel: Duel) -> frozenset[HappenedThen]:
    bust = Counter(year for year, _seat in duel.busts)
    return frozenset(
        [
            *((Happened.HELD.value, sale.year, "") for sale in duel.sales),
            *((Happened.ANARCHY.value, sale.year, sale.power) for sale in duel.sales if sale.seat is None),
            *((Happened.BUST.value, year, "") for year in bust),
            *((Happened.BOTH.value, year, "") for year, players in bust.items() if players > 1),
        ]
    )


def _compared(games: Collection[int]) -> tuple[list[_Kept], list[_Kept]]:
    """The rows of these games that ought not to be there, or not so; and those that are wanted."""
    wanted = {kept.row.pk: kept for kept in map(_wanted, duels_of(games))}
    stored = _stored(games)
    gone = [kept for key, kept in stored.items() if key not in wanted or kept.facts != wanted[key].facts]
    new = [kept for key, kept in wanted.items() if key not in stored or kept.facts != stored[key].facts]
    return gone, new


def _stored(games: Collection[int]) -> dict[int, _Kept]:
    rows = AuctionGame.objects.in_bulk(list(games))
    events: dict[int, set[HappenedThen]] = defaultdict(set)
    happened = AuctionEvent.objects.filter(game__in=list(rows)).order_by()
    for game, what, year, power in happened.values_list("game", "what", "year", "power"):
        events[game].add((what, year, power))
    feats: dict[int, list[Did]] = defaultdict(list)
    did = Feat.objects.filter(game__in=list(rows)).order_by()
    for game, *fields in did.values_list("game", *Did._fields):
        feats[game].append(Did(*fields))
    return {
        key: _Kept(row, frozenset(events[key]), sorted(feats[key], key=place_of)) for key, row in rows.items()
    }


def _pair(row: AuctionGame) -> Key:
    return (row.kind, row.first, row.second, row.last_year)


def _outcome(row: AuctionGame) -> Sums:
    return (1, int(row.winner == row.first), int(row.winner == row.second), int(row.drawn))


def _prices(row: AuctionGame) -> Iterable[tuple[Key, int]]:
    """Each price that was paid, under the key of its tally."""
    for when, price in row.prices.items():
        year, _colon, power = when.partition(":")
        yield (row.kind, power, int(year)), price
