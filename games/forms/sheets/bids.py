"""The auction room: a field a mercenary, and what the bids may come to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games import wording
from games.forms.sheets.desk import Sheet
from games.forms.sheets.lots import Forces, forces_of
from games.forms.sheets.names import power_called, power_written

LONGEST_BID = 40
"""Characters of a field; whoever types more is not bidding."""

MOST_RISKS = 4
"""Ways to go bust that are named one by one; of more, only their number."""


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
    this bid alone would go beyond it. `prices` are the last years', the newest first.
    """

    power: str
    forces: Forces
    bid: str
    problem: str
    over: int | None
    prices: list[Price]


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which the auction may go: the powers whose bids win, what they cost, what is left."""

    powers: list[str]
    owes: int
    keeps: int
    is_bust: bool

    @property
    def pays(self) -> int:
        """What is paid for these powers: nothing is bought by whoever is bust."""
        return 0 if self.is_bust else self.owes

    @property
    def names(self) -> str:
        return wording.powers(self.powers)

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Way:
        """From the engine's way to say it."""
        powers = sorted(told["powers"], key=wording.power)
        return cls(powers, told["owes"], told["keeps"], told["bust"])


@dataclass(frozen=True, slots=True)
class Purse:
    """One seat's credits now, and what an autumn with the centres of now would bring it."""

    seat: str
    is_own: bool
    treasury: int
    income: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Bids against what there is, in credits, as the engine tells it. `unread` is how many fields hold no
    bid; `ways` is every way to win, the cheapest first.
    """

    total: int
    treasury: int
    purses: list[Purse] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    windfall: Way | None = None
    unread: int = 0

    @property
    def over(self) -> int:
        return max(0, self.total - self.treasury)

    @property
    def all(self) -> Way | None:
        """What is owed should every bid win."""
        return max(self.ways, key=lambda way: len(way.powers), default=None)

    @property
    def dearest(self) -> Way | None:
        """The most that can be won and paid."""
        return max((way for way in self.ways if not way.is_bust), key=lambda way: way.owes, default=None)

    @property
    def risks(self) -> list[Way]:
        """The smallest wins that make the seat bust: whatever holds one of them does too."""
        busts = sorted((way for way in self.ways if way.is_bust), key=lambda way: len(way.powers))
        least: list[Way] = []
        for way in busts:
            if not any(set(risk.powers) <= set(way.powers) for risk in least):
                least.append(way)
        return least

    @property
    def named_risks(self) -> list[Way]:
        return self.risks[:MOST_RISKS]

    @property
    def more_risks(self) -> int:
        return len(self.risks) - len(self.named_risks)

    @property
    def windfall_pays(self) -> int:
        """What the bids cost at half price: never more than the treasury holds (ID-6)."""
        return self.treasury - self.windfall.keeps if self.windfall else 0

    @property
    def scale(self) -> dict[str, int]:
        """The same as a bar, in units of its drawing, 300 wide."""
        most = max(self.total, self.treasury, 1)
        return {
            "treasury": 260 * self.treasury // most,
            "covered": 260 * min(self.total, self.treasury) // most,
            "over": 260 * self.over // most,
        }


class BidsSheet(Sheet):
    """A field a power. Its text says `Germany 5`, one power a line, with whatever was typed in the field."""

    template = "sheets/bids"
    is_wide = True

    @property
    def powers(self) -> list[str]:
        return sorted(self.desk.due["powers"], key=wording.power)

    def compose(self, post: Mapping[str, str]) -> str:
        bids = (
            (power, " ".join(post.get(f"bid-{power}", "").split())[:LONGEST_BID]) for power in self.powers
        )
        return "\n".join(f"{power_written(power)} {bid}" for power, bid in bids if bid)

    def show(self, text: str) -> dict[str, Any]:
        shown = super().show(text)
        typed = self._typed_bids(text)
        reading = self.read(text)
        counted = (reading["answer"] or {}).get("bids", {})
        refused = {problem.line: problem.message for problem in shown["problems"]}
        outlook = self.desk.outlook(reading["answer"]) or {}
        treasuries = self.desk.position.get("treasury", {})
        treasury = treasuries.get(self.desk.seat, 0)
        lots = []
        for power in self.powers:
            bid, line = typed.get(power, ("", 0))
            lots.append(
                Lot(
                    power,
                    forces_of(power, self.desk.position, self.desk.seat),
                    bid,
                    _refusal(bid, refused[line]) if line in refused else "",
                    treasury if counted.get(power, 0) > treasury else None,
                    self._prices_of(power),
                )
            )
        income = outlook.get("income", {})
        tally = Tally(
            total=outlook.get("total", sum(counted.values())),
            treasury=treasury,
            purses=[
                Purse(seat, seat == self.desk.seat, credits, income.get(seat, 0))
                for seat, credits in sorted(treasuries.items(), key=lambda pair: pair[0] != self.desk.seat)
            ],
            ways=[Way.of(way) for way in outlook.get("wins", [])],
            windfall=Way.of(outlook["windfall"]) if "windfall" in outlook else None,
            unread=sum(bool(lot.problem) for lot in lots),
        )
        return shown | {
            "lots": lots,
            "tally": tally,
            "has_past": bool(self.desk.past),
            "own_seat": self.desk.seat,
        }

    def _prices_of(self, power: str) -> list[Price]:
        sales = ((auction.year, auction.sale_of(power)) for auction in self.desk.past)
        return [
            Price(
                year,
                sale.winner,
                sale.price,
                " : ".join(wording.number(bid.amount) for bid in sale.bids),
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
        return _("“%(bid)s” is below nought: a bid is 0 or more.") % told
    if re.fullmatch(r"\d+[.,]\d+", bid):
        return _("“%(bid)s” is not whole: credits cannot be split.") % told
    if bid:
        return _("“%(bid)s” is not a number: write figures alone, such as 5.") % told
    return message
