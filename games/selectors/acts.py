"""What a game's masters did, each with its reason: everybody who sees the game reads it (RB-24)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games import wording
from games.masks import is_hidden
from games.models import Game, MasterAct
from games.selectors.endings import NAMES

SHOWN = 5
"""Acts on the game's own page, the latest."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act in words: what was done, when, by whom, in which phase, and why. A deadline went from `before`
    to `after`.
    """

    says: str
    reason: str
    by: str
    at: datetime
    phase: str
    before: datetime | None = None
    after: datetime | None = None


def acts_of(game: Game, count: int | None = SHOWN) -> list[Act]:
    """The latest acts, the newest first; all of them without a `count`. One query, where anybody presides."""
    if game.master_id is None:
        return []
    acts = MasterAct.objects.filter(game=game).select_related("by", "phase").order_by("-pk")
    acts = acts.only("kind", "facts", "reason", "at", "by__username", "phase__label")
    return [
        Act(
            _says(game, act),
            act.reason,
            act.by.get_username(),
            act.at,
            wording.phase(act.phase.label),
            *_moments(act),
        )
        for act in (acts if count is None else acts[:count])
    ]


def _moments(act: MasterAct) -> list[datetime]:
    if act.kind != MasterAct.Kind.DEADLINE:
        return []
    return [datetime.fromisoformat(act.facts[name]) for name in ("before", "after")]


def _says(game: Game, act: MasterAct) -> str:
    facts: dict[str, str] = act.facts
    if act.kind == MasterAct.Kind.DEADLINE:
        return _("The deadline was moved.")
    if act.kind == MasterAct.Kind.REPLACEMENT:
        seat = wording.seat_at(game.variant, game.settings, facts["seat"])
        if is_hidden(game.variant, game.state, facts["seat"]):
            return _("%(seat)s is played by somebody else from now on.") % {"seat": seat}
        words = _("%(after)s takes over from %(before)s (%(seat)s).")
        return words % (facts | {"seat": seat})
    if act.kind == MasterAct.Kind.ENDING:
        return _("The game ends: %(how)s.") % {"how": str(NAMES.get(facts["how"], facts["how"])).lower()}
    if act.kind == MasterAct.Kind.CHAIR:
        return _("%(after)s presides from now on, in place of %(before)s.") % facts
    return _("A ruling.")
