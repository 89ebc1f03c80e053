"""The calendar of one person's deadlines: its secret address, and the file that programs fetch there.

Of the secret its hash alone is kept: 128 random bits need no salt. The caller that makes it shows it once.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.common import clock
from games.lists.deadlines import Deadline
from league.users.models import CalendarAddress, User

KIND: Final = "text/calendar; charset=utf-8"
BYTES: Final = 16
LONGEST_LINE: Final = 75
"""Bytes of a line of the file, its end not counted (RFC 5545, 3.1)."""


@transaction.atomic
def make_address(*, user: User) -> str:
    """A new secret for the calendar of `user`, in place of the one before; it can be told only now."""
    user = User.objects.select_for_update().get(pk=user.pk, is_active=True)
    secret = secrets.token_urlsafe(BYTES)
    made = {"secret_sha256": _hash_of(secret), "made_at": clock.now()}
    CalendarAddress.objects.update_or_create(user=user, defaults=made)
    return secret


def revoke_address(*, user: User) -> None:
    """Let no one fetch the calendar of `user` any more. Doing it twice does what doing it once does."""
    CalendarAddress.objects.filter(user=user).delete()


def owner_of(secret: str) -> User | None:
    """Whose calendar it is; None if it is no one's any more. One query."""
    found = CalendarAddress.objects.filter(secret_sha256=_hash_of(secret), user__is_active=True)
    address = found.select_related("user").first()
    return address.user if address else None


def address_of(secret: str) -> str:
    """The whole address, as a calendar program takes it."""
    return settings.SITE_ADDRESS + reverse("users:calendar-feed", args=[secret])


def written(deadlines: Iterable[Deadline]) -> bytes:
    """The calendar as a file (RFC 5545), in the language that holds now."""
    return b"".join(_folded(line) for line in _lines(deadlines))


def _lines(deadlines: Iterable[Deadline]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Poste Restante//Deadlines//EN")
    yield from ("X-WR-CALNAME:Poste Restante", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H")
    for each in deadlines:
        link = settings.SITE_ADDRESS + each.path
        yield from ("BEGIN:VEVENT", f"UID:{_name_of(each)}", f"DTSTAMP:{_moment(each.opened_at)}")
        yield from (f"DTSTART:{_moment(each.at)}", f"SUMMARY:{_typed(_('Deadline'))}")
        # Some programs show the one, some the other.
        yield from (f"URL:{link}", f"DESCRIPTION:{_typed(link)}")
        yield from ("TRANSP:TRANSPARENT", "END:VEVENT")
    yield "END:VCALENDAR"


def _name_of(each: Deadline) -> str:
    """What names an event for good, wherever its deadline moves, and tells no one else which phase it is."""
    name = salted_hmac("league.users.calendars", str(each.key), algorithm="sha256").hexdigest()[:32]
    return f"{name}@{urlsplit(settings.SITE_ADDRESS).hostname}"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _typed(text: str) -> str:
    """`text` as a value of the file."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> bytes:
    """`line` with its end; what is too long goes on after a space in the next one, no letter torn apart."""
    lines, length = [b""], LONGEST_LINE
    for letter in line:
        if len(lines[-1]) + len(letter.encode()) > length:
            lines.append(b"")
            length = LONGEST_LINE - 1
        lines[-1] += letter.encode()
    return b"\r\n ".join(lines) + b"\r\n"


def _hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
