"""The record book: what home powers win, what powers cost, how long games last; of a league or of all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import F, Q, QuerySet
from django.utils.formats import number_format

from games import manners, wording
from games.people import called
from league.leagues.models import League
from league.tournaments.models import AuctionGame, PairTally, Played, PriceTally, RecordBook
from league.tournaments.ratings import KINDS
from league.tournaments.selectors.bars import Bars, bars_of_numbers, bars_of_powers

GAMES_A_PAGE: Final = 25

Pairs = Iterable[Sequence[Any]]
"""First and second home power, last game year, games, won by the first, by the second, drawn."""

Prices = Iterable[Sequence[Any]]
"""Power, game year, how often it was sold, the sum of what was paid."""


@dataclass(frozen=True, slots=True)
class PowerLine:
    """How games went for one home power."""

    power: str
    games: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def per_cent(self) -> int:
        return per_cent(self.won, self.games)


@dataclass(frozen=True, slots=True)
class PairLine:
    """How games of two home powers against each other went; `neither`: both lost (ID2-5)."""

    first: str
    second: str
    games: int
    won_first: int
    won_second: int
    drawn: int

    @property
    def neither(self) -> int:
        return self.games - self.won_first - self.won_second - self.drawn

    @property
    def per_cent(self) -> int:
        """What the first won."""
        return per_cent(self.won_first, self.games)

    @property
    def second_per_cent(self) -> int:
        return per_cent(self.won_second, self.games)


@dataclass(frozen=True, slots=True)
class Price:
    """What one power cost on average in the auctions of one game year, in credits; sold how often."""

    power: str
    year: int
    sold: int
    paid: int

    @property
    def average(self) -> str:
        """With one decimal, as the reader writes it."""
        tenths = (20 * self.paid + self.sold) // (2 * self.sold)
        return number_format(tenths / 10, decimal_pos=1, use_l10n=True, force_grouping=True)


@dataclass(frozen=True, slots=True)
class Length:
    """How many games ended in one game year."""

    year: int
    games: int
    share: int
    """In per cent of all, rounded."""


@dataclass(frozen=True, slots=True)
class Book:
    """One kind of game's record book. `prices` has a row a game year and a column a power, None: not sold."""

    kind: str
    games: int
    powers: Sequence[PowerLine]
    pairs: Sequence[PairLine]
    bought: Sequence[str]
    prices: Sequence[tuple[int, Sequence[Price | None]]]
    lengths: Sequence[Length]
    made_at: datetime | None = None

    @property
    def kind_name(self) -> str:
        return KINDS[self.kind].name

    @property
    def power_bars(self) -> Bars | None:
        return bars_of_powers([([line.power], (line.won, line.drawn, line.lost)) for line in self.powers])

    @property
    def length_bars(self) -> Bars | None:
        return bars_of_numbers([(str(line.year), line.games) for line in self.lengths])

    @property
    def has_neither(self) -> bool:
        """Whether any game was lost by both."""
        return any(line.neither for line in self.pairs)

    @property
    def median(self) -> int | None:
        """The game year by whose end half of the games were over."""
        before = 0
        for line in self.lengths:
            before += line.games
            if 2 * before >= self.games:
                return line.year
        return None


@dataclass(frozen=True, slots=True)
class BookGame:
    """One game of the record book in a list. `players` by home power; `winner` is a home power or empty."""

    row: AuctionGame
    players: Mapping[str, str]
    price: int | None

    @property
    def seats(self) -> list[tuple[str, str, bool]]:
        """Each home power, who held it to the end, and whether it won."""
        return [
            (power, self.players.get(power, ""), power == self.row.winner)
            for power in (self.row.first, self.row.second)
        ]


def kinds() -> list[tuple[str, str]]:
    """The kinds of games that have a record book: those with auctions."""
    variants = manners.with_auctions()
    return [(key, kind.name) for key, kind in KINDS.items() if kind.variant in variants]


def book_of_league(league: League, kind: str) -> Book:
    """Two queries."""
    pairs = PairTally.objects.filter(league=league, kind=kind).order_by()
    prices = PriceTally.objects.filter(league=league, kind=kind).order_by()
    return _book(
        kind,
        pairs.values_list("first", "second", "last_year", "games", "won_first", "won_second", "drawn"),
        prices.values_list("power", "year", "sold", "paid"),
    )


def book_of_all(kind: str) -> Book:
    """Over all public leagues, as it was made within the last hour. One query."""
    kept = RecordBook.objects.filter(kind=kind).first()
    if kept is None:
        return _book(kind, (), ())
    return _book(kind, kept.figures["pairs"], kept.figures["prices"], kept.made_at)


def games_behind(league: League | None, asked: Mapping[str, str]) -> QuerySet[AuctionGame]:
    """The games of a record book, the newest first, as many as `asked` leaves: `game`; a `home` power,
    `against` another, with this `result` for it; ended in the game year `until`; `sold` in the year `year`.
    Without a league: those of all public leagues. One query where something was sold.
    """
    games = AuctionGame.objects.filter(kind=asked["game"]).order_by("-game_id")
    public = Q(league__visibility=League.Visibility.PUBLIC)
    games = games.filter(public) if league is None else games.filter(league=league)
    home, other = asked.get("home"), asked.get("against")
    if home and other:
        first, second = sorted((home, other))
        games = games.filter(first=first, second=second)
    elif home or other:
        games = games.filter(Q(first=home or other) | Q(second=home or other))
    if home and (result := asked.get("result")):
        games = games.filter(_ended(home, result))
    if until := asked.get("until"):
        games = games.filter(last_year=int(until))
    if (sold := asked.get("sold")) and (year := asked.get("year")):
        tallies = PriceTally.objects.filter(kind=asked["game"], power=sold, year=int(year))
        if (
            sold in (home, other)
            or not tallies.filter(public if league is None else Q(league=league)).exists()
        ):
            return games.none()  # or all games would be looked through, to find none
        games = games.filter(prices__has_key=f"{year}:{sold}")
    return games


def lines_of(rows: Sequence[AuctionGame], asked: Mapping[str, str]) -> list[BookGame]:
    """These rows as lines, with what was paid for the power that was asked for. One query."""
    held = Played.objects.filter(game__in=[row.pk for row in rows]).exclude(side="").order_by("pk")
    players: dict[int, dict[str, str]] = defaultdict(dict)
    for game, side, name in held.values_list("game", "side", "user__username"):
        players[game][side] = called(name)
    sold = f"{asked.get('year')}:{asked.get('sold')}"
    return [BookGame(row, players[row.pk], row.prices.get(sold)) for row in rows]


def per_cent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def _ended(home: str, result: str) -> Q:
    """Games that ended so for this home power."""
    match result:
        case "won":
            return Q(winner=home)
        case "drawn":
            return Q(drawn=True)
        case "neither":
            return Q(winner="", drawn=False)
        case _:
            return ~Q(winner=home) & Q(drawn=False)


def _book(kind: str, pairs: Pairs, prices: Prices, made_at: datetime | None = None) -> Book:
    by_pair: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    by_power: dict[str, Counter[str]] = defaultdict(Counter)
    by_year: Counter[int] = Counter()
    for first, second, year, games, won_first, won_second, drawn in pairs:
        by_year[year] += games
        by_pair[first, second].update(games=games, first=won_first, second=won_second, drawn=drawn)
        by_power[first].update(games=games, won=won_first, drawn=drawn)
        by_power[second].update(games=games, won=won_second, drawn=drawn)
    found = {(power, year): Price(power, year, sold, paid) for power, year, sold, paid in prices}
    total = by_year.total()
    bought = sorted({power for power, _year in found}, key=_by_name)
    return Book(
        kind=kind,
        games=total,
        powers=[
            PowerLine(power, sums["games"], sums["won"], sums["drawn"])
            for power, sums in sorted(by_power.items(), key=lambda item: _by_name(item[0]))
        ],
        pairs=[
            PairLine(*pair, sums["games"], sums["first"], sums["second"], sums["drawn"])
            for pair, sums in sorted(by_pair.items(), key=lambda item: [_by_name(each) for each in item[0]])
        ],
        bought=bought,
        prices=[
            (year, [found.get((power, year)) for power in bought])
            for year in sorted({year for _power, year in found})
        ],
        lengths=[Length(year, games, per_cent(games, total)) for year, games in sorted(by_year.items())],
        made_at=made_at,
    )


def _by_name(power: str) -> str:
    return wording.alphabetical(wording.power(power))


def with_games(rows: QuerySet[AuctionGame]) -> QuerySet[AuctionGame]:
    """The same rows with their games' codes and names, and their leagues'."""
    return rows.annotate(
        code=F("game__code"),
        game_name=F("game__name"),
        league_slug=F("league__slug"),
        league_name=F("league__name"),
    )
