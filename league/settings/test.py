"""For the tests: as embedded, but with a database and a broker of their own, quick passwords and no mail.

`TEST_DATABASE_URL` and `TEST_REDIS_URL` run the same tests against PostgreSQL and Redis.
"""

from __future__ import annotations

import os

from league.settings.base import ROOT, postgres, redis_channel_layers
from league.settings.embedded import *  # noqa: F403
from league.settings.embedded import DATABASES, VAR

DEBUG = False
SECRET_KEY = "tests only; no session signed with it is worth anything"  # noqa: S105
if url := os.environ.get("TEST_DATABASE_URL"):
    database = postgres(url)
    if database["ENGINE"].endswith("postgresql"):
        # Nothing of a test has to outlive a failure of power, so no one waits for the disk.
        # What waits for a lock has to wait for other tests, too, on a machine that is busy.
        database["OPTIONS"]["options"] += " -c synchronous_commit=off -c lock_timeout=30s"
    if template := os.environ.get("TEST_MIGRATED_TEMPLATE"):
        database["TEST"] = {"TEMPLATE": template}
    DATABASES["default"] = database
else:
    # A file, not memory: threads and live servers of a test share it. Its own for each run: two may go on.
    own = VAR / f"test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": os.environ.get("TEST_DB_NAME", own)}
if url := os.environ.get("TEST_REDIS_URL"):
    CHANNEL_LAYERS = redis_channel_layers(url)
    CELERY_BROKER_URL = url
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
LEGAL_TEXTS = str(ROOT / "tests" / "data" / "legal")
GAMES_SHORTEST_PHASE = 5
GAMES_LINGER = 0.0
GAMES_FAULT_PAUSE = 0
# Static files are looked for when asked for, not listed again for every client that a test opens.
WHITENOISE_AUTOREFRESH = True
