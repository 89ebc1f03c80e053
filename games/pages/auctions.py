"""The auctions of a game: what each year's sealed bids were, and what came of them (ID-9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

import adjudicator
from games.common.database.compiled import Param, PreparedQuery, from_row
from games.common.words import local
from games.engine import sight
from games.engine.bridge import AUCTION
from games.models import Game, Phase, Turn
from games.pages.past_players import PastPlayers
from games.pages.results import NewsItem, news_of
from games.words import wording
from games.words.clauses import clause_url


@dataclass(frozen=True, slots=True)
class Bid:
    """One seat's bid for one power. `took`: it won the power; `void`: it was the higher and did not."""

    player: str
    amount: int
    took: bool
    void: bool


@dataclass(frozen=True, slots=True)
class Sale:
    """One power in one auction. `winner` is empty in anarchy, as is `taker`, the winner's seat; `why` says in
    a sentence what decided it. `off` is what loyalty takes off the winner's price, in credits (ID2-3).
    """

    power: str
    bids: list[Bid]
    winner: str
    price: int
    clause: str = ""
    why: str = ""
    off: int = 0
    taker: str = ""

    @property
    def is_below_bid(self) -> bool:
        """Whether the winner pays less than they bid: half of it, or less for loyalty."""
        return any(bid.took and bid.amount != self.price for bid in self.bids)

    @property
    def clause_url(self) -> str:
        return clause_url(self.clause) if self.clause else ""


@dataclass(frozen=True, slots=True)
class Purse:
    """One seat's treasury before and after the auction, in credits. `owed` is what its higher bids came to,
    by power.

    Where anything is charged besides, `charges` is its sum, which everyone may know, and `charged` what it
    was for, as far as the reader may: None and nothing elsewhere.
    """

    player: str
    bids: int
    before: int
    after: int
    is_bust: bool
    owed: Mapping[str, int] = field(default_factory=dict)
    charges: int | None = None
    charged: Mapping[str, int] = field(default_factory=dict)

    @property
    def paid(self) -> int:
        """What it bought powers for, with its charges; a treasury that was lost bought none."""
        return 0 if self.is_bust else self.before - self.after

    @property
    def owes(self) -> int:
        return sum(self.owed.values())


@dataclass(frozen=True, slots=True)
class Auction:
    """One year's auction. `satellites` is what it brought for them, as its reader may know it (ID2-10)."""

    year: int
    label: str
    sales: list[Sale]
    purses: list[Purse]
    satellites: list[NewsItem] = field(default_factory=list)

    @property
    def busts(self) -> list[Purse]:
        return [purse for purse in self.purses if purse.is_bust]

    @property
    def hides_charges(self) -> bool:
        """Whether something was charged of which the reader may not know what it was for (ID2-10)."""
        return any(purse.charges and not purse.charged for purse in self.purses)

    @property
    def bust_clause(self) -> str:
        """The clause that says what bust meant in it; empty where no one was."""
        return self.sales[0].clause if self.busts and self.sales else ""

    @property
    def has_charges(self) -> bool:
        """Whether anything beside the powers could be charged."""
        return any(purse.charges is not None for purse in self.purses)

    @property
    def payers(self) -> list[Purse]:
        return [purse for purse in self.purses if purse.paid]

    def sale_of(self, power: str) -> Sale | None:
        """One power's sale; None if it was not for sale."""
        return next((sale for sale in self.sales if sale.power == power), None)


def auction_of(
    item: Mapping[str, Any],
    players: Mapping[str, str],
    label: str = "",
    grounds: Mapping[str, Any] | None = None,
) -> Auction:
    """The engine's news of an auction, with the players' names. `grounds` is the engine's word on why."""
    bids, winners, prices, bust = item["bids"], item["winner"], item["price"], item["bust"]
    clauses, owed = (grounds or {}).get("clauses", {}), (grounds or {}).get("owed", {})
    net, charges, charged = item.get("net", bids), item.get("charges", {}), item.get("charged", {})
    seats = sorted(item["before"])
    named = {seat: players.get(seat, seat) for seat in seats}
    sales = []
    for power in sorted(winners, key=wording.power):
        offered = {seat: bids.get(seat, {}).get(power, 0) for seat in seats}
        paid_at = {seat: net.get(seat, {}).get(power, 0) for seat in seats}
        winner = winners[power]
        sales.append(
            Sale(
                power,
                [
                    Bid(
                        named[seat],
                        amount,
                        took=seat == winner,
                        void=seat in bust and power in owed.get(seat, {}),
                    )
                    for seat, amount in offered.items()
                ],
                named[winner] if winner else "",
                prices[power],
                clauses.get(power, ""),
                _why(offered, paid_at, winner, bust, named),
                offered[winner] - paid_at.get(winner, 0) if winner else 0,
                winner or "",
            )
        )
    purses = [
        Purse(
            named[seat],
            sum(bids.get(seat, {}).values()),
            item["before"][seat],
            item["after"][seat],
            seat in bust,
            owed.get(seat, {}),
            charges.get(seat),
            charged.get(seat, {}),
        )
        for seat in seats
    ]
    return Auction(item["year"], label, sales, purses)


def _why(
    offered: Mapping[str, int],
    net: Mapping[str, int],
    winner: str | None,
    bust: list[str],
    named: Mapping[str, str],
) -> str:
    """What decided one power, told from the auction's own record. `offered` are the bids by seat, `net` the
    same less what loyalty takes off.
    """
    amounts = {seat: local.number(amount) for seat, amount in offered.items()}
    others = [seat for seat in named if seat not in bust and seat != winner]
    if len(bust) > 1:
        return _("Both players are bust.")
    if bust:
        (broke,) = bust
        if winner is None:
            other = named[others[0]] if others else ""
            return _("%(bust)s is bust, and %(other)s bid nothing.") % {"bust": named[broke], "other": other}
        half_of = local.number(net[winner])
        told = {"bust": named[broke], "winner": named[winner], "amount": half_of}
        if offered[broke] > offered[winner]:
            return (
                _("%(bust)s bid more, but is bust: %(winner)s gets it at half of %(amount)s, rounded up.")
                % told
            )
        return _("%(bust)s is bust: %(winner)s gets it at half of %(amount)s, rounded up.") % told
    if winner is None:
        if not any(offered.values()):
            return _("No one bid.")
        return _("Both bid %(amount)s.") % {"amount": amounts[others[0]]}
    lower = amounts[others[0]] if others else local.number(0)
    return _("%(higher)s beats %(lower)s.") % {"higher": amounts[winner], "lower": lower}


def auction_news(turn: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The news of an auction in a turn; None if there was none."""
    return next((item for item in turn.get("news", []) if item["kind"] == AUCTION), None)


def auction_in(
    game: Game, turn: Mapping[str, Any], players: Mapping[str, str], label: str = ""
) -> Auction | None:
    """The auction that a turn of `game` tells of, as its viewer sees it; None if it tells of none."""
    item = auction_news(turn)
    if item is None:
        return None
    grounds = adjudicator.grounds(variant=game.variant, settings=game.settings, item=item)
    beside = [news for news in news_of(turn, players=players) if news.kind == "satellite"]
    return replace(auction_of(item, players, label, grounds), satellites=beside)


def has_auctions(game: Game) -> bool:
    """Whether this kind of game holds any."""
    return "B" in adjudicator.VARIANTS[game.variant]["kinds"]


_OPENED = PreparedQuery(
    lambda: _auctions(game_id=Param("game")).order_by("ordinal").values_list("label", "ordinal")
)

_OF_PHASE, _OF_TURN = ["id", "label", "adjudicated_at"], ["phase_id", "turn"]

_BETWEEN = PreparedQuery(
    lambda: (
        _auctions(game_id=Param("game"), ordinal__gte=Param("first"), ordinal__lte=Param("last"))
        .order_by("ordinal")
        .values_list(*_OF_PHASE, *(f"turn__{name}" for name in _OF_TURN))
    )
)


def opened_auctions(game: Game) -> dict[int, int]:
    """The ordinals of the phases whose auctions have been opened, by year, oldest first. One query."""
    return {wording.year_of(label): ordinal for label, ordinal in _OPENED.rows(game=game.pk)}


def auctions_between(game: Game, seat: str | None, past: PastPlayers, first: int, last: int) -> list[Auction]:
    """The auctions of the phases `first` to `last`, by their ordinals, as `seat` sees them, oldest first. One
    query.
    """
    phases = _phases(_BETWEEN.rows(game=game.pk, first=first, last=last))
    found = (_in_phase(game, phase, seat, past) for phase in phases)
    return [auction for auction in found if auction]


def auctions_of(
    game: Game, seat: str | None, past: PastPlayers, ordinals: Collection[int]
) -> Iterator[Auction]:
    """The auctions of these phases as `seat` sees them, oldest first, read a few at a time. One query."""
    phases = _with_turns(_auctions(game=game, ordinal__in=ordinals)).order_by("ordinal")
    for phase in phases.iterator(chunk_size=20):
        if auction := _in_phase(game, phase, seat, past):
            yield auction


@cache
def _latest(count: int) -> PreparedQuery:
    names = [*_OF_PHASE, *(f"turn__{name}" for name in _OF_TURN)]
    return PreparedQuery(
        lambda: _auctions(game_id=Param("game")).order_by("-ordinal").values_list(*names)[:count]
    )


def _phases(rows: Iterable[Sequence[Any]]) -> Iterator[Phase]:
    """Phases with their turns, each made of `_OF_PHASE` and `_OF_TURN`."""
    for pk, label, closed, *turn in rows:
        phase = from_row(Phase, [pk, label, closed], _OF_PHASE)
        phase.turn = from_row(Turn, turn, _OF_TURN)
        yield phase


def latest_auctions(game: Game, seat: str | None, past: PastPlayers, count: int) -> list[Auction]:
    """The last auctions as `seat` sees them, the newest first. One query, however long the game."""
    found = (_in_phase(game, phase, seat, past) for phase in _phases(_latest(count).rows(game=game.pk)))
    return [auction for auction in found if auction]


def _in_phase(game: Game, phase: Phase, seat: str | None, past: PastPlayers) -> Auction | None:
    """The auction of `phase`, with the names of those who bid in it."""
    return auction_in(game, sight.turn_of(game, phase, seat), past.names_in(phase), phase.label)


def _auctions(**these: Any) -> QuerySet[Phase]:
    return Phase.objects.filter(label__endswith="B", adjudicated_at__isnull=False, **these)


def _with_turns(phases: QuerySet[Phase]) -> QuerySet[Phase]:
    return phases.select_related("turn").defer("turn__answers", "position", "due")
