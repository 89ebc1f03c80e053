"""The page about a nomination: what stands, who may object, and for organisers the form (HR-9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.common import clock
from games.gate.access import Access
from games.gate.nominations import may_gain_master, needed_to_reject, objections_to, open_nomination_of
from games.models import Objection
from games.pages.page import GamePage
from games.pages.phases import Timeline
from games.pages.seats import places_of


@dataclass(slots=True)
class NominationPage(GamePage):
    """`objections` of the `needed` ones that reject the nominee; who objected is not told. `has_objected`:
    the reader did. `form` is an organiser's, where no one is nominated.
    """

    objections: int = 0
    needed: int = 1
    has_objected: bool = False
    may_withdraw: bool = False
    form: Any = None

    @property
    def is_over(self) -> bool:
        """Whether the time to object is over."""
        return self.nomination is not None and self.now >= self.nomination.may_be_objected_to_until

    @property
    def is_nominee(self) -> bool:
        return self.nomination is not None and self.nomination.nominee_id == self.access.reader

    @property
    def may_object(self) -> bool:
        return self.access.is_player and not self.is_over


def nomination_page(access: Access, has_power: bool) -> NominationPage | None:
    """None where no one is nominated, and the reader could nominate no one."""
    game = access.game
    found = open_nomination_of(game) if game.is_running else None
    if found is None and not (access.may_rule and may_gain_master(game)):
        return None
    page = NominationPage(
        access=access,
        now=clock.now(),
        places=places_of(game, access.seat),
        timeline=Timeline([], ""),
        title=_("A game master for this game"),
        nomination=found,
    )
    if found is not None:
        page.objections, page.needed = objections_to(found), needed_to_reject(found)
        page.may_withdraw = has_power and access.seat is None
        own = Objection.objects.filter(nomination=found, tenure__user=access.reader, tenure__left_at=None)
        page.has_objected = access.is_player and own.exists()
    return page
