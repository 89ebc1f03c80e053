"""Intimate Diplomacy II: rankings, secret satellites, which charge was for what (ID2-6, ID2-10)."""

from __future__ import annotations

from games.bots import greedy_bot, random_bot
from tests.fuzz.intimate_ii import with_wishes
from tests.secrecy.worlds.drawn.twins import Kind

WISHES = ("Satellite", "Keep satellite", "Secret")


def other_wishes(here: str, there: str) -> str:
    """The same bids, which are opened, and what the other sheet says of satellites, which is not."""
    bids = [line for line in here.splitlines() if not line.startswith(WISHES)]
    return "\n".join([*bids, *(line for line in there.splitlines() if line.startswith(WISHES))])


KIND = Kind(
    "intimate-ii",
    (with_wishes(greedy_bot), with_wishes(random_bot)),
    {"secrecy": (True, True, False)},
    longest=12,
    between=other_wishes,
)
