"""Alarms: what only an administrator can put right, mailed to `ADMINS`."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import mail_admins

from games.models import OutboxRow, Phase
from games.outbox.registry import Failures, delivers


@delivers("alarm")
def alarm_admins(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for all the phases set aside; by kind and place of the error, never by its words."""
    phases = Phase.objects.select_related("game").filter(
        pk__in=[row.payload["phase"] for row in rows], set_aside_at__isnull=False
    )
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
    return {}
