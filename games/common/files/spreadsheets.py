"""Files for spreadsheets: CSV of which no cell, however it is divided, is taken for a formula.

Lines are given without the mark by which spreadsheets know UTF-8: `downloads` puts it before what browsers
are sent.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from games.common.words.rounding import half_up

MARK: Final = "\ufeff"

SHARE: Final = "share"
"""The column of parts of a win, as exact fractions in text (`1/2`). A spreadsheet would make days of them: it
is given a number, and exact ones in two columns more.
"""
SHARE_DIGITS: Final = 6

ENDS: Final = r";,\t\r\n\v\f\x85\u2028\u2029"
"""What a spreadsheet may divide cells or lines by: semicolons, as French ones do."""
STARTS: Final = r"=+\-@\t\r\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b"
"""What a formula begins with, in full-width and small forms too."""
FORMULA: Final = re.compile(rf'(^|[{ENDS}])([ "]*)(?=[{STARTS}])')
"""Where a formula would begin: at the start of a cell, or of what a spreadsheet takes for one."""


def plain(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula, nor any part of it: an apostrophe stands before what
    would begin one. Numbers stay numbers.
    """
    return FORMULA.sub(r"\1\2'", value) if isinstance(value, str) else value


def csv_lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """The rows as CSV, a line at a time, without the mark."""
    writer: Any = csv.writer(_Line())
    for row in rows:
        yield writer.writerow([plain(cell) for cell in row])


def table_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A line of `columns`, then the rows; a SHARE takes three columns."""
    head = chain.from_iterable(_names(column) for column in columns)
    cells = (chain.from_iterable(_cells(column, row[column]) for column in columns) for row in rows)
    return csv_lines(map(list, chain([head], cells)))


def _names(column: str) -> Sequence[str]:
    return (SHARE, f"{SHARE}_numerator", f"{SHARE}_denominator") if column == SHARE else (column,)


def _cells(column: str, value: Any) -> Sequence[Any]:
    if column != SHARE:
        return (value,)
    share = Fraction(value)
    return f"{half_up(share, SHARE_DIGITS).normalize():f}", share.numerator, share.denominator


class _Line:
    """What `csv` writes to: it gives every line back."""

    def write(self, line: str) -> str:
        return line
