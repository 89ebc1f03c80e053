"""Intimate Diplomacy II: rankings, secret satellites, which charge was for what (ID2-6, ID2-10)."""

from __future__ import annotations

from random import Random

from games.bots import greedy_bot, random_bot
from tests.adjudicator.variants.intimate_ii.scenes import MERCENARIES, at_start, bonds
from tests.fuzz.intimate_ii import with_wishes
from tests.secrecy.worlds.drawn.twins import Kind
from tests.secrecy.worlds.world import Json

WISHES = ("Satellite", "Keep satellite", "Secret")


def other_wishes(here: str, there: str) -> str:
    """The same bids, which are opened, and what the other answer says of satellites, which is not."""
    bids = [line for line in here.splitlines() if not line.startswith(WISHES)]
    return "\n".join([*bids, *(line for line in there.splitlines() if line.startswith(WISHES))])


def openings(random: Random, game: Json, start: Json, viewer: str | None) -> tuple[Json, Json]:
    """An auction before which another seat holds one power in secret, or another one (ID2-10); or the start,
    where few drawn worlds get so far.
    """
    if not game["settings"]["secrecy"] or random.random() < 0.3:
        return start, start
    seat = random.choice([seat for seat in ("1", "2") if seat != viewer])
    year, treasury = random.randint(1902, 1906), (random.randint(4, 20), random.randint(4, 20))
    table = at_start(f"S{year}B", treasury=treasury) | {"outcome": None}
    one, other = (table | bonds(satellites={seat: (power, True)}) for power in random.sample(MERCENARIES, 2))
    return one, other


KIND = Kind(
    "intimate-ii",
    (with_wishes(greedy_bot), with_wishes(random_bot)),
    {"secrecy": (True, True, False)},
    longest=12,
    openings=openings,
    between=other_wishes,
)
