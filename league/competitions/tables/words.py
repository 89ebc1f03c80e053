"""What the pages of an event at tables say: points, rounds, and what its log tells."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.words import local
from games.common.words.rounding import half_up
from games.words import wording
from league.competitions.models import CheckIn, Entry
from league.competitions.rules.event_kind import EventKind
from league.competitions.tables.rules import TablesRules
from league.competitions.tables.state import Read, ended_of, is_void

TIES: Final[Mapping[str, Promise]] = {
    "head_to_head": gettext_lazy("Head to head"),
    "best_game": gettext_lazy("Best game"),
    "second_best": gettext_lazy("Second best"),
    "centres": gettext_lazy("Centres"),
    "tops": gettext_lazy("Board tops"),
    "uncounted": gettext_lazy("Best score that does not count"),
}
"""The chain's numbers, by their keys."""
ASIDE: Final = gettext_lazy("It scores for the other six alone.")
SAT_OUT: Final = gettext_lazy("Sat out")
NOT_THERE: Final = gettext_lazy("Did not check in")


def power(key: str) -> str:
    return wording.power(key)


def the_power(key: str) -> str:
    """The power's name with its article, where the language has one."""
    return wording.the_power(key)


def phase(label: str) -> str:
    """A phase by its label; nothing by none."""
    return wording.phase(label) if label else ""


def points(value: Fraction) -> str:
    """A score as pages show it: whole, or with one digit after the point."""
    if value.denominator == 1:
        return number_format(value.numerator, use_l10n=True, force_grouping=True)
    return number_format(half_up(value, 1), decimal_pos=1, use_l10n=True, force_grouping=True)


def round_name(rules: TablesRules, number: int) -> str:
    if rules.final and number == rules.rounds:
        return _("Final round")
    return _("Round %(number)d") % {"number": number}


def stage(found: Read) -> str:
    """How far it is: the round that was called last."""
    last = found.last
    if last is None:
        return ""
    if found.rules.final and last.number == found.rules.rounds:
        return _("Final round")
    return _("Round %(number)d of %(count)d") % {"number": last.number, "count": found.rules.rounds}


def begun(found: Read, entry: int) -> str:
    """What one who is in it is told when it begins: where they sit, or why nowhere."""
    seats = [table for table in found.tables.values() if entry in table.seats]
    if seats:
        said = {"power": wording.the_power(seats[0].power_of(entry)), "table": seats[0].number}
        return _("Round 1 has begun. You play %(power)s at table %(table)d.") % said
    last = found.last
    if last is not None and entry in last.sat_out:
        said = {"points": points(found.rules.sit_out)}
        return _("Round 1 has begun. You sit out, with %(points)s points.") % said
    return _("Round 1 has begun. You had not checked in for it, so you play no game in it.")


def lacks(centres: int, of: str) -> str:
    """What a power lacks to the first place of its table."""
    said = {"count": centres, "power": wording.power(of)}
    return ngettext("%(count)d centre from %(power)s", "%(count)d centres from %(power)s", centres) % said


def ended(end: Mapping[str, Any]) -> str:
    """How a game ended, as its table's head says it."""
    if is_void(end):
        return _("Void (HR-6)")
    alone = ended_of(end).solo
    if alone:
        return _("Solo: %(power)s") % {"power": wording.power(alone)}
    if end.get("voted"):
        return _("Draw by vote: %(powers)s") % {"powers": wording.powers(end["voted"])}
    return _("Ended with its last game year")


def step(found: Read, entry: Entry, now: datetime) -> str:
    """What waits for someone who is in it, in a line. One query at most."""
    last = found.last
    if last is None:
        return ""
    if last.takes_check_ins(now):
        if CheckIn.objects.filter(entry=entry, round=last.number).exists():
            return _("You are checked in for round %(number)d.") % {"number": last.number}
        said = {"number": last.number, "moment": local.moment(last.closes)}
        return _("Check in for round %(number)d until %(moment)s.") % said
    running = [
        table.number
        for table in found.tables.values()
        if entry.number in table.seats and not found.played.end_of(table.number)
    ]
    return ngettext("%(count)d game to play", "%(count)d games to play", len(running)) % {
        "count": len(running)
    }


def says(kind: str, facts: Mapping[str, Any], names: Any) -> str:
    """One event as a sentence without its full stop; `names` are `selectors.log.Names`."""
    if kind == EventKind.LEAVES:
        return _("%(name)s leaves the event") % {"name": names.of(facts["entry"])}
    if kind == EventKind.APART:
        count = len(facts["pairs"])
        said = ngettext(
            "The organisers keep %(count)d pair of players apart",
            "The organisers keep %(count)d pairs of players apart",
            count,
        )
        return said % {"count": count}
    if kind == EventKind.CALLED:
        return _("Check-in for the next round opens")
    count = len(facts["tables"])
    if kind == EventKind.ROUND and not count:
        return _("Fewer than seven checked in: no further round is played")
    if kind == EventKind.ROUND:
        said = ngettext("A round begins at %(count)d table", "A round begins at %(count)d tables", count)
    elif "swapped" in facts:
        said = _("Two players are swapped in the drawing")
    elif facts.get("again"):
        said = _("The round is drawn again")
    else:
        said = ngettext("A round is drawn: %(count)d table", "A round is drawn: %(count)d tables", count)
    return said % {"count": count}
