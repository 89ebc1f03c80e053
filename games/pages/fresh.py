"""What comes first when a phase has closed: its result in a sentence, and the results missed before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.gate.access import Access
from games.models import Phase
from games.pages.auctions import Auction
from games.pages.phases import Tick
from games.pages.results import Report
from games.words import wording

AGREED = {
    "draw": gettext_lazy("The game ended by agreement: draw"),
    "stalemate": gettext_lazy("The game ended by agreement: stalemate"),
    "concession": gettext_lazy("The game ended by concession"),
    "forfeit": gettext_lazy("The game ended by forfeit"),
    "void": gettext_lazy("The game was declared void"),
}
"""What a phase that was never adjudicated is headed with: how the game ended in it."""

EARLIER = 3
"""Earlier results that are named one by one; the row of all phases has the rest."""


class HasResult(Protocol):
    """What of an adjudicated phase makes its summary."""

    @property
    def report(self) -> Report: ...

    @property
    def auction(self) -> Auction | None: ...


@dataclass(frozen=True, slots=True)
class Fresh:
    """The newest result. `is_new`: its reader is a player and has not seen it; for people who only watch
    it waits, hidden, until a script has seen the phase close.

    `earlier` are the phases before it whose results they have not seen either, the newest first; `more` says
    how many there are besides. `results` are its orders with their outcomes, to be drawn on the map.
    """

    label: str
    closed_at: datetime | None
    summary: str
    is_new: bool
    earlier: Sequence[Tick] = ()
    more: int = 0
    results: list[dict[str, Any]] = field(default_factory=list)
    agreed: str = ""
    """How the game ended in that phase without orders; empty: the phase was adjudicated."""

    @property
    def name(self) -> str:
        return str(AGREED.get(self.agreed, "")) or wording.phase(self.label)


def is_shown(access: Access, last: Phase) -> bool:
    """Whether the result of `last` has a place of its own on this reader's page."""
    return not access.is_player or access.results_seen <= last.ordinal


def fresh_of(
    access: Access,
    last: Phase,
    ticks: Sequence[Tick],
    *,
    shown: int,
    summary: str,
    results: list[dict[str, Any]],
) -> Fresh:
    """The result of `last`. `ticks` are all phases of the game in order; the last `shown` of those that
    are past stand on the page in full.
    """
    missed = list(ticks[access.results_seen : last.ordinal + 1 - shown])[::-1] if access.is_player else []
    return Fresh(
        label=last.label,
        closed_at=last.adjudicated_at,
        summary=summary,
        is_new=access.is_player,
        earlier=missed[:EARLIER],
        more=max(0, len(missed) - EARLIER),
        results=results,
        agreed=str((last.turn.agreed or {}).get("how", "")),
    )


def summary_of(past: HasResult, own: str) -> str:
    """A result in two or three sentences, for the player `own`, or for no one in particular; empty where the
    news say all there is. It counts the orders that were given alone.
    """
    if past.auction is not None:
        return _of_auction(past.auction, own)
    verdicts = [
        verdict
        for power in past.report.powers
        if not own or power.commander == own
        for verdict in power.verdicts
    ]
    if not verdicts:
        return ""
    given = [verdict for verdict in verdicts if verdict.was_given]
    if not given:
        return _("You gave no orders.") if own else _("No one gave any orders.")
    told = {"done": sum(verdict.tone == "done" for verdict in given), "count": len(given)}
    if len(given) == 1:
        return _of_one(bool(told["done"]), bool(own))
    if own:
        return _("%(done)s of your %(count)s orders succeeded.") % told
    return _("%(done)s of %(count)s orders succeeded.") % told


def _of_one(is_done: bool, is_own: bool) -> str:
    if is_own:
        return _("Your order succeeded.") if is_done else _("Your order failed.")
    return _("The only order succeeded.") if is_done else _("The only order failed.")


def _of_auction(auction: Auction, own: str) -> str:
    sentences = []
    for purse in sorted(auction.purses, key=lambda purse: purse.player != own):
        sales = [sale for sale in auction.sales if sale.winner == purse.player]
        told = {
            "player": purse.player,
            "powers": wording.powers([sale.power for sale in sales]),
            "credits": wording.credits(sum(sale.price for sale in sales)),
        }
        if purse.player == own:
            sentences.append(
                (_("You won %(powers)s for %(credits)s.") if sales else _("You won nothing.")) % told
            )
        elif sales:
            sentences.append(_("%(player)s won %(powers)s for %(credits)s.") % told)
        else:
            sentences.append(_("%(player)s won nothing.") % told)
    unsold = [sale.power for sale in auction.sales if not sale.winner]
    if unsold:
        sentences.append(_("In anarchy: %(powers)s.") % {"powers": wording.powers(unsold)})
    return " ".join(sentences)
