"""The sheet of an espionage phase: spies, and the fleets that carry them (SPY-11 to SPY-16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.forms.sheets import spies
from games.forms.sheets.ahead import Season, SeasonSheet, joined, own_spies
from games.forms.sheets.desk import Rewriter, typed


class AgentsSheet(SeasonSheet):
    """Two lists a spy, three a fleet; each stands for one line of the text."""

    template = "sheets/agents"

    def orders_in(self, text: str) -> list[str]:
        return super().orders_in(text) + spies.halves(text)

    def compose(self, post: Mapping[str, str]) -> str:
        season = Season(self.desk)
        head, rest = season.head_and_rest(typed(post))
        rewriter = Rewriter(head, self.orders_in)
        spies.write(rewriter, post)
        return season.compose(post, joined(rewriter.text, rest))

    def show(self, text: str) -> dict[str, Any]:
        written = self.orders_in(text)
        options = self.desk.options()["options"]
        rows = spies.spy_rows(options, own_spies(self.desk), written)
        fleets = spies.carriers(options, written)
        ahead = Season(self.desk).show(text)
        return super().show(text) | {
            "spies": rows,
            "carriers": fleets,
            "count": len(rows),
            "ordered": sum(bool(row.goal or row.victim) for row in rows),
            "ahead": ahead,
            "was": spies.fields_of(rows, fleets) | ahead.was,
        }
