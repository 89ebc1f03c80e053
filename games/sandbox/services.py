"""What someone does with sandboxes: resolve orders, which begins one or adds a step to one; delete one.

One transaction each. Nothing is kept before orders are resolved, and no words are kept at all: orders are the
engine's own lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from games.common import clock
from games.common.errors import GameError
from games.common.guards.limits import Limit, count
from games.common.words.people import Person
from games.models import Sandbox, SandboxStep
from games.sandbox import table
from games.sandbox.door import Stand

MOST: Final = 200
"""Sandboxes kept for one person."""
MOST_STEPS: Final = 100
"""Positions in one sandbox, the first included."""
KEPT: Final = timedelta(days=365)
"""A sandbox that no one has read for so long is forgotten."""
READ_AGAIN: Final = timedelta(days=1)
FORGOTTEN_AT_ONCE: Final = 200
BEGINNINGS: Final = Limit("sandboxes", 60, 3600)
"""Begun by one person."""
STEPS: Final = Limit("sandbox-steps", 240, 60)
"""Steps of one person in sandboxes, checks of what is written included."""


class TooManySandboxes(GameError):
    message = _("You have 200 sandboxes, which is all the site keeps for you. Delete one, then try again.")


class TooManySteps(GameError):
    message = _("This sandbox has 100 positions, which is all one can hold. Delete it, or begin another.")


class NothingToOrder(GameError):
    message = _("There is nothing to order in this position. Go a step back, or begin from another one.")


@transaction.atomic
def resolve(*, person: Person, stand: Stand, orders: Sequence[str]) -> SandboxStep:
    """The step to which `orders`, canonical lines, lead from where `person` stands; the same orders lead to
    the same step. From any page but that of one's own sandbox this begins a new one with the position.
    """
    if stand.due is None:
        raise NothingToOrder
    lines = list(orders)
    if stand.step is not None and stand.is_own:
        sandbox = Sandbox.objects.select_for_update().get(pk=stand.step.sandbox_id)
        parent = stand.step
        for child in parent.children.order_by("number"):
            if child.orders == lines:
                return child
    else:
        sandbox, parent = _begun(person, stand)
    number = sandbox.steps.aggregate(Max("number"))["number__max"] + 1
    if number >= MOST_STEPS:
        raise TooManySteps
    turn = table.resolve(parent.position, sandbox.rules, lines)
    return _step(sandbox, turn["position"], number=number, parent=parent, orders=lines)


def _begun(person: Person, stand: Stand) -> tuple[Sandbox, SandboxStep]:
    """A new sandbox at this position. Beginnings of one person wait for each other, so that none is over."""
    count(BEGINNINGS, person.pk)
    get_user_model().objects.select_for_update().get(pk=person.pk)
    if Sandbox.objects.filter(owner=person.pk).count() >= MOST:
        raise TooManySandboxes
    now = clock.now()
    sandbox = Sandbox.objects.create(
        owner_id=person.pk,
        game=stand.game,
        rules=stand.rules,
        is_partial=stand.is_partial,
        began_at=now,
        read_at=now,
    )
    return sandbox, _step(sandbox, stand.position, number=0)


def _step(sandbox: Sandbox, position: Mapping[str, Any], **values: Any) -> SandboxStep:
    return SandboxStep.objects.create(sandbox=sandbox, position=position, label=position["phase"], **values)


def count_step(*, person: Person) -> None:
    """Count that orders are read, and resolved perhaps. TooOften past the limit."""
    count(STEPS, person.pk)


def delete(*, person: Person, code: str) -> None:
    """Delete a sandbox of one's own; nothing where there is none."""
    Sandbox.objects.filter(owner=person.pk, code=code).delete()


def mark_read(*, sandbox: Sandbox) -> None:
    """Remember that it was read, to the day."""
    now = clock.now()
    if sandbox.read_at <= now - READ_AGAIN:
        Sandbox.objects.filter(pk=sandbox.pk).update(read_at=now)


def forget_unread() -> int:
    """Delete the sandboxes that no one has read for `KEPT`, some at a time; how many there were."""
    before, forgotten = clock.now() - KEPT, 0
    while batch := list(
        Sandbox.objects.filter(read_at__lt=before).values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]
    ):
        Sandbox.objects.filter(pk__in=batch, read_at__lt=before).delete()
        forgotten += len(batch)
    return forgotten
