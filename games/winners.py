"""Who has won a game, in words: alone, together, or beside whoever won it (DG-15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from adjudicator.texts import names
from games import wording
from games.masks import masked_seats


@dataclass(frozen=True, slots=True)
class Beside:
    """Somebody whom nobody knew, and who wins in a way of his own: what his seat is called, and his name."""

    seat: str
    player: str


@dataclass(frozen=True, slots=True)
class Winners:
    """The names of those who won, alone or together; and who won `beside`, which takes nothing from them."""

    names: tuple[str, ...] = ()
    beside: tuple[Beside, ...] = ()

    @property
    def together(self) -> str:
        """Their names in a row: ada, ben and eve."""
        return names.listed(self.names, wording.language())

    @property
    def sentences(self) -> str:
        """Who wins, and who wins beside; nothing where nobody does."""
        if not self.names:
            return ""
        if len(self.names) == 1:
            said = [_("%(player)s wins.") % {"player": self.names[0]}]
        else:
            said = [_("%(players)s share the win.") % {"players": self.together}]
        return " ".join([*said, *self.also])

    @property
    def also(self) -> list[str]:
        """A sentence about each of those beside."""
        language = wording.language()
        return [
            _("%(player)s, who was %(seat)s, wins too.")
            % {"player": each.player, "seat": names.seat(each.seat, language)}
            for each in self.beside
        ]

    @property
    def briefly(self) -> str:
        """The same for a list of games: ada won; shared by ada and ben; nothing where nobody has won."""
        if not self.names:
            return ""
        if len(self.names) == 1:
            said = _("%(winner)s won") % {"winner": self.names[0]}
        else:
            said = _("shared by %(winners)s") % {"winners": self.together}
        if self.beside:
            others = names.listed([each.player for each in self.beside], wording.language())
            said = _("%(outcome)s, with %(others)s") % {"outcome": said, "others": others}
        return said


NOBODY: Final = Winners()


def winners_of(variant: str, outcome: Mapping[str, Any] | None, players: Mapping[str, str]) -> Winners:
    """Who won a game of `variant` that ended so, by the names in `players`; nobody while it goes on."""
    masked, won = masked_seats(variant), (outcome or {}).get("winners", [])
    return Winners(
        tuple(players.get(seat, seat) for seat in won if seat not in masked),
        tuple(Beside(seat, players.get(seat, seat)) for seat in won if seat in masked),
    )
