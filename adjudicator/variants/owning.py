"""The autumn's change of ownership, told as news (RB-10)."""

from __future__ import annotations

from adjudicator import news
from adjudicator.ownership import update
from adjudicator.position import Position
from adjudicator.variants.variant import Step, Table


def update_ownership(table: Table, position: Position) -> Step:
    """Centres to who occupies them; no news where none changed owner."""
    updated = update(position, table.board)
    told = news.ownership(
        year=position.phase.year,
        before=_owners(position),
        after=_owners(updated),
    )
    return Step(updated, news=(told,) if told["changes"] else ())


def _owners(position: Position) -> dict[str, str]:
    return {centre: power for power, centres in position.centres.items() for centre in centres}
