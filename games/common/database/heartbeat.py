"""When something last came to its end: what must not stop, and chores that are done once a day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common import clock

DAY = timedelta(days=1)


class Heartbeat(models.Model):
    """When something that must not stop last came to its end (`drain`: a round of adjudicating)."""

    name = models.CharField(max_length=32, primary_key=True)
    beat_at = models.DateTimeField()
    owes_time = models.BooleanField(
        default=False, help_text="a copy was restored: the time since is given back, however short"
    )

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name


def once_a_day(name: str, *chores: Callable[[], object]) -> bool:
    """Do `chores` unless they came to their end within the last day; whether they were done.

    `name` is that of their heartbeat. Two at once may both do them, so doing them twice must do no harm.
    """
    now = clock.now()
    if Heartbeat.objects.filter(name=name, beat_at__gt=now - DAY, beat_at__lte=now).exists():
        return False
    for chore in chores:
        chore()
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": clock.now()})
    return True
