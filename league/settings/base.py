"""What every way of running has in common."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

ROOT = Path(__file__).resolve().parents[2]

INSTALLED_APPS = [
    "league.apps.LeagueConfig",
    "league.users",
    "league.leagues",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "channels",
    "allauth",
    "allauth.account",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "league.users.middleware.PrivacyMiddleware",
    "league.users.middleware.LocaleMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.leagues.middleware.TenantMiddleware",
]

ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"
ASGI_APPLICATION = "league.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

CSRF_FAILURE_VIEW = "league.views.csrf_failure"
FORM_RENDERER = "league.forms.LookRenderer"

AUTH_USER_MODEL = "users.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "poste-restante", "posterestante", "root", "staff"]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_ADAPTER = "league.users.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    name: f"league.users.account_forms.{form}"
    for name, form in {
        "add_email": "AddEmailForm",
        "change_email": "ChangeEmailForm",
        "change_password": "ChangePasswordForm",
        "confirm_email_verification_code": "CodeForm",
        "login": "LoginForm",
        "reauthenticate": "ReauthenticateForm",
        "reset_password": "ResetPasswordForm",
        "reset_password_from_key": "ResetPasswordKeyForm",
        "set_password": "SetPasswordForm",
        "signup": "SignupForm",
    }.items()
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Poste Restante: "

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [ROOT / "league" / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = ["league.formats"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "static"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

SITE_ADDRESS = os.environ.get("SITE_ADDRESS", "http://localhost:8000")
"""Where this copy is found, without a slash at the end: for the links in letters."""
DEFAULT_EXCEPTION_REPORTER_FILTER = "games.sealing.SealedReporterFilter"
DEFAULT_EXCEPTION_REPORTER = "games.sealing.SealedReporter"
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "sealed": {"()": "games.sealing.SealedLogFilter"},
        "not_in_debug": {"()": "django.utils.log.RequireDebugFalse"},
    },
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["sealed"]},
        "mail_admins": {
            "class": "django.utils.log.AdminEmailHandler",
            "level": "ERROR",
            "filters": ["not_in_debug", "sealed"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console", "mail_admins"], "level": "WARNING", "propagate": False},
        "games": {"level": "INFO"},
        # When asked for more these two quote what a template was given, and the parameters of queries.
        "django.template": {"level": "WARNING"},
        "django.db.backends": {"level": "WARNING"},
    },
}

# Deadlines (docs/decisions; DESIGN "Time"). Lengths in seconds.
GAMES_SHORTEST_PHASE = 60
GAMES_DRAIN_EVERY = 1
GAMES_DRAIN_BUDGET = 10
GAMES_DRAIN_BATCH = 25
GAMES_ATTEMPTS = 3
GAMES_OUTAGE_AFTER = 12 * 60

CELERY_WORKER_HIJACK_ROOT_LOGGER = False


def redis_channel_layers(url: str) -> dict[str, Any]:
    """Socket hints through the Redis at `url`.

    A socket waits for a message five seconds at a time; redis-py by itself gives up on an answer after as
    many, takes the silence for a fault, and every idle socket would break. So it is told to wait longer.
    """
    host = {"address": url, "socket_timeout": 20}
    return {"default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [host]}}}


CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "background"
CELERY_TASK_ROUTES = {
    "games.tasks.drain_due": {"queue": "deadlines"},
    "games.tasks.send_outbox": {"queue": "outbox"},
}
CELERY_BEAT_SCHEDULE = {
    "drain": {
        "task": "games.tasks.drain_due",
        "schedule": GAMES_DRAIN_EVERY,
        "options": {"expires": 5},
    },
    "outbox": {
        "task": "games.tasks.send_outbox",
        "schedule": 1,
        "options": {"expires": 5},
    },
    "prune": {"task": "games.tasks.prune_outbox", "schedule": 24 * 3600},
    "sessions": {"task": "league.tasks.forget_sessions", "schedule": 24 * 3600},
}
