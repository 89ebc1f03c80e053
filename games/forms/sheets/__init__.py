"""The sheets on which a seat writes its answer: one module for each way of writing.

Whatever a seat typed is one text. A sheet shows that text as fields, and makes the text again from the fields
that come back; `adjudicator.read` alone says what the text means. Sheets are chosen by the `kind` that the
engine's `due` names.
"""

from __future__ import annotations

from games.forms.sheets.builds import BuildsSheet
from games.forms.sheets.desk import Desk, Sheet
from games.forms.sheets.units import UnitsSheet

SHEETS: dict[str, type[Sheet]] = {
    "orders": UnitsSheet,
    "retreats": UnitsSheet,
    "adjustments": BuildsSheet,
}
"""By kind; features add theirs when the apps are loaded (`games.features.sheets`)."""


def sheet_for(desk: Desk) -> Sheet:
    """The sheet for what this desk's seat owes; plain text for a kind that has no sheet of its own."""
    return SHEETS.get(desk.due["kind"], Sheet)(desk)


__all__ = ["Desk", "Sheet", "sheet_for"]
