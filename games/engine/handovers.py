"""A seat that a game master gave to someone else, in words for the two whom it concerns (RB-14)."""

from __future__ import annotations

from dataclasses import dataclass

from games.common.words.people import called
from games.engine.hidden_players import is_hidden
from games.models import Game, MasterAct
from games.words import wording


@dataclass(frozen=True, slots=True)
class Handover:
    """Which seat went from whom to whom, by whom, why, and from which phase on, by its label.

    `role` is what the seat plays. `before` and `after` are empty where no one may know who sits there (DG-1).
    """

    seat: str
    role: str
    before: str
    after: str
    by: str
    reason: str
    label: str

    @property
    def phase(self) -> str:
        return wording.phase(self.label)


def handover_of(game: Game, act: MasterAct) -> Handover | None:
    """What `act`, with its phase and its master, did to a seat; None where it did something else."""
    if act.kind != MasterAct.Kind.REPLACEMENT:
        return None
    facts = act.facts
    seat, powers = facts["seat"], facts.get("powers")
    hidden = is_hidden(game.variant, game.state, seat)
    return Handover(
        seat=seat,
        role=wording.powers(powers) if powers else wording.seat_at(game.variant, game.settings, seat),
        before="" if hidden else called(facts["before"]),
        after="" if hidden else called(facts["after"]),
        by=called(act.author),
        reason=" ".join(act.reason.split()),
        label=act.phase.label,
    )
