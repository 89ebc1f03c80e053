"""The terms of a game as one value: forms, services, pages, rematches and presets all take it whole.

A new term is a field here and its column (`models.terms.TermsFields`, where leagues settle it too), its field
in `OpenGameForm`, and its wording in `selectors.terms`. `tests/games/pages/test_game_terms.py` says which of
these is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Self

from django.utils.translation import gettext as _

from games.agreed.absence import Absence
from games.agreed.dealing import LOTS
from games.agreed.game_years import has_default
from games.agreed.pace import Pace
from games.agreed.terms import ALL_DEALINGS, RELIABILITIES, press_pauses
from games.engine import bridge
from games.errors import BadSettings
from games.gate.tenancy import LeagueLike
from games.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerms:
    """What is agreed of a game before it opens, and stays.

    `settings` are the engine's for `variant`, and `absence` is what follows from misses (HR-2).
    `press_pauses` is one of `PRESS_PAUSES`, and `reliability` of `RELIABILITIES`; `dealing` is one of
    `ALL_DEALINGS`, and counts where the variant lets its players rank seats.
    """

    variant: str
    settings: Mapping[str, Any]
    pace: Pace
    absence: Absence
    press: str = Game.Press.OPEN
    press_pauses: str = "rulebook"
    press_opens: bool = False
    press_locks: bool = False
    successors_read: bool = False
    dealing: str = LOTS
    visibility: str = Game.Visibility.PUBLIC
    reliability: int = 0

    @classmethod
    def of_league(cls, league: LeagueLike, variant: str, settings: Mapping[str, Any]) -> Self:
        """What the league has settled for a game of `variant` with these `settings`."""
        return cls(
            variant=variant,
            settings=settings,
            pace=Pace.from_json(league.pace),
            absence=Absence.of_league(league.absence),
            **{name: getattr(league, name) for name in PLAIN if name not in OF_GAMES_ALONE},
        )

    @classmethod
    def of_game(cls, game: Game, league: LeagueLike) -> Self:
        """The terms of `game` for another one in `league`, whose rules of absence hold where those of `game`
        are softer, or where it has none: it is older than any, and the other one has to end.
        """
        own = Absence.of_league(league.absence)
        return cls(
            variant=game.variant,
            settings=game.settings,
            pace=Pace.from_json(game.pace),
            absence=(Absence.from_json(game.absence) or own).narrowed(own),
            **{name: getattr(game, name) for name in PLAIN if name != "press_pauses"},
            press_pauses="closed" if game.press_pauses else "open",
        )

    def columns(self) -> dict[str, Any]:
        """The columns of `Game` that hold them."""
        may_rank = bridge.may_rank_seats(self.variant, self.settings)
        return {name: getattr(self, name) for name in PLAIN} | {
            "variant": self.variant,
            "settings": dict(self.settings),
            "pace": self.pace.to_json(),
            "absence": self.absence.renewed().to_json(),
            "press_pauses": press_pauses(self.press_pauses, self.settings.get("rulebook", "classic")),
            "dealing": self.dealing if may_rank else LOTS,
        }

    def initial(self) -> dict[str, Any]:
        """What `OpenGameForm` begins with; pace and absence have forms of their own."""
        settings = {
            name if name in COMMON_SETTINGS else f"{self.variant}-{name}": value
            for name, value in self.settings.items()
        }
        return {"variant": self.variant} | {name: getattr(self, name) for name in PLAIN} | settings

    def for_a_preset(self) -> dict[str, Any]:
        """What that form begins with where a preset fills it in: a last year that was taken away stays so."""
        taken_away = {f"{self.variant}-last_year": None} if has_default(self.variant) else {}
        return taken_away | self.initial()

    def check(self) -> None:
        """Refuse (`BadSettings`) what no form offers; the engine judges its own settings."""
        if self.press not in Game.Press.values or self.visibility not in Game.Visibility.values:
            raise BadSettings(_("Give the game a name, and choose its press and who may see it."))
        if self.dealing not in dict(ALL_DEALINGS):
            raise BadSettings(_("Choose whether a random draw or the players’ lists assign the powers."))
        if self.reliability not in dict(RELIABILITIES):
            raise BadSettings(_("Choose one of the reliability levels that the form offers."))

    def check_absence(self, league: LeagueLike) -> None:
        """Refuse (`BadSettings`) rules of absence that are softer than the league's (HR-2)."""
        if self.absence != self.absence.narrowed(Absence.of_league(league.absence)):
            raise BadSettings(_("Missed-phase rules can’t be softer than the league’s."))


PLAIN: Final = tuple(
    field.name for field in fields(GameTerms) if field.name not in ("variant", "settings", "pace", "absence")
)
"""The terms that are one value of one field in `OpenGameForm`, in its order."""

OF_GAMES_ALONE: Final = frozenset({"visibility", "reliability"})
"""Terms that no league settles beforehand; the visibility of a league is another thing."""

COMMON_SETTINGS: Final = ("rulebook", "draws")
"""The engine's settings that have one field in the form for all variants."""
