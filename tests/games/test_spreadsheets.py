"""No cell of any file is taken for a formula, by whatever a spreadsheet divides it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.common.files.downloads import CSV, FORMATS, download
from games.common.files.spreadsheets import MARK, csv_lines, plain, table_lines

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
        ("\ufe661", "'\ufe661"),  # small forms
        ("x\u2028=1", "x\u2028'=1"),
        ("x\x0b\ufe621", "x\x0b'\ufe621"),
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
    text = "".join(csv_lines([cells]))
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            for cell in row:
                first = cell.strip(' "\n')[:1]
                assert first == "" or first not in "=+-@\uff1d", (text, delimiter, cell)


@pytest.mark.parametrize(
    ("kind", "query", "sent"),
    [
        (CSV, "", MARK + "a,1\r\n"),
        (CSV, "?plain=1", "a,1\r\n"),
        (CSV, "?plain=", MARK + "a,1\r\n"),
        (FORMATS["json"], "", "a,1\r\n"),
    ],
)
def test_the_mark_comes_first_in_what_spreadsheets_read_and_programs_leave_it_out(rf, kind, query, sent):
    answer = download(rf.get("/file" + query), csv_lines([["a", 1]]), kind, "é.csv")
    assert b"".join(answer.streaming_content).decode() == sent
    assert answer["Content-Disposition"] == "attachment; filename*=utf-8''%C3%A9.csv"


@pytest.mark.parametrize(
    ("share", "cells"),
    [
        ("1/2", "0.5,1,2"),
        ("0/1", "0,0,1"),
        ("1", "1,1,1"),
        ("5/6", "0.833333,5,6"),
        ("1/7", "0.142857,1,7"),
        ("31/3", "10.333333,31,3"),
        ("40", "40,40,1"),
    ],
)
def test_a_share_is_a_number_and_exact_in_two_columns_more(share, cells):
    """Text such as 1/2 is a day to a spreadsheet."""
    lines = list(table_lines(("name", "share", "won"), [{"name": "ada", "share": share, "won": 3}]))
    assert lines == ["name,share,share_numerator,share_denominator,won\r\n", f"ada,{cells},3\r\n"]


def test_every_file_is_written_here():
    """All code that writes CSV calls `csv_lines`: a second writer would forget what the first learned."""
    writers = [
        str(path.relative_to(ROOT))
        for part in ("games", "league", "adjudicator")
        for path in (ROOT / part).rglob("*.py")
        if "csv.writer(" in (text := path.read_text()) or "DictWriter(" in text
    ]
    assert writers == ["games/common/files/spreadsheets.py"]


def test_every_file_is_sent_from_one_place():
    """Other code that sends `text/csv` would send a file without the mark."""
    senders = [
        str(path.relative_to(ROOT))
        for part in ("games", "league")
        for path in (ROOT / part).rglob("*.py")
        if "text/csv" in path.read_text()
    ]
    assert senders == ["games/common/files/downloads.py"]
