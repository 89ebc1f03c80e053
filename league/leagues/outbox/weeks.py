"""*This week* as a mail: on Mondays, to organisers, of those of their leagues in which something happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation

from games.common import clock, outbox
from games.common.outbox.notices import Parcel, parcel_to, send
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from league.leagues.models import Membership
from league.leagues.selectors.week import brief_week
from league.users.models import User

AT: Final = time(9)
"""The hour of Monday, by the reader's clock, at which the week's mail leaves."""

BATCH: Final = 200
"""People of whom one transaction takes care."""

MOST: Final = 10
"""Leagues in one mail."""

WISH: Final = "weeks"


def next_monday(after: datetime, zone: tzinfo) -> datetime:
    """The first Monday's `AT` in `zone` after a moment."""
    local = after.astimezone(zone)
    at = datetime.combine(local.date() - timedelta(days=local.weekday()), AT, zone)
    if at <= local:
        at = datetime.combine(at.date() + timedelta(days=7), AT, zone)
    return at.astimezone(UTC)


def put_due() -> int:
    """Put a row for every organiser whose Monday has come, and note the next; of how many memberships."""
    put = 0
    while noted := _put_some(clock.now()):
        put += noted
    return put


@transaction.atomic
def _put_some(now: datetime) -> int:
    """Who has just become an organiser is told on the Monday to come."""
    due = Membership.objects.filter(
        Q(week_at=None) | Q(week_at__lte=now), role=Membership.Role.ORGANISER, user__is_active=True
    )
    people = list(due.order_by("user").values_list("user", flat=True).distinct()[:BATCH])
    rows = list(
        due.filter(user__in=people)
        .select_related("user")
        .order_by("pk")
        .select_for_update(of=("self",), skip_locked=True)
    )
    told = {each.user_id for each in rows if each.week_at is not None}
    for each in rows:
        each.week_at = next_monday(now, each.user.zone)
    Membership.objects.bulk_update(rows, ["week_at"])
    outbox.put(*(outbox.tell_person("league_week", user, now, about="league") for user in sorted(told)))
    return len(rows)


@delivers_slowly("league_week")
def send_weeks(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """One mail a person; none where there is nothing to tell any more, or they said no."""
    readers = User.objects.in_bulk({row.payload["user"] for row in rows})
    parcels = (_parcel(row, readers.get(row.payload["user"])) for row in rows)
    yield from send(rows, [parcel for parcel in parcels if parcel is not None])


def _parcel(row: OutboxRow, reader: User | None) -> Parcel | None:
    """As many queries for each of their leagues as that page makes."""
    if reader is None or not reader.is_active or not reader.email or not reader.wants_mail(WISH):
        return None
    organised = Membership.objects.filter(user=reader, role=Membership.Role.ORGANISER)
    with translation.override(reader.language), timezone.override(reader.zone):
        told = [
            lines
            for each in organised.select_related("league").order_by("pk")[:MOST]
            if (lines := _lines(each, reader, row.created_at))
        ]
    if not told:
        return None
    matters = [line | {"count": len(told)} for lines in told for line in lines]
    return parcel_to(reader, [row], f"week {row.pk}", "leagues/mail", "week", lambda: matters, WISH)


def _lines(membership: Membership, reader: User, now: datetime) -> list[dict[str, str | int]]:
    """The league with its link, then a line each; nothing where nothing happened there."""
    league = membership.league
    said = brief_week(league, reader, now)
    address = settings.SITE_ADDRESS + reverse("leagues:week", args=[league.slug])
    lines: list[dict[str, str | int]] = [{"league": league.name, "address": address, "says": ""}]
    for each in said:
        lines.append({"league": "", "address": "", "says": each})
    return lines if said else []
