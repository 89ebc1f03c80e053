"""The ground of the picture: the base map's outlines, named with `<use>` and coloured by who owns them.

The outlines live in one static file that browsers keep; a page colours them with its own stylesheet. So a
board adds little to a page, and every province is still a shape that can be clicked.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any

from games.board.atlas import SWITZERLAND, Place, places
from games.board.fog import PATTERNS
from games.board.spies import SPY_SYMBOL
from games.board.tokens import SYMBOLS
from games.board.whose import PATTERNS as WHOSE
from games.board.words import place_title


def owners_of(view: Mapping[str, Any]) -> dict[str, str]:
    """The power that owns each supply centre."""
    return {centre: power for power, owned in (view.get("centres") or {}).items() for centre in owned}


def colours(view: Mapping[str, Any]) -> dict[str, str]:
    """The power in whose colour each land province is drawn.

    A supply centre has its owner's colour. Land without one has no owner by the rules; it follows the power
    that owns most of its country's home centres, so that a country looks whole until it is broken up.
    """
    owners = owners_of(view)
    homes: dict[str, list[str | None]] = {}
    for code, place in places().items():
        if place.country and place.has_centre:
            homes.setdefault(place.country, []).append(owners.get(code))
    holders = {}
    for country, held_by in homes.items():
        holder, count = Counter(held_by).most_common(1)[0]
        if holder and 2 * count > len(held_by):
            holders[country] = holder
    colours = {}
    for code, place in places().items():
        power = owners.get(code) if place.has_centre else holders.get(place.country or "")
        if power and not place.is_sea:
            colours[code] = power
    return colours


def _use(href: str, part: str, classes: str) -> str:
    return f'<use href="{href}#{part}" class="{classes}"/>'


Notes = tuple[tuple[str, str], ...]
"""What is to be said of provinces beside their names: pairs of a province and a sentence."""


def _region(
    href: str, place: Place, title: str, power: str | None, *, with_anchors: bool, look: str = ""
) -> str:
    colour = f' data-power="{escape(power.lower())}"' if power else ""
    look = look or f'class="{"sea" if place.is_sea else "land"}"'
    anchors = ""
    if with_anchors:
        coasts = "".join(f' data-{coast.lower()}="{at.x} {at.y}"' for coast, at in place.coasts.items())
        anchors = f' data-at="{place.unit.x} {place.unit.y}"{coasts}'
    return (
        f'<use href="{href}#{place.code.lower()}" {look} data-province="{place.code}"'
        f"{colour}{anchors}><title>{escape(title)}</title></use>"
    )


@lru_cache(maxsize=8)
def frame(href: str) -> str:
    parts = (("paper", "neat"), ("bars", "neat-bar"), ("lines", "neat-line"), ("marks", "neat-mark"))
    return (
        f'<g class="neatline">{"".join(_use(href, f"frame-{part}", classes) for part, classes in parts)}</g>'
    )


def seas(href: str, language: str, with_anchors: bool, notes: Notes = ()) -> str:
    """Seas; `with_anchors` tells scripts where units stand, for a reader who gives orders.

    What is the same in every game is kept; with `notes`, which are of one reader of one, nothing is.
    """
    draw = _seas.__wrapped__ if notes else _seas
    return draw(href, language, with_anchors, notes)


@lru_cache(maxsize=8)
def _seas(href: str, language: str, with_anchors: bool, notes: Notes) -> str:
    said = dict(notes)
    seas = "".join(
        _region(href, place, _noted(place.name(language), place, said), None, with_anchors=with_anchors)
        for place in places().values()
        if place.is_sea
    )
    rose = "".join(
        _use(href, f"rose-{part}", classes)
        for part, classes in (("rings", "ring"), ("dark", "dk"), ("light", "lt"), ("north", "dk"))
    )
    shoals = "".join(_use(href, "landmass", f"v{step}") for step in (1, 2, 3))
    return (
        f'<g class="seas">{seas}{_use(href, "edge-sea", "sea")}</g><g pointer-events="none">'
        f'{_use(href, "graticule", "graticule")}<g class="rose">{rose}</g>{shoals}</g>'
    )


def _noted(title: str, place: Place, notes: Mapping[str, str]) -> str:
    return f"{title} · {notes[place.code]}" if place.code in notes else title


def lands(
    href: str,
    language: str,
    colours: tuple[tuple[str, str], ...],
    with_anchors: bool,
    notes: Notes = (),
    *,
    has_spies: bool = False,
    in_fog: bool = False,
) -> str:
    """Land in the colours of its holders: `colours` are pairs of a province and a power, as in `colours`.

    Where a game `has_spies`, Switzerland is a place like any other; `in_fog` owners may be unknown. Kept as
    `seas` are.
    """
    draw = _lands.__wrapped__ if notes else _lands
    return draw(href, language, colours, with_anchors, notes, has_spies, in_fog)


@lru_cache(maxsize=512)
def _lands(
    href: str,
    language: str,
    colours: tuple[tuple[str, str], ...],
    with_anchors: bool,
    notes: Notes,
    has_spies: bool,
    in_fog: bool,
) -> str:
    look = {"has_spies": has_spies, "in_fog": in_fog}
    drawn = shapes_of_lands(href, language, colours, with_anchors, notes, **look)
    return f'<g class="lands">{"".join(drawn)}</g>'


def shapes_of_lands(
    href: str,
    language: str,
    colours: tuple[tuple[str, str], ...],
    with_anchors: bool = False,
    notes: Notes = (),
    *,
    has_spies: bool = False,
    in_fog: bool = False,
) -> list[str]:
    """What `lands` are put together from, in the order in which they are drawn."""
    holders, drawn, said = dict(colours), [], dict(notes)
    for code, place in places().items():
        if not place.is_sea:
            power = holders.get(code)
            title = _noted(place_title(place, power, language, in_fog=in_fog), place, said)
            drawn.append(_region(href, place, title, power, with_anchors=with_anchors))
    off_board, hatched = _use(href, "off-board", "impassable"), 'fill="url(#board-hatch)"'
    if has_spies:
        title = _noted(SWITZERLAND.name(language), SWITZERLAND, said)
        swiss = _region(href, SWITZERLAND, title, None, with_anchors=with_anchors, look=hatched)
    else:
        swiss = f'<use href="{href}#swi" {hatched}/>'
    return [*drawn, off_board, swiss]


@lru_cache(maxsize=16)
def overlay(href: str, *, has_spies: bool = False, in_fog: bool = False, is_shared: bool = False) -> str:
    parts = (
        ("rivers", "river"),
        ("lakes", "lake"),
        ("straits", "strait"),
        ("straits", "strait-shoal"),
        ("sealines", "sealine"),
        ("borders", "bordershade"),
        ("borders", "border"),
        ("landmass", "coast"),
        ("centre-discs", "c-disc"),
        ("centre-stars", "c-star"),
    )
    hatch = (
        '<pattern id="board-hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path class="hatch-bg" d="M0 0H7V7H0Z"/>'
        '<path class="hatch-line" d="M0 0V7"/></pattern>'
    )
    drawn = "".join(_use(href, part, classes) for part, classes in parts)
    more = (SPY_SYMBOL if has_spies else "") + (PATTERNS if in_fog else "") + (WHOSE if is_shared else "")
    return f'<defs>{hatch}{SYMBOLS}{more}</defs><g class="overlay" pointer-events="none">{drawn}</g>'
