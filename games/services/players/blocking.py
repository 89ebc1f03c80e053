"""Blocking people: from then on their messages are not shown to the person who blocks them."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from games.common.words.people import Person
from games.errors import CannotBlock
from games.models import Block


@transaction.atomic
def block(*, user: Person, person: Person) -> None:
    """Show `user` no more of the messages that `person` writes, in any game. Blocking again changes nothing.

    Messages written before are shown as ever. No one is told. Refuses with `CannotBlock`.
    """
    if user.pk == person.pk:
        raise CannotBlock
    Block.objects.get_or_create(blocker=user, blocked=person, defaults={"since": clock.now()})


def unblock(*, user: Person, person: Person) -> None:
    """Show `user` what `person` writes from now on. What was written meanwhile stays away."""
    Block.objects.filter(blocker=user, blocked=person).delete()
