"""Who held the seats of games one after the other, and for how many game years."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.models import Phase, Tenure
from games.words.wording import year_of


@dataclass(frozen=True, slots=True)
class Held:
    """That someone (a key) held a seat at the end of so many game years; `how` they left it, empty: not."""

    user: int
    years: int
    how: str

    @property
    def is_given_up(self) -> bool:
        """Whether they resigned the seat, or it was taken from them."""
        return self.how in (Tenure.Leaving.RESIGNED, Tenure.Leaving.REMOVED)


def tenures_of(games: Collection[int]) -> dict[int, Mapping[str, list[Held]]]:
    """By game and seat, everyone who held it after the start, the first one first, of public games that have
    begun. A year in civil disorder is no one's. Two queries, however many games.
    """
    rows = Tenure.objects.filter(game__in=list(games)).exclude(left_how=Tenure.Leaving.BEFORE)
    columns = ("game", "seat__key", "user", "taken_at", "left_at", "left_how")
    ends = _ends_of_years(games)
    found: dict[int, dict[str, list[Held]]] = defaultdict(lambda: defaultdict(list))
    for game, seat, user, taken, left, how in rows.order_by(
        "game", "seat__order", "taken_at", "pk"
    ).values_list(*columns):
        years = sum(taken <= at and (left is None or at < left) for at in ends[game].values())
        found[game][seat].append(Held(user, years, how))
    return {game: dict(seats) for game, seats in found.items()}


def _ends_of_years(games: Collection[int]) -> Mapping[int, Mapping[int, datetime]]:
    """By game and game year, when the last phase of that year closed that was adjudicated."""
    found: dict[int, dict[int, datetime]] = defaultdict(dict)
    rows = Phase.objects.filter(game__in=list(games), adjudicated_at__isnull=False).order_by(
        "game", "ordinal"
    )
    for game, label, closes_at in rows.values_list("game", "label", "closes_at"):
        found[game][year_of(label)] = closes_at
    return found
