"""Choice among the readings of a line of the one canonical line that was meant: letters and coasts filled in,
the rest weighed.

RB-3: an order that can be read in several ways is not followed; a badly written one that can mean only one
thing is. What the seat has on the board, who stands where, and what could be done at all decide in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from adjudicator.board import Board
from adjudicator.geography import geography
from adjudicator.movement.convoys import connected, is_chain
from adjudicator.notation.context import ORDERS_OF, Context
from adjudicator.notation.grammar import Draft, UnitNamed


@dataclass(frozen=True, slots=True)
class Meaning:
    """One order that a line could mean; `unit` or `target` lacks its letter if no one knows what is there."""

    kind: str
    unit: str = ""
    target: str = ""
    destination: str = ""
    via: bool = False
    power: str | None = None
    freedom: int = 0
    unit_power: str | None = None
    target_power: str | None = None

    @property
    def is_whole(self) -> bool:
        return all(part[:2] in ("A ", "F ", "") for part in (self.unit, self.target))

    def __str__(self) -> str:
        if self.kind == "WAIVE":
            return "WAIVE" if self.power is None else f"WAIVE {self.power}"
        words = [self.unit, self.kind]
        if self.target:
            words.append(self.target)
            if self.destination:
                words.append("-")
        if self.destination:
            words.append(self.destination)
        if self.via:
            words.append("VIA")
        return " ".join(words)


def meanings(
    drafts: Iterable[Draft], context: Context, *, power: str | None = None, typed: str = ""
) -> list[Meaning]:
    """The orders that `drafts` could mean in `context`, narrowed as far as it goes; several are ambiguous.

    `power` is the one that a heading above the line names; `typed` the line, which is no riddle if canonical.
    """
    found = [meaning for draft in drafts for meaning in _meanings(draft, context, power)]
    whole = [meaning for meaning in found if meaning.is_whole]
    riddle = [] if any(str(meaning) == typed for meaning in whole) else _beside_code(whole, context)
    left = riddle or (_narrowed(whole, context) if whole else found)
    return list({str(meaning): meaning for meaning in reversed(left)}.values())[::-1]


def _meanings(draft: Draft, context: Context, power: str | None) -> Iterator[Meaning]:
    if draft.unit is None:
        yield Meaning(draft.kind, power=draft.power, freedom=draft.freedom)
        return
    kind = "R" if context.kind == "R" and draft.kind == "-" and not draft.via else draft.kind
    named_unit = draft.unit
    if draft.is_routed and kind == "-":
        named_unit = replace(named_unit, letter=named_unit.letter or "A")
    targets = sorted(draft.target.places) if draft.target else [""]
    destinations = sorted(draft.destination) if draft.destination else [""]
    for place, target_place, destination in product(sorted(draft.unit.places), targets, destinations):
        target = ""
        if draft.target is not None:
            named = draft.target
            if kind == "C" or draft.is_routed:
                named = replace(named, letter=named.letter or "A")
            only = _letter_for(destination, context.board)
            target = _whole_unit(named, target_place, context, ordered=False, else_letter=only)
            if kind == "S" and destination in (target[2:5], target[2:]):  # support in place: "F Ion - Ion"
                destination = ""
        only = "A" if draft.via else "F" if kind == "C" else None
        if kind in ("-", "R"):
            only = only or _letter_for(destination, context.board)
        yield Meaning(
            kind=kind,
            unit=_whole_unit(named_unit, place, context, ordered=True, else_letter=only),
            target=target,
            destination=destination,
            via=draft.via,
            freedom=draft.freedom,
            unit_power=draft.unit.power or power,
            target_power=draft.target.power if draft.target else None,
        )


def _whole_unit(
    named: UnitNamed, place: str, context: Context, *, ordered: bool, else_letter: str | None
) -> str:
    """The unit meant, letter and coast filled from what stands there; no letter if no one knows it."""
    known = context.unit_at(place[:3], ordered=ordered)
    letter = named.letter or (known[0] if known else _letter_for(place, context.board) or else_letter)
    if letter is None:
        return place
    if letter == "A":
        place = place[:3]
    elif known is not None and known[0] == "F" and len(place) == 3:
        place = known[2:]
    return f"{letter} {place}"


def _letter_for(place: str, board: Board) -> str | None:
    """The only kind of unit that can be in `place`, if there is one: fleets at sea, armies inland."""
    province = board.provinces.get(place[:3])
    return None if province is None else {"sea": "F", "inland": "A"}.get(province.kind)


def _beside_code(found: list[Meaning], context: Context) -> list[Meaning]:
    """What cannot be done, although its places are named by their codes, and then what can be, if other names
    begin so: "F NAP - Tyr". Nothing, if there is nothing of both: then it is no riddle.
    """
    exact = [each for each in found if not each.freedom and _is_of_this_phase(each, context)]
    if context.board.reads_as_before or not exact or len(exact) == len(found):
        return []
    begun = [each for each in found if each.freedom and any(_is_alike(each, other) for other in exact)]
    if not begun or any(_is_doable(each, context) for each in exact):
        return []
    rivals = [each for each in begun if _is_doable(each, context)]
    return [*exact, *rivals] if rivals else []


def _is_alike(one: Meaning, other: Meaning) -> bool:
    """Whether two meanings give the same order and differ in one place alone."""
    if (one.kind, one.via) != (other.kind, other.via):
        return False
    pairs = ((one.unit, other.unit), (one.target, other.target), (one.destination, other.destination))
    return sum(mine != theirs for mine, theirs in pairs) == 1


def _is_doable(meaning: Meaning, context: Context) -> bool:
    """Whether the seat has the unit, any unit that it helps is there, and the map lets it be done."""
    return (
        _is_at_hand(meaning, context) and _powers_agree(meaning, context) and _could_be_done(meaning, context)
    )


def _narrowed(found: list[Meaning], context: Context) -> list[Meaning]:
    """Keep what passes each test in turn, unless nothing does; of the rest what is spelled the nearest."""
    tests: tuple[Callable[[Meaning, Context], bool], ...] = (
        _is_of_this_phase,
        _is_at_hand,
        _powers_agree,
        _has_its_target,
    )
    for test in tests:
        found = [meaning for meaning in found if test(meaning, context)] or found
        if test is _is_at_hand:
            found = [meaning for meaning in found if not meaning.freedom] or found
    return _least_free([meaning for meaning in found if _could_be_done(meaning, context)] or found)


def _least_free(found: list[Meaning]) -> list[Meaning]:
    least = min((meaning.freedom for meaning in found), default=0)
    return [meaning for meaning in found if meaning.freedom == least]


def _is_of_this_phase(meaning: Meaning, context: Context) -> bool:
    return meaning.kind in ORDERS_OF[context.kind]


def _is_at_hand(meaning: Meaning, context: Context) -> bool:
    """Whether the seat has the unit, or for a build a vacant home centre there."""
    province = meaning.unit[2:5]
    if meaning.kind == "B":
        homes = (home for power in context.powers for home in context.board.powers[power].homes)
        return province in homes and context.unit_at(province, ordered=False) is None
    known = context.unit_at(province, ordered=True)
    if known is None or known[0] != meaning.unit[0]:
        return False
    return context.owner_of(known, ordered=True) in context.powers


def _powers_agree(meaning: Meaning, context: Context) -> bool:
    """Whether the powers written with the units are those that own them."""
    return all(
        power is None or context.owner_of(unit, ordered=ordered) == power
        for unit, power, ordered in (
            (meaning.unit, meaning.unit_power, True),
            (meaning.target, meaning.target_power, False),
        )
    )


def _has_its_target(meaning: Meaning, context: Context) -> bool:
    return not meaning.target or context.unit_at(meaning.target[2:5], ordered=False) == meaning.target


def _could_be_done(meaning: Meaning, context: Context) -> bool:
    """Whether the map lets the order be done at all, whatever stands where."""
    going = meaning.destination
    if meaning.kind in ("-", "R"):
        return _reaches(meaning.unit, going, context, by_sea=meaning.kind == "-")
    if meaning.kind == "S":
        aim = going or meaning.target[2:]
        is_possible = not going or _reaches(meaning.target, going, context, by_sea=True)
        return is_possible and _reaches(meaning.unit, aim, context, by_sea=False)
    if meaning.kind == "C":
        return _is_carried(meaning.target, going, context, by=meaning.unit)
    return True


def _reaches(unit: str, place: str, context: Context, *, by_sea: bool) -> bool:
    geo = geography(context.board)
    if geo.touches[geo.unit_code[unit]][geo.place_code[place[:3]]]:
        return True
    return by_sea and _is_carried(unit, place, context)


def _is_carried(unit: str, place: str, context: Context, *, by: str | None = None) -> bool:
    """Whether fleets could join the coasts of an army and of its destination, the one `by` among them."""
    geo = geography(context.board)
    start, end = geo.place_code[unit[2:5]], geo.place_code[place[:3]]
    if unit[0] != "A" or start == end or not (geo.coastal[start] and geo.coastal[end]):
        return False
    if not context.board.reads_as_before:
        sailed = connected(geo, geo.seas_beside[start], geo.sea_mask)
        return bool(sailed & geo.seas_beside[end]) and (
            by is None or sailed >> geo.place_code[by[2:5]] & 1 == 1
        )
    fleets = 0  # those in sight
    for units in context.units.values():
        for other in units:
            province = geo.place_code[other[2:5]]
            fleets |= geo.is_sea[province] << province
    return is_chain(geo, start, end, fleets)
