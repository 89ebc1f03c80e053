"""The Celery application as production runs it, with a slow engine and an unruly sandbox:
`celery -A tests.chaos.worker …`.
"""

import django

from league.celery import app

django.setup()

from tests.chaos.slow import slow_down  # noqa: E402
from tests.league.prizes import unruly  # noqa: E402

slow_down()
unruly.install()

__all__ = ["app"]
