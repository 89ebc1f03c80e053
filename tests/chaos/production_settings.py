"""Production settings for a run of the chaos script: services of its own, mails that go nowhere, and pushes
to a sink that counts them.
"""

import os

from league.settings.production import *  # noqa: F403
from league.settings.production import CELERY_BEAT_SCHEDULE
from tests.benchmarks import push_sink

EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
GAMES_OUTAGE_AFTER = int(os.environ.get("CHAOS_OUTAGE_AFTER", str(12 * 60)))
CELERY_BEAT_SCHEDULE = CELERY_BEAT_SCHEDULE | {
    "checkouts": {"task": "league.prizes.tasks.ask_checkouts", "schedule": 3},
    "refunds": {"task": "league.prizes.tasks.send_refunds", "schedule": 2},
    "opponents": {"task": "league.tasks.find_opponents", "schedule": 2},
    "reminders": {"task": "games.tasks.send_reminders", "schedule": 2},
}
"""What a webhook lost is found within the time that a run takes, and so is an opponent."""
push_sink.use()
