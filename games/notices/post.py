"""Mails to players, each in their language, with times in their zone. They tell nothing that is sealed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth import get_user_model

from games import notices
from games.common import clock, outbox
from games.common.outbox import bell
from games.common.outbox.mail_templates import Facts
from games.common.outbox.notices import Parcel, parcel_to, send
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.rings import Ring, ring
from games.common.outbox.row import OutboxRow
from games.common.words import people
from games.common.words.people import Person, Weight
from games.models import Mailing
from games.notices.bell_words import is_kept, words_of
from games.notices.mail_context import MailContext
from games.notices.occasions import matters_of

WISHES: Final = {
    "started": "news",
    "finished": "news",
    "set_aside": "news",
    "waiting": "turns",
    "reminder": "reminders",
    "letters": "letters",
    "missed": "news",
    "extended": "reminders",
    "rules": "news",
    "opened": "news",
    "given_up": "news",
    "taken": "news",
    "seated": "news",
    "replaced": "news",
    "announcement": "news",
    "taken_back": "news",
    "clock": "news",
    "clock_vote": "news",
    "nomination": "news",
    "proposal": "news",
    "invited": "invitations",
}
"""The wish (`people.wants`) under which someone gets mails about each topic."""

WEIGHTS: Final = {
    "reminder": Weight.SOON,
    "extended": Weight.SOON,
    "missed": Weight.COSTS,
    "rules": Weight.COSTS,
    "given_up": Weight.COSTS,
    "replaced": Weight.COSTS,
    "taken_back": Weight.COSTS,
}
"""What such mails are to their readers, where they are more than news."""

LATELY = notices.LETTERS_WAIT
"""Who was on the site since then has seen that messages wait."""

LETTERS_EVERY = timedelta(hours=1)
"""No one gets more than one mail about messages in this time."""


@delivers_slowly("mail")
def send_mails(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Send what `rows` announce: one mail a person and kind, however many games it is about. What happened is
    kept among the notices of who is told.
    """
    now = clock.now()
    matters = matters_of(rows, now)
    readers = get_user_model().objects.in_bulk({row.payload["user"] for row in rows})
    told = [row for row in rows if row.pk in matters and row.payload["user"] in readers]
    kept = [row for row in told if is_kept(row, matters[row.pk].game)]
    said = words_of(kept, matters)
    bell.keep("mail", [(row, readers[row.payload["user"]], said[row.pk]) for row in kept])
    letters: dict[tuple[int, str], list[OutboxRow]] = defaultdict(list)
    for row in told:
        about, reader = row.payload["about"], readers[row.payload["user"]]
        if people.wants(reader, WISHES[about], WEIGHTS.get(about, Weight.NEWS)):
            letters[reader.pk, about].append(row)
    _put_off_letters(letters, now)
    ring([_ring(row, readers[user]) for (user, _about), group in letters.items() for row in group])
    parcels = []
    for (user, about), group in letters.items():
        about_these = list({_subject_of(row): matters[row.pk] for row in group}.values())
        parcels.append(parcel(readers[user], about, about_these, group, f"{about} {group[0].pk}"))
    yield from send(rows, parcels)


def _ring(row: OutboxRow, reader: Person) -> Ring:
    about = row.payload["about"]
    return Ring(reader, "mail", row, WISHES[about], WEIGHTS.get(about, Weight.NEWS))


def _subject_of(row: OutboxRow) -> tuple[int | str, ...]:
    """What a row is about: two about the same are said once."""
    about = row.payload
    keys = ("phase", "act", "vote", "entry", "proposal", "nomination", "seat")
    return about["game"], *(about.get(key, 0) for key in keys)


def _put_off_letters(letters: dict[tuple[int, str], list[OutboxRow]], now: datetime) -> None:
    """Take from `letters` what is about messages of those who need no mail now.

    Who was here lately knows; after such a mail the next one waits until the hour is over.
    """
    asked = [user for user, about in letters if about == "letters"]
    if not asked:
        return
    here = people.seen_since(asked, now - LATELY)
    mailed = Mailing.objects.filter(user__in=asked, kind="letters", handed_at__gt=now - LETTERS_EVERY)
    last = {mail.user_id: mail.handed_at or now for mail in mailed.order_by("handed_at")}
    for user in asked:
        if user in here or user in last:
            rows = letters.pop((user, "letters"))
            if user not in here:
                later = last[user] + LETTERS_EVERY
                for game in sorted({row.payload["game"] for row in rows}):
                    outbox.put(*notices.letters([user], game, now, later))


def parcel(
    reader: Person, about: str, matters: Sequence[MailContext], rows: Sequence[OutboxRow], occasion: str
) -> Parcel:
    """The mail to `reader` about `matters`."""

    def says() -> list[Facts]:
        return [matter.facts() for matter in matters]

    return parcel_to(reader, rows, occasion, "games/mail", about, says, WISHES[about])
