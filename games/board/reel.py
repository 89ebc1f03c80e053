"""A game's pictures one after the other, for a script to show: each as numbers of pieces that are said once.

Pieces are what `games.board.render` puts together, so the script knows neither geometry nor rules;
coordinates of marks are rounded to whole units of the map, of which a pixel has two or three. A picture has
a list of pieces for each of its layers; an order has pieces that begin with the letter of theirs:

    s a t   supports, arrows, ties: under the tokens, in this sequence
    u       a token that is to be built
    x       crosses and slashes, over all else
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from games.board import fog, ground
from games.board.lines import Fate, Marked, from_results, province
from games.board.marks import Pieces, draw
from games.board.render import (
    Picture,
    contested,
    drawn_of,
    render_built,
    standing_in,
    tokens_to_build,
)
from games.board.spies import render_spies
from games.board.tokens import render_token
from games.board.whose import groups_of_lines
from games.board.words import language_of

View = Mapping[str, Any]

_FRACTION = re.compile(r"-?\d+\.\d+")


class Reel:
    """All pieces of one game's pictures, and their numbers."""

    def __init__(self, *, language: str, base_map: str) -> None:
        self._language, self._href = language_of(language), escape(base_map)
        self._numbers: dict[str, int] = {}
        self._lists: list[list[int]] = []

    def finish(self) -> list[str]:
        """Every piece, at the place that its number says. Like stands beside like, for that packs best: all
        numbers told before change with this.
        """
        told, pieces = list(self._numbers), sorted(self._numbers)
        places = {piece: place for place, piece in enumerate(pieces)}
        for numbers in self._lists:
            numbers[:] = [places[told[number]] for number in numbers]
        self._numbers, self._lists = {}, []
        return pieces

    def picture(
        self, view: View, known: fog.Known | None = None, whose: Mapping[str, int] | None = None
    ) -> dict[str, list[int]]:
        """A position: its pieces by the classes of the layers on which they are drawn. Layers that are empty
        are left out.
        """
        seen, groups = Picture(drawn_of(view), None, None, (), known), whose or {}
        href, language = self._href, self._language
        colours = tuple(sorted(ground.colours(view).items()))
        lands = ground.shapes_of_lands(
            href, language, colours, has_spies=seen.has_spies, in_fog=known is not None
        )
        layers = {
            "lands": lands,
            "veils": fog.shapes_of_veils(href, known) if known is not None else [],
            "whose": groups_of_lines(href, colours, groups),
            "units": [
                *contested(seen.contested),
                *(fog.render_shade(*shade, language) for shade in seen.shades),
                *(render_token(token, language, group=groups.get(token.power, 0)) for token in seen.tokens),
                *(render_spies(spies, language) for spies in seen.spies),
            ],
        }
        return {layer: self._list(drawn) for layer, drawn in layers.items() if drawn}

    def orders(
        self,
        view: View,
        after: View,
        results: Sequence[Mapping[str, Any]],
        known: fog.Known | None = None,
        whose: Mapping[str, int] | None = None,
    ) -> list[dict[str, Any]]:
        """For each of the `results` of a turn what is drawn of its order: `marks` as it was given, in `view`;
        `signs` that its outcome adds; `failed`. An arrow leaves room for the unit at its end, before
        or `after`, so that it need not change when tokens move. What is not drawn has nothing.
        """
        seen, standing = Picture(drawn_of(view), None, None, (), known), standing_in(view)
        retreating = {
            province(entry["unit"].partition(" ")[2])
            for entries in (view.get("dislodged") or {}).values()
            for entry in entries
        }
        taken = {*standing, *standing_in(after)}
        decided = [next(iter(from_results([result])), None) for result in results]
        orders = [order for order in decided if order is not None]
        given = draw([_as_given(order) for order in orders], taken, retreating, seen.spot).by_order
        ended = draw(orders, taken, retreating, seen.spot).by_order
        drawn = []
        for order in decided:
            told: dict[str, Any] = {}
            if order is not None:
                first = given[_as_given(order)]
                built = [
                    render_built(token, self._language, whose or {})
                    for token in tokens_to_build([order], standing)
                ]
                told["marks"] = self._of_layers(first, built)
                signs = [sign for sign in ended[order].signs if sign not in first.signs]
                if signs:
                    told["signs"] = self._list(_rounded("x", signs))
                if order.fate in (Fate.FAILED, Fate.CUT):
                    told["failed"] = 1
            drawn.append(told)
        return drawn

    def _of_layers(self, pieces: Pieces, built: Sequence[str]) -> list[int]:
        layers = {"s": pieces.supports, "a": pieces.arrows, "t": pieces.ties, "u": built, "x": pieces.signs}
        return self._list(piece for layer, drawn in layers.items() for piece in _rounded(layer, drawn))

    def _list(self, pieces: Iterable[str]) -> list[int]:
        numbers = [self._numbers.setdefault(piece, len(self._numbers)) for piece in pieces]
        self._lists.append(numbers)
        return numbers


def _rounded(layer: str, pieces: Iterable[str]) -> list[str]:
    return [layer + _FRACTION.sub(lambda found: str(round(float(found[0]))), piece) for piece in pieces]


def _as_given(order: Marked) -> Marked:
    return replace(order, fate=Fate.GIVEN)
