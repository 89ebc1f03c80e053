"""What may be ordered in a movement phase, whatever will come of it.

An order that may not be given is an `Illegality`; its unit then holds (RB-3). Everything else is a
`Reading`: the order as integers. The rules are the same for orders as they arrive (`movement.situation`),
for the orders that a seat is offered (`options`), and for what someone still writing is told.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from adjudicator.geography import Geography
from adjudicator.movement.convoys import is_chain, lies_on_route
from adjudicator.movement.ground import Ground
from adjudicator.orders import Convoy, Hold, Move, Order, Support
from adjudicator.rulebook import Rulebook

HOLD: Final = 0
MOVE: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3

NOWHERE: Final[frozenset[int]] = frozenset()


class Illegality(NamedTuple):
    """Why an order may not be given: a reason of `results.REASONS`, and something finer."""

    reason: str
    detail: str | None = None


class Reading(NamedTuple):
    """A legal order as integers: the unit, what it does, to whom, and the unit code at the destination.

    `target` is the supported or convoyed unit. `landing` is the unit code of the mover, of the unit
    supported or of the army carried at its destination: -1 when there is none, and when a support leaves
    the coast open and says its `province` only (-1 in a support to hold). `by_sea`: no way by land.
    """

    unit: int
    kind: int
    target: int = -1
    landing: int = -1
    province: int = -1
    via: bool = False
    by_sea: bool = False


def judge(
    order: Order, power: int, ground: Ground, rules: Rulebook, closed: Collection[int] = NOWHERE
) -> Reading | Illegality:
    """Whether the power with index `power` may give `order` in a movement phase, and what it means.

    `closed` are provinces that no one may enter (RB-20).
    """
    if not isinstance(order, (Hold, Move, Support, Convoy)):
        return Illegality("illegal", "wrong-phase")
    unit = _subject(order.unit, power, ground, rules)
    if isinstance(unit, Illegality):
        return unit
    if isinstance(order, Move):
        return _move(order, unit, ground, rules, closed)
    if isinstance(order, Support):
        return _support(order, unit, ground, rules, closed)
    if isinstance(order, Convoy):
        return _convoy(order, unit, ground, rules, closed)
    return Reading(unit, HOLD)


def unit_named(text: str, ground: Ground) -> int:
    """The unit that `text` names, or -1; a coast is not needed to know which one is meant."""
    code = ground.geo.unit_code[text]
    unit = ground.at[ground.geo.stands[code]]
    if unit >= 0 and ground.is_fleet(unit) == (code >= ground.geo.fleet_code):
        return unit
    return -1


def _subject(text: str, power: int, ground: Ground, rules: Rulebook) -> int | Illegality:
    unit = unit_named(text, ground)
    if unit < 0:
        return Illegality("no-unit")
    if ground.owners[unit] != power:
        return Illegality("illegal", "wrong-owner")
    if rules.unit_coast == "fails" and "/" in text and text != ground.texts[unit]:  # DATC 4.B.5
        return Illegality("illegal", "wrong-coast")
    return unit


def landing_of(code: int, text: str, geo: Geography, rules: Rulebook) -> int | Illegality:
    """The unit code that unit `code` would have at the place called `text`, stepping there by itself.

    RB-4: of two coasts one must be named, a single one is meant, one out of reach is illegal.
    """
    place = geo.place_code[text]
    province = geo.province_of[place]
    landings = geo.landings[code].get(province)
    if landings is None:
        return Illegality("illegal", "unreachable")
    if place == province:  # no coast named; an army has no choice of coasts
        if len(landings) > 1:  # DATC 4.B.1
            return Illegality("illegal", "coast-missing")
        if rules.only_coast == "fails" and geo.stands[landings[0]] + geo.fleet_code < landings[0]:
            return Illegality("illegal", "coast-missing")  # DATC 4.B.2
        return landings[0]
    if code < geo.fleet_code:  # an army takes no notice of coasts (DATC 4.B.6)
        return landings[0] if rules.army_coast == "ignore" else Illegality("illegal", "wrong-coast")
    if place + geo.fleet_code in landings:
        return place + geo.fleet_code
    if rules.wrong_coast == "correct" and len(landings) == 1:  # DATC 4.B.3
        return landings[0]
    return Illegality("illegal", "wrong-coast")


def _move(
    order: Move, unit: int, ground: Ground, rules: Rulebook, closed: Collection[int]
) -> Reading | Illegality:
    geo = ground.geo
    province = geo.stands[geo.place_code[order.destination]]
    here = ground.provinces[unit]
    if province == here:
        return Illegality("illegal", "same-place")
    if province in closed:
        return Illegality("illegal", "closed")
    landing = landing_of(ground.codes[unit], order.destination, geo, rules)
    if ground.is_fleet(unit):
        if isinstance(landing, Illegality):
            return landing
        if order.via:
            return Illegality("illegal", "not-convoyable")
        return Reading(unit, MOVE, landing=landing, province=province)
    by_sea = isinstance(landing, Illegality)
    if isinstance(landing, Illegality) and landing.detail != "unreachable":
        return landing
    if by_sea or order.via:
        if geo.coastal[province] and is_chain(geo, here, province, ground.fleets_at_sea()):
            return Reading(unit, MOVE, landing=province, province=province, via=order.via, by_sea=by_sea)
        if by_sea or rules.by_convoy != "intent-fallback":
            ever = geo.coastal[province] and is_chain(geo, here, province, geo.sea_mask)
            return Illegality("illegal", "no-convoy-possible" if ever or not by_sea else "unreachable")
    return Reading(unit, MOVE, landing=province, province=province)


def _support(
    order: Support, unit: int, ground: Ground, rules: Rulebook, closed: Collection[int]
) -> Reading | Illegality:
    geo = ground.geo
    target = unit_named(order.target, ground)
    if target < 0:
        return Illegality("illegal", "no-target")
    if target == unit:
        return Illegality("illegal", "self")
    touches = geo.touches[ground.codes[unit]]
    origin = ground.provinces[target]
    if order.destination is None:
        if not touches[origin]:
            return Illegality("illegal", "unreachable")
        return Reading(unit, SUPPORT, target)
    place = geo.place_code[order.destination]
    province = geo.province_of[place]
    if province == ground.provinces[unit]:
        return Illegality("illegal", "own-area")
    if not touches[province] or province == origin:
        return Illegality("illegal", "unreachable")
    if province in closed:
        return Illegality("illegal", "closed")
    landings = geo.landings[ground.codes[target]].get(province)
    if not ground.is_fleet(target):
        if landings is None:  # a convoy that could be without the supporter itself (DATC 6.D.31)
            fleets = ground.fleets_at_sea() & ~(1 << ground.provinces[unit])
            if not geo.coastal[province] or not is_chain(geo, origin, province, fleets):
                return Illegality("illegal", "target-unreachable")
        return Reading(unit, SUPPORT, target, province, province)
    if landings is None:
        return Illegality("illegal", "target-unreachable")
    if place != province:
        if rules.support_coast == "ignored":
            return Reading(unit, SUPPORT, target, province=province)
        if place + geo.fleet_code not in landings:
            return Illegality("illegal", "target-unreachable")
        return Reading(unit, SUPPORT, target, place + geo.fleet_code, province)
    if landings[0] - geo.fleet_code != province and _coast_wanted(unit, target, ground, rules):
        return Illegality("illegal", "coast-missing")
    return Reading(unit, SUPPORT, target, province=province)


def _coast_wanted(unit: int, target: int, ground: Ground, rules: Rulebook) -> bool:
    """Whether a support must name the coast that the fleet `target` is to reach (DATC 4.B.4)."""
    if rules.support_coast == "own-only":
        return ground.owners[unit] != ground.owners[target]
    return rules.support_coast == "required"


def _convoy(
    order: Convoy, unit: int, ground: Ground, rules: Rulebook, closed: Collection[int]
) -> Reading | Illegality:
    geo = ground.geo
    sea = ground.provinces[unit]
    if not ground.is_fleet(unit) or not geo.is_sea[sea]:
        return Illegality("illegal", "not-at-sea")
    place = geo.place_code[order.destination]
    province = geo.province_of[place]
    army = unit_named(order.army, ground)
    if army < 0:
        occupied = ground.at[geo.stands[geo.unit_code[order.army]]] >= 0
        return Illegality("illegal", "not-convoyable" if occupied else "no-target")
    origin = ground.provinces[army]
    if ground.is_fleet(army) or province == origin or not geo.coastal[origin] or not geo.coastal[province]:
        return Illegality("illegal", "not-convoyable")
    if place != province and rules.army_coast == "fails":
        return Illegality("illegal", "wrong-coast")
    if province in closed:
        return Illegality("illegal", "closed")
    if not lies_on_route(geo, origin, province, ground.fleets_at_sea(), sea):
        return Illegality("illegal", "not-needed")
    return Reading(unit, CONVOY, army, province, province)
