"""Fog: what one seat sees now, what it saw earlier, what it does not know, and what its player guesses.

`known` comes from `games.pages.sightings` as plain values:

    {"now": [provinces], "spies": {place: {power: n}}, "some": [places],
     "earlier": {province: {"season": "S1901", "units": [[power, unit]], "spies": {power: n}, "some": bool}}}

`guesses` are a player's own pins: `{"place", "power", "kind", "note"}`, the kind `A`, `F` or `E`.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from games.board.atlas import FRAME_WIDTH, SWITZERLAND, Point, anchor, place_of, places
from games.board.curves import number
from games.board.tokens import Token, render_token
from games.board.words import power_letter, season_stamp

PATTERNS = (
    '<pattern id="board-fog" width="14" height="14" patternUnits="userSpaceOnUse">'
    '<path d="M0 0H14V14H0Z" fill="var(--b-line)" fill-opacity=".24"/>'
    '<path d="M3 3v0M10 10v0" stroke="var(--ink)" stroke-opacity=".4" stroke-width="2.8"/></pattern>'
    '<pattern id="board-earlier" width="11" height="11" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(-45)"><path d="M0 0H11V11H0Z" fill="var(--b-line)" fill-opacity=".1"/>'
    '<path d="M0 5.5H11" stroke="var(--ink)" stroke-opacity=".3" stroke-width="1.6"/></pattern>'
)

Known = Mapping[str, Any]
Guess = Mapping[str, str]


def veils(href: str, known: Known) -> str:
    """What is laid over the ground: dots where nothing is known, lines where something was seen earlier."""
    return f'<g class="veils" pointer-events="none">{"".join(shapes_of_veils(href, known))}</g>'


def shapes_of_veils(href: str, known: Known) -> list[str]:
    """What `veils` are put together from, a shape a province."""
    now, earlier = set(known.get("now", [])), set(known.get("earlier", {}))
    drawn = []
    for code in [*places(), SWITZERLAND.code]:
        if code not in now:
            pattern = "board-earlier" if code in earlier else "board-fog"
            drawn.append(f'<use href="{href}#{code.lower()}" fill="url(#{pattern})"/>')
    return drawn


def kinds(known: Known) -> set[str]:
    """The kinds of ground that a picture has, for its legend."""
    seen = {*known.get("now", []), *known.get("earlier", {})}
    return (
        ({"now"} if known.get("now") else set())
        | ({"earlier"} if known.get("earlier") else set())
        | ({"fog"} if {*places(), SWITZERLAND.code} - seen else set())
    )


def shades_of(known: Known) -> list[tuple[Token, str]]:
    """Tokens of units as they stood when they were seen last, with their season."""
    return [
        (Token(power, unit[:1], at, unit[2:]), then["season"])
        for place, then in sorted(known.get("earlier", {}).items())
        for power, unit in then.get("units", [])
        if (at := anchor(unit[2:])) is not None
    ]


def render_shade(token: Token, season: str, language: str) -> str:
    """A faded token, and under it the season in which it was seen."""
    return render_token(token, language, is_old=True) + _stamp(token.at, season_stamp(season, language), 34)


def guesses_at(guesses: Iterable[Guess], taken: set[str]) -> list[tuple[Point, Guess]]:
    """Where pins are drawn: beside whatever stands in their province, one below the other."""
    found: list[tuple[Point, Guess]] = []
    so_far: dict[str, int] = {}
    for guess in guesses:
        place = place_of(guess["place"])
        if place is None:
            continue
        index = so_far[place.code] = so_far.get(place.code, -1) + 1
        aside = 44 if place.code in taken or index else 0
        at = place.unit
        x = at.x + (aside if at.x > FRAME_WIDTH - 160 else -aside)
        found.append((Point(x, at.y + 24 * index - (10 if aside else 0)), guess))
    return found


def render_guess(at: Point, guess: Guess, language: str) -> str:
    """A pin: dashed, faded, with a question mark where a shade has its season."""
    kind = guess["kind"]
    if kind == "E":
        power = escape(guess["power"].lower())
        drawn = (
            f'<g class="unit then" data-power="{power}" pointer-events="none" '
            f'transform="translate({number(at.x)} {number(at.y)})"><use href="#board-spy"/>'
            f'<text class="u-fleet" y="7">{escape(power_letter(guess["power"], language))}</text></g>'
        )
    else:
        drawn = render_token(Token(guess["power"], kind, at, guess["place"]), language, is_old=True)
    return f'<g class="guess">{drawn}{_stamp(at, "?", 13)}</g>'


def _stamp(at: Point, text: str, half: int) -> str:
    x, y = at.x, at.y + 24
    return (
        f'<path d="M{number(x - half)} {number(y)}h{2 * half}v24h-{2 * half}z" fill="#fdf8ea" '
        f'stroke="#241c12" stroke-width="1.5"/><text class="stamp" x="{number(x)}" y="{number(y + 19)}">'
        f"{escape(text)}</text>"
    )


def seen_before(known: Known | None) -> Sequence[str]:
    """Provinces in which a faded token stands."""
    return [province for province, then in (known or {}).get("earlier", {}).items() if then.get("units")]
