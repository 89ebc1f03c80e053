"""Announcements and extensions of a league, as they are shown."""

from __future__ import annotations

from django.db.models import QuerySet

from games.common.database.compiled import Param, PreparedModels
from league.leagues.models import Announcement, League, LeagueExtension

A_PAGE = 20
PINNED = 3
"""Announcements on the league's own page."""
EXTENSIONS = 10


def announcements(league: League) -> QuerySet[Announcement]:
    """The announcements that stand, newest first."""
    return league.announcements.filter(withdrawn_at=None).select_related("by").order_by("-pk")


def all_announcements(league: League) -> QuerySet[Announcement]:
    """All announcements, those that were withdrawn or replaced included."""
    found = league.announcements.select_related("by", "withdrawn_by", "replaced_by")
    return found.order_by("-pk")


def pinned(league: League) -> list[Announcement]:
    """The newest of those that the league's page shows. One query."""
    return _PINNED.all(league=league.pk)


_PINNED = PreparedModels(
    Announcement,
    lambda: Announcement.objects.filter(
        league_id=Param("league"), withdrawn_at=None, is_pinned=True
    ).order_by("-pk")[:PINNED],
    "by",
)


def extensions(league: League) -> list[LeagueExtension]:
    """The last ones, newest first. One query."""
    return list(league.extensions.select_related("by").order_by("-pk")[:EXTENSIONS])
