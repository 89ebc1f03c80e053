"""The Celery application: static entries in the schedule; the data base is the queue."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.embedded")

app = Celery("poste-restante", amqp="league.broker:PatientAMQP")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
