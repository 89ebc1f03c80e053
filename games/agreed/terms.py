"""What a league settles beforehand for its next games, and what that means for one of them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.agreed.dealing import GIVEN, LOTS, RANKING

PRESS_PAUSES = [
    ("rulebook", _("As the rulebook says: closed in Classic, open in Modern")),
    ("closed", _("Closed during retreats and builds")),
    ("open", _("Open in every phase")),
]
"""Whether press is closed outside the phases of moves (RB-22)."""

DEALINGS = [
    (LOTS, _("Random draw")),
    (RANKING, _("Players rank the powers; a random draw decides who chooses first")),
]
"""Who plays which power, where a game deals them (RB-25)."""

ALL_DEALINGS = [*DEALINGS, (GIVEN, _("The competition drew who plays which power"))]
"""What no one chooses besides: of games that a competition seats."""


RELIABILITIES = [
    (0, _("Everyone in the league")),
    (80, _("Reliability of at least 80%")),
    (90, _("Reliability of at least 90%")),
    (95, _("Reliability of at least 95%")),
]
"""How reliable in the league a player has to be to join a game, in per cent (`games.gate.reliability`).
"""


def press_pauses(choice: str, rulebook: str) -> bool:
    """Whether press is closed while retreats and adjustments are ordered, by one of `PRESS_PAUSES`."""
    return choice == "closed" or (choice != "open" and rulebook == "classic")
