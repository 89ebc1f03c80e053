"""The auction room: a field a mercenary, and what the bids come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import wording
from games.forms.sheets.desk import Sheet
from games.forms.sheets.names import power_called, power_written


@dataclass(frozen=True, slots=True)
class Lot:
    """One power that is for sale. `bid` is what was typed, be it a number or not."""

    power: str
    units: list[str]
    centres: int
    bid: str
    problem: str
    last: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Tally:
    """Bids against what there is, in credits."""

    total: int
    treasury: int

    @property
    def over(self) -> int:
        return max(0, self.total - self.treasury)

    @property
    def scale(self) -> dict[str, int]:
        """The same as a bar, in units of its drawing, 300 wide."""
        most = max(self.total, self.treasury, 1)
        return {
            "treasury": round(260 * self.treasury / most),
            "bids": round(260 * self.total / most),
            "covered": round(260 * min(self.total, self.treasury) / most),
            "over": round(260 * self.over / most),
        }


class BidsSheet(Sheet):
    """A field a power. Its text says `Germany 5`, one power a line, with whatever was typed in the field."""

    template = "sheets/bids"
    is_wide = True

    @property
    def powers(self) -> list[str]:
        return sorted(self.desk.due["powers"], key=wording.power)

    def compose(self, post: Mapping[str, str]) -> str:
        bids = ((power, " ".join(post.get(f"bid-{power}", "").split())[:40]) for power in self.powers)
        return "\n".join(f"{power_written(power)} {bid}" for power, bid in bids if bid)

    def show(self, text: str) -> dict[str, Any]:
        position = self.desk.position
        shown = super().show(text)
        bids = self._typed_bids(text)
        counted = (self.read(text)["answer"] or {}).get("bids", {})
        problems = {line: problem.message for problem in shown["problems"] if (line := problem.line)}
        lots = [
            Lot(
                power,
                position.get("units", {}).get(power, []),
                len(position.get("centres", {}).get(power, [])),
                bids.get(power, ("", 0))[0],
                problems.get(bids.get(power, ("", 0))[1], ""),
                self.desk.last_prices.get(power),
            )
            for power in self.powers
        ]
        treasury = position.get("treasury", {})
        return shown | {
            "lots": lots,
            "tally": Tally(sum(counted.values()), treasury.get(self.desk.seat, 0)),
            "treasuries": treasury,
            "own_seat": self.desk.seat,
        }

    def _typed_bids(self, text: str) -> dict[str, tuple[str, int]]:
        """What each power's line says after its name, and the line's number."""
        bids: dict[str, tuple[str, int]] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            name, _space, bid = line.strip().partition(" ")
            if power := power_called(name.rstrip(":"), self.powers):
                bids[power] = (bid.strip(), number)
        return bids
