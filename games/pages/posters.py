"""Addresses of the pictures that stand beside links on other sites.

What a picture shows stands in its address, signed, and nowhere else: they show no more than the page that
named them says, and what changes has another address.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.core.signing import BadSignature, Signer
from django.urls import reverse

import adjudicator
from games.board import poster
from games.board.poster import Poster

SHOWN: Final = ("units", "centres", "dislodged")
"""What of a board stands in the address."""

_signer: Final = Signer(salt="pictures beside links")


def address_of(shown: Poster) -> str:
    """The path of the picture of this. The same for the same."""
    board = {part: shown.board.get(part) or {} for part in SHOWN} if shown.board else None
    given = [shown.title, shown.words, [list(row) for row in shown.rows], board, shown.stamp]
    return reverse("games:poster", args=[_signer.sign_object(given, compress=True)])


def read(token: str) -> Poster | None:
    """What the address of a picture says is shown; None if it is none of ours."""
    try:
        given = _signer.unsign_object(token)
    except (BadSignature, ValueError):
        return None
    return Poster(*given)


def png_of(shown: Poster) -> bytes:
    """The picture, as a PNG file."""
    return poster.png(poster.draw(shown, _opening()))


@lru_cache(maxsize=1)
def _opening() -> Mapping[str, Any]:
    position: Mapping[str, Any] = adjudicator.start(variant="standard")["position"]
    return position
