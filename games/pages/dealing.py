"""How the seats of a game were dealt: what each player had wished for, and what the lots drew (RB-25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.adjudication.proof import sitting_at_the_start
from games.agreed.dealing import RANKING
from games.common import clock
from games.common.words.people import at_start, called
from games.engine import bridge
from games.gate.access import Access
from games.models import Game
from games.pages.page import GamePage
from games.pages.phases import Timeline
from games.words import wording


@dataclass(frozen=True, slots=True)
class Got:
    """What one player was dealt. `wishes` are the names of seats, the dearest first; `rank` counts from 1."""

    player: str
    seat: str
    turn: int | None
    rank: int | None
    wishes: list[str]


@dataclass(slots=True)
class DealingPage(GamePage):
    """The page of a game's dealing."""

    got: list[Got] = field(default_factory=list)

    @property
    def is_ranked(self) -> bool:
        return self.game.dealing == RANKING


def dealing_page(access: Access) -> DealingPage | None:
    """How the seats were dealt, in the order in which they were chosen; None where nothing was dealt yet.

    And where a player is anonymous until the end: who was dealt the other seats would tell who they are
    (DG-1). One query.
    """
    game = access.game
    page = DealingPage(
        access=access,
        now=clock.shown(),
        places=[],
        timeline=Timeline([], ""),
        title=_("How the powers were dealt"),
    )
    if game.started_at is None or not page.deals_seats:
        return None
    sitting = sitting_at_the_start(game)
    dealt = bridge.dealt(game, [tenure.ranking for tenure in sitting])
    names = _names(game)
    page.got = [
        Got(
            player=at_start(called(sitting[each.place].user.get_username())),
            seat=names[each.seat],
            turn=each.turn,
            rank=each.rank,
            wishes=[names[seat] for seat in sitting[each.place].ranking],
        )
        for each in sorted(dealt, key=lambda each: (each.turn or 0, each.place))
    ]
    return page


def _names(game: Game) -> Mapping[str, str]:
    keys = bridge.seats(game.variant, game.settings)
    return {key: wording.seat_at(game.variant, game.settings, key) for key in keys}
