"""The choice of home powers: all powers, the dearest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import wording
from games.forms.sheets.choices import Rank
from games.forms.sheets.desk import Sheet, typed
from games.forms.sheets.names import power_called, power_written


class RankingSheet(Sheet):
    """A select a rank. Changed selects write the whole list anew; the text says one power a line."""

    template = "sheets/ranking"

    @property
    def powers(self) -> list[str]:
        return sorted(self.desk.due["powers"], key=wording.power)

    def compose(self, post: Mapping[str, str]) -> str:
        numbers = range(1, len(self.powers) + 1)
        chosen = [post.get(f"rank-{number}", "") for number in numbers]
        if chosen == [post.get(f"was-{number}", "") for number in numbers]:
            return typed(post)
        return "\n".join(power_written(power) for power in chosen if power in self.powers)

    def show(self, text: str) -> dict[str, Any]:
        listed = [power for line in text.splitlines() if (power := power_called(line, self.powers))]
        listed = (listed + [""] * len(self.powers))[: len(self.powers)]
        return super().show(text) | {
            "powers": [(power, wording.power(power)) for power in self.powers],
            "was": {str(number): power for number, power in enumerate(listed, start=1)},
            "ranks": [Rank(number, power) for number, power in enumerate(listed, start=1)],
        }
