"""Production settings for a run of the chaos script: services of its own, and letters that go nowhere."""

from league.settings.production import *  # noqa: F403

EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
