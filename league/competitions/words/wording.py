"""How a game ended and what an organiser would decide, in the language that holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.common.words import local
from games.common.words.people import at_start, called
from league.competitions.models import ProposedAct
from league.competitions.rules.endings import FORFEIT, Ending, ending_of

CONCEDED: Final = ("ID-19", "HR-4")
"""The clauses by which someone wins whom the other has conceded to."""


def result(facts: Mapping[str, Any], winner: str, loser: str) -> str:
    """How the game ended that these facts of a result are about, between two people, by name; where no one
    won, in the challenge's order.
    """
    said = {"winner": called(winner), "loser": called(loser)}
    how, ending = facts["how"], ending_of(facts["how"], facts["winner"])
    if ending is not Ending.WON:
        return at_start(_RESULTS[ending]() % said)
    if how == FORFEIT:
        return at_start(_("%(winner)s beat %(loser)s by forfeit") % said)
    if how in CONCEDED:
        return at_start(_("%(loser)s conceded to %(winner)s") % said)
    return at_start(_("%(winner)s beat %(loser)s") % said)


_RESULTS: Final[Mapping[Ending, Callable[[], str]]] = {
    Ending.DRAW: lambda: _("%(winner)s and %(loser)s drew"),
    Ending.VOID: lambda: _("%(winner)s and %(loser)s: void"),
    Ending.BOTH_LOST: lambda: _("%(winner)s and %(loser)s both lost"),
}


def outcome(facts: Mapping[str, Any], entry: int) -> str:
    """How the game ended for one of the two: won, lost by forfeit, drawn."""
    ending, won = ending_of(facts["how"], facts["winner"]), facts["winner"] == entry
    if ending is Ending.DRAW:
        return pgettext("a game", "drawn")
    if ending is Ending.VOID:
        return pgettext("a game", "void")
    if facts["how"] == FORFEIT:
        return pgettext("a game", "won by forfeit") if won else pgettext("a game", "forfeited")
    return pgettext("a game", "won") if won else pgettext("a game", "lost")


def proposes(act: ProposedAct) -> str:
    """What an organiser would decide, as a sentence without its full stop. `act` comes with its people."""
    said = {
        "by": called(act.by.get_username()),
        "name": called(act.about.get_username()),
        "until": local.moment(act.until) if act.until else "",
    }
    return str(_PROPOSES[act.kind, act.until is not None]) % said


Proposed = ProposedAct.Kind
_PROPOSES: Final[Mapping[tuple[str, bool], Promise]] = {
    (Proposed.SUSPENDED, True): gettext_lazy("%(by)s would suspend %(name)s until %(until)s"),
    (Proposed.REMOVED, False): gettext_lazy("%(by)s would remove %(name)s from the league"),
    (Proposed.BANNED, True): gettext_lazy("%(by)s would ban %(name)s until %(until)s"),
    (Proposed.BANNED, False): gettext_lazy("%(by)s would ban %(name)s until an organiser lifts it"),
    (Proposed.ROLE, False): gettext_lazy("%(by)s would take the organiser’s role from %(name)s"),
}
