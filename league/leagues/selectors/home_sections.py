"""What there is at all on a league's own page: most leagues have no warnings, offers or competitions just
now, and one query says so in place of one for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Exists, QuerySet

from games.common.database.compiled import Param, PreparedQuery
from games.models import GameInvitation, Vacancy
from league.leagues.models import Announcement, League, Sanction
from league.leagues.sections import home
from league.leagues.selectors.leagues import count_of_members


class Present(NamedTuple):
    """How many members there are; and for each part of the page whether there can be anything in it: what is
    False is certain, what is True is for the part itself to find out.
    """

    members: int
    announcements: bool
    warnings: bool
    invitations: bool
    offers: bool
    sections: frozenset[str]
    """Those of `sections.home` in which there can be anything."""


def present_in(league: League, reader: int | None) -> Present:
    """What the page of `league` has for `reader` (a key; None: a visitor). One query, and one more where the
    members have to be counted.
    """
    found = _PRESENT.rows(league=league.pk, reader=reader)[0]
    announcements, warnings, invitations, offers, *others = found
    there = frozenset(name for name, is_there in zip(home, others, strict=True) if is_there)
    return Present(count_of_members(league), announcements, warnings, invitations, offers, there)


def _ask() -> QuerySet[League, Any]:
    here, reader = Param("league"), Param("reader")
    return League.objects.filter(pk=here).values_list(
        Exists(Announcement.objects.filter(league_id=here, is_pinned=True)),
        Exists(Sanction.objects.filter(league_id=here, person_id=reader, read_at=None)),
        Exists(GameInvitation.objects.filter(game__league_id=here, user_id=reader, declined_at=None)),
        Exists(Vacancy.objects.filter(game__league_id=here, opened_at__isnull=False)),
        *(section.is_there() for section in home.values()),
    )


_PRESENT = PreparedQuery(_ask)
