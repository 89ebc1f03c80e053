"""E-mails from rows of the outbox. Apps register on which occasions they write, about what and to whom;
reading what rows name, leaving out what is stale or not wanted, writing, sending, logging is one for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet
from django.utils import timezone, translation

from games.common import clock
from games.common.outbox import mail_templates, mailer
from games.common.outbox.mail_templates import Facts
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from games.common.words import people
from games.common.words.people import Person

LOGGED_TOGETHER: Final = 25
"""How many e-mails are logged at once."""

Says: TypeAlias = Callable[..., Facts]
"""Asked with what a row names and its reader, in their language and zone."""
S = TypeVar("S", bound=Says)


@dataclass(frozen=True, slots=True)
class Notice:
    """One occasion of e-mails. Rows name what they are about by `kinds`, each with its key; `unless` tells of
    that whether there is nothing to say any more. The link in it stops the first of `wishes`; it goes to who
    wants all of them, unless `always` says why it comes (`money`, `duty`). `to` is an address without an
    account, and its language, where it is not for the row's reader.
    """

    kinds: Sequence[str]
    says: Says
    wishes: Sequence[str]
    unless: Callable[..., bool]
    always: str | Callable[..., str]
    to: Callable[..., tuple[str, str]] | None


@dataclass(frozen=True, slots=True)
class Parcel:
    """One e-mail before it is written, of all that `rows` announce. `folder` and `about` name its templates,
    `says` gives its facts when the reader's language holds. `reader` is None for an address without an
    account that we ask for; `wish` is what the reader would say no to, to get no more of them.
    """

    rows: Sequence[OutboxRow]
    occasion: str
    folder: str
    about: str
    to: str
    language: str
    zone: tzinfo
    says: Callable[[], Sequence[Facts]]
    reader: Person | None
    wish: str = ""


class Notices:
    """The e-mails of one topic, one a row, and its handler. `things` has by kind where to look for what rows
    name: what is not in it is told nobody. `template` is the name of all its e-mails; empty: the occasion's.
    `wishes` holds for each that has none of its own.
    """

    def __init__(
        self,
        topic: str,
        *,
        folder: str,
        source: str,
        things: Mapping[str, QuerySet[Any]],
        template: str = "",
        wishes: Sequence[str] = (),
    ) -> None:
        self.by_occasion: dict[str, Notice] = {}
        self._wishes = wishes
        self._folder, self._source, self._template = folder, source, template
        self._things = things
        delivers_slowly(topic)(self.send)

    def on(
        self,
        occasion: str,
        *kinds: str,
        wishes: Sequence[str] = (),
        unless: Callable[..., bool] = lambda *_things: False,
        always: str | Callable[..., str] = "",
        to: Callable[..., tuple[str, str]] | None = None,
    ) -> Callable[[S], S]:
        """Register what the decorated function says on an occasion."""

        def register(says: S) -> S:
            self.by_occasion[occasion] = Notice(kinds, says, wishes or self._wishes, unless, always, to)
            return says

        return register

    def send(self, rows: Sequence[OutboxRow]) -> Iterator[Done]:
        """One e-mail a row, but to those who are out of reach, and of what is stale or gone."""
        yield from send(rows, self.parcels(rows))

    def parcels(self, rows: Sequence[OutboxRow]) -> list[Parcel]:
        """What `rows` announce. As many queries as there are kinds among them."""
        readers = get_user_model().objects.in_bulk({row.payload["user"] for row in rows})
        found = {
            kind: queryset.in_bulk({row.payload[kind] for row in rows if kind in row.payload})
            for kind, queryset in self._things.items()
        }
        parcels = (self._parcel(row, readers.get(row.payload["user"]), found) for row in rows)
        return [parcel for parcel in parcels if parcel is not None]

    def _parcel(
        self, row: OutboxRow, reader: Person | None, found: Mapping[str, Mapping[int, Any]]
    ) -> Parcel | None:
        """What one row announces; None where that is no more, or its reader does not get it."""
        occasion = row.payload.get("occasion") or next(key for key in self.by_occasion if key in row.payload)
        notice = self.by_occasion[occasion]
        things = [found[kind].get(row.payload.get(kind)) for kind in notice.kinds]
        if reader is None or any(thing is None for thing in things) or notice.unless(*things):
            return None
        about, number = self._template or occasion, f"{self._source} {row.pk}"
        if notice.to is not None:
            said = partial(_facts, notice.says, things, reader, "")
            return Parcel([row], number, self._folder, about, *notice.to(*things), reader.zone, said, None)
        always = notice.always if isinstance(notice.always, str) else notice.always(*things, reader)
        wishes = () if always else notice.wishes
        if not reaches(reader) or not all(reader.wants_mail(wish) for wish in wishes):
            return None
        said = partial(_facts, notice.says, things, reader, always)
        return parcel_to(reader, [row], number, self._folder, about, said, wishes[0] if wishes else "")


def _facts(says: Says, things: Sequence[Any], reader: Person, always: str) -> list[Facts]:
    return [{**says(*things, reader), **({f"always_{always}": 1} if always else {})}]


def parcel_to(
    reader: Person,
    rows: Sequence[OutboxRow],
    occasion: str,
    folder: str,
    about: str,
    says: Callable[[], Sequence[Facts]],
    wish: str,
) -> Parcel:
    """One to the address of an account."""
    language, zone = people.language_of(reader), people.zone_of(reader)
    return Parcel(rows, occasion, folder, about, reader.email, language, zone, says, reader, wish)


def reaches(reader: Person) -> bool:
    """Whether e-mails reach this account at all."""
    return bool(reader.is_active and reader.email and not reader.is_out_of_reach)


class Log(Protocol):
    """Where it is noted what became of e-mails, until `write` keeps it."""

    entries: list[Any]

    def note(self, person: Person | None, rows: Sequence[OutboxRow], error: Exception | None) -> None: ...

    def write(self) -> None: ...


_logs: list[Callable[[], Log]] = []


def logs_mails(log: type[Any]) -> type[Any]:
    """Register, once, when the apps are loaded, what keeps the log."""
    _logs.append(log)
    return log


def send(rows: Sequence[OutboxRow], parcels: Sequence[Parcel]) -> Iterator[Done]:
    """Write, hand over and log; rows without a parcel are done with at once."""
    announced = {row.pk for parcel in parcels for row in parcel.rows}
    yield [row for row in rows if row.pk not in announced], {}
    now, log = clock.now(), _logs[0]()
    try:
        with mailer.line() as line:
            for parcel in parcels:
                error = _send(line, parcel, now)
                log.note(parcel.reader, parcel.rows, error)
                if len(log.entries) >= LOGGED_TOGETHER:
                    log.write()
                is_failure = error is not None and not mailer.is_refused_for_good(error)
                yield (
                    parcel.rows,
                    dict.fromkeys((row.pk for row in parcel.rows), error) if is_failure and error else {},
                )
    finally:
        log.write()


def _send(line: mailer.MailConnection, parcel: Parcel, now: datetime) -> Exception | None:
    """Write and hand over one e-mail; what went wrong, if anything did.

    An address that is refused for good is noted: it is the reader's to put right, and no use trying again.
    """
    try:
        line.send(write(parcel, now))
    except Exception as error:
        if parcel.reader is not None and mailer.is_refused_for_good(error):
            people.note_refusal(parcel.reader, now)
        return error
    if parcel.reader is not None:
        people.note_taken(parcel.reader)
    return None


def write(parcel: Parcel, now: datetime) -> EmailMultiAlternatives:
    """The e-mail, in its reader's language and zone."""
    reader, stop = parcel.reader, ""
    if reader is not None and parcel.wish:
        stop = settings.SITE_ADDRESS + people.stop_path(reader, parcel.wish)
    with translation.override(parcel.language), timezone.override(parcel.zone):
        name = reader.get_username() if reader else ""
        own = {"name": name, "day": mailer.day_words(now), "stop": stop}
        letter = mail_templates.letter(parcel.about, parcel.wish, own, parcel.says(), parcel.folder)
    return mailer.mail(
        to=parcel.to,
        subject=letter.subject,
        text=letter.text,
        html=letter.html,
        occasion=parcel.occasion,
        stop=stop,
    )
