"""The ratings of entries, as first tables, seeds and challenges count them."""

from __future__ import annotations

from league import ratings
from league.competitions.models import Competition
from league.ratings.parameters import NEWCOMER_POINTS


def counted_points(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of all these entries (`people`: by number, the keys of their persons): a provisional one as
    it is listed, none as a newcomer's. One query.
    """
    return {entry: float(NEWCOMER_POINTS) for entry in people} | points_of(competition, people)


def points_of(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of entries in the league, by game; those who have none are left out. A season that was
    announced when ratings were computed by an older formula asks the list by that one until it is over.
    """
    key = ratings.key_of(competition.variant, competition.rules["settings"])
    shown = ratings.current(competition.league, key, people.values(), older=competition.older_ratings_id)
    return {entry: shown[user].points for entry, user in people.items() if user in shown}
