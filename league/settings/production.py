"""Production: everything that differs between machines comes from the environment (docs/running.md)."""

from __future__ import annotations

import os

from django.core.exceptions import ImproperlyConfigured

from league.settings.base import *  # noqa: F403
from league.settings.base import LOGGING, ROOT, postgres, redis_channel_layers


def needed(name: str, what: str) -> str:
    """The environment variable `name`, or a sentence saying what to put there."""
    value = os.environ.get(name, "")
    if not value:
        raise ImproperlyConfigured(f"Set {name} in the environment: {what}.")
    return value


EMBEDDED = False
DEBUG = False
SECRET_KEY = needed("SECRET_KEY", "at least 50 random characters, kept secret and kept the same")
SECRET_KEY_FALLBACKS = os.environ.get("SECRET_KEY_FALLBACKS", "").split()
ALLOWED_HOSTS = needed("ALLOWED_HOSTS", "the site's host names, divided by commas").split(",")
SITE_ADDRESS = os.environ.get("SITE_ADDRESS", f"https://{ALLOWED_HOSTS[0]}")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]
DATABASES = {
    "default": postgres(
        needed("DATABASE_URL", "postgresql://user:password@host:5432/name"),
        conn_max_age=int(os.environ.get("DATABASE_KEEP_SECONDS", "60")),
        conn_health_checks=True,
    )
}
REDIS_URL = needed("REDIS_URL", "redis://host:6379/0")
CELERY_BROKER_URL = REDIS_URL
CHANNEL_LAYERS = redis_channel_layers(REDIS_URL)
CACHES = {
    "default": {
        "BACKEND": "league.server.caching.PatientRedisCache",
        "LOCATION": REDIS_URL,
        # A cache that hangs must not hold up the pages.
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
}

EMAIL_HOST = needed("EMAIL_HOST", "the mail server that sends the site's letters")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_USE_TLS", "1") == "1"
EMAIL_TIMEOUT = 10
"""Seconds: a mail server that says nothing must not hold up the worker (`games.common.outbox.delivery`)."""
DEFAULT_FROM_EMAIL = needed(
    "DEFAULT_FROM_EMAIL", "the sender of the site's letters, Poste Restante <post@example.org>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = [("admin", address) for address in os.environ.get("ADMINS", "").split(",") if address]

PROXY_COMPRESSES_PAGES = True
STATIC_ROOT = ROOT / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LOGGING["handlers"]["console"]["formatter"] = os.environ.get("LOG_FORMAT", "json")

SECURE_SSL_REDIRECT = os.environ.get("SECURE_SSL_REDIRECT", "1") == "1"
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
"""Asked from inside, where there is no https."""
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TRUSTED_PROXIES", "1"))
"""How many proxies of ours add to X-Forwarded-For. Without it all visitors would be counted as one, the
proxy, when sign-ins and sign-ups are limited."""
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
# With this beginning a browser takes a cookie from this very host alone, over https.
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
LANGUAGE_COOKIE_NAME = "__Host-language"
DEVICE_COOKIE_NAME = "__Host-device"
MESSAGE_COOKIE_NAME = "__Host-messages"
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT") or f"mailto:security@{ALLOWED_HOSTS[0]}"
