"""Auctions as rows of tables and as drawings. A page of their history says thousands of small things, so they
are put together here and not by templates: it is there within 10 ms (docs/speed.md). Names, which players
choose, are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.forms import BoundField
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.words import local
from games.features.auction.chart import Chart, Lanes, Point
from games.features.auction.history import AuctionYear
from games.pages.auctions import Auction, Bid, Purse, Sale
from games.templatetags.games import clause, power_badge
from games.words import wording

register = template.Library()

LOYALTY = "ID2-3"
"""The clause by which a power is cheaper for the player whom it has served."""

BUST = '<svg class="icon" aria-hidden="true"><use href="#i-stop"/></svg>'


@register.filter
def runs_of(loyalty: Mapping[str, Mapping[str, Any]] | None, seat: str) -> list[tuple[str, int]]:
    """The powers that have served `seat` up to now, and for how many years on end."""
    runs = ((power, run["years"]) for power, run in (loyalty or {}).items() if run["seat"] == seat)
    return sorted(runs, key=lambda run: wording.power(run[0]))


@register.filter
def sale_rows(auction: Auction) -> SafeString:
    """Each power of an auction with both bids, who took it, and why."""
    goes_to, nobody = _("Goes to"), _("no one: anarchy")
    takes_it, void = _("takes it"), pgettext("a bid", "void")
    parts = []
    for sale in auction.sales:
        bids = "".join(
            f'<td class="num" data-label="{escape(bid.player)}">{_bid(bid, takes_it, void)}</td>'
            for bid in sale.bids
        )
        taken = _taken(sale) if sale.winner else nobody
        parts.append(
            f'<tr><th scope="row" class="span">{power_badge(sale.power)}</th>{bids}'
            f'<td class="span" data-label="{goes_to}">{taken}{_reason(sale)}</td></tr>'
        )
    return SafeString("".join(parts))


def _bid(bid: Bid, takes_it: str, void: str) -> str:
    amount = local.number(bid.amount)
    if bid.took:
        return f'<span class="sum win">{amount}<span class="unseen"> {takes_it}</span></span>'
    if bid.void:
        return f'<s class="sum soft">{amount}</s> <small>{void}</small>'
    return f'<span class="sum soft">{amount}</span>'


def _taken(sale: Sale) -> str:
    said = {"player": escape(sale.winner), "price": local.number(sale.price)}
    return _("<strong>%(player)s</strong>, for %(price)s") % said


def _reason(sale: Sale) -> str:
    if not sale.why:
        return ""
    linked = f' <a class="small" href="{sale.clause_url}">{escape(sale.clause)}</a>' if sale.clause else ""
    loyal = ""
    if sale.off:
        off = _("Loyalty takes %(credits)s off.") % {"credits": wording.credits(sale.off)}
        loyal = f" {off} {clause(LOYALTY)}"
    return f'<p class="why">{escape(sale.why)}{linked}{loyal}</p>'


@register.filter
def year_rows(rows: Iterable[AuctionYear]) -> SafeString:
    """A row a year: all bids for each power, and the treasuries before and after."""
    anarchy, bust = _("anarchy"), f'<br><span class="tag tag-grave">{BUST}{_("bust")}</span>'
    parts = []
    for row in rows:
        year = row.auction.year
        sales = "".join(f'<td class="num">{_sale(sale, anarchy)}</td>' for sale in row.sales)
        purses = "".join(
            f'<td class="num">{treasury(purse)}{bust if purse.is_bust else ""}</td>'
            for purse in row.auction.purses
        )
        parts.append(f'<tr><th scope="row"><a href="#auction-{year}">{year}</a></th>{sales}{purses}</tr>')
    return SafeString("".join(parts))


def _sale(sale: Sale | None, anarchy: str) -> str:
    if sale is None:
        return '<span class="soft">—</span>'
    amounts = ((local.number(bid.amount), bid.took) for bid in sale.bids)
    bids = " : ".join(f'<span class="win">{amount}</span>' if took else amount for amount, took in amounts)
    if not sale.winner:
        return f'{bids}<br><small class="soft">{anarchy}</small>'
    takes_it = _("%(player)s takes it") % {"player": escape(sale.winner)}
    price = ""
    if sale.is_below_bid:
        at = _("at %(price)s") % {"price": local.number(sale.price)}
        price = f'<br><small class="soft">{at}</small>'
    return f'{bids}<span class="unseen">, {takes_it}</span>{price}'


@register.filter
def treasury(purse: Purse) -> SafeString:
    """What a seat had before an auction, and after it: 30 → 12."""
    return SafeString(f"{local.number(purse.before)} → <b>{local.number(purse.after)}</b>")


@register.filter
def treasuries(auction: Auction) -> SafeString:
    """The treasuries of all players, in one line."""
    bust = f' <span class="tag tag-grave">{_("bust")}</span>'
    return SafeString(
        " · ".join(
            f"{escape(purse.player)} {treasury(purse)}{bust if purse.is_bust else ''}"
            for purse in auction.purses
        )
    )


@register.filter
def treasuries_drawn(chart: Chart) -> SafeString:
    """What stands in the drawing of treasuries."""
    parts = [
        f'<path class="{"axis" if tick.says else "zero"}" d="M40 {tick.at}H600"/>'
        f'<text x="30" y="{tick.at + 4}" text-anchor="end">{tick.says}</text>'
        for tick in chart.credits
    ]
    parts += (f'<text x="{tick.at}" y="274" text-anchor="middle">{tick.says}</text>' for tick in chart.years)
    for line in chart.lines:
        parts.append(f'<path class="{line.style}" d="{line.path}"/>')
        parts += (_dot(point, line.style) for point in line.points)
    return SafeString("".join(parts))


def _dot(point: Point, style: str) -> str:
    if style == "me":
        return f'<circle class="me-dot" cx="{point.x}" cy="{point.y}" r="4.5"/>'
    corner = point.corner
    return f'<rect class="you-dot" x="{corner.x}" y="{corner.y}" width="8" height="8"/>'


@register.filter
def prices_drawn(lanes: Lanes) -> SafeString:
    """What stands in the drawing of prices."""
    parts = []
    for lane in lanes.lanes:
        parts.append(
            f'<path class="axis" d="M140 {lane.ground}H630"/><text x="0" y="{lane.middle}">{lane.name}</text>'
        )
        for bar in lane.bars:
            if not bar.style:
                parts.append(f'<path class="zero" d="{bar.cross}"/>')
                continue
            parts.append(
                f'<rect class="{bar.style}-dot" x="{bar.x}" y="{bar.y}" width="{bar.width}"'
                f' height="{bar.height}"/>'
            )
            if bar.says:
                parts.append(f'<text x="{bar.middle}" y="{bar.above}" text-anchor="middle">{bar.says}</text>')
    parts += (
        f'<text x="{tick.at}" y="{lanes.height - 8}" text-anchor="middle">{tick.says}</text>'
        for tick in lanes.years
    )
    return SafeString("".join(parts))


@register.simple_tag
def select(field: BoundField) -> SafeString:
    """A choice of a form as its widget prints it, at a tenth of the time; one with a fault, as it says."""
    if field.errors:
        return SafeString(field)
    chosen, choices = str(field.value() or ""), dict(field.field.choices)  # type: ignore[attr-defined]
    return SafeString(
        f'<select name="{field.html_name}" id="{field.auto_id}">{_options(choices, chosen)}</select>'
    )


def _options(choices: Mapping[str, str], chosen: str) -> str:
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(name)}</option>'
        for value, name in choices.items()
    )
