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


def tell_members(competition: Competition, *, all_of_them: bool = False) -> None:
    """Begin to tell them, by e-mail those who want to know of openings, or `all_of_them`. Call it in the
    transaction that announces the season.
    """
    outbox.put(_row(competition, 0, all_of_them))


def _row(competition: Competition, after: int, all_of_them: bool) -> OutboxRow:
    mails = {"all": 1} if all_of_them else {}
    return outbox.tell("season_opening", clock.now(), competition=competition.pk, after=after, **mails)


@delivers_slowly("season_opening")
def tell_more(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Each row tells some, and puts out the next."""
    for row in rows:
        _tell_some(row.payload["competition"], row.payload["after"], "all" in row.payload)
        yield [row], {}


@transaction.atomic
def _tell_some(competition: int, after: int, all_of_them: bool) -> None:
    """Tell the next members after the membership `after` (a key), if the others were told as far as that;
    else nothing is done: no one is told twice. Who entered meanwhile is not. Where all are mailed, those who
    want no mails of openings have it as one that an organiser announces, which they may not want either.
    """
    season = Competition.objects.select_for_update().filter(pk=competition, told_upto=after).first()
    if season is None or season.state != Competition.State.ANNOUNCED:
        return
    members = Membership.objects.filter(league=season.league_id, user__is_active=True, pk__gt=after)
    people = members.order_by("pk").values_list("pk", "user", "user__mail_openings")[:AT_ONCE]
    if not people:
        return
    now, entered = clock.now(), set(season.entries.values_list("user", flat=True))
    season.told_upto = max(key for key, _user, _wants in people)
    season.save(update_fields=["told_upto"])
    outbox.put(
        *(
            mail(
                user, now, about="announced" if all_of_them and not wants else "opens", competition=season.pk
            )
            for _key, user, wants in people
            if user not in entered
        ),
        _row(season, season.told_upto, all_of_them),
    )
