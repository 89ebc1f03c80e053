"""The mail of the day, for who wants to hear once a day: what waits, and what happened since the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock, outbox
from games.common.outbox.bell import notices_of
from games.common.outbox.mail_templates import Facts
from games.common.outbox.notices import Parcel, parcel_to, reaches, send
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from games.common.waiting import waits_of
from games.common.words import local
from games.pages.letters import count_of_news
from league.users.models import Reach, User
from league.users.wishes import DIGEST

BATCH: Final = 500
"""People of whom one transaction takes care."""

MOST: Final = 20
"""Lines of what waits, and of what happened."""


def put_due() -> int:
    """Put a row for everyone whose hour has come, and note when the next one goes; how many."""
    put = 0
    while people := _put_some(clock.now()):
        put += people
    return put


@transaction.atomic
def _put_some(now: datetime) -> int:
    due = User.objects.filter(digest_due__lte=now, is_active=True).order_by("digest_due", "pk")
    people = list(due.select_for_update(skip_locked=True)[:BATCH])
    for user in people:
        user.digest_due = user.next_digest(now)
    User.objects.bulk_update(people, ["digest_due"])
    outbox.put(*(outbox.tell_person("digest", user.pk, now, about="league") for user in people))
    return len(people)


@delivers_slowly("digest")
def send_digests(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """One mail a person; none where nothing waits and nothing happened."""
    readers = User.objects.in_bulk({row.payload["user"] for row in rows})
    parcels = (_parcel(row, readers.get(row.payload["user"])) for row in rows)
    yield from send(rows, [parcel for parcel in parcels if parcel is not None])


def _parcel(row: OutboxRow, reader: User | None) -> Parcel | None:
    """What someone is told, in their language. A fixed number of queries, but for notices that have to be
    said again.
    """
    if reader is None or reader.reach != Reach.DAILY or not reaches(reader):
        return None
    with translation.override(reader.language), timezone.override(reader.zone):
        lines = [*_waiting(reader), *_happened(reader, row.created_at)]
    if not lines:
        return None
    return parcel_to(reader, [row], f"digest {row.pk}", "users/mail", "digest", lambda: lines, DIGEST)


def _waiting(reader: User) -> Iterator[Facts]:
    """What needs them, what is due first at its beginning; then how many messages wait."""
    for each in waits_of(reader).needs_you[:MOST]:
        yield _line(each.says, each.of, each.address, due=local.moment(each.due) if each.due else "")
    if letters := count_of_news(reader):
        words = ngettext("%(count)d message waits for you", "%(count)d messages wait for you", letters)
        yield _line(words % {"count": letters}, _("My games"), reverse("games:mine"))


def _happened(reader: User, now: datetime) -> Iterator[Facts]:
    """What happened in the day before `now` and is not read yet, the newest first."""
    for each in notices_of(reader, count=MOST):
        if each.read_at is None and now - timedelta(days=1) < each.at <= now:
            yield _line(each.title, each.place, each.address, what=each.what)


def _line(title: str, place: str, address: str, **more: Any) -> Facts:
    line = {"title": title, "place": place, "address": settings.SITE_ADDRESS + address, "due": "", "what": ""}
    return line | more
