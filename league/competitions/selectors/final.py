"""How a season ended: its champions, and every final place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from league.competitions.models import Competition, FinalPlace
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader

CHAMPIONS: Final = 3
"""The last rank that is on the podium."""
PLACES_A_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Place:
    """One final place. `rank` None: too few games to be ranked."""

    place: int
    rank: int | None
    name: str
    address: str
    won: int
    drawn: int
    lost: int
    is_me: bool
    counted: int
    """How many of the games count for being ranked."""


def places(season: Competition) -> Any:
    """The final places of a season, the first one first."""
    return FinalPlace.objects.filter(competition=season).order_by("place", "entry__number")


def lines_of(reader: Reader, rows: Any) -> list[Place]:
    """Some of them, as lines. One query."""
    found = rows.values_list(
        "place",
        "rank",
        "entry__user__username",
        "entry__number",
        "entry__user_id",
        "entry__standing__won",
        "entry__standing__drawn",
        "entry__standing__lost",
        "entry__standing__counted",
    )
    return [
        Place(
            place=place,
            rank=rank,
            name=name,
            address=address(reader.slug, "entrant", reader.season.code, number),
            won=won or 0,
            drawn=drawn or 0,
            lost=lost or 0,
            is_me=reader.person is not None and user == reader.person,
            counted=counted or 0,
        )
        for place, rank, name, number, user, won, drawn, lost, counted in found
    ]


def champions_of(reader: Reader) -> Sequence[Place]:
    """Those who have the first three ranks; who share one are all among them. One query."""
    return lines_of(reader, places(reader.season).filter(rank__lte=CHAMPIONS))


def next_of(season: Competition) -> Competition | None:
    """The season that was made after this one, once it is announced. One query."""
    found = season.next_seasons.exclude(state=Competition.State.DRAFT).order_by("pk").first()
    if found is not None:
        found.league = season.league
    return found
