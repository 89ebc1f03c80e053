"""The record book: what home powers win, what powers cost, how long games last; of a league or of all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from django.db.models import F, Q, QuerySet

from games.common.words import local
from games.common.words.people import called
from games.common.words.rounding import per_cent
from games.engine import hosting_rules
from games.words import wording
from league.leagues.models import League
from league.ratings import KINDS
from league.standings import chapters
from league.standings.forms.records import SOME
from league.standings.models import (
    AuctionEvent,
    AuctionGame,
    AuctionTally,
    Happened,
    PairTally,
    Played,
    PriceTally,
    RecordBook,
)
from league.standings.selectors.feats import records_of
from league.standings.selectors.record_lines import (
    Anarchy,
    AuctionLine,
    Book,
    BookGame,
    Length,
    PairLine,
    PowerLine,
    Price,
)

GAMES_A_PAGE: Final = 25

Pairs = Iterable[Sequence[Any]]
"""First and second home power, last game year, games, won by the first, by the second, drawn."""

Prices = Iterable[Sequence[Any]]
"""Power, game year, how often it was sold, the sum of what was paid."""

Auctions = Iterable[Sequence[Any]]
"""What happened in auctions, game year, to which power (none: to a player), in how many games."""


def kinds() -> list[tuple[str, str]]:
    """The kinds of games that have a record book: those with auctions."""
    variants = hosting_rules.with_auctions()
    return [(key, kind.name) for key, kind in KINDS.items() if kind.variant in variants]


def book_of_league(league: League, kind: str) -> Book:
    """Four queries, and those of chapters."""
    pairs = PairTally.objects.filter(league=league, kind=kind).order_by()
    prices = PriceTally.objects.filter(league=league, kind=kind).order_by()
    auctions = AuctionTally.objects.filter(league=league, kind=kind).order_by()
    return _book(
        kind,
        pairs.values_list("first", "second", "last_year", "games", "won_first", "won_second", "drawn"),
        prices.values_list("power", "year", "sold", "paid"),
        auctions.values_list("what", "year", "power", "games"),
        league,
    )


def book_of_all(kind: str) -> Book:
    """Over all public leagues, as it was made within the last hour, with the records as they are now. Two
    queries, and those of chapters.
    """
    kept = RecordBook.objects.filter(kind=kind).first()
    if kept is None:
        return _book(kind, (), (), (), None)
    figures = kept.figures
    return _book(kind, figures["pairs"], figures["prices"], figures.get("auctions", ()), None, kept.made_at)


def games_behind(league: League | None, asked: Mapping[str, str]) -> QuerySet[AuctionGame]:
    """The games of a record book, the newest first, as many as `asked` leaves: `game`; a `home` power,
    `against` another, with this `result` for it; ended in the game year `until`; `sold` in the year `year`,
    or in `anarchy` then (SOME: any power was); with an `auction` then that was held, or in which players went
    bust; of a line of a chapter.
    Without a league: those of all public leagues. One query where something was sold, and those of chapters.
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
    if power := asked.get("anarchy"):
        events = _events(league, asked, Happened.ANARCHY)
        games = games.filter(pk__in=events if power == SOME else events.filter(power=power))
    if auction := asked.get("auction"):
        games = games.filter(pk__in=_events(league, asked, Happened(auction)))
    return games.filter(chapters.games_behind(league, asked))


def _events(league: League | None, asked: Mapping[str, str], what: Happened) -> QuerySet[Any, Any]:
    """The games in which this happened in an auction, in the year that was asked for if there was one."""
    events = AuctionEvent.objects.filter(kind=asked["game"], what=what).order_by()
    if league is not None:
        events = events.filter(league=league)
    if year := asked.get("year"):
        events = events.filter(year=int(year))
    return events.values("game")


def lines_of(rows: Sequence[AuctionGame], asked: Mapping[str, str]) -> list[BookGame]:
    """These rows as lines, with what was paid for the power that was asked for. One query."""
    held = Played.objects.filter(game__in=[row.pk for row in rows]).exclude(side="").order_by("pk")
    players: dict[int, dict[str, str]] = defaultdict(dict)
    for game, side, name in held.values_list("game", "side", "user__username"):
        players[game][side] = called(name)
    sold = f"{asked.get('year')}:{asked.get('sold')}"
    return [BookGame(row, players[row.pk], row.prices.get(sold)) for row in rows]


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


def _book(
    kind: str,
    pairs: Pairs,
    prices: Prices,
    auctions: Auctions,
    league: League | None,
    made_at: datetime | None = None,
) -> Book:
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
    happened = {(what, year, power): games for what, year, power, games in auctions}
    anarchies = _anarchies(found, happened)
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
        bought=sorted({power for power, _year in found}, key=_by_name),
        prices=_by_year(found),
        auctions=_auction_lines(happened),
        offered=sorted({power for power, _year in anarchies}, key=_by_name),
        anarchies=_by_year(anarchies),
        lengths=[Length(year, games, per_cent(games, total)) for year, games in sorted(by_year.items())],
        records=records_of(league, kind),
        chapters=chapters.of(league, kind),
        made_at=made_at,
    )


def _auction_lines(happened: Mapping[tuple[str, int, str], int]) -> list[AuctionLine]:
    return [
        AuctionLine(
            year, held, happened.get((Happened.BUST, year, ""), 0), happened.get((Happened.BOTH, year, ""), 0)
        )
        for (what, year, _power), held in sorted(happened.items())
        if what == Happened.HELD
    ]


def _anarchies(
    prices: Mapping[tuple[str, int], Price], happened: Mapping[tuple[str, int, str], int]
) -> dict[tuple[str, int], Anarchy]:
    """By power and game year, where it was offered."""
    unsold = {(power, year): n for (what, year, power), n in happened.items() if what == Happened.ANARCHY}
    return {
        (power, year): Anarchy(power, year, unsold.get((power, year), 0), unsold.get((power, year), 0) + sold)
        for power, year in unsold.keys() | prices.keys()
        for sold in [prices[power, year].sold if (power, year) in prices else 0]
    }


Cell = TypeVar("Cell")


def _by_year(cells: Mapping[tuple[str, int], Cell]) -> list[tuple[int, list[Cell | None]]]:
    """Cells by power and game year as rows: a row a year, a column a power, in the order of their names."""
    powers = sorted({power for power, _year in cells}, key=_by_name)
    years = sorted({year for _power, year in cells})
    return [(year, [cells.get((power, year)) for power in powers]) for year in years]


def _by_name(power: str) -> str:
    return local.alphabetical(wording.power(power))


def with_games(rows: QuerySet[AuctionGame]) -> QuerySet[AuctionGame]:
    """The same rows with their games' codes and names, and their leagues'."""
    return rows.annotate(
        code=F("game__code"),
        game_name=F("game__name"),
        league_slug=F("league__slug"),
        league_name=F("league__name"),
    )
