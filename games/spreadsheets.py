"""Files for spreadsheets: CSV of which no cell, however it is divided, is taken for a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

MARK: Final = "\ufeff"
"""By which spreadsheets know UTF-8."""

FORMULA: Final = re.compile(r'(^|[;,\t\r\n])([ "]*)(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])')
"""Where a formula would begin: at the start of a cell, or of what a spreadsheet that divides elsewhere (at
semicolons, as French ones do) takes for one.
"""


def plain(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula, nor any part of it: an apostrophe stands before what
    would begin one. Numbers stay numbers.
    """
    return FORMULA.sub(r"\1\2'", value) if isinstance(value, str) else value


def csv_lines(rows: Iterable[Sequence[Any]], *, mark: str = MARK) -> Iterator[str]:
    """The rows as CSV, a line at a time, after the mark."""
    writer: Any = csv.writer(_Line())
    if mark:
        yield mark
    for row in rows:
        yield writer.writerow([plain(cell) for cell in row])


class _Line:
    """What `csv` writes to: it gives every line back."""

    def write(self, line: str) -> str:
        return line
