"""Who has won a game, in words: alone, together, beside another winner (DG-15), by forfeit (HR-5); or
no one, the game being void (HR-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from adjudicator.texts import names
from games.common.words import local
from games.common.words.people import at_start, called
from games.engine import hosting_rules
from games.engine.hidden_players import masked_seats


@dataclass(frozen=True, slots=True)
class Beside:
    """Someone whom no one knew, and who wins in a way of their own: what their seat is called, and their
    name.
    """

    seat: str
    player: str


@dataclass(frozen=True, slots=True)
class Winners:
    """The names of those who won, alone or together; who won `beside`, which takes nothing from them; who
    `forfeited`; whether the game `is_void`, so that no one won and it is no draw.
    """

    names: tuple[str, ...] = ()
    beside: tuple[Beside, ...] = ()
    forfeited: tuple[str, ...] = ()
    is_void: bool = False

    @property
    def together(self) -> str:
        """The winners' names in a row: ada, ben and eve."""
        return names.listed([called(name) for name in self.names], local.language())

    @property
    def sentences(self) -> str:
        """Who wins or shares the draw, and who wins beside; nothing where no one does, unless it is void."""
        if self.is_void:
            return _("The game is void: no one won.")
        if not self.names:
            return ""
        if len(self.names) == 1:
            said = [at_start(_("%(player)s wins.") % {"player": self.together})]
        else:
            said = [_("Draw: %(players)s.") % {"players": self.together}]
        return " ".join([*said, *self.also])

    @property
    def also(self) -> list[str]:
        """A sentence about each of those beside, and of those who forfeited."""
        language = local.language()
        forfeits = [_("%(player)s forfeited the game.") % {"player": called(name)} for name in self.forfeited]
        beside = [
            _("%(player)s, who was %(seat)s, wins too.")
            % {"player": called(each.player), "seat": names.seat(each.seat, language)}
            for each in self.beside
        ]
        return [at_start(sentence) for sentence in forfeits + beside]

    @property
    def briefly(self) -> str:
        """The same for a list of games: ada won; ada won by forfeit; draw: ada and ben; void; nothing where
        no one has won.
        """
        if self.is_void:
            return pgettext("a game", "void")
        if not self.names:
            return ""
        if self.forfeited:
            said = _("%(winner)s won by forfeit") % {"winner": self.together}
        elif len(self.names) == 1:
            said = _("%(winner)s won") % {"winner": self.together}
        else:
            said = _("draw: %(winners)s") % {"winners": self.together}
        if self.beside:
            others = names.listed([called(each.player) for each in self.beside], local.language())
            said = _("%(outcome)s, with %(others)s") % {"outcome": said, "others": others}
        return said


NOBODY: Final = Winners()


def winners_of(variant: str, outcome: Mapping[str, Any] | None, players: Mapping[str, str]) -> Winners:
    """Who won a game of `variant` that ended so, by the names in `players`; no one while it goes on."""
    masked, won = masked_seats(variant), (outcome or {}).get("winners", [])
    losers = sorted(players.keys() - {*won}) if hosting_rules.is_forfeit(outcome) else []
    return Winners(
        tuple(players.get(seat, seat) for seat in won if seat not in masked),
        tuple(Beside(seat, players.get(seat, seat)) for seat in won if seat in masked),
        tuple(players[seat] for seat in losers),
        hosting_rules.is_void(outcome),
    )
