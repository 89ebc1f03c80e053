"""The auction room: a field a mercenary, and what the bids may come to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.common.words import local
from games.features.auction.on_sale import Forces, forces_of
from games.features.auction.satellites import wishes, written
from games.features.auction.tally import Purse, Tally
from games.forms.sheets.desk import Sheet
from games.forms.sheets.names import power_called, power_written
from games.words import wording

LONGEST_BID = 40
"""Characters of a field; text longer than that is no bid."""


@dataclass(frozen=True, slots=True)
class Price:
    """What one power went for in one year. `winner` is empty in anarchy; `bids` as they stood, `5 : 3`."""

    year: int
    winner: str
    price: int
    bids: str


@dataclass(frozen=True, slots=True)
class Lot:
    """One power that is for sale.

    `bid` is what was typed, be it a number or not; `problem` why it cannot stand; `over` the treasury, where
    this bid alone would go beyond it. `prices` are the last years', the newest first. Where it matters whom a
    power has served, `loyal_to` is the seat, for `years` on end, and `net` what this bid would cost.
    """

    power: str
    forces: Forces
    bid: str
    problem: str
    over: int | None
    prices: list[Price]
    net: int | None = None
    loyal_to: str = ""
    years: int = 0


class BidsSheet(Sheet):
    """A field a power. Its text says `Germany 5`, one power a line, with whatever was typed in the field;
    after them what is asked for besides, as `wishes` writes it. The button `nothing` bids 0 for every power,
    whatever was typed: that is an answer, where saving nothing is a miss (HR-1).
    """

    template = "sheets/bids"
    is_wide = True

    @property
    def powers(self) -> list[str]:
        return sorted(self.desk.due["powers"], key=wording.power)

    @property
    def charges(self) -> Mapping[str, int]:
        """What may be asked for besides the powers, and for how much; nothing in most games."""
        return self.desk.due.get("charges") or {}

    def compose(self, post: Mapping[str, str]) -> str:
        typed = dict.fromkeys(self.powers, "0") if post.get("nothing") else {}
        bids = (
            (power, typed.get(power) or " ".join(post.get(f"bid-{power}", "").split())[:LONGEST_BID])
            for power in self.powers
        )
        lines = [f"{power_written(power)} {bid}" for power, bid in bids if bid]
        return "\n".join([*lines, *written(self.charges, self.powers, post)])

    def show(self, text: str) -> dict[str, Any]:
        shown = super().show(text)
        typed = self._typed_bids(text)
        answer = self.read(text)["answer"]
        counted = (answer or {}).get("bids", {})
        refused: dict[int, list[str]] = {}
        for problem in shown["problems"]:
            refused.setdefault(problem.line, []).append(problem.message)
        outlook = self.desk.outlook(answer) or {}
        position = self.desk.position
        treasury = position.get("treasury", {}).get(self.desk.seat, 0)
        net, charges = outlook.get("net", counted), sum(outlook.get("charges", {}).values())
        lots = []
        for power in self.powers:
            bid, line = typed.get(power, ("", 0))
            run = position.get("loyalty", {}).get(power, {})
            lots.append(
                Lot(
                    power,
                    forces_of(power, position, self.desk.seat),
                    bid,
                    _refusal(bid, refused[line][0]) if line in refused else "",
                    treasury if counted.get(power, 0) and net.get(power, 0) + charges > treasury else None,
                    self._prices_of(power),
                    net.get(power) if counted.get(power, 0) != net.get(power, 0) else None,
                    run.get("seat", ""),
                    run.get("years", 0),
                )
            )
        return shown | {
            "lots": lots,
            "tally": Tally.of(
                outlook,
                self._purses(outlook.get("income", {})),
                treasury=treasury,
                unread=sum(bool(lot.problem) for lot in lots),
            ),
            "wishes": wishes(self.charges, self.powers, text, refused),
            "satellite": position.get("satellites", {}).get(self.desk.seat, {}),
            "powers": self.powers,
            "has_past": bool(self.desk.past),
            "own_seat": self.desk.seat,
        }

    def _purses(self, income: Mapping[str, int]) -> list[Purse]:
        """Everyone's, the reader's own first."""
        treasuries = self.desk.position.get("treasury", {}).items()
        return [
            Purse(seat, seat == self.desk.seat, credits, income.get(seat, 0))
            for seat, credits in sorted(treasuries, key=lambda pair: pair[0] != self.desk.seat)
        ]

    def _prices_of(self, power: str) -> list[Price]:
        sales = ((auction.year, auction.sale_of(power)) for auction in self.desk.past)
        return [
            Price(
                year,
                sale.winner,
                sale.price,
                " : ".join(local.number(bid.amount) for bid in sale.bids),
            )
            for year, sale in sales
            if sale
        ]

    def _typed_bids(self, text: str) -> dict[str, tuple[str, int]]:
        """What each power's line says after its name, and the line's number."""
        bids: dict[str, tuple[str, int]] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            name, _space, bid = line.strip().partition(" ")
            if power := power_called(name.rstrip(":"), self.powers):
                bids[power] = (bid.strip(), number)
        return bids


def _refusal(bid: str, message: str) -> str:
    """Why what stands in a field is no bid. The engine has refused it; this says what to write instead."""
    told = {"bid": bid}
    if re.fullmatch(r"[-−–]\s*\d+", bid):
        return _("“%(bid)s” is below 0: a bid is 0 or more.") % told
    if re.fullmatch(r"\d+[.,]\d+", bid):
        return _("“%(bid)s” is not a whole number: credits can’t be split.") % told
    if bid:
        return _("“%(bid)s” is not a number: use digits only, such as 5.") % told
    return message
