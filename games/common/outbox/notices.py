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
from games.common.outbox import bell, mail_templates, mailer
from games.common.outbox.bell import Words
from games.common.outbox.mail_templates import Facts
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.rings import Ring, ring
from games.common.outbox.row import OutboxRow
from games.common.words import people
from games.common.words.people import Person, Weight

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

    Its reader finds it among their notices too, but where `waits` names the function of the register of what
    waits (`games.common.waiting`) that tells of it for as long as it asks for something. `weight` is what it
    is to them, which may let it go only once a day, or not at all.
    """

    kinds: Sequence[str]
    says: Says
    wishes: Sequence[str]
    unless: Callable[..., bool]
    always: str | Callable[..., str]
    to: Callable[..., tuple[str, str]] | None
    waits: str | Callable[..., str] = ""
    weight: Weight | Callable[..., Weight] = Weight.NEWS

    def always_for(self, things: Sequence[Any], reader: Person) -> str:
        """Why it comes whatever its reader chose; empty where it does not."""
        return self.always if isinstance(self.always, str) else self.always(*things, reader)

    def weight_of(self, things: Sequence[Any]) -> Weight:
        return self.weight if isinstance(self.weight, Weight) else self.weight(*things)

    def is_kept(self, things: Sequence[Any], reader: Person) -> bool:
        """Whether it stands among the reader's notices."""
        waits = self.waits if isinstance(self.waits, str) else self.waits(*things, reader)
        return self.to is None and not waits


@dataclass(frozen=True, slots=True)
class Telling:
    """A row that still tells its reader something, and of what."""

    row: Any
    reader: Person
    occasion: str
    notice: Notice
    things: Sequence[Any]


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
    name: what is not in it is told no one. `template` is the name of all its e-mails; empty: the occasion's.
    `wishes` holds for each that has none of its own. `told_as` says by kind what a notice counts as being
    about, where that is not the thing itself: of a game's result, dispute and ruling only the last is kept.
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
        told_as: Mapping[str, Callable[[Any], str]] | None = None,
    ) -> None:
        self.by_occasion: dict[str, Notice] = {}
        self._wishes = wishes
        self._folder, self._source, self._template = folder, source, template
        self._things = things
        self._topic, self._told_as = topic, told_as or {}
        delivers_slowly(topic)(self.send)
        bell.says_in_bell(topic, self.says_of)

    def on(
        self,
        occasion: str,
        *kinds: str,
        wishes: Sequence[str] = (),
        unless: Callable[..., bool] = lambda *_things: False,
        always: str | Callable[..., str] = "",
        to: Callable[..., tuple[str, str]] | None = None,
        waits: str | Callable[..., str] = "",
        weight: Weight | Callable[..., Weight] = Weight.NEWS,
    ) -> Callable[[S], S]:
        """Register what the decorated function says on an occasion."""

        def register(says: S) -> S:
            self.by_occasion[occasion] = Notice(
                kinds, says, wishes or self._wishes, unless, always, to, waits, weight
            )
            return says

        return register

    def send(self, rows: Sequence[OutboxRow]) -> Iterator[Done]:
        """One e-mail a row, but to those who are out of reach, and of what is stale or gone. What rows tell
        is kept among their readers' notices first.
        """
        tellings = self._tellings(rows)
        kept = [each for each in tellings if each.notice.is_kept(each.things, each.reader)]
        bell.keep(self._topic, ((each.row, each.reader, partial(self._words, each)) for each in kept))
        ring([self._ring(each) for each in tellings if each.notice.to is None])
        yield from send(rows, self._parcels(tellings))

    def _ring(self, telling: Telling) -> Ring:
        notice, things = telling.notice, telling.things
        always = notice.always_for(things, telling.reader)
        wish = notice.wishes[0] if notice.wishes else ""
        weight = notice.weight_of(things)
        return Ring(telling.reader, self._topic, telling.row, wish, weight, bool(always or not wish))

    def parcels(self, rows: Sequence[OutboxRow]) -> list[Parcel]:
        """What `rows` announce by e-mail. As many queries as there are kinds among them."""
        return self._parcels(self._tellings(rows))

    def says_of(self, rows: Sequence[Any]) -> Mapping[int, Callable[[], Words]]:
        """What rows that were kept say now, as the page of notices has it. As many queries."""
        return {each.row.pk: partial(self._words, each) for each in self._tellings(rows)}

    def _tellings(self, rows: Sequence[Any]) -> list[Telling]:
        """Those of `rows` that still tell someone something."""
        readers = get_user_model().objects.in_bulk({row.payload["user"] for row in rows})
        found = {
            kind: queryset.in_bulk({row.payload[kind] for row in rows if kind in row.payload})
            for kind, queryset in self._things.items()
        }
        tellings = (self._telling(row, readers.get(row.payload["user"]), found) for row in rows)
        return [telling for telling in tellings if telling is not None]

    def _telling(
        self, row: Any, reader: Person | None, found: Mapping[str, Mapping[int, Any]]
    ) -> Telling | None:
        """What one row tells; None where that is no more."""
        occasion = row.payload.get("occasion") or next(key for key in self.by_occasion if key in row.payload)
        notice = self.by_occasion[occasion]
        things = [found[kind].get(row.payload.get(kind)) for kind in notice.kinds]
        if reader is None or any(thing is None for thing in things) or notice.unless(*things):
            return None
        return Telling(row, reader, occasion, notice, things)

    def _parcels(self, tellings: Sequence[Telling]) -> list[Parcel]:
        parcels = (self._parcel(telling) for telling in tellings)
        return [parcel for parcel in parcels if parcel is not None]

    def _parcel(self, telling: Telling) -> Parcel | None:
        """The e-mail; None where its reader does not get it."""
        row, reader, notice, things = telling.row, telling.reader, telling.notice, telling.things
        about, number = self._template or telling.occasion, f"{self._source} {row.pk}"
        if notice.to is not None:
            said = partial(_facts, notice.says, things, reader, "")
            return Parcel([row], number, self._folder, about, *notice.to(*things), reader.zone, said, None)
        always = notice.always_for(things, reader)
        wishes = () if always else notice.wishes
        weight = notice.weight_of(things)
        if not reaches(reader) or not all(reader.wants_mail(wish, weight) for wish in wishes):
            return None
        said = partial(_facts, notice.says, things, reader, always)
        return parcel_to(reader, [row], number, self._folder, about, said, wishes[0] if wishes else "")

    def _words(self, telling: Telling) -> Words:
        """What a row says among its reader's notices: the words of its e-mail."""
        kind, thing = telling.notice.kinds[0], telling.things[0]
        facts = telling.notice.says(*telling.things, telling.reader)
        place = [str(facts[name]) for name in ("season", "league") if facts.get(name)]
        said = str(facts.get("said") or facts.get("text") or facts.get("reason") or "")
        return Words(
            about=self._told_as[kind](thing) if kind in self._told_as else f"{kind}:{thing.pk}",
            title=str(facts.get("title") or self._subject(telling, facts)),
            place=", ".join(place),
            what=bell.quoted(str(facts.get("what", "")), said),
            address=str(facts["address"]).removeprefix(settings.SITE_ADDRESS),
            league=str(facts.get("league", "")),
        )

    def _subject(self, telling: Telling, facts: Facts) -> str:
        about = self._template or telling.occasion
        return mail_templates.letter(
            about, "", {"name": "", "day": "", "stop": ""}, [facts], self._folder
        ).subject


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
    """A parcel to the address of an account."""
    language, zone = people.language_of(reader), people.zone_of(reader)
    return Parcel(rows, occasion, folder, about, reader.email, language, zone, says, reader, wish)


def reaches(reader: Person) -> bool:
    """Whether e-mails reach this account at all."""
    return bool(reader.is_active and reader.email and not reader.is_out_of_reach)


class Log(Protocol):
    """Notes of what became of e-mails, until `write` stores them."""

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
