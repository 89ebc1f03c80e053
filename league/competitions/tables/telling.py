"""How a table and its result are told where pages know pairings only: in lists, logs, mails and disputes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudicator.texts.names import listed
from games.common.words import local
from league.competitions.models import Entry, Event, Pairing
from league.competitions.tables import words
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import ended_of, is_void, read


def named(number: int) -> str:
    return _("Table %(number)d") % {"number": number}


def titled(pairing: Pairing) -> str:
    """A table with its round. Three queries."""
    found = read(pairing.competition)
    if (table := found.tables.get(pairing.number)) is None:
        return named(pairing.number)
    if table.is_top:
        return _("Top board")
    said = {"number": table.number, "round": table.round}
    return _("Table %(number)d, round %(round)d") % said


def tells(facts: Mapping[str, Any], names: Any) -> str:
    """A result as a sentence without its full stop; `names` are `selectors.log.Names`."""
    number = facts["pairing"]
    # The sides of a table are in the order of its powers.
    people = dict(zip(POWERS, map(names.of, names.pairs.get(number, ())), strict=False))
    return _("Table %(number)d: %(what)s") % {"number": number, "what": _what(facts, people)}


def _what(facts: Mapping[str, Any], people: Mapping[str, str]) -> str:
    """What it came to; `people` are who was seated there, by power."""
    if is_void(facts):
        return pgettext("a table", "void")
    ended = ended_of(facts)
    if ended.solo:
        said = {"name": people[ended.solo], "power": words.the_power(ended.solo)}
        return _("%(name)s wins alone as %(power)s") % said
    if ended.voted:
        said = {"powers": _seated(ended.voted, people)}
        return _("draw by vote of %(powers)s") % said
    lead = ngettext(
        "%(powers)s has most centres, %(centres)d",
        "%(powers)s have most centres, %(centres)d each",
        len(ended.at_the_top),
    )
    return lead % {"powers": _seated(ended.at_the_top, people), "centres": ended.most}


def _seated(powers: Collection[str], people: Mapping[str, str]) -> str:
    """Powers in their order, each with who was seated there."""
    both = _("%(power)s (%(name)s)")
    in_order = sorted(powers, key=POWERS.index)
    said = [both % {"power": words.power(power), "name": people[power]} for power in in_order]
    return listed(said, local.language())


def scored(result: Event, pairing: Pairing, own: Entry) -> str:
    """What a table gave one who was seated there. Three queries."""
    found, facts = read(pairing.competition), result.facts
    table = found.tables.get(pairing.number)
    if table is None or own.number not in table.seats:
        return ""
    if own.number in table.aside:
        said = {"number": table.number, "power": words.power(table.power_of(own.number))}
        return _("Your seat at table %(number)d, %(power)s, scored for the other six alone") % said
    if is_void(facts):
        score = Fraction(0) if facts.get("silent") else found.rules.sit_out
        said = {"number": table.number, "points": words.points(score)}
        return _("Table %(number)d is void: your score is %(points)s") % said
    power = table.power_of(own.number)
    owned = facts["centres"][power]
    said = {
        "number": table.number,
        "power": words.power(power),
        "points": words.points(found.rules.scores(ended_of(facts))[power]),
        "count": owned,
    }
    gives = ngettext(
        "Your score at table %(number)d: %(points)s (%(power)s, %(count)d centre)",
        "Your score at table %(number)d: %(points)s (%(power)s, %(count)d centres)",
        owned,
    )
    return gives % said
