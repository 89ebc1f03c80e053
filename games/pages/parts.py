"""The parts of a game's page that are gathered again as the game goes on: which field of the page each fills.

The whole page has all of them; a page that is open is sent those that can have changed (`live.live_page`).
What a part is shown by stands in `templates/games/_page.html`. A new part is a line here, its template there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.gate.contests import stake_of, told_of_end
from games.gate.invitations import rematch_now
from games.gate.nominations import open_nomination_of
from games.models import Phase
from games.pages.absence import absence_of
from games.pages.acts import acts_of, ruling_of
from games.pages.clock_changes import Changes, clock_changes_of
from games.pages.clock_votes import poll_of
from games.pages.endings import endings_of
from games.pages.letters import ThreadRequest
from games.pages.moment import moment_of
from games.pages.open_seats import leaving_of
from games.pages.page import GamePage
from games.pages.phases import Newest
from games.pages.press import press_of
from games.pages.sightings import seen_at_the_end
from games.pages.status import turns_of


class Basis(NamedTuple):
    """What is known before any part is: where the game stands, the messages the reader asked for, and the
    game's phases, the newest first, where they were read.
    """

    newest: Newest
    asked: ThreadRequest
    labels: list[str] | None = None


Part = Callable[[GamePage, Basis], Any]
"""From a page that has its reader, its seats and its moment to what stands in one of its fields."""

Open = Callable[[GamePage, Phase, Newest], Any]
"""A part of a game whose phase is open."""


def _open(part: Open) -> Part:
    def gathered(page: GamePage, basis: Basis) -> Any:
        newest = basis.newest
        if newest.open is None:
            raise LookupError(f"game {page.game.pk} has no open phase that could have this part")
        return part(page, newest.open, newest)

    return gathered


CLOCK: Final[Mapping[str, Part]] = {
    "changes": lambda page, basis: (
        clock_changes_of(page.game, page.places) if basis.newest.clock_changed else Changes()
    ),
}
"""How deadlines were changed: of any game, in play or over."""

TURN: Final[Mapping[str, Part]] = {
    "turns": _open(lambda page, phase, _newest: turns_of(page.game.variant, phase, page.places)),
    "acts": lambda page, _basis: acts_of(page.game),
}
"""Whose turn it is, which changes with all orders that are saved."""

AGREED: Final[Mapping[str, Part]] = {
    "endings": _open(
        lambda page, phase, newest: endings_of(page.access, phase, page.places, newest.has_votes)
    ),
    "poll": _open(
        lambda page, phase, newest: poll_of(page.access, phase, page.now) if newest.has_poll else None
    ),
    "nomination": lambda page, basis: open_nomination_of(page.game) if basis.newest.has_nominee else None,
    "absence": _open(lambda page, phase, _newest: absence_of(page.access, phase, page.places)),
}
"""What the table agrees on, or may: it changes with the game's version."""

LEAVING: Final[Mapping[str, Part]] = {
    "leaving": _open(lambda page, phase, _newest: leaving_of(page.access, phase, page.places)),
}

STAKE: Final[Mapping[str, Part]] = {
    "stake": lambda page, _basis: stake_of(page.game, page.access.reader if page.access.is_player else None),
}
"""What a game of a competition is played for: it stands in the head, which no part is sent to again."""

OVER: Final[Mapping[str, Part]] = {
    "told": lambda page, _basis: told_of_end(
        page.game, page.access.reader if page.access.is_player else None
    ),
    "ruling": lambda page, _basis: ruling_of(page.game),
    "seen": lambda page, basis: (
        seen_at_the_end(page.access, basis.newest.last) if basis.newest.last else page.seen
    ),
    "rematch": lambda page, _basis: (
        rematch_now(page.game) if page.access.is_player and not page.game.is_contest else None
    ),
    "moment": lambda page, basis: moment_of(page, basis.newest.last) if basis.newest.last else None,
}
"""What is said once a game is over; the last of them asks the ones before."""

PRESS: Final[Mapping[str, Part]] = {
    "press": lambda page, basis: press_of(
        page.access, basis.newest.open, page.places, page.now, basis.asked, basis.labels
    ),
}


def gather(page: GamePage, basis: Basis, *groups: Mapping[str, Part]) -> None:
    """Fill the fields of `page` that the parts of these groups are for. A fixed number of queries each."""
    for group in groups:
        for field, part in group.items():
            setattr(page, field, part(page, basis))
