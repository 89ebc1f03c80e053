"""A league's members, games and results as files, made while they are sent, in constant memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from games.common.files.spreadsheets import table_lines
from games.facts import export
from league.leagues.models import League

MEMBERS: Final = ("name", "role", "joined_at", "suspended_until")


def members(league: League) -> Iterator[dict[str, Any]]:
    """Names, roles and dates, in order of joining; never addresses."""
    found = league.memberships.order_by("pk")
    last = 0
    fields = ("pk", "user__username", "role", "joined_at", "suspended_until")
    while rows := list(found.filter(pk__gt=last).values_list(*fields)[: export.ROWS_AT_ONCE]):
        last = rows[-1][0]
        for _pk, name, role, joined, suspended in rows:
            yield {
                "name": name,
                "role": role,
                "joined_at": joined.isoformat(),
                "suspended_until": suspended.isoformat() if suspended else "",
            }


Rows = Callable[[League], Iterator[dict[str, Any]]]

EXPORTS: Final[dict[str, tuple[tuple[str, ...], Rows]]] = {
    "members": (MEMBERS, members),
    "games": (export.GAMES, export.games),
    "results": (export.RESULTS, export.results),
}
"""By name, the columns and what gives the rows."""


def written(league: League, what: str, form: str) -> Iterator[str]:
    """The file, a row at a time; `what` is one of EXPORTS and `form` one of `downloads.FORMATS`."""
    columns, rows = EXPORTS[what]
    return table_lines(columns, rows(league)) if form == "csv" else as_json(rows(league))


def as_json(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """A list of objects, a row a line."""
    yield "["
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(row, ensure_ascii=False)
    yield "\n]\n"
