"""Telling a league's members that a season takes entries, some hundreds at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.db import transaction

from games.common import clock, outbox
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.competitions.models import Competition
from league.competitions.outbox import mail
from league.leagues.models import Membership

AT_ONCE: Final = 500
"""Members of whom one transaction takes care."""


def tell_members(competition: Competition) -> None:
    """Begin to tell them. Call it in the transaction that announces the season."""
    outbox.put(outbox.tell("season_opening", clock.now(), competition=competition.pk, after=0))


@delivers_slowly("season_opening")
def tell_more(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Each row tells some, and puts out the next."""
    for row in rows:
        _tell_some(row.payload["competition"], row.payload["after"])
        yield [row], {}


@transaction.atomic
def _tell_some(competition: int, after: int) -> None:
    """Tell the next members after the membership `after` (a key), if the others were told as far as that;
    else nothing is done: nobody is told twice. Who entered meanwhile is not.
    """
    season = Competition.objects.select_for_update().filter(pk=competition, told_upto=after).first()
    if season is None or season.state != Competition.State.ANNOUNCED:
        return
    members = Membership.objects.filter(league=season.league_id, user__is_active=True, pk__gt=after)
    people = dict(members.order_by("pk").values_list("pk", "user")[:AT_ONCE])
    if not people:
        return
    now, entered = clock.now(), set(season.entries.values_list("user", flat=True))
    season.told_upto = max(people)
    season.save(update_fields=["told_upto"])
    outbox.put(
        *(
            mail(user, now, about="opens", competition=season.pk)
            for user in people.values()
            if user not in entered
        ),
        outbox.tell("season_opening", now, competition=season.pk, after=season.told_upto),
    )
