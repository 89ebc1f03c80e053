"""Messages between the players, where the game has press and while it is open (RB-22, RB-23)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import DataError, IntegrityError, transaction
from django.db.models import Max
from django.views.decorators.debug import sensitive_variables

from games import notices
from games.adjudication.locking import lock_running_game, lock_tenure, open_phase_of
from games.common import clock, outbox
from games.common.words.line_ends import with_plain_line_ends
from games.common.words.people import Person
from games.engine.hidden_players import masked_seats
from games.errors import BadLetter, NotStored, OnlyListens, PressClosed, PressLocked
from games.gate.press import is_press_open, waits_for_one
from games.models import Block, Circle, Game, Message, Seat, Tenure, Withheld
from games.services.players import letter_drafts, read_marks
from games.words.threads import circle_key, key_of_letter, places_in

LONGEST_LETTER = 4000


def _is_private(game: Game, recipients: int, masked: Collection[str]) -> bool:
    """Whether a message to so many is not one to a whole table of three or more. One query."""
    writers = Seat.objects.filter(game=game).exclude(key__in=masked).count()
    return recipients < writers - 1 or writers == 2


@sensitive_variables()
def send_letter(
    *, game: Game, user: Person, to: list[str], body: str, key: str, thread: str = "", seen: int | None = None
) -> Message:
    """Send `body` from the user's seat to the seats `to` (their keys).

    A message to all who may be written to is read by those, too, who may only listen (DG-1).

    `key` comes with the form: the same message sent twice with the same one arrives once, and that one is
    returned. Other words under the same key (a page that a browser kept) are another message. `thread` is
    where its draft was kept, that of its own circle by default; `seen` the last message on the page it was
    written on, which counts as read with all before it.

    Refuses with `PressClosed`, `PressLocked` (a private message while all wait for one), `BadLetter`,
    `OnlyListens`, `NotSeated`, `NotRunning`, `GameIsOver`.
    """
    try:
        try:
            return _send_letter(game, user, to, body, key, thread, seen)
        except IntegrityError:  # someone's message in another game has just taken this one's number
            return _send_letter(game, user, to, body, key, thread, seen)
    except (DataError, IntegrityError, ValueError):
        raise NotStored from None  # the error would quote the message


@transaction.atomic
@sensitive_variables()
def _send_letter(
    game: Game, user: Person, to: list[str], body: str, key: str, thread: str, seen: int | None
) -> Message:
    game = lock_running_game(game)
    tenure = lock_tenure(game, user)
    seat = tenure.seat
    body = with_plain_line_ends(body).strip()
    own_key = key_of_letter(key, to, body)
    earlier = Message.objects.filter(sender=seat, key=own_key).first()
    if earlier is not None:
        return earlier
    now = clock.now()
    phase = open_phase_of(game)
    masked = masked_seats(game.variant)
    if seat.key in masked:
        raise OnlyListens
    if not is_press_open(game, phase, now):
        raise PressClosed
    recipients = list(Seat.objects.filter(game=game, key__in=set(to) - masked).exclude(pk=seat.pk))
    if not body or len(body) > LONGEST_LETTER or not key or len(key) > 36 or len(recipients) != len(set(to)):
        raise BadLetter
    if game.press_locks and _is_private(game, len(recipients), masked) and waits_for_one(game, phase):
        raise PressLocked
    if not Tenure.objects.filter(seat__in=recipients, left_at=None).exists():
        raise BadLetter  # no one, or seats that stand empty (RB-14)
    listeners = _listeners(game, [seat, *recipients], masked)
    circle = _circle_of(game, [seat, *recipients], listeners)
    recipients += listeners
    letter = Message.objects.create(
        pk=_number_at(now),
        game=game,
        phase=phase,
        circle=circle,
        sender=seat,
        body=body,
        sent_at=now,
        key=own_key,
    )
    readers = list(Tenure.objects.filter(seat__in=recipients, left_at=None))
    readers = _who_are_shown(letter, readers, user)
    read_marks.count_as_new(letter, readers)
    if seen is not None:
        read_marks.move_mark(tenure, circle, seen, only_on=True)
    letter_drafts.forget_draft(tenure, thread or circle.key)
    outbox.put(*notices.letters([reader.user_id for reader in readers], game.pk, now))
    # Only those concerned learn that anything was sent.
    outbox.put(*(notices.seat_hint(each, now) for each in (seat, *recipients)))
    return letter


def _who_are_shown(letter: Message, readers: list[Tenure], writer: Person) -> list[Tenure]:
    """Those of `readers` who have not blocked the writer of `letter`; it is withheld from the others."""
    people = [reader.user_id for reader in readers]
    blocks = Block.objects.filter(blocker__in=people, blocked_id=writer.pk)
    blockers = set(blocks.values_list("blocker", flat=True))
    Withheld.objects.bulk_create(
        Withheld(message=letter, tenure=reader, folds=len(places_in(letter.circle.key)) > 2)
        for reader in readers
        if reader.user_id in blockers
    )
    return [reader for reader in readers if reader.user_id not in blockers]


def _number_at(now: datetime) -> int:
    """The key of a message that is sent at `now`: its moment in microseconds, or the next that is free.

    Readers see keys. Counted from 1, they would tell how many messages others had written in between.
    """
    number = int(now.timestamp() * 1_000_000)
    taken = Message.objects.filter(pk__gte=number).aggregate(newest=Max("pk"))["newest"]
    return number if taken is None else taken + 1


def _listeners(game: Game, writers: list[Seat], masked: Collection[str]) -> list[Seat]:
    """The seats that read a message between `writers` without being written to: what goes to all (DG-1)."""
    if not masked:
        return []
    others = list(Seat.objects.filter(game=game).exclude(pk__in=[seat.pk for seat in writers]))
    return others if all(seat.key in masked for seat in others) else []


def _circle_of(game: Game, writers: list[Seat], listeners: list[Seat]) -> Circle:
    """The circle of these seats, made by their first message and named by those who write. Call it under the
    game's lock.
    """
    circle, is_new = Circle.objects.get_or_create(game=game, key=circle_key(seat.order for seat in writers))
    if is_new:
        circle.seats.set([*writers, *listeners])
    return circle
