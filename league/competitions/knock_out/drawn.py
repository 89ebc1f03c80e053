"""The bracket drawn, as its template shows it. It is the same for all readers, and kept while nothing
changes; what is a reader's own is drawn over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from games.common.database import cached
from games.common.words import local
from league.competitions.knock_out import words
from league.competitions.knock_out.cells import Cell, Cup, Stand
from league.competitions.knock_out.drawing import BASELINES, HEIGHT, WIDTH, Plan, plan_of

SECONDS: Final = 30
"""So long a drawing is kept: results become final without anyone doing anything."""
ROW: Final = 24
"""The height of a name in a cell."""


class Line(NamedTuple):
    """One side of a cell as it is drawn: its text stands on `y`; `mark` says that it goes on, or leads."""

    y: int
    seed: int | str
    name: str
    css: str
    mark: str


class Placed(NamedTuple):
    """A cell of the drawing. All that its template asks is told here: there are hundreds."""

    x: int
    y: int
    css: str
    address: str
    title: str
    lines: Sequence[Line]
    note: str


class Title(NamedTuple):
    """What stands above a column of the drawing; `day` is the last one of its round."""

    name: str
    day: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Drawing:
    lines: Sequence[str]
    titles: Sequence[Title]
    cells: Sequence[Placed]
    cell_width: int = WIDTH
    cell_height: int = HEIGHT


class Own(NamedTuple):
    """Where a reader stands in the drawing: their cell, and in it the line of their name."""

    x: int
    y: int
    line: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The drawing as it is shown: its size, what all see, and where the reader stands in it."""

    width: int
    height: int
    shown: str
    own: Sequence[Own]
    cell_width: int = WIDTH
    cell_height: int = HEIGHT


def drawn(cup: Cup, quarter: int) -> Drawn:
    """The bracket, or one of its quarters, to the reader of `cup`."""
    plan, season = plan_of(cup.bracket, quarter), cup.reader.season
    told = f"{get_language()}-{timezone.get_current_timezone_name()}"
    name = f"bracket-{season.pk}-{season.version}-{quarter}-{told}"
    shown = cached.under(name, lambda: _shown(cup, plan), seconds=SECONDS)
    return Drawn(plan.width, plan.height, mark_safe(shown), _own(cup, plan))


def _own(cup: Cup, plan: Plan) -> list[Own]:
    me, found = cup.reader.number, list[Own]()
    for box in plan.boxes if me in cup.seeds else ():
        sides = cup.bracket.sides(box.pairing)
        if me in sides:
            found.append(Own(box.x, box.y, box.y + 1 + ROW * sides.index(me)))
    return found


def _shown(cup: Cup, plan: Plan) -> str:
    return render_to_string("tournaments/knock_out/_drawing.html", {"drawing": _drawing(cup, plan)})


def _drawing(cup: Cup, plan: Plan) -> Drawing:
    bracket = cup.bracket
    titles = [
        Title(
            words.round_name(bracket, each.round)
            if each.round
            else words.name_of(bracket, len(bracket.seats)),
            local.day(cup.last_days[each.round - 1]) if each.round else "",
            each.x,
            each.y,
        )
        for each in plan.heads
    ]
    cells = [_placed(cup.cell(box.pairing), box.x, box.y) for box in plan.boxes]
    return Drawing(plan.lines, titles, cells)


def _placed(cell: Cell, x: int, y: int) -> Placed:
    lines = [_line(side, at) for side, at in zip(cell.sides, BASELINES, strict=True)]
    return Placed(x, y, f"is-{cell.now.kind}", cell.address, cell.title, lines, cell.now.says)


def _line(side: Stand, y: int) -> Line:
    mark, css = ("✓", "plan-on") if side.goes_on else ("(✓)", "") if side.leads else ("", "")
    return Line(y, side.seed or "", side.short, css if side.number else "plan-none", mark)
