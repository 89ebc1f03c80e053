"""The Celery application: static entries in the schedule; the database is the queue."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.embedded")

app = Celery("poste-restante", amqp="league.server.broker:PatientAMQP")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect  # type: ignore[untyped-decorator]
def load_before_forking(**_signal: Any) -> None:
    """Load everything once, before processes fork, so that the first mails of a storm wait for nothing."""
    from league.server.process_startup import be_ready

    be_ready()
