"""The history of a game's auctions as one reader wants it: year by year, power by power, and as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from games.common.database.compiled import Param, PreparedQuery
from games.common.words.rounding import half_up
from games.engine import sight
from games.features.auction.chart import Chart, Lanes, chart_of, lanes_of
from games.features.auction.filters import NOBODY, HistoryForm, Wanted
from games.gate.access import Access
from games.models import Game, Phase
from games.pages.auctions import Auction, Sale, auctions_between, auctions_of, opened_auctions
from games.pages.past_players import PastPlayers
from games.words import wording

_NEWEST_POSITION = PreparedQuery(
    lambda: Phase.objects.filter(game_id=Param("game")).order_by("-ordinal").values_list("position")[:1]
)

PAGE = 20
"""Auctions on one page, the newest on the first."""


@dataclass(frozen=True, slots=True)
class AuctionYear:
    """One year: for each power of the table its sale, or None where it was not for sale or not asked for."""

    auction: Auction
    sales: list[Sale | None]


@dataclass(frozen=True, slots=True)
class Summary:
    """One power over the years shown: how often each player took it, and what was paid for it.

    `taken` has the players' counts in the order of the columns; `dearest` is None if it was never sold.
    """

    power: str
    taken: list[int]
    anarchy: int
    paid: int
    dearest: Sale | None
    dearest_year: int

    @property
    def mean(self) -> Decimal | None:
        """Credits a sale with one decimal, anarchy left out; None if it was never sold."""
        return half_up(Fraction(self.paid, sum(self.taken)), 1) if any(self.taken) else None


@dataclass(frozen=True, slots=True)
class History:
    """One page of the history, ready to be printed. Its rows go from the oldest year to the newest."""

    form: HistoryForm
    page: Page[int]
    rows: list[AuctionYear]
    powers: list[str]
    players: list[str]
    summaries: list[Summary]
    chart: Chart | None
    lanes: Lanes | None

    @property
    def auctions(self) -> list[Auction]:
        return [row.auction for row in self.rows]

    @property
    def first_year(self) -> int:
        return self.rows[0].auction.year

    @property
    def last_year(self) -> int:
        return self.rows[-1].auction.year


def history_of(access: Access, past: PastPlayers, query: Mapping[str, Any]) -> History | None:
    """The history that `query` asks for; None before the first auction. A fixed number of queries."""
    game = access.game
    opened = opened_auctions(game)
    if not opened:
        return None
    columns = past.all_names()
    form = form_for(access, columns, query, list(opened))
    wanted = form.wanted
    years = [year for year in opened if wanted.first <= year <= wanted.last]
    page = Paginator(years[::-1], PAGE).get_page(query.get("page"))
    shown = [opened[year] for year in page.object_list]
    auctions = auctions_between(game, access.viewer, past, min(shown), max(shown)) if shown else []
    powers = [wanted.power] if wanted.power else _sold(auctions)
    taker = taker_in(wanted)
    rows = [
        AuctionYear(auction, [_asked_for(auction.sale_of(power), taker) for power in powers])
        for auction in auctions
    ]
    rows = [row for row in rows if any(row.sales)]
    seats = sorted(columns)
    names = [columns[seat] for seat in seats]
    return History(
        form=form,
        page=page,
        rows=rows,
        powers=powers,
        players=names,
        summaries=[_summary(power, seats, rows, column) for column, power in enumerate(powers)],
        chart=chart_of([row.auction for row in rows], names) if rows else None,
        lanes=lanes_of([row.auction.year for row in rows], powers, [row.sales for row in rows], columns)
        if rows
        else None,
    )


def form_for(
    access: Access, players: Mapping[str, str], query: Mapping[str, Any], years: Sequence[int]
) -> HistoryForm:
    """The filters of this game's history. One query."""
    return HistoryForm(query, years=years, powers=_powers_of(access.game, access.viewer), players=players)


def taker_in(wanted: Wanted) -> str | None:
    """The seat whose sales are asked for; empty for no one's, None for all."""
    if not wanted.taker:
        return None
    return "" if wanted.taker == NOBODY else wanted.taker


def _powers_of(game: Game, seat: str | None) -> list[str]:
    """The powers that are no one's home in this game."""
    (newest,) = _NEWEST_POSITION.rows(game=game.pk)
    control = sight.position_of(game, newest[0], seat).get("control", {})
    return sorted(control, key=wording.power)


def _sold(auctions: Sequence[Auction]) -> list[str]:
    """Every power that was for sale in any of these years."""
    return sorted({sale.power for auction in auctions for sale in auction.sales}, key=wording.power)


def _asked_for(sale: Sale | None, taker: str | None) -> Sale | None:
    return sale if sale and taker in (None, sale.taker) else None


def _summary(power: str, seats: Sequence[str], rows: Sequence[AuctionYear], column: int) -> Summary:
    sales = [(row.auction.year, sale) for row in rows if (sale := row.sales[column])]
    sold = [(sale.price, year, sale) for year, sale in sales if sale.winner]
    dearest = max(sold, key=lambda each: each[0], default=None)
    return Summary(
        power=power,
        taken=[sum(sale.taker == seat for _year, sale in sales) for seat in seats],
        anarchy=sum(not sale.winner for _year, sale in sales),
        paid=sum(price for price, _year, _sale in sold),
        dearest=dearest[2] if dearest else None,
        dearest_year=dearest[1] if dearest else 0,
    )


def csv_rows(access: Access, past: PastPlayers, wanted: Wanted, language: str) -> Iterator[list[str | int]]:
    """The sales asked for as a table, its header first, in `language`; read a few auctions at a time.

    One row a year and power. The header names everyone who has had a seat. Where anything is
    charged besides bids, columns say how much each player was charged in all, which is everyone's to know.
    """
    game = access.game
    opened = opened_auctions(game)
    ordinals = [ordinal for year, ordinal in opened.items() if wanted.first <= year <= wanted.last]
    taker = taker_in(wanted)
    auctions = auctions_of(game, access.viewer, past, ordinals)
    is_first = True
    while True:
        # Never across a `yield`: other code that runs meanwhile has a language of its own.
        with override(language):
            auction = next(auctions, None)
            names = [name for _seat, name in sorted(past.all_names().items())]
            rows = [_header(names, auction)] if is_first else []
            rows += [
                _csv_row(auction, sale)
                for sale in (auction.sales if auction else ())
                if auction and _asked_for(sale, taker) and wanted.power in ("", sale.power)
            ]
        is_first = False
        yield from rows
        if auction is None:
            return


def _header(names: Sequence[str], auction: Auction | None) -> list[str | int]:
    has_charges = auction is not None and auction.has_charges
    return [
        _("Year"),
        _("Power"),
        *(_("%(player)s bid") % {"player": name} for name in names),
        _("Taken by"),
        _("Price"),
        _("Rule"),
        *([_("Off for loyalty")] if has_charges else []),
        *(_("Charges of %(player)s") % {"player": name} for name in names if has_charges),
        *(_("Treasury of %(player)s before") % {"player": name} for name in names),
        *(_("Treasury of %(player)s after") % {"player": name} for name in names),
        _("Bust"),
    ]


def _csv_row(auction: Auction, sale: Sale) -> list[str | int]:
    return [
        auction.year,
        wording.power(sale.power),
        *(bid.amount for bid in sale.bids),
        sale.winner or pgettext("a power", "anarchy"),
        sale.price,
        sale.clause,
        *([sale.off] if auction.has_charges else []),
        *(purse.charges or 0 for purse in auction.purses if auction.has_charges),
        *(purse.before for purse in auction.purses),
        *(purse.after for purse in auction.purses),
        ", ".join(purse.player for purse in auction.busts),
    ]
