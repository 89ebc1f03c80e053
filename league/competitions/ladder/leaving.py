"""What becomes of someone's challenges and rank when they go."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from league.competitions.rules.leaving_table import Leaving

LEAVING: Final = Leaving(
    concedes=_("Open games are conceded, oldest challenge first."),
    forfeits=_("Open games are forfeited, oldest challenge first."),
    goes_out=_(
        "Unanswered challenges are cancelled. Then the player leaves the ladder, and everyone "
        "below moves up one."
    ),
    suspended=_(
        "The player stays on the ladder and open games go on. Unanswered challenges, theirs and "
        "to them, are cancelled; no ranks are lost. Until the suspension ends they start no game "
        "and can neither challenge nor be challenged. These weeks don’t count as inactive. The "
        "season’s log says who suspended them, not why."
    ),
    you_again=_("You can enter again, at the bottom, while challenges are open."),
    they_again=_("They can enter again, at the bottom, while challenges are open."),
    takes_late=True,
)
