"""Drafts of messages: kept as they are typed, sealed like answers, gone when the message is sent."""

from __future__ import annotations

from django.db import DataError, transaction
from django.views.decorators.debug import sensitive_variables

from games.adjudication.locking import lock_tenure
from games.common import clock
from games.common.words.line_ends import with_plain_line_ends
from games.common.words.people import Person
from games.engine.hidden_players import masked_seats
from games.errors import DraftTooLong, NoSuchThread, NotStored, OnlyListens, StaleDraft
from games.models import Game, LetterDraft, Message, Seat, Tenure
from games.words.threads import NEW, circle_key, key_of_letter, places_in

LONGEST_DRAFT = 4000
"""The most characters of a draft: those of a message."""


@sensitive_variables()
def keep_draft(
    *,
    game: Game,
    user: Person,
    thread: str,
    body: str,
    version: int,
    key: str = "",
    to: list[str] | None = None,
) -> LetterDraft:
    """Keep what `user` has written in `thread`; an empty text keeps nothing there.

    `version` is that of the draft their form began with, 0 if there was none; `to` are the seats ticked so
    far, `key` the form's. Words that have just been sent from that form are not kept once more, however late
    they come. Whether press is open does not matter. Refuses with `StaleDraft`, `DraftTooLong`,
    `NoSuchThread`, `OnlyListens`, `NotSeated`.
    """
    body = with_plain_line_ends(body)
    if len(body) > LONGEST_DRAFT:
        raise DraftTooLong
    try:
        return _keep_draft(game, user, thread, body, version, key, to or [])
    except (DataError, ValueError):
        raise NotStored from None  # the error would quote the draft


@transaction.atomic
@sensitive_variables()
def _keep_draft(
    game: Game, user: Person, thread: str, body: str, version: int, key: str, to: list[str]
) -> LetterDraft:
    tenure = lock_tenure(game, user)
    if tenure.seat.key in masked_seats(game.variant):
        raise OnlyListens
    if thread != NEW and not _is_thread_of(tenure.seat, thread):
        raise NoSuchThread
    draft = LetterDraft.objects.filter(tenure=tenure, thread=thread).first()
    if draft is None:
        draft = LetterDraft(tenure=tenure, thread=thread, body="", version=0)
    if draft.body not in ("", body) and draft.version != version:
        raise StaleDraft(draft)
    own_key = key_of_letter(key, to, body.strip())
    if key and Message.objects.filter(sender=tenure.seat_id, key=own_key).exists():
        body = ""
    places = Seat.objects.filter(game=game, key__in=to).values_list("order", flat=True) if to else []
    draft.to = circle_key([tenure.seat.order, *places])
    draft.body = body if body.strip() else ""
    draft.version += 1
    draft.saved_at = clock.now()
    draft.save()
    return draft


def _is_thread_of(seat: Seat, thread: str) -> bool:
    """Whether `thread` names a circle of this game that `seat` is one of. One query."""
    places = places_in(thread)
    in_game = Seat.objects.filter(game=seat.game_id, order__in=places)
    return seat.order in places and circle_key(places) == thread and in_game.count() == len(places)


def forget_draft(tenure: Tenure, thread: str) -> None:
    """The words have been sent. The version stays, so that an older window cannot pass for this one."""
    for draft in LetterDraft.objects.filter(tenure=tenure, thread=thread):
        draft.body, draft.to, draft.version = "", "", draft.version + 1
        draft.save(update_fields=["body", "to", "version"])
