"""The autumn's change of ownership, told as news (RB-10)."""

from __future__ import annotations

from adjudicator import news
from adjudicator.ownership import changes, made
from adjudicator.position import Position
from adjudicator.variants.variant import Step, Table


def update_ownership(table: Table, position: Position) -> Step:
    """Centres to who occupies them; no news where none changed owner."""
    changing = changes(position, table.board)
    if not changing:
        return Step(position)
    told = news.ownership(year=position.phase.year, changes=changing)
    return Step(made(position, changing), news=(told,))
