"""What stays as it is in every announced season, whatever later releases make of the rows around it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from league.competitions.log.exporting import export_bytes
from league.competitions.models import Competition
from league.competitions.rules.canonical import canonical
from league.prizes.book import exporting
from league.prizes.models import Book
from league.prizes.selectors.movements import movements_of

FIGURES: Final = ("total", "gone", "held", "given", "fees_counted", "fees_sum")
"""What the public statement adds up."""
MAY_CHANGE: Final = frozenset({"format", "log"})
"""Of an export: its format rises as fields are added; the log decides nothing, and rows come between."""


def kept(now: datetime) -> dict[str, Any]:
    """By code, what a season's rules, files and figures are at the moment `now`."""
    announced = Competition.objects.exclude(announced_at=None).select_related("league").order_by("pk")
    return {season.code: _of(season, now) for season in announced}


def _of(season: Competition, now: datetime) -> dict[str, Any]:
    money = season.terms.money
    found = {
        "name": season.name,
        "rules": canonical(season.rules),
        "rules_sha256": season.rules_sha256,
        "export": json.loads(export_bytes(season, now)),
    }
    book = Book.objects.select_related("competition__league").filter(competition=season).first()
    if money is not None and book is not None:
        movements = movements_of(book, money.fee)
        found |= {
            "agreed_sha256": money.agreed_sha256,
            "book": json.loads(b"".join(exporting.json_bytes(book))),
            "figures": {name: getattr(movements, name) for name in FIGURES},
        }
    return found


def lost(before: Any, now: Any, where: str = "") -> Iterator[str]:
    """What of a JSON value is not in a later one any more: fields are added, and none changes or goes. Of a
    list of rows, others may come between where that decides nothing.
    """
    if isinstance(before, dict) and isinstance(now, dict):
        for name, value in before.items():
            here = f"{where}.{name}"
            if name not in now:
                yield f"{here} is gone"
            elif name == "log":
                yield from _lost_rows(value, now[name], here)
            elif name not in MAY_CHANGE:
                yield from lost(value, now[name], here)
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from lost(one, other, f"{where}[{number}]")
    elif before != now:
        yield f"{where} was {before!r}, and is {now!r}"


def _lost_rows(before: list[Any], now: list[Any], where: str) -> Iterator[str]:
    following = iter(now)
    for row in before:
        if not any(not [*lost(row, other)] for other in following):
            yield f"{where} has no row any more that says {row}, or not in its place"
            return
