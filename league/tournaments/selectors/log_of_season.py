"""The part of a season's log about itself: who came to rule in it and left, extra time, its cancellation."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.people import at_start, called
from league.tournaments.models import Competition
from league.tournaments.reading import Reader
from league.tournaments.selectors.log import Line


def lines_of_season(reader: Reader) -> list[Line]:
    """All of them, the latest first; there are few. Three queries."""
    season = reader.season
    lines = [*_arbiters(season), *_extensions(season), *_cancellation(season)]
    return sorted(lines, key=lambda line: line.at, reverse=True)


def _arbiters(season: Competition) -> Iterator[Line]:
    for row in season.arbiters.select_related("user", "appointed_by").order_by("pk"):
        said = {"name": called(row.user.get_username())}
        yield Line(
            says=at_start(_("%(name)s becomes an arbiter") % said),
            address="",
            at=row.named_at,
            more=row.reason,
            by=called(row.appointed_by.get_username()) if row.appointed_by else "",
        )
        if row.left_at is not None:
            yield Line(at_start(_("%(name)s stops being an arbiter") % said), "", row.left_at)


def _extensions(season: Competition) -> Iterator[Line]:
    for row in season.extensions.select_related("by").order_by("pk"):
        hours, by = row.length, called(row.by.get_username())
        if row.is_earlier:
            said = ngettext(
                "All deadlines come %(hours)d hour earlier",
                "All deadlines come %(hours)d hours earlier",
                hours,
            )
        else:
            said = ngettext(
                "All games are extended by %(hours)d hour", "All games are extended by %(hours)d hours", hours
            )
        yield Line(said % {"hours": hours}, "", row.at, more=row.reason, by=by)


def _cancellation(season: Competition) -> Iterator[Line]:
    if season.state == Competition.State.CANCELLED and season.over_at is not None:
        by = called(season.cancelled_by.get_username()) if season.cancelled_by else ""
        # The rule's own reason is kept in English; everybody else's is as it was written.
        reason = season.cancel_reason if season.cancelled_by else _(season.cancel_reason)
        yield Line(_("The season is cancelled"), "", season.over_at, more=reason, by=by)
