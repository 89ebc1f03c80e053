"""What becomes of somebody's challenges and rank when they go."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from league.competitions.rules.leaving_table import Leaving

LEAVING: Final = Leaving(
    concedes=_("Open games are conceded, by the numbers of their challenges."),
    forfeits=_("Open games are forfeited, by the numbers of their challenges."),
    goes_out=_(
        "Challenges not answered yet are dropped; then the entry leaves the ladder, and those below move up."
    ),
    suspended=_(
        "The entry stays on the ladder and open games go on. Challenges that wait for an answer, theirs "
        "and to them, are cancelled at no cost, and until the suspension ends they begin no game and can "
        "neither challenge nor be challenged. These weeks are not idle. The season’s log says who "
        "suspended them, not why."
    ),
    you_again=_("You can enter again, at the bottom, while challenges can be made."),
    they_again=_("They may enter again, at the bottom, while challenges can be made."),
    takes_late=True,
)
