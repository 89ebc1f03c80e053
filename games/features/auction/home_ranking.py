"""The choice of home powers: all powers, the dearest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.forms.sheets.choices import Rank, Ranked, without_doubles
from games.forms.sheets.desk import Sheet, typed
from games.forms.sheets.names import power_called, power_written
from games.words import wording


class RankingSheet(Sheet):
    """A select a rank. Changed selects write the whole list anew; the text says one power a line."""

    template = "sheets/ranking"

    @property
    def powers(self) -> list[str]:
        return sorted(self.desk.due["powers"], key=wording.power)

    def compose(self, post: Mapping[str, str]) -> str:
        numbers = range(1, len(self.powers) + 1)
        chosen = [post.get(f"rank-{number}", "") for number in numbers]
        was = [post.get(f"was-{number}", "") for number in numbers]
        if chosen == was:
            return typed(post)
        chosen = without_doubles(chosen, was)
        return "\n".join(power_written(power) for power in chosen if power in self.powers)

    def _facts(self, power: str) -> Ranked:
        units = sorted(self.desk.position.get("units", {}).get(power, []), key=wording.unit)
        treasury = self.desk.due.get("treasury", {}).get(power)
        return Ranked(power, wording.power(power), treasury, ", ".join(map(wording.unit, units)))

    def show(self, text: str) -> dict[str, Any]:
        listed = [power for line in text.splitlines() if (power := power_called(line, self.powers))]
        listed = (listed + [""] * len(self.powers))[: len(self.powers)]
        return super().show(text) | {
            "powers": [self._facts(power) for power in self.powers],
            "was": {str(number): power for number, power in enumerate(listed, start=1)},
            "ranks": [Rank(number, power) for number, power in enumerate(listed, start=1)],
        }
