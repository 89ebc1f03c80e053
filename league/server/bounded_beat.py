"""The beat: sends what the schedule holds, but only while few of the same wait already.

Messages do not grow old by anyone's clock: beat's and the worker's may differ by hours, and deadlines would
stand still. What piles up while no worker is there is kept short by counting it.
"""

from __future__ import annotations

from typing import Any

from celery.beat import ScheduleEntry, Scheduler

QUICK = 10.0
"""Seconds: what comes more often than this asks each time for the same."""
FEW, MANY = 10, 100
"""How many messages may wait in its queue for one of the quick and for any other one to be sent."""


class SparingScheduler(Scheduler):  # type: ignore[misc]
    """Keeps nothing on disk: chores that are due once a day know themselves when they were last done."""

    def apply_async(
        self, entry: ScheduleEntry, producer: Any = None, advance: bool = True, **options: Any
    ) -> Any:
        if self.waiting(entry) >= (FEW if entry.schedule.seconds < QUICK else MANY):
            return None
        return super().apply_async(entry, producer=producer, advance=advance, **options)

    def waiting(self, entry: ScheduleEntry) -> int:
        """How many messages wait in the queue of `entry`; 0 if the broker cannot tell, for it may be back."""
        queue = self.app.amqp.router.route(dict(entry.options), entry.task)["queue"]
        try:
            return int(self.producer.channel.queue_declare(queue.name).message_count)
        except Exception:  # whatever the broker's client raises: sending will say so aloud
            return 0
