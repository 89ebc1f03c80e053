"""The table of a season as a file, made while it is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from django.db.models import QuerySet

from games.common.files.spreadsheets import table_lines
from league.competitions import kinds
from league.competitions.models import Competition, FinalPlace, Standing
from league.competitions.rules.common_rules import Names
from league.leagues.selectors.export import as_json

FIGURES: Final = ("games", "won", "drawn", "lost")
COLUMNS: Final = ("rank", "entry", "name", *FIGURES)


def rows_of(season: Competition) -> Iterator[dict[str, Any]]:
    """The table from the top; names as the season's rules let exports tell them. Once the season is over its
    ranks are the final ones, and unranked players have none. What its kind tells besides stands
    behind. A query, and those of the kind.
    """
    columns, own = kinds.of(season).columns, kinds.of(season).figures(season)
    nothing = (None,) * len(columns)
    tells = season.terms.names is Names.PEOPLE
    fields: tuple[str, ...] = ("entry__number", "entry__user__username")
    rows: QuerySet[Any]
    if season.state == Competition.State.FINISHED:
        rows = FinalPlace.objects.filter(competition=season).order_by("place", "entry__number")
        fields = ("rank", *fields, *(f"entry__standing__{name}" for name in FIGURES))
    else:
        rows = Standing.objects.filter(competition=season, rank__gt=0).order_by("rank")
        fields = ("rank", *fields, *FIGURES)
    for rank, number, name, *figures in rows.values_list(*fields):
        said = dict(zip(COLUMNS, (rank, number, name if tells else f"#{number}", *figures), strict=True))
        yield said | dict(zip(columns, own.get(number, nothing), strict=True))


def csv_of(season: Competition) -> Iterator[str]:
    """The table as CSV, a line at a time."""
    return table_lines((*COLUMNS, *kinds.of(season).columns), rows_of(season))


def json_of(season: Competition) -> Iterator[str]:
    """One object, a row at a time: the season's league and code, and its table."""
    yield json.dumps({"league": season.league.slug, "code": season.code})[:-1] + ', "table": '
    yield from as_json(rows_of(season))
    yield "}\n"
