"""The choice of home powers: all powers, the dearest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.forms.sheets.choices import Rank, Ranked, without_doubles
from games.forms.sheets.desk import Sheet, typed
from games.forms.sheets.names import power_called, power_written
from games.words import wording

SUGGESTED = "suggested"
"""Under this name the form says that its list is still the one that the sheet began with."""


class RankingSheet(Sheet):
    """A select a rank. Changed selects write the whole list again; the text says one power a line.

    Before anything is saved the list is filled with a suggestion that is the same for everyone: the fullest
    treasury first, equal ones by the powers' keys. It counts once it is saved, as it stands or changed.
    """

    template = "sheets/ranking"

    @property
    def powers(self) -> list[str]:
        return sorted(self.desk.due["powers"], key=wording.power)

    def compose(self, post: Mapping[str, str]) -> str:
        numbers = range(1, len(self.powers) + 1)
        chosen = [post.get(f"rank-{number}", "") for number in numbers]
        was = [post.get(f"was-{number}", "") for number in numbers]
        if chosen == was:
            as_it_stands = post.get(f"was-{SUGGESTED}") and not typed(post).strip()
            return self._written(chosen) if as_it_stands else typed(post)
        return self._written(without_doubles(chosen, was))

    def _written(self, chosen: Sequence[str]) -> str:
        return "\n".join(power_written(power) for power in chosen if power in self.powers)

    @property
    def suggestion(self) -> list[str]:
        """All powers, in an order that anyone can work out."""
        treasury = self.desk.due.get("treasury", {})
        return sorted(self.powers, key=lambda power: (-treasury.get(power, 0), power))

    def _facts(self, power: str) -> Ranked:
        units = sorted(self.desk.position.get("units", {}).get(power, []), key=wording.unit)
        treasury = self.desk.due.get("treasury", {}).get(power)
        return Ranked(power, wording.power(power), treasury, ", ".join(map(wording.unit, units)))

    def show(self, text: str) -> dict[str, Any]:
        listed = [power for line in text.splitlines() if (power := power_called(line, self.powers))]
        return super().show(text) | self._list((listed + [""] * len(self.powers))[: len(self.powers)])

    def untouched(self) -> dict[str, Any]:
        return super().untouched() | self._list(self.suggestion, is_suggested=True)

    def _list(self, listed: Sequence[str], *, is_suggested: bool = False) -> dict[str, Any]:
        was = {str(number): power for number, power in enumerate(listed, start=1)}
        return {
            "is_suggested": is_suggested,
            "powers": [self._facts(power) for power in self.powers],
            "was": was | {SUGGESTED: "yes" if is_suggested else ""},
            "ranks": [Rank(number, power) for number, power in enumerate(listed, start=1)],
        }
