"""How far each reader has read: marks that no one but they see."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Q

from games.adjudication.locking import lock_tenure
from games.common.words.people import Person
from games.models import Circle, Game, Message, ReadMark, Tenure


@transaction.atomic
def mark_read(*, game: Game, user: Person, thread: str, upto: int) -> None:
    """Note that `user` has read the messages of `thread` up to the one with the key `upto`, and none after
    it.

    A smaller number than before marks messages as unread again. A thread that they do not belong to is passed
    over. Refuses with `NotSeated`.
    """
    tenure = lock_tenure(game, user)
    circle = Circle.objects.filter(game=game, key=thread, seats=tenure.seat_id).first()
    if circle is not None:
        move_mark(tenure, circle, upto)


def move_mark(tenure: Tenure, circle: Circle, upto: int, *, only_on: bool = False) -> None:
    """Set the mark and count what comes after it; `only_on`: unless it is further on already.

    Call it under the tenure's lock.
    """
    mark, _made = ReadMark.objects.get_or_create(tenure=tenure, circle=circle)
    # Locked before it counts: a message that comes meanwhile adds itself afterwards.
    mark = ReadMark.objects.select_for_update(of=("self",)).get(pk=mark.pk)
    if only_on and upto <= mark.upto:
        return
    mark.upto = upto
    since = Q() if tenure.game.successors_read else Q(sent_at__gte=tenure.taken_at)
    after = circle.letters.filter(since, pk__gt=upto).exclude(sender=tenure.seat_id)
    mark.unread = after.exclude(withheld__tenure=tenure).count()
    mark.save(update_fields=["upto", "unread"])


def count_as_new(letter: Message, readers: Sequence[Tenure]) -> None:
    """One more message that `readers` have not read. Call it under the game's lock."""
    before = Message.objects.filter(circle=letter.circle, pk__lt=letter.pk).order_by("-pk")
    last = before.values_list("pk", flat=True).first() or 0
    ReadMark.objects.bulk_create(
        [ReadMark(tenure=reader, circle=letter.circle, upto=last) for reader in readers],
        ignore_conflicts=True,
    )
    ReadMark.objects.filter(tenure__in=readers, circle=letter.circle).update(unread=F("unread") + 1)
