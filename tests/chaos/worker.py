"""The Celery application as production runs it, with the slow engine: `celery -A tests.chaos.worker …`."""

import django

from league.celery import app

django.setup()

from tests.chaos.slow import slow_down  # noqa: E402

slow_down()

__all__ = ["app"]
