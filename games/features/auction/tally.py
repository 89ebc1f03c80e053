"""What bids may come to, as the engine tells it, put in the words and order of the auction room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.words import wording

MOST_RISKS = 4
"""Ways to go bust that are named one by one; of more, only their number."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which the auction may go: the powers whose bids win, what they and the charges come to, what
    is left, and what becomes of a satellite where there is one (`kept`, `lost`, `nominated`, `void`).
    """

    powers: list[str]
    owes: int
    keeps: int
    is_bust: bool
    charges: Mapping[str, int] = field(default_factory=dict)
    satellite: str = ""

    @property
    def pays(self) -> int:
        """What is paid for these powers: a bust player buys nothing."""
        return 0 if self.is_bust else self.owes

    @property
    def charged(self) -> int:
        """What the charges come to, with those that are made without a word."""
        return sum(self.charges.values())

    @property
    def names(self) -> str:
        return wording.powers(self.powers)

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Way:
        """Make a purse from the engine's JSON."""
        return cls(
            sorted(told["powers"], key=wording.power),
            told["owes"],
            told["keeps"],
            told["bust"],
            told.get("charges", {}),
            told.get("satellite") or "",
        )


@dataclass(frozen=True, slots=True)
class Purse:
    """One seat's credits now, and what an autumn with the centres of now would bring it."""

    seat: str
    is_own: bool
    treasury: int
    income: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Bids against what there is, in credits, as the engine tells it.

    `total` is the sum of the bids, `off` what loyalty takes off them, `charges` what is asked for besides, by
    what it is for. `unread` is how many fields hold no bid; `ways` is every way to win, the cheapest first,
    `nothing` what comes of winning nothing. `ruin` is what bust would mean, with the clauses that say so.
    """

    total: int
    treasury: int
    purses: list[Purse] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    windfall: Way | None = None
    nothing: Way | None = None
    off: int = 0
    charges: Mapping[str, int] = field(default_factory=dict)
    ruin: Mapping[str, Any] = field(default_factory=dict)
    unread: int = 0

    @classmethod
    def of(cls, outlook: Mapping[str, Any], purses: list[Purse], *, treasury: int, unread: int) -> Tally:
        """The tally of `outlook`, the engine's answer; empty where it gave none."""
        total, net = outlook.get("total", 0), outlook.get("net")
        return cls(
            total=total,
            treasury=treasury,
            purses=purses,
            ways=[Way.of(way) for way in outlook.get("wins", [])],
            windfall=Way.of(outlook["windfall"]) if "windfall" in outlook else None,
            nothing=Way.of(outlook["nothing"]) if "nothing" in outlook else None,
            off=total - sum(net.values()) if net is not None else 0,
            charges=outlook.get("charges", {}),
            ruin=outlook.get("ruin", {}),
            unread=unread,
        )

    @property
    def committed(self) -> int:
        """What all bids together would cost, with the charges asked for."""
        return self.total - self.off + sum(self.charges.values())

    @property
    def over(self) -> int:
        return max(0, self.committed - self.treasury)

    @property
    def all(self) -> Way | None:
        """The way in which every bid wins, with what it costs; None without bids."""
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
    def losses(self) -> list[Way]:
        """The ways in which a satellite is lost without being bust: no credit is left to keep it."""
        ways = [*([self.nothing] if self.nothing else []), *self.ways]
        return [way for way in ways if way.satellite == "lost" and not way.is_bust]

    @property
    def scale(self) -> dict[str, int]:
        """The same as a bar, in units of its drawing, 300 wide."""
        most = max(self.committed, self.treasury, 1)
        return {
            "treasury": 260 * self.treasury // most,
            "covered": 260 * min(self.committed, self.treasury) // most,
            "over": 260 * self.over // most,
        }
