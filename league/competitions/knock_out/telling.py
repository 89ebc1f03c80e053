"""What the log of a knock-out says of events that are neither its beginning nor a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.knock_out.bracket import By
from league.competitions.knock_out.follows import REPLAY
from league.competitions.rules.event_kind import EventKind

GOES_ON: Final[Mapping[str, Promise]] = {
    By.GAME: gettext_lazy("Pairing %(pairing)s: %(name)s goes on, by winning the game"),
    By.FORFEIT: gettext_lazy("Pairing %(pairing)s: %(name)s goes on, as the other conceded"),
    By.BYE: gettext_lazy("Pairing %(pairing)s: %(name)s goes on by a bye"),
    By.WALKOVER: gettext_lazy("Pairing %(pairing)s: %(name)s goes on by walkover"),
    By.RULING: gettext_lazy("Pairing %(pairing)s: %(name)s goes on by a ruling"),
    By.MEASURE: gettext_lazy("Pairing %(pairing)s: %(name)s goes on by HR-13 (%(measure)s)"),
    By.DRAW: gettext_lazy("Pairing %(pairing)s: %(name)s goes on by the draw (HR-13)"),
}


def says(kind: str, facts: Mapping[str, Any], names: Any) -> str:
    """One event as a sentence without its full stop; `names` are `selectors.log.Names`."""
    if kind == EventKind.LEAVES:
        return _("%(name)s goes out of the knock-out") % {"name": names.of(facts["entry"])}
    if kind == EventKind.SEEDS:
        return _("The organisers change the seeds") if "reason" in facts else _("The seeds are drawn")
    if facts["means"] == REPLAY:
        return _("Pairing %(pairing)s is played again") % facts
    if facts["entry"] is None:
        return _("Pairing %(pairing)s: no one goes on") % facts
    said = {"name": names.of(facts["entry"]), "measure": facts.get("measure", "")}
    return str(GOES_ON[facts["means"]]) % {"pairing": facts["pairing"], **said}
