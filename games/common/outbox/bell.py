"""What happened to someone, kept for the page of notices, which shows it beside what waits.

Rows of the outbox that tell someone of something rare are kept here when they are delivered, by e-mail or
not. What asks for something is not: it stands in the register of what waits (`games.common.waiting`) for as
long as it does. Nor are turns and phases, which pages read from the games themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Protocol, TypeAlias

from django.db.models import Count, Q, QuerySet, Subquery
from django.utils import timezone, translation

from games.common import clock, waiting
from games.common.database.compiled import Param
from games.common.outbox.happening import Happening
from games.common.words import people
from games.common.words.people import Person

KEPT_FOR: Final = timedelta(days=90)
"""After which a notice is dropped, read or not."""

SHOWN: Final = 30
"""Notices on a page."""

LONGEST: Final = 300
"""Characters of what someone wrote that a notice quotes."""


class RowLike(Protocol):
    """A row of the outbox, or what was kept of it."""

    pk: Any
    payload: Any


@dataclass(frozen=True, slots=True)
class Words:
    """A notice in its reader's words: what happened, to which game or season, what follows, where to look.
    `about` is what it is about; of that only the latest is kept. `is_hidden`: of a game in which no one may
    be told who plays or what is going on, so its words are for the reader's own pages alone.
    """

    about: str
    title: str
    place: str
    what: str
    address: str
    league: str = ""
    is_hidden: bool = False


Says: TypeAlias = Callable[[Sequence[Any]], Mapping[int, "Callable[[], Words]"]]
"""From rows to what each says, by its key, when the reader's language and zone hold; without those that tell
of nothing any more.
"""

_topics: dict[str, Says] = {}


def _unread() -> Subquery:
    unread: QuerySet[Any, Any] = Happening.objects.filter(user_id=Param("user"), read_at=None)
    return Subquery(unread.order_by().values("user").annotate(count=Count("pk")).values("count"))


waiting.is_one(waiting.UNREAD, _unread)


def says_in_bell(topic: str, says: Says) -> None:
    """Register, once, when the apps are loaded, who says rows of `topic` again."""
    _topics[topic] = says


def says_of(topic: str, rows: Sequence[Any]) -> Mapping[int, Callable[[], Words]]:
    """What rows of `topic` say now, by their keys; without those that tell of nothing any more."""
    return _topics[topic](rows) if topic in _topics else {}


def quoted(what: str, said: str) -> str:
    """A sentence and what someone wrote, which may be long."""
    short = " ".join(said.split())
    short = short if len(short) <= LONGEST else f"{short[:LONGEST].rstrip()} …"
    return f"{what} {short}".strip()


def keep(topic: str, told: Iterable[tuple[Any, Person, Callable[[], Words]]]) -> None:
    """Keep of each row (of the outbox) what it says to its reader. A row that was kept before, or that is
    older than what is kept about the same, changes nothing. Three queries.
    """
    fresh: dict[tuple[int, str], Happening] = {}
    for row, reader, says in sorted(told, key=lambda each: int(each[0].pk)):
        happening = Happening(
            user_id=reader.pk, topic=topic, payload=row.payload, row=row.pk, at=row.created_at
        )
        _say(happening, reader, says)
        fresh[reader.pk, happening.about] = happening
    if not fresh:
        return
    known = Happening.objects.filter(
        user__in={user for user, _about in fresh}, about__in={about for _user, about in fresh}
    )
    for user, about, row in known.values_list("user", "about", "row"):
        if (user, about) in fresh and fresh[user, about].row <= row:
            del fresh[user, about]
    Happening.objects.bulk_create(
        fresh.values(),
        update_conflicts=True,
        unique_fields=["user", "about"],
        update_fields=[
            *("topic", "payload", "row", "title", "place", "what", "address", "language", "zone"),
            *("at", "read_at"),
        ],
    )
    waiting.forget(user for user, _about in fresh)


def _say(happening: Happening, reader: Person, says: Callable[[], Words]) -> None:
    language, zone = people.language_of(reader), people.zone_of(reader)
    with translation.override(language), timezone.override(zone):
        words = says()
    happening.about, happening.title, happening.place = words.about, words.title, words.place
    happening.what, happening.address = words.what, words.address
    happening.language, happening.zone = language, zone.key


def notices_of(reader: Person, before: int = 0, count: int = SHOWN) -> list[Happening]:
    """The notices of `reader`, the newest first, of those before the one with the key `before` (0: all). One
    query; more only where words have to be said again, and those are kept.
    """
    found = Happening.objects.filter(user_id=reader.pk, at__gt=clock.now() - KEPT_FOR)
    if before and (last := found.filter(pk=before).values_list("at", flat=True).first()):
        found = found.filter(Q(at__lt=last) | Q(at=last, pk__lt=before))
    shown = list(found.order_by("-at", "-pk")[:count])
    now_is = people.language_of(reader), people.zone_of(reader).key
    stale = [each for each in shown if (each.language, each.zone) != now_is]
    _say_anew(stale, reader)
    return [each for each in shown if each.pk is not None]


def _say_anew(stale: Sequence[Happening], reader: Person) -> None:
    """Say these in the reader's language and zone of today; what tells of nothing any more is deleted."""
    by_topic: dict[str, list[Happening]] = defaultdict(list)
    for each in stale:
        by_topic[each.topic].append(each)
    for topic, rows in by_topic.items():
        said = says_of(topic, rows)
        for each in rows:
            if each.pk in said:
                about = each.about
                _say(each, reader, said[each.pk])
                each.about = about
                each.save(update_fields=["title", "place", "what", "address", "language", "zone"])
            else:
                each.delete()


def read(reader: Person, key: int) -> Happening | None:
    """The notice of `reader` with this key, read from now on; None if there is none."""
    found = Happening.objects.filter(user_id=reader.pk, pk=key).first()
    if found is not None and found.read_at is None:
        Happening.objects.filter(pk=found.pk, read_at=None).update(read_at=clock.now())
        waiting.forget([reader.pk])
    return found


def read_all(reader: Person) -> None:
    """All notices of `reader` are read from now on."""
    Happening.objects.filter(user_id=reader.pk, read_at=None).update(read_at=clock.now())
    waiting.forget([reader.pk])


def drop_old() -> int:
    """Delete what happened more than 90 days ago; how many there were."""
    return Happening.objects.filter(at__lte=clock.now() - KEPT_FOR).delete()[0]


def forget_person(person: Person, name: str) -> None:
    """Delete the notices of `person`, who was called `name`, and let others' that name them be said again."""
    Happening.objects.filter(user_id=person.pk).delete()
    named = Q(title__contains=name) | Q(place__contains=name) | Q(what__contains=name)
    Happening.objects.filter(named).update(language="")
