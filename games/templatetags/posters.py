"""The picture that a link to a page has beside it on other sites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from django import template

from games.board.poster import MOST_ROWS, Poster
from games.pages import posters

register = template.Library()


@register.filter
def cells(rows: Iterable[Any], names: str) -> list[list[str]]:
    """The first of `rows` as a picture shows them: of each the parts with these names."""
    return [[str(getattr(row, name)) for name in names.split()] for row in islice(rows or (), MOST_ROWS)]


@register.simple_tag
def poster(
    title: str,
    words: str = "",
    board: Mapping[str, Any] | None = None,
    rows: Sequence[Sequence[str]] = (),
    stamp: str = "",
) -> str:
    """The path of a picture that says this, beside a board or the rows of a table. What a page leaves out is
    an empty text here.
    """
    return posters.address_of(Poster(str(title), str(words), rows or (), board or None, str(stamp)))
