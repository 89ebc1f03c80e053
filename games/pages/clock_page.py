"""The page on which a player proposes something about the clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.common import clock
from games.gate.access import Access
from games.pages.clock_changes import clock_changes_of
from games.pages.clock_votes import lengths_in_words, poll_of
from games.pages.page import GamePage
from games.pages.phases import Timeline, open_phase_of
from games.pages.seats import places_of
from games.words import wording


@dataclass(slots=True)
class ClockPage(GamePage):
    """The page on which a player proposes something about the clock, with its forms. `lengths` are those by
    which the phase can be extended.
    """

    lengths: Sequence[tuple[int, str]] = ()
    pause_form: Any = None
    extension_form: Any = None

    @property
    def phase_name(self) -> str:
        return wording.phase(self.phase.label) if self.phase else ""


def clock_page(access: Access) -> ClockPage | None:
    """None where no phase is open, and in a competition, where players propose nothing (HR-10)."""
    phase = open_phase_of(access.game)
    if phase is None or access.game.is_contest:
        return None
    page = ClockPage(
        access=access,
        now=clock.shown(),
        places=places_of(access.game, access.seat),
        timeline=Timeline([], ""),
        title=_("Propose a pause or more time"),
        phase=phase,
        lengths=lengths_in_words(access.game, phase),
    )
    page.poll = poll_of(access, phase, page.now)
    page.changes = clock_changes_of(access.game, page.places)
    return page
