"""The Celery application: static entries in the schedule; the data base is the queue."""

from __future__ import annotations

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.embedded")

app = Celery("poste-restante", amqp="league.broker:PatientAMQP")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect  # type: ignore[untyped-decorator]
def be_ready(**_signal: Any) -> None:
    """Load, before a worker forks, what naming addresses needs in each language; and never sweep it again.

    Else the first letters of a storm wait for all views and words to be loaded in each process, and the
    garbage collector walks over all that was ever imported, again and again, while games are adjudicated.
    """
    from django.conf import settings
    from django.urls import reverse
    from django.utils import translation

    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reverse("games:mine")
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
