"""Production settings for a run of the chaos script: services of its own, and letters that go nowhere."""

import os

from league.settings.production import *  # noqa: F403

EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
GAMES_OUTAGE_AFTER = int(os.environ.get("CHAOS_OUTAGE_AFTER", str(12 * 60)))
