"""How two players end their game together: draw, stalemate, concession (ID-18, ID-19)."""

from __future__ import annotations

from adjudicator.agreed import Agreed
from adjudicator.position import Position
from adjudicator.variants import endings
from adjudicator.variants.endings import agreed_draw, need_draws_allowed, need_votes, not_allowed, present
from adjudicator.variants.intimate.calendar import stalemate
from adjudicator.variants.intimate.state import SEATS, IntimateState, remaining
from adjudicator.variants.variant import GAME_MASTER, Step, Table


def draw(table: Table, position: Position, agreed: Agreed) -> Step:
    """Both players' vote, where the game's settings allow draws (ID-19)."""
    need_draws_allowed(table)
    need_votes(SEATS, agreed)
    return agreed_draw(position, "ID-19", present(SEATS, agreed), agreed)


def declared_stalemate(table: Table, position: Position, agreed: Agreed) -> Step:
    """Both players' vote, or the game master's ruling, once all five mercenaries are eliminated (ID-18)."""
    alive = remaining(position, table.board)
    if not IntimateState.of(position).homes or alive:
        names = ", ".join(table.board.powers[power].name for power in alive)
        noms = ", ".join(table.board.powers[power].name_fr for power in alive)
        raise not_allowed(
            f"A stalemate needs five eliminated mercenaries (ID-18); still there: {names or 'all of them'}.",
            f"Une impasse suppose les cinq mercenaires éliminés (ID-18) ; il reste : {noms or 'tous'}.",
        )
    if GAME_MASTER not in agreed.by:
        need_votes(SEATS, agreed)
    return stalemate(position, agreed="stalemate", by=list(agreed.by))


def concession(table: Table, position: Position, agreed: Agreed) -> Step:
    """One player gives the game to the other (ID-19)."""
    return endings.concession(table, position, agreed, clause="ID-19")
