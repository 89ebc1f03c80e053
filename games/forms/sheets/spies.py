"""Spies on a sheet: where each goes, whom they kill, and which of them one's own fleets carry (SPY-11 to 16).

A spy has two short lists in place of one with every pair in it; so has a fleet, with three.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from adjudicator.board import standard
from games.common.words import local
from games.forms.sheets.choices import Choice, Group, alphabetical
from games.forms.sheets.desk import Rewriter
from games.words import order_words, wording

Options = Mapping[str, Sequence[str]]

UNKNOWN = "?"
"""The sign, in a convoy, for a part that has not been chosen yet."""

HALF = re.compile(r"F (\w+) C (\?|\w+) E (\?|\w+) - (\?|\w+)")


@dataclass(frozen=True, slots=True)
class SpyRow:
    """One spy. `name` begins the names of their two fields; they are the `number`th of `count` in `place`."""

    name: str
    place: str
    number: int
    count: int
    goals: list[Group]
    victims: list[Choice]
    goal: str
    victim: str

    @property
    def says(self) -> str:
        where = wording.place(self.place)
        if self.count == 1:
            return _("Spy in %(place)s") % {"place": where}
        return _("Spy %(number)s in %(place)s") % {"number": self.number, "place": where}


@dataclass(frozen=True, slots=True)
class Carrier:
    """One fleet at sea, and the spy it carries: whose, from where, to where; all empty: no one."""

    name: str
    fleet: str
    powers: list[Choice]
    starts: list[Choice]
    goals: list[Choice]
    power: str
    start: str
    goal: str


def spy_rows(options: Options, spies: Sequence[str], orders: Sequence[str]) -> list[SpyRow]:
    """A row a spy. `spies` are their places, `orders` the canonical lines written for them so far."""
    counts = Counter(spies)
    rows = []
    for place in sorted(counts, key=lambda each: local.alphabetical(wording.place(each))):
        written = [order for order in orders if order.startswith(f"E {place} ")]
        for number in range(counts[place]):
            goal, victim = _taken_apart(written[number]) if number < len(written) else ("", "")
            offered = options.get(f"E {place}", ())
            rows.append(
                SpyRow(
                    f"spy-{place}-{number}",
                    place,
                    number + 1,
                    counts[place],
                    _goals(place, offered, goal),
                    _victims(offered, victim),
                    goal,
                    victim,
                )
            )
    return rows


def carriers(options: Options, orders: Sequence[str]) -> list[Carrier]:
    """A row a fleet that could carry a spy."""
    rows = []
    for fleet, lines in options.items():
        if fleet.startswith("F "):
            words = [line.split(" ") for line in lines]
            written = next((o.split(" ") for o in orders if o.startswith(f"{fleet} C ")), None)
            chosen = (written[3], written[5], written[7]) if written else ("", "", "")
            power, start, goal = ("" if each == UNKNOWN else each for each in chosen)
            rows.append(
                Carrier(
                    f"carry-{fleet[2:]}",
                    fleet,
                    _choices({each[3] for each in words} | {power}, wording.power, power),
                    _choices({each[5] for each in words} | {start}, wording.place, start),
                    _choices({each[7] for each in words} | {goal}, wording.place, goal),
                    power,
                    start,
                    goal,
                )
            )
    return rows


def fields_of(rows: Sequence[SpyRow], fleets: Sequence[Carrier]) -> dict[str, str]:
    """What the fields say now, by their names."""
    said: dict[str, str] = {}
    for row in rows:
        said |= {f"{row.name}-to": row.goal, f"{row.name}-kill": row.victim}
    for each in fleets:
        said |= {
            f"{each.name}-power": each.power,
            f"{each.name}-from": each.start,
            f"{each.name}-to": each.goal,
        }
    return said


def write(rewriter: Rewriter, post: Mapping[str, str]) -> bool:
    """Write down what the fields that came back ask for, where they do not say what they were printed with;
    whether there was anything.
    """
    is_new = False
    for name in post:
        stem = name.removesuffix("-to")
        if stem != name and stem.startswith(("spy-", "carry-")):
            order = _order(post, stem)
            if order != _order(post, stem, "was-"):
                is_new = True
                kind, place, *number = stem.split("-")
                whose = f"F {place} C " if kind == "carry" else f"E {place} "
                rewriter.replace_at(
                    partial(_begins, whose),
                    int(number[0]) if number else 0,
                    order_words.as_typed(order),
                    order_words.as_typed(f"E {place} H"),
                )
    return is_new


def halves(text: str) -> list[str]:
    """The convoys in `text` that are chosen in part: `F NTH C FRANCE E ? - LON`. Only lists read them."""
    board = standard()
    places = {UNKNOWN, *board.provinces, *board.impassable}
    found = []
    for piece in re.split(r"[\n;]", text.upper()):
        half = HALF.fullmatch(piece.strip())
        if half is None or UNKNOWN not in half.groups():
            continue
        fleet, power, start, goal = half.groups()
        if {start, goal} <= places and fleet in board.provinces and power in {UNKNOWN, *board.powers}:
            found.append(half[0])
    return found


def _begins(whose: str, order: str) -> bool:
    return order.startswith(whose)


def _order(post: Mapping[str, str], stem: str, prefix: str = "") -> str:
    """The order that one row's fields say, canonical; a convoy as far as it is chosen: what is missing is
    named when it is read.
    """
    kind, place, *_number = stem.split("-")
    goal = post.get(f"{prefix}{stem}-to", "")
    if kind == "carry":
        power, start = post.get(f"{prefix}{stem}-power", ""), post.get(f"{prefix}{stem}-from", "")
        if not (power or start or goal):
            return ""
        return f"F {place} C {power or UNKNOWN} E {start or UNKNOWN} - {goal or UNKNOWN}"
    victim = post.get(f"{prefix}{stem}-kill", "")
    kill = f" ({victim})" if victim else ""
    if goal:
        return f"E {place} - {goal}{kill}"
    return f"E {place} H{kill}" if victim else ""


def _taken_apart(order: str) -> tuple[str, str]:
    """`E MUN - SIL VIA (RUS)` → `SIL VIA`, `RUS`."""
    line, _bracket, rest = order.partition(" (")
    return line.partition(" - ")[2], rest.rstrip(")")


def _goals(place: str, offered: Sequence[str], chosen: str) -> list[Group]:
    board = standard()
    seas = {province.id for province in board.provinces.values() if province.is_sea}
    groups: dict[str, list[Choice]] = {}
    goals = [_taken_apart(line)[0] for line in offered if "(" not in line and " - " in line]
    for goal in [*goals, *([chosen] if chosen and chosen not in goals else [])]:
        there, _space, via = goal.partition(" ")
        if via:
            kind, says = _("By convoy"), _("To %(there)s by convoy")
        elif place in seas:
            kind, says = _("Ashore"), _("Ashore: %(there)s")
        elif there in seas:
            kind, says = _("Aboard a fleet"), _("Aboard a fleet: %(there)s")
        else:
            kind, says = _("On foot"), _("To %(there)s")
        named = wording.there(there) if there not in seas and place not in seas else wording.place(there)
        groups.setdefault(kind, []).append(Choice(goal, says % {"there": named}, goal == chosen))
    return [Group(kind, alphabetical(choices)) for kind, choices in groups.items()]


def _victims(offered: Sequence[str], chosen: str) -> list[Choice]:
    nations = {power[:3]: power for power in standard().powers}
    found = {_taken_apart(line)[1] for line in offered if " H (" in line} | {chosen}
    return _choices(found, lambda nation: wording.power(nations.get(nation, nation)), chosen)


def _choices(values: set[str], says: Callable[[str], str], chosen: str) -> list[Choice]:
    return alphabetical(Choice(value, says(value), value == chosen) for value in values if value)
