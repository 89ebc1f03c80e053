"""Embedded settings for a run of the chaos script: a data base of its own, and letters that go nowhere."""

import os

from league.settings.embedded import *  # noqa: F403
from league.settings.embedded import DATABASES

DEBUG = False
DATABASES["default"]["NAME"] = os.environ["CHAOS_DATABASE"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
GAMES_OUTAGE_AFTER = int(os.environ.get("CHAOS_OUTAGE_AFTER", str(12 * 60)))
