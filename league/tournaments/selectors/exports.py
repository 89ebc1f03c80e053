"""The table of a ladder as a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Final

from league.leagues.selectors.export import plain
from league.tournaments.models import Competition, Standing
from league.tournaments.season_rules import Names

COLUMNS: Final = ("rank", "entry", "name", "games", "won", "drawn", "lost")


def rows_of(season: Competition) -> Iterator[dict[str, Any]]:
    """The table from the top; names as the season's rules let exports tell them. One query."""
    tells = season.terms.names is Names.PEOPLE
    rows = Standing.objects.filter(competition=season, rank__gt=0).order_by("rank")
    fields = ("rank", "entry__number", "entry__user__username", "games", "won", "drawn", "lost")
    for rank, number, name, *figures in rows.values_list(*fields):
        yield dict(zip(COLUMNS, (rank, number, name if tells else f"#{number}", *figures), strict=True))


def as_csv(season: Competition) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows_of(season):
        writer.writerow([plain(row[column]) for column in COLUMNS])
    return out.getvalue()


def as_json(season: Competition) -> str:
    """One object: the season's code and its table."""
    table = list(rows_of(season))
    return json.dumps({"league": season.league.slug, "code": season.code, "table": table}, ensure_ascii=False)
