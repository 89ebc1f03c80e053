"""Alarms: what only an administrator can put right, mailed to `ADMINS`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.core.mail import mail_admins

from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from games.models import Phase


@delivers("alarm")
def alarm_admins(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for the phases set aside, one for what the outbox gave up: kind and place of the errors,
    none of their words.
    """
    _of_phases([row.payload["phase"] for row in rows if "phase" in row.payload])
    _of_outbox([key for row in rows for key in row.payload.get("outbox", ())])
    return {}


def _of_phases(keys: Sequence[int]) -> None:
    phases = Phase.objects.select_related("game").filter(pk__in=keys, set_aside_at__isnull=False)
    lines = [
        f"{phase.label} of game {phase.game.code}, after {phase.attempts} attempts: {phase.last_error}"
        for phase in phases
    ]
    if lines:
        mail_admins(
            f"{len(lines)} phases set aside" if len(lines) > 1 else "A phase set aside",
            "Their games stand still until the cause is put right and the phases are resumed,\n"
            "in the admin or with `manage.py resume_phase`. Nothing that players saved is lost.\n\n"
            + "\n".join(lines),
        )


def _of_outbox(keys: Sequence[int]) -> None:
    """By topic and error alone: to whom a mail was and about what may be secret."""
    rows = OutboxRow.objects.filter(pk__in=keys, given_up_at__isnull=False)
    counts = Counter(rows.order_by().values_list("topic", "last_error"))
    lines = [f"{count} × {topic}: {error}" for (topic, error), count in sorted(counts.items())]
    if lines:
        mail_admins(
            "The outbox has given up on what it could not send",
            "When the cause is fixed, choose “Try again what was given up” in the admin, under Outbox.\n\n"
            + "\n".join(lines),
        )
