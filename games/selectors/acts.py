"""What a game's masters did, each with its reason: everybody who sees the game reads it (RB-24)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.db.models.fields.json import KeyTextTransform
from django.utils.translation import gettext as _

from games import clock, wording
from games.addresses import game_address
from games.handovers import Handover, handover_of
from games.masks import is_hidden
from games.models import Game, MasterAct, Tenure
from games.selectors.endings import NAMES
from games.selectors.listing import visible_to

SHOWN = 5
"""Acts on the game's own page, the latest."""

LATELY = timedelta(days=14)
"""So long the list of one's own games tells of a seat that was lost."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act in words: what was done, when, by whom, in which phase, and why. A deadline went from `before`
    to `after`, a seat as `handover` says.
    """

    says: str
    reason: str
    by: str
    at: datetime
    phase: str
    label: str
    handover: Handover | None = None
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
            act.phase.label,
            handover_of(game, act),
            *_moments(act),
        )
        for act in (acts if count is None else acts[:count])
    ]


def lost_by(game: Game, user: Any) -> Handover | None:
    """How somebody without a seat lost the one that he had in a game that has a master; None if he had none.
    One query.
    """
    name = user.get_username()
    acts = MasterAct.objects.filter(game=game, kind=MasterAct.Kind.REPLACEMENT, facts__before=name)
    left = Tenure.objects.filter(
        game=game, user=user.pk, left_at__isnull=False, seat__key=KeyTextTransform("seat", OuterRef("facts"))
    )
    act = acts.filter(Exists(left)).select_related("by", "phase").order_by("-pk").first()
    return handover_of(game, act) if act else None


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat that its player lost not long ago: in which game, and to whom. No address where he may see that
    game no more.
    """

    game: str
    address: str
    at: datetime
    handover: Handover


def lost_lately(user: Any) -> list[Lost]:
    """The seats that `user` lost in the last `LATELY` and has none for in the same game now, the last first.
    One query.
    """
    since = clock.shown() - LATELY
    own = Tenure.objects.filter(game=OuterRef("game"), user=user.pk)
    left = own.filter(left_at__gte=since, seat__key=KeyTextTransform("seat", OuterRef("facts")))
    acts = MasterAct.objects.filter(
        Exists(left),
        ~Exists(own.filter(left_at=None)),
        kind=MasterAct.Kind.REPLACEMENT,
        facts__before=user.get_username(),
        at__gte=since,
    )
    acts = acts.annotate(is_seen=Exists(visible_to(user).filter(pk=OuterRef("game"))))
    lost: dict[int, Lost] = {}
    for act in acts.select_related("by", "phase", "game__league").order_by("-pk"):
        game, handover = act.game, handover_of(act.game, act)
        if handover and game.pk not in lost:
            address = game_address(game.league.slug, game.code) if act.is_seen else ""
            lost[game.pk] = Lost(game.name, address, act.at, handover)
    return list(lost.values())


def _moments(act: MasterAct) -> list[datetime]:
    if act.kind not in (MasterAct.Kind.DEADLINE, MasterAct.Kind.CLOSING):
        return []
    return [datetime.fromisoformat(act.facts[name]) for name in ("before", "after")]


def _says(game: Game, act: MasterAct) -> str:
    facts: dict[str, str] = act.facts
    if act.kind == MasterAct.Kind.DEADLINE:
        return _("The deadline was moved.")
    if act.kind == MasterAct.Kind.CLOSING:
        return _("The phase was closed before its deadline.")
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
    if act.kind == MasterAct.Kind.ANNOUNCEMENT:
        return _("%(master)s, game master, announces:") % {"master": act.by.get_username()}
    return _("A ruling.")
