"""Days that pass for a whole site: its clock, and everything that beat has done by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from games.common.clock import midnight
from league.celery import app
from tests.conftest import house_was_up

ZONE = "Europe/Paris"
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
AT_MIDNIGHT = ("drain", "competitions", "idle weeks")
"""Beat's entries that count days; all others do the same whenever they are asked next."""


class Days:
    """The clock of a site, which is its caller's to set as the one that everyone asks."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def to(self, moment: datetime) -> None:
        """Let time pass until `moment`: the midnights before it, and then all that beat does by itself."""
        while (following := self._next_midnight() + MINUTE) < moment:
            self._be(following, AT_MIDNIGHT)
        self._be(moment, [*settings.CELERY_BEAT_SCHEDULE, *_every_few_seconds()])

    def pass_(self, **length: float) -> None:
        """Let time pass: `days.pass_(hours=2)`."""
        self.to(self.now + timedelta(**length))

    def _next_midnight(self) -> datetime:
        return midnight(self.now.astimezone(ZoneInfo(ZONE)).date() + DAY, ZONE)

    def _be(self, moment: datetime, chores: Iterable[str]) -> None:
        self.now = moment
        house_was_up()
        run_beat(chores)


def run_beat(names: Iterable[str]) -> None:
    """Run these entries of beat's, in this order."""
    app.loader.import_default_modules()
    for name in names:
        app.tasks[settings.CELERY_BEAT_SCHEDULE[name]["task"]]()


def _every_few_seconds() -> Iterator[str]:
    """What runs again at once, because one leads to another: webhooks to payments, results to mails."""
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        if entry["schedule"] <= 10:
            yield name
