"""What one can accept in a search: games for two, paces, languages of messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import time
from functools import partial
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.agreed import absence, game_years, pace
from games.gate.game_terms import GameTerms
from games.models import Game
from games.words import wording
from league.leagues.models import League, Proposal


@dataclass(frozen=True, slots=True)
class Option:
    """One tick: its words, and what they mean in a line."""

    label: Any
    hint: str | Promise = ""

    @property
    def name(self) -> str:
        return str(self.label() if callable(self.label) else self.label)


@dataclass(frozen=True, slots=True)
class GameOption(Option):
    variant: str = ""
    settings: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PaceOption(Option):
    length: int = pace.DAY
    is_live: bool = False

    def paced(self, at: int | None) -> pace.Pace:
        """The pace, with deadlines at the hour `at` (UTC); the first moves have twice the time."""
        if self.is_live:
            return pace.LIVE
        lengths = dict.fromkeys(("movement", "retreats", "adjustments", "auctions"), self.length)
        return pace.Pace(kind="custom", first=2 * self.length, **lengths, at=time(at or 0), zone="UTC")  # type: ignore[arg-type]


GAMES: Final[Mapping[str, GameOption]] = {
    "intimate": GameOption(
        partial(wording.variant, "intimate"), _("two players, five powers auctioned"), "intimate", {}
    ),
    "intimate-ii": GameOption(
        partial(wording.variant, "intimate-ii"),
        _("harder: loyal mercenaries, satellites, secrets"),
        "intimate-ii",
        {},
    ),
    "great-war": GameOption(_("The Great War"), _("two alliances, no auction"), "standard", {"players": 2}),
}

PACES: Final[Mapping[str, PaceOption]] = {
    "day": PaceOption(_("One day a phase"), _("two to three weeks"), pace.DAY),
    "two-days": PaceOption(_("Two days a phase"), _("about five weeks"), 2 * pace.DAY),
    "live": PaceOption(_("Live, 15 minutes a phase"), _("one evening, of two we propose"), is_live=True),
}

LANGUAGES: Final[Mapping[str, Option]] = {
    "en": Option(_("English")),
    "fr": Option(_("French")),
    "none": Option(_("No messages"), _("you can’t write to each other")),
}

KINDS: Final[Mapping[str, Mapping[str, Option]]] = {"games": GAMES, "paces": PACES, "languages": LANGUAGES}


def in_order(kind: str, keys: Iterable[str]) -> str:
    """The known ones of `keys`, as a search keeps them."""
    given = set(keys)
    return " ".join(key for key in KINDS[kind] if key in given)


def terms_of(proposal: Proposal, league: League) -> GameTerms:
    """What the two of a proposal play by, in the pool's `league`."""
    game, paced = GAMES[proposal.game_key], PACES[proposal.pace_key].paced(proposal.at)
    settings = {"rulebook": league.rulebook, "draws": league.draws_allowed, **(game.settings or {})}
    if game_years.has_default(game.variant):
        settings["last_year"] = game_years.last_year_at(paced, game.variant)
    press = Game.Press.NONE if proposal.language_key == "none" else Game.Press.OPEN
    return GameTerms(
        variant=game.variant,
        settings=settings,
        pace=paced,
        absence=absence.POLICIES[absence.FRIENDLY],
        press=press,
    )
