"""Small crowded positions with orders that have to do with each other, drawn at random."""

from __future__ import annotations

from random import Random

from adjudicator.options import orders as offered_orders
from adjudicator.orders import Convoy, Move, Order, Support, parse
from adjudicator.position import Phase, Position, grouped
from adjudicator.rulebook import Rulebook
from tests.adjudicator.core.cases import BOARD

POWERS = ("ENGLAND", "FRANCE", "GERMANY")


def neighbourhood(random: Random, size: int) -> list[str]:
    """Provinces that hang together."""
    found = [random.choice(sorted(BOARD.provinces))]
    while len(found) < size:
        province = BOARD.provinces[random.choice(found)]
        near = {*province.army, *(there[:3] for row in province.fleet.values() for there in row)}
        fresh = sorted(near - set(found))
        if fresh:
            found.append(random.choice(fresh))
    return found


def crowd(random: Random, units: int, room: int, fleets: float = 0.5) -> Position:
    """A position of `units` in a neighbourhood of `room` provinces, of three powers."""
    places = random.sample(neighbourhood(random, room), units)
    pairs = []
    for place in places:
        sites = BOARD.unit_sites(place)
        wet = [unit for unit in sites if unit[0] == "F"]
        afloat = wet and (len(wet) == len(sites) or random.random() < fleets)
        pairs.append((random.choice(POWERS), random.choice(wet) if afloat else sites[0]))
    return Position(Phase("S", 1901, "M"), grouped(pairs))


def entangled(random: Random, position: Position, rules: Rulebook) -> dict[str, Order]:
    """Legal orders, with supports and convoys mostly for what others are ordered to do."""
    offered: dict[str, list[Order]] = {}
    for power in position.units:
        for unit, orders in offered_orders(position, power, rules).items():
            offered[unit] = [parse(order, BOARD) for order in orders]
    taken = {unit[2:5] for unit in offered}
    orders: dict[str, Order] = {}
    units = sorted(offered)
    random.shuffle(units)
    for unit in units:
        moves = [order for order in offered[unit] if isinstance(order, Move)]
        hot = [order for order in moves if order.destination[:3] in taken] or moves
        if moves and random.random() < 0.6:
            orders[unit] = random.choice(hot if random.random() < 0.8 else moves)
    for unit in units:
        if unit not in orders:
            fitting = [order for order in offered[unit] if _fits(order, orders)]
            orders[unit] = random.choice(fitting if fitting and random.random() < 0.9 else offered[unit])
    return orders


def _fits(order: Order, orders: dict[str, Order]) -> bool:
    if isinstance(order, Support):
        aided = orders.get(order.target)
        if order.destination is None:
            return not isinstance(aided, Move)
        return isinstance(aided, Move) and aided.destination == order.destination
    if isinstance(order, Convoy):
        carried = orders.get(order.army)
        return isinstance(carried, Move) and carried.destination == order.destination
    return False
