"""Canonical orders in words, for the choices of a form; and as people write them, for the text box."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from adjudicator import spy_orders
from adjudicator.board import standard
from adjudicator.errors import OrderSyntaxError
from adjudicator.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive, parse
from adjudicator.spy_orders import SpyBuild, SpyRemoval
from games.common.words import local
from games.words import wording


@dataclass(frozen=True, slots=True)
class Words:
    """One order as a choice: the kind of order it stands under, and what the choice itself says."""

    kind: str
    says: str


def in_words(orders: Iterable[str]) -> dict[str, Words]:
    """Each order's words: `A PAR - BUR` → Move: “to Burgundy”. What is no canonical order stands as it is,
    under “Other”.
    """
    language = local.language()  # asked for once: a sheet says hundreds of orders
    return {order: _in_words(order, language) for order in orders}


@lru_cache(maxsize=8192)
def _in_words(order: str, _language: str) -> Words:
    """Most of what one sheet says is said again on the next one."""
    try:
        value = parse(order, standard())
    except OrderSyntaxError:
        return _words_of_spies(order)
    return _words(value)


def _words_of_spies(order: str) -> Words:
    """Builds and removals of spies; their other orders have fields of their own."""
    match spy_orders.parse(order, standard()):
        case SpyBuild(at=place):
            return Words(_("Build"), _("Build a spy in %(there)s") % {"there": wording.there(place)})
        case SpyRemoval(at=place):
            return Words(_("Disband"), _("Disband Spy %(there)s") % {"there": wording.there(place)})
    return Words(_("Other"), order)


def _words(order: Order) -> Words:
    match order:
        case Hold():
            return Words(_("Hold"), _("Hold"))
        case Move(destination=place, via=False):
            return Words(_("Move"), _("Move to %(there)s") % {"there": wording.there(place)})
        case Move(destination=place):
            return Words(
                _("Move by convoy"), _("Move to %(there)s by convoy") % {"there": wording.there(place)}
            )
        case Support(target=target, destination=None):
            return Words(_("Support"), _("Support %(unit)s") % {"unit": wording.unit(target)})
        case Support(target=target, destination=place):
            return Words(
                _("Support"),
                _("Support %(unit)s to %(place)s")
                % {"unit": wording.unit(target), "place": wording.place(place or "")},
            )
        case Convoy(army=army, destination=place):
            return Words(
                _("Convoy"),
                _("Convoy %(unit)s to %(place)s")
                % {"unit": wording.unit(army), "place": wording.place(place)},
            )
        case Retreat(destination=place):
            return Words(_("Retreat"), _("Retreat to %(there)s") % {"there": wording.there(place)})
        case Build(unit=unit):
            pattern = _("Build an army in %(there)s") if is_army(unit) else _("Build a fleet in %(there)s")
            return Words(_("Build"), pattern % {"there": wording.there(unit[2:])})
        case Disband(unit=unit):
            pattern = _("Disband Army %(there)s") if is_army(unit) else _("Disband Fleet %(there)s")
            return Words(_("Disband"), pattern % {"there": wording.there(unit[2:])})
        case Waive():
            return Words(_("Build"), _("Build nothing"))


def for_lists() -> str:
    """What `static/verbs.js` takes the choices apart with, as JSON in the reader's language.

    `verbs`: by the third word of a canonical order, or by VIA, the verb's name and how a choice of it reads,
    with {} for a unit and a place. `labels`: of the lists for verb, target and goal, with {} for the unit.
    `half`, by verb, and `where` say what an order lacks that is half chosen, with {} for its unit; `holds`
    and `stands` what is played as long as it does, with {} for the order.
    """
    return _for_lists(local.language())


@lru_cache(maxsize=8)
def _for_lists(_language: str) -> str:
    gap = "{}"
    return json.dumps(
        {
            "verbs": {
                "-": (_("Move"), _("Move to %(there)s") % {"there": gap}),
                "VIA": (_("By convoy"), _("Move to %(there)s by convoy") % {"there": gap}),
                "S": (_("Support"), _("Support %(unit)s to %(place)s") % {"unit": gap, "place": gap}),
                "C": (_("Convoy"), _("Convoy %(unit)s to %(place)s") % {"unit": gap, "place": gap}),
            },
            "hold": _("to hold"),
            "choose": _("choose"),
            "half": {
                "-": _("%(unit)s: choose where it goes.") % {"unit": gap},
                "VIA": _("%(unit)s: choose where it goes.") % {"unit": gap},
                "S": _("%(unit)s: choose which unit it supports.") % {"unit": gap},
                "C": _("%(unit)s: choose which unit it convoys.") % {"unit": gap},
            },
            "where": _("%(unit)s: choose where to.") % {"unit": gap},
            "holds": _("Until then it holds."),
            "stands": _("Until then its order stands: %(order)s.") % {"order": gap},
            "labels": (
                _("%(unit)s: order") % {"unit": gap},
                _("%(unit)s: target") % {"unit": gap},
                _("%(unit)s: where to") % {"unit": gap},
            ),
        },
        ensure_ascii=False,
    )


def is_army(unit: str) -> bool:
    return unit.startswith("A ")


def unit_of(order: str) -> str:
    """The unit that an order is for: `F STP/SC`; a waiver is for none."""
    head, _space, rest = order.partition(" ")
    return "" if head == "WAIVE" else f"{head} {rest.partition(' ')[0]}"


def as_typed(order: str) -> str:
    """`A PAR - BUR` as people write it: A Par - Bur; `E MUN H (RUS)`: E Mun H (Rus)."""
    return " ".join(_typed(word) for word in order.split(" "))


def _typed(word: str) -> str:
    if word.startswith("("):
        return f"({word[1:].capitalize()}"
    return word.capitalize() if len(word) > 2 else word
