"""Until when a ladder's season takes challenges."""

from __future__ import annotations

from datetime import datetime

from league.competitions.models import Competition


def last_moment(season: Competition) -> datetime:
    """The last moment to challenge in a ladder's season."""
    if season.challenges_until is None:
        raise ValueError(f"{season} takes no challenges")
    return season.challenges_until
