"""The picture: ground, order marks, names and tokens put together as one SVG element."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from games.board import fog, ground
from games.board.atlas import FRAME_HEIGHT, FRAME_WIDTH, Point, anchor, beside
from games.board.curves import number
from games.board.labels import render_labels, steady_labels
from games.board.lines import Marked, Sign, dislodged_by_results, from_draft, from_results, province
from games.board.marks import Marks, draw
from games.board.reports import notes_of
from games.board.spies import Spies, render_spies, spies_of
from games.board.tokens import Token, render_token, tokens_of
from games.board.whose import render_lines
from games.board.words import board_summary, board_title, language_of

BASE_MAP = "/static/map/standard.svg"

_DRAWN = ("phase", "units", "centres", "dislodged", "contested", "spies")
"""What of a view the picture shows. Nothing else of it is read here."""

_KEPT = 128
"""How many finished pictures one process keeps, about 45 kB each."""


class Drawing(NamedTuple):
    """A picture, and the kinds of sign on it: what its legend has to explain."""

    svg: str
    signs: frozenset[str]


def draw_board(
    view: Mapping[str, Any],
    *,
    language: str,
    results: Sequence[Mapping[str, Any]] | None = None,
    draft: Sequence[str] | None = None,
    seat_powers: Sequence[str] = (),
    known: fog.Known | None = None,
    guesses: Sequence[fog.Guess] = (),
    ran: Sequence[Mapping[str, Any]] = (),
    whose: Mapping[str, int] | None = None,
    base_map: str = BASE_MAP,
    is_reel: bool = False,
) -> Drawing:
    """An `<svg>` of the board, safe to put into a page as it is, with the kinds of sign on it.

    `view` is the engine's view of a position. With a turn's `results`, give the view of the position *before*
    that turn: the marks then start at the tokens. `draft` is one seat's own canonical lines, drawn as orders
    not yet resolved; units of `seat_powers` that it leaves out get a ring. `base_map` is the address of the
    static map, on the page's own origin. In fog `known` says what of the board is seen and what was seen
    earlier (`fog`), `guesses` what the player has pinned. `ran` are the results of the turn that
    led here: their marks end at the tokens, and are hidden until a script runs them. `whose` is the group of
    each power (`games.board.whose`), where players command several. Where a script shows other pictures of
    the game in its place (`is_reel`, `games.board.reel`), names stand clear of all units and provinces tell
    no notes. Same input, same text.

    Pictures without a draft, or with an empty one, are kept for the next reader of the same view, by all that
    is drawn on them; what someone has written or pinned is theirs alone and is never kept.
    """
    seen = drawn_of(view)
    spoken = language_of(language)
    if not draft and not guesses:
        owing = None if draft is None else sorted(seat_powers)
        key = json.dumps([seen, results, owing, known, list(ran), whose, is_reel], sort_keys=True)
        return _draw_again(key, spoken, base_map)
    picture = Picture(seen, results, draft, seat_powers, known, guesses, ran)
    return _draw(picture, seen, spoken, base_map, whose, with_anchors=draft is not None, is_reel=is_reel)


def drawn_of(view: Mapping[str, Any]) -> dict[str, Any]:
    """What of a view a picture shows."""
    seen = {key: view[key] for key in _DRAWN if view.get(key)}
    if view.get("spies") is not None:
        seen["spies"] = view["spies"]  # an empty list is another game than one without any
    return seen


def render_board(view: Mapping[str, Any], **drawn: Any) -> str:
    """The `<svg>` that `draw_board` makes of the same input."""
    return draw_board(view, **drawn).svg


@lru_cache(maxsize=_KEPT)
def _draw_again(key: str, spoken: str, base_map: str) -> Drawing:
    view, results, owing, known, ran, whose, is_reel = json.loads(key)
    picture = Picture(view, results, None if owing is None else [], owing or (), known, ran=ran)
    return _draw(picture, view, spoken, base_map, whose, with_anchors=owing is not None, is_reel=is_reel)


def _draw(
    picture: "Picture",
    view: Mapping[str, Any],
    spoken: str,
    base_map: str,
    whose: Mapping[str, int] | None,
    *,
    with_anchors: bool,
    is_reel: bool,
) -> Drawing:
    tokens, marks, known = picture.tokens, picture.marks, picture.known
    in_fog, groups = known is not None, whose or {}
    labels = steady_labels(spoken, has_spies=picture.has_spies) if is_reel else _labels(picture, spoken)
    href = escape(base_map)
    title = escape(board_title(view, spoken))
    summary = escape(board_summary(view, spoken, in_fog=in_fog))
    colours = tuple(sorted(ground.colours(view).items()))
    notes = notes_of(view, known, spoken) if picture.has_spies and not is_reel else ()
    look = {"has_spies": picture.has_spies, "in_fog": in_fog}
    patterns = {**look, "in_fog": in_fog or is_reel, "is_shared": bool(groups) or is_reel}
    svg = (
        f'<svg class="board-svg" viewBox="-40 -40 1910 1660" role="img">'
        f"<title>{title}</title><desc>{summary}</desc>{ground.frame(href)}"
        f'<svg width="{FRAME_WIDTH}" height="{FRAME_HEIGHT}" viewBox="0 0 {FRAME_WIDTH} {FRAME_HEIGHT}">'
        f"{ground.seas(href, spoken, with_anchors, notes)}"
        f"{ground.lands(href, spoken, colours, with_anchors, notes, **look)}"
        f"{'' if known is None else fog.veils(href, known)}{render_lines(href, colours, groups)}"
        f"{ground.overlay(href, **patterns)}"
        f'<g class="orders" pointer-events="none">{marks.under_tokens()}</g>'
        f"{_ran(picture.ran.under_tokens())}{labels}"
        f'<g pointer-events="none">{"".join(contested(picture.contested))}'
        f"{_waiting(picture.waiting, picture.ring)}"
        f'</g><g class="units">{"".join(fog.render_shade(*shade, spoken) for shade in picture.shades)}'
        f"{''.join(render_token(token, spoken, group=groups.get(token.power, 0)) for token in tokens)}"
        f"{''.join(render_built(token, spoken, groups) for token in picture.builds)}"
        f"{''.join(render_spies(spies, spoken) for spies in picture.spies)}"
        f"{''.join(fog.render_guess(at, guess, spoken) for at, guess in picture.guesses)}</g>"
        f'<g class="signs" pointer-events="none">{"".join(marks.signs)}</g>'
        f"{_ran(''.join(picture.ran.signs))}</svg></svg>"
    )
    return Drawing(svg, frozenset(picture.kinds()))


def _labels(picture: "Picture", spoken: str) -> str:
    return render_labels(
        spoken,
        [
            *(token.at for token in picture.tokens),
            *(spies.at for spies in picture.spies),
            *(token.at for token, _season in picture.shades),
        ],
        [*sorted(picture.marks.rings), *picture.waiting],
        [*picture.marks.points, *picture.contested],
        has_spies=picture.has_spies,
    )


class Picture:
    """What stands on the board and what is drawn about it, before any of it is text."""

    def __init__(
        self,
        view: Mapping[str, Any],
        results: Sequence[Mapping[str, Any]] | None,
        draft: Sequence[str] | None,
        seat_powers: Sequence[str],
        known: fog.Known | None = None,
        guesses: Sequence[fog.Guess] = (),
        ran: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.known = known
        self.has_spies = "spies" in view
        self.shades = [] if known is None else fog.shades_of(known)
        standing = standing_in(view)
        taken = {*standing, *fog.seen_before(known)}
        self.spies: list[Spies] = spies_of(view, known, taken) if self.has_spies else []
        self.guesses = fog.guesses_at(guesses, taken)
        retreating = {
            province(entry["unit"].partition(" ")[2]): power
            for power, entries in (view.get("dislodged") or {}).items()
            for entry in entries
        }
        marked = from_results(results or ())
        if draft is not None:
            centres = {
                centre: power for power, owned in (view.get("centres") or {}).items() for centre in owned
            }
            hidden = {spies.place: spies.power for spies in self.spies if not spies.is_old and spies.power}
            own = {spy["at"]: power for power, spies in (view.get("spies") or {}).items() for spy in spies}
            marked += from_draft(draft, {**centres, **standing, **retreating}, {**hidden, **own})
        self.ring = 56 if retreating else 39  # round a burst, or round a token alone
        self.contested = [at for place in view.get("contested") or [] if (at := anchor(place))]
        self.tokens = tokens_of(view, dislodged_by_results(results or ()))
        self.marks: Marks = draw(marked, set(standing), set(retreating), self.spot)
        self.ran: Marks = draw(from_results(ran), set(standing), set(retreating), self.spot)
        self.builds = tokens_to_build(marked, standing)
        self.waiting = [] if draft is None else _without_order(view, marked, set(seat_powers))

    def spot(self, place: str, power: str) -> Point:
        """Where a power's spies stand in a province; its middle, if none is drawn there."""
        found = (each.at for each in self.spies if (each.place, each.power) == (place, power))
        return next(found, anchor(place) or Point(0, 0))

    def kinds(self) -> set[str]:
        kinds = set(self.marks.kinds) | set(self.ran.kinds) | {"army", "fleet", "centre"}
        kinds |= {"spy" if spies.power else "someone" for spies in self.spies}
        if self.known is not None:
            kinds |= fog.kinds(self.known)
        if self.guesses:
            kinds.add("guess")
        if self.contested:
            kinds.add("contested")
        if self.waiting:
            kinds.add("need")
        if any(token.is_out for token in self.tokens):
            kinds.add("dislodged")
        return kinds


def standing_in(view: Mapping[str, Any]) -> dict[str, str]:
    """The power whose unit stands in each province."""
    return {
        province(unit.partition(" ")[2]): power
        for power, units in (view.get("units") or {}).items()
        for unit in units
    }


def tokens_to_build(marked: list[Marked], standing: Mapping[str, str]) -> list[Token]:
    """Tokens for units to be built: they are not in the view yet."""
    found = []
    for order in marked:
        at = anchor(order.line.at)
        if order.line.sign is Sign.BUILD and at and province(order.line.at) not in standing:
            found.append(Token(order.power, order.line.kind, at, order.line.at))
    return sorted(found, key=lambda token: token.at)


def _without_order(view: Mapping[str, Any], marked: list[Marked], seat_powers: set[str]) -> list[Point]:
    """Where the seat's units stand that owe an order in this phase and have none in the draft."""
    ordered = {province(order.line.at) for order in marked}
    phase = str(view.get("phase", ""))
    found: list[Point | None] = []
    for power in sorted(seat_powers):
        if phase.endswith("M"):
            units = [unit.partition(" ")[2] for unit in (view.get("units") or {}).get(power, [])]
            found += [anchor(location) for location in units if province(location) not in ordered]
        elif phase.endswith("R"):
            entries = (view.get("dislodged") or {}).get(power, [])
            out = [entry["unit"].partition(" ")[2] for entry in entries]
            places_out = [anchor(location) for location in out if province(location) not in ordered]
            found += [beside(at) for at in places_out if at]
    return sorted(at for at in found if at)


def render_built(token: Token, spoken: str, groups: Mapping[str, int]) -> str:
    return render_token(token, spoken, is_new=True, group=groups.get(token.power, 0))


def _ran(marks: str) -> str:
    return f'<g class="ran" pointer-events="none">{marks}</g>' if marks else ""


def contested(at: Sequence[Point]) -> list[str]:
    """The signs of places that a stand-off left vacant."""
    return [
        f'<path class="contested-case" d="{path}"/><path class="contested" d="{path}"/>'
        for x, y in at
        for path in [
            f"M{number(x - 22)} {number(y - 12)}l12 12l-12 12M{number(x + 22)} {number(y - 12)}l-12 12l12 12"
        ]
    ]


def _waiting(at: Sequence[Point], radius: int) -> str:
    return "".join(
        f'<circle class="{classes}" cx="{number(x)}" cy="{number(y)}" r="{radius}"/>'
        for x, y in at
        for classes in ("need-case", "need")
    )
