"""No cell of any file is taken for a formula, by whatever a spreadsheet divides it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.spreadsheets import MARK, csv_lines, plain

BEGINS = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"),
        ("x,+1", "x,'+1"),
        ("x\t-1", "x\t'-1"),
        ("x\n=1", "x\n'=1"),
        ("x\r\n=1", "x\r\n'=1"),
        ("x; =1", "x; '=1"),
        ('x;"=1"', 'x;"\'=1"'),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("x;\uff201", "x;'\uff201"),
        ("Jean-Paul + Anne = 2", "Jean-Paul + Anne = 2"),
        ("FR76 3000; Anne", "FR76 3000; Anne"),
        ("", ""),
        (-5, -5),
    ],
)
def test_an_apostrophe_stands_before_what_would_begin_a_formula(cell, shown):
    assert plain(cell) == shown


@given(st.lists(st.text(alphabet="ab1 ;,\n\r\t\"'=+-@\uff1d", max_size=12), min_size=1, max_size=4))
def test_however_the_file_is_divided_no_cell_begins_a_formula(cells):
    text = "".join(csv_lines([cells], mark=""))
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            for cell in row:
                first = cell.strip(' "\n')[:1]
                assert first == "" or first not in "=+-@\uff1d", (text, delimiter, cell)


def test_the_mark_comes_first():
    assert list(csv_lines([["a", 1]])) == [MARK, "a,1\r\n"]


def test_every_file_is_written_here():
    """Whoever writes CSV asks `csv_lines`: a second writer would forget what the first learned."""
    writers = [
        str(path.relative_to(ROOT))
        for part in ("games", "league", "adjudicator")
        for path in (ROOT / part).rglob("*.py")
        if "csv.writer(" in (text := path.read_text()) or "DictWriter(" in text
    ]
    assert writers == ["games/spreadsheets.py"]
