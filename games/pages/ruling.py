"""The page on which an organiser or an administrator rules on a game that no one presides over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.common import clock
from games.gate.access import Access
from games.pages.page import GamePage
from games.pages.phases import Timeline, open_phase_of
from games.pages.presiding import losers_in, misses_in
from games.pages.seats import places_of
from games.words import wording


@dataclass(slots=True)
class RulingPage(GamePage):
    """What someone with power over a game without a master can do. `forms` by the act that each asks for."""

    losers: list[tuple[str, str]] = field(default_factory=list)
    misses: list[tuple[str, str]] = field(default_factory=list)
    forms: Mapping[str, Any] = field(default_factory=dict)

    @property
    def phase_name(self) -> str:
        return wording.phase(self.phase.label) if self.phase else ""


def ruling_page(access: Access) -> RulingPage:
    places = places_of(access.game, None)
    return RulingPage(
        access=access,
        now=clock.shown(),
        places=places,
        timeline=Timeline([], ""),
        title=_("End or void this game"),
        phase=open_phase_of(access.game),
        losers=losers_in(places),
        misses=misses_in(access.game, places),
    )
