"""Letters between the players, where the game has press and while it is open (RB-22, RB-23)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import DataError, IntegrityError, transaction
from django.db.models import Max
from django.views.decorators.debug import sensitive_variables

from games import notices
from games.adjudication.locking import lock_running_game, lock_tenure, open_phase_of
from games.agreed.pace import Pace
from games.common import clock, outbox
from games.common.words.line_ends import with_plain_line_ends
from games.common.words.people import Person
from games.engine import hosting_rules
from games.engine.hidden_players import masked_seats
from games.errors import BadLetter, NotStored, OnlyListens, PressClosed, PressLocked
from games.models import Answer, Block, Circle, Game, Message, Phase, Seat, Tenure, Withheld
from games.services.players import reading, writing
from games.words.threads import circle_key, key_of_letter, places_in

LONGEST_LETTER = 4000
CLOSED_IN = frozenset("RA")
"""Letters of the phases in which press pauses where the game has it so: retreats, adjustments (RB-22)."""


def is_press_open(game: Game, phase: Phase, now: datetime) -> bool:
    """Whether letters are carried at `now`. A phase past its deadline carries none."""
    closes = press_closes(game, phase)
    return game.is_running and phase.is_open and closes is not None and now < closes


def waits_for_one(game: Game, phase: Phase) -> bool:
    """Whether private letters are locked in `phase`: the game has it so, and all who hold a seat and owe
    something but one are ready. Two queries, where the game has it so.
    """
    if not game.press_locks or not hosting_rules.closes_early(game.variant, phase.due):
        return False
    held = Tenure.objects.filter(game=game, left_at=None, seat__key__in=phase.due)
    ready = Answer.objects.filter(phase=phase, ready_at__isnull=False).values_list("seat__key", flat=True)
    owing = set(held.values_list("seat__key", flat=True))
    return lacks_one(len(owing), len(owing.intersection(ready)))


def _is_private(game: Game, recipients: int, masked: Collection[str]) -> bool:
    """Whether a letter to so many is not one to a whole table of three or more. One query."""
    writers = Seat.objects.filter(game=game).exclude(key__in=masked).count()
    return recipients < writers - 1 or writers == 2


def lacks_one(owing: int, ready: int) -> bool:
    """Whether of those who owe something all but one are ready; never where one alone owes anything."""
    return 0 < ready == owing - 1


def is_pausing(game: Game, phase: Phase) -> bool:
    """Whether this game has press, but none in `phase`: retreats and adjustments, where it pauses (RB-22)."""
    return game.press == Game.Press.OPEN and game.press_pauses and phase.kind in CLOSED_IN


def press_closes(game: Game, phase: Phase) -> datetime | None:
    """Until when letters are carried in `phase`: its deadline, or before the time for writing (RB-23).

    None where none are carried at all.
    """
    if game.press != Game.Press.OPEN or is_pausing(game, phase):
        return None
    return Pace.from_json(game.pace).press_closes(phase.kind, phase.opened_at, phase.deadline)


@sensitive_variables()
def send_letter(
    *, game: Game, user: Person, to: list[str], body: str, key: str, thread: str = "", seen: int | None = None
) -> Message:
    """Send `body` from the user's seat to the seats `to` (their keys).

    A letter to all who may be written to is read by those, too, who may only listen (DG-1).

    `key` comes with the form: the same letter sent twice with the same one arrives once, and that one is
    returned. Other words under the same key (a page that a browser kept) are another letter. `thread` is
    where its draft was kept, that of its own circle by default; `seen` the last letter on the page it was
    written on, which counts as read with all before it.

    Refuses with `PressClosed`, `PressLocked` (a private letter while all wait for one), `BadLetter`,
    `OnlyListens`, `NotSeated`, `NotRunning`, `GameIsOver`.
    """
    try:
        try:
            return _send_letter(game, user, to, body, key, thread, seen)
        except IntegrityError:  # somebody's letter in another game has just taken this one's number
            return _send_letter(game, user, to, body, key, thread, seen)
    except (DataError, IntegrityError, ValueError):
        raise NotStored from None  # the error would quote the letter


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
        raise BadLetter  # nobody, or seats that stand empty (RB-14)
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
    reading.count_as_new(letter, readers)
    if seen is not None:
        reading.move_mark(tenure, circle, seen, only_on=True)
    writing.forget_draft(tenure, thread or circle.key)
    outbox.put(*notices.letters([reader.user_id for reader in readers], game.pk, now))
    # Only those concerned learn that anything was sent.
    outbox.put(*(notices.seat_hint(each, now) for each in (seat, *recipients)))
    return letter


def _who_are_shown(letter: Message, readers: list[Tenure], writer: Person) -> list[Tenure]:
    """Those of `readers` who have not blocked whoever wrote `letter`; it is withheld from the others."""
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
    """The key of a letter that is sent at `now`: its moment in microseconds, or the next that is free.

    Readers see keys. Counted from 1, they would tell how many letters others had written in between.
    """
    number = int(now.timestamp() * 1_000_000)
    taken = Message.objects.filter(pk__gte=number).aggregate(newest=Max("pk"))["newest"]
    return number if taken is None else taken + 1


def _listeners(game: Game, writers: list[Seat], masked: Collection[str]) -> list[Seat]:
    """The seats that read a letter between `writers` without being written to: what goes to all (DG-1)."""
    if not masked:
        return []
    others = list(Seat.objects.filter(game=game).exclude(pk__in=[seat.pk for seat in writers]))
    return others if all(seat.key in masked for seat in others) else []


def _circle_of(game: Game, writers: list[Seat], listeners: list[Seat]) -> Circle:
    """The circle of these seats, made by their first letter and named by those who write. Call it under the
    game's lock.
    """
    circle, is_new = Circle.objects.get_or_create(game=game, key=circle_key(seat.order for seat in writers))
    if is_new:
        circle.seats.set([*writers, *listeners])
    return circle
