"""Spies as tokens: a lozenge for each nationality in a province, with its letter and how many there are.

They stand beside whatever unit is there, several in a row. One whose nationality is not known has a question
mark: all that is known is that someone's spy is there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from games.board.atlas import FRAME_WIDTH, Point, beside, place_of
from games.board.curves import number
from games.board.words import power_letter

_LOZENGE = "M0-19 18 0 0 19-18 0Z"
_ASIDE, _STEP, _IN_A_ROW = Point(40, -14), 34, 4

SPY_SYMBOL = (
    f'<g id="board-spy"><path class="u-rim" d="{_LOZENGE}"/><path class="u-body" d="{_LOZENGE}"/></g>'
    f'<g id="board-someone"><path class="u-rim" d="{_LOZENGE}"/>'
    f'<path d="{_LOZENGE}" fill="#fdf8ea" stroke="#241c12" stroke-width="1.8"/></g>'
)


@dataclass(frozen=True, slots=True)
class Spies:
    """One nationality's spies in one place. Without a `power`: someone's, and no one knows how many."""

    power: str
    place: str
    count: int
    at: Point
    is_adrift: bool = False  # aboard a dislodged fleet
    is_old: bool = False  # reported in an earlier season


def spies_of(view: Mapping[str, Any], known: Mapping[str, Any] | None, taken: Iterable[str]) -> list[Spies]:
    """All spies of a picture; `taken` are the provinces where a unit's token stands, or stood when seen."""
    found = [
        Spies(power, place, count, Point(0, 0), is_adrift=is_adrift)
        for (place, is_adrift, power), count in sorted(_counted(view).items())
    ]
    if known is not None:
        found += _met(known.get("spies", {}), known.get("some", []))
        for place, then in sorted(known.get("earlier", {}).items()):
            met = {place: then.get("spies", {})}
            found += [replace(spies, is_old=True) for spies in _met(met, [place] if then.get("some") else [])]
    return _placed(found, set(taken))


def _counted(view: Mapping[str, Any]) -> dict[tuple[str, bool, str], int]:
    counts: dict[tuple[str, bool, str], int] = {}
    for power, spies in (view.get("spies") or {}).items():
        for spy in spies:
            key = (spy["at"], bool(spy.get("aboard_dislodged")), power)
            counts[key] = counts.get(key, 0) + 1
    return counts


def _met(met: Mapping[str, Mapping[str, int]], some: Sequence[str]) -> list[Spies]:
    named = [
        Spies(power, place, count, Point(0, 0))
        for place, counts in sorted(met.items())
        for power, count in sorted(counts.items())
    ]
    return named + [Spies("", place, 1, Point(0, 0)) for place in sorted(some)]


def _placed(found: Sequence[Spies], taken: set[str]) -> list[Spies]:
    """Each in its own spot: in a row from the token on, away from the map's edge."""
    drawn: list[Spies] = []
    so_far: dict[tuple[str, bool], int] = {}
    for spies in found:
        place = place_of(spies.place)
        if place is None:
            continue
        key = (spies.place, spies.is_adrift)
        index = so_far[key] = so_far.get(key, -1) + 1
        at = beside(place.unit) if spies.is_adrift else place.unit
        side = -1 if at.x > FRAME_WIDTH - 160 else 1
        x, y = at.x + side * (index % _IN_A_ROW) * _STEP, at.y + (index // _IN_A_ROW) * 30
        if spies.is_adrift or spies.place in taken:
            x, y = x + side * _ASIDE.x, y + _ASIDE.y
        drawn.append(replace(spies, at=Point(x, y)))
    return drawn


def render_spies(spies: Spies, language: str) -> str:
    """One lozenge. Clicks go through it to its province, whose title says who is there."""
    letter = escape(power_letter(spies.power, language))
    symbol = "board-spy" if spies.power else "board-someone"
    power = f' data-power="{escape(spies.power.lower())}"' if spies.power else ""
    classes = "unit spy then" if spies.is_old else "unit spy"
    text = (
        f'<text class="u-fleet" y="7">{letter}</text>'
        if spies.power
        else '<text y="8" font-size="22" font-weight="700" font-family="var(--sans)" fill="#241c12">?</text>'
    )
    several = ""
    if spies.count > 1:
        several = (
            '<circle cx="13" cy="-15" r="10" fill="#fdf8ea" stroke="#241c12" stroke-width="1.8"/>'
            f'<text x="13" y="-10" font-size="15" font-weight="700" font-family="var(--sans)" '
            f'fill="#241c12">{spies.count}</text>'
        )
    return (
        f'<g class="{classes}"{power} data-spy="{escape(spies.place)}" pointer-events="none" '
        f'transform="translate({number(spies.at.x)} {number(spies.at.y)})">'
        f'<use href="#{symbol}"/>{text}{several}</g>'
    )
