"""Rows of the record book and their sums: what they ought to be, and what is changed in them.

Everything here but `make_books` is called under the lock of the league's count (`counting`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet, Sum

from games import clock
from games.selectors.finished import Duel, duels_of
from league.leagues.models import League
from league.tournaments.models import AuctionGame, PairTally, PriceTally, RecordBook
from league.tournaments.models.tally import DRAWN, WON
from league.tournaments.ratings.keys import key_of
from league.tournaments.services.sums import Deltas, Key, Sums, Table, strays

PAIRS: Final = Table(
    PairTally, ("kind", "first", "second", "last_year"), ("games", "won_first", "won_second", "drawn")
)
PRICES: Final = Table(PriceTally, ("kind", "power", "year"), ("sold", "paid"))

FACTS: Final = (
    *("league_id", "kind", "first", "second", "winner", "drawn", "last_year", "prices", "ended_at"),
)

AN_HOUR: Final = timedelta(hours=1)


def sync_records(league: int, games: Collection[int]) -> None:
    """Let the record book's rows of `games`, all of one league, be what their records say. Raises Drifted
    where the sums cannot follow.
    """
    gone, new = _compared(games)
    if not gone and not new:
        return
    AuctionGame.objects.filter(pk__in=[row.pk for row in gone]).delete()
    AuctionGame.objects.bulk_create(new)
    pairs, prices = Deltas(PAIRS), Deltas(PRICES)
    for rows, sign in ((gone, -1), (new, 1)):
        for row in rows:
            pairs.add(_pair(row), _outcome(row), sign)
            for key, price in _prices(row):
                prices.add(key, (1, price), sign)
    pairs.apply(league)
    prices.apply(league)


def wrong_records(games: Collection[int]) -> Counter[int]:
    """By game (a key of `games`), whether its row of the record book is not what its record says: 1."""
    gone, new = _compared(games)
    return Counter({row.pk for row in (*gone, *new)})


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


def make_books() -> None:
    """Make the figures over all public leagues, unless they were made within the last hour."""
    now = clock.now()
    if RecordBook.objects.filter(made_at__gt=now - AN_HOUR, made_at__lte=now).exists():
        return
    pairs, prices = _over_all(PAIRS), _over_all(PRICES)
    RecordBook.objects.bulk_create(
        [
            RecordBook(kind=kind, figures={"pairs": pairs[kind], "prices": prices[kind]}, made_at=now)
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


def _row(duel: Duel) -> AuctionGame:
    first, second = sorted(duel.homes.values())
    winners = [duel.homes[seat] for seat, outcome in duel.outcomes.items() if outcome in WON]
    shared = [seat for seat, outcome in duel.outcomes.items() if outcome in DRAWN]
    return AuctionGame(
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


def _compared(games: Collection[int]) -> tuple[list[AuctionGame], list[AuctionGame]]:
    """The rows of these games that ought not to be there, or not so; and those that are wanted."""
    wanted = {row.pk: row for row in map(_row, duels_of(games))}
    stored = AuctionGame.objects.in_bulk(list(games))
    gone = [row for key, row in stored.items() if key not in wanted or _facts(row) != _facts(wanted[key])]
    new = [row for key, row in wanted.items() if key not in stored or _facts(row) != _facts(stored[key])]
    return gone, new


def _facts(row: AuctionGame) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in FACTS)


def _pair(row: AuctionGame) -> Key:
    return (row.kind, row.first, row.second, row.last_year)


def _outcome(row: AuctionGame) -> Sums:
    return (1, int(row.winner == row.first), int(row.winner == row.second), int(row.drawn))


def _prices(row: AuctionGame) -> Iterable[tuple[Key, int]]:
    """Each price that was paid, under the key of its tally."""
    for when, price in row.prices.items():
        year, _colon, power = when.partition(":")
        yield (row.kind, power, int(year)), price
