"""E-mails of the community's apps on their way: in their reader's language and zone, handed over, logged.

An app turns outbox rows into parcels and says what each tells; the rest is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games.common import clock
from games.common.outbox import mailer, moulds
from games.common.outbox.registry import Done
from games.common.outbox.row import OutboxRow
from games.common.words import people
from games.notices.mail_log import MailLog
from games.notices.post import LOGGED_TOGETHER
from league.users.models import User


@dataclass(frozen=True, slots=True)
class Parcel:
    """One e-mail before it is written. `folder` and `about` name its templates, `says` gives its facts when
    the reader's language holds. `reader` is None for an address without an account that we ask for; `wish`
    is what the reader would say no to, to get no more of them.
    """

    folder: str
    about: str
    to: str
    language: str
    zone: tzinfo
    says: Callable[[], moulds.Facts]
    reader: User | None = None
    wish: str = ""


def parcel_to(
    reader: User, folder: str, about: str, says: Callable[[], moulds.Facts], wish: str = ""
) -> Parcel:
    return Parcel(folder, about, reader.email, reader.language, reader.zone, says, reader, wish)


def reaches(reader: User) -> bool:
    """Whether e-mails reach this account at all."""
    return bool(reader.is_active and reader.email and not reader.is_out_of_reach)


def send(rows: Sequence[OutboxRow], parcels: Mapping[int, Parcel], source: str) -> Iterator[Done]:
    """One e-mail for each row that has a parcel, by the row's key; the others are done with at once."""
    yield [row for row in rows if row.pk not in parcels], {}
    now, log = clock.now(), MailLog()
    try:
        with mailer.line() as line:
            for row in rows:
                if row.pk not in parcels:
                    continue
                parcel = parcels[row.pk]
                error = _send(line, parcel, now, f"{source} {row.pk}")
                log.note(parcel.reader, [row], error)
                if len(log.entries) >= LOGGED_TOGETHER:
                    log.write()
                is_failure = error is not None and not mailer.is_refused_for_good(error)
                yield [row], {row.pk: error} if is_failure and error else {}
    finally:
        log.write()


def _send(line: mailer.Line, parcel: Parcel, now: datetime, occasion: str) -> Exception | None:
    """Write and hand over one e-mail; what went wrong, if anything did."""
    try:
        line.send(write(parcel, now, occasion))
    except Exception as error:
        if parcel.reader is not None and mailer.is_refused_for_good(error):
            people.note_refusal(parcel.reader, now)
        return error
    if parcel.reader is not None:
        people.note_taken(parcel.reader)
    return None


def write(parcel: Parcel, now: datetime, occasion: str) -> EmailMultiAlternatives:
    """The e-mail, in its reader's language and zone."""
    stop = ""
    if parcel.reader is not None and parcel.wish:
        stop = settings.SITE_ADDRESS + people.stop_path(parcel.reader, parcel.wish)
    with translation.override(parcel.language), timezone.override(parcel.zone):
        name = parcel.reader.get_username() if parcel.reader else ""
        own = {"name": name, "day": mailer.day_words(now), "stop": stop}
        letter = moulds.letter(parcel.about, parcel.wish, own, [parcel.says()], parcel.folder)
    return mailer.mail(
        to=parcel.to,
        subject=letter.subject,
        text=letter.text,
        html=letter.html,
        occasion=occasion,
        stop=stop,
    )
