"""Mails to players, each in his language, with times in his zone. They tell nothing that is sealed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from games import notices
from games.common import clock, outbox
from games.common.outbox import mailer, moulds
from games.common.outbox.registry import Done, delivers_slowly
from games.common.outbox.row import OutboxRow
from games.common.words import people
from games.common.words.people import Person
from games.models import Mailing
from games.notices.mail_log import MailLog
from games.notices.matters import Matter
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
"""Under which wish of his (`people.wants`) somebody gets mails about what."""

LOGGED_TOGETHER = 25

LATELY = notices.LETTERS_WAIT
"""Who was on the site since then has seen that letters wait."""

LETTERS_EVERY = timedelta(hours=1)
"""Nobody gets more than one mail about letters in this time."""


@delivers_slowly("mail")
def send_mails(rows: Sequence[OutboxRow]) -> Iterator[Done]:
    """Send what `rows` announce: one mail a person and kind, however many games it is about."""
    now = clock.now()
    matters = matters_of(rows, now)
    readers = get_user_model().objects.in_bulk({row.payload["user"] for row in rows})
    letters: dict[tuple[int, str], list[OutboxRow]] = defaultdict(list)
    nothing_to_say = []
    for row in rows:
        about, reader = row.payload["about"], readers.get(row.payload["user"])
        if row.pk in matters and reader is not None and people.wants(reader, WISHES[about]):
            letters[reader.pk, about].append(row)
        else:
            nothing_to_say.append(row)
    nothing_to_say += _put_off_letters(letters, now)
    yield nothing_to_say, {}
    log = MailLog()
    try:
        with mailer.line() as line:
            for (user, about), group in letters.items():
                occasion = f"{about} {group[0].pk}"
                about_these = list({_subject_of(row): matters[row.pk] for row in group}.values())
                error = _send(line, readers[user], about, about_these, now, occasion)
                log.note(readers[user], group, error)
                if len(log.entries) >= LOGGED_TOGETHER:
                    log.write()
                is_failure = error is not None and not mailer.is_refused_for_good(error)
                yield group, dict.fromkeys((row.pk for row in group), error) if is_failure and error else {}
    finally:
        log.write()


def _subject_of(row: OutboxRow) -> tuple[int | str, ...]:
    """What a row is about: two about the same are said once."""
    about = row.payload
    keys = ("phase", "act", "vote", "entry", "proposal", "nomination", "seat")
    return about["game"], *(about.get(key, 0) for key in keys)


def _put_off_letters(letters: dict[tuple[int, str], list[OutboxRow]], now: datetime) -> list[OutboxRow]:
    """Take from `letters` what is about letters of those who need no mail now, and return those rows.

    Who was here lately knows; whoever had such a mail within the hour gets the next one when it is over.
    """
    asked = [user for user, about in letters if about == "letters"]
    if not asked:
        return []
    here = people.seen_since(asked, now - LATELY)
    mailed = Mailing.objects.filter(user__in=asked, kind="letters", handed_at__gt=now - LETTERS_EVERY)
    last = {mail.user_id: mail.handed_at or now for mail in mailed.order_by("handed_at")}
    taken = []
    for user in asked:
        if user in here or user in last:
            rows = letters.pop((user, "letters"))
            taken += rows
            if user not in here:
                later = last[user] + LETTERS_EVERY
                for game in sorted({row.payload["game"] for row in rows}):
                    outbox.put(*notices.letters([user], game, now, later))
    return taken


def _send(
    line: mailer.Line, reader: Person, about: str, matters: Sequence[Matter], now: datetime, occasion: str
) -> Exception | None:
    """Write and hand over one mail; what went wrong, if anything did.

    An address that is refused for good is noted: it is the reader's to put right, and no use trying again.
    """
    try:
        line.send(write(reader, about, matters, now, occasion))
    except Exception as error:
        if mailer.is_refused_for_good(error):
            people.note_refusal(reader, now)
        return error
    people.note_taken(reader)
    return None


def write(
    reader: Person, about: str, matters: Sequence[Matter], now: datetime, occasion: str
) -> EmailMultiAlternatives:
    """The mail to `reader` about `matters`, in his language and zone."""
    wish = WISHES[about]
    stop = settings.SITE_ADDRESS + people.stop_path(reader, wish)
    with translation.override(people.language_of(reader)), timezone.override(people.zone_of(reader)):
        own = {"name": reader.get_username(), "day": mailer.day_words(now), "stop": stop}
        letter = moulds.letter(about, wish, own, [matter.facts() for matter in matters])
    return mailer.mail(
        to=reader.email,
        subject=letter.subject,
        text=letter.text,
        html=letter.html,
        occasion=occasion,
        stop=stop,
    )
