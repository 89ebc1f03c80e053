"""What every way of running has in common."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import dj_database_url
from django.utils.translation import gettext_lazy as _

ROOT = Path(__file__).resolve().parents[2]

INSTALLED_APPS = [
    "league.apps.LeagueConfig",
    "league.users",
    "league.leagues",
    "league.competitions",
    "league.prizes",
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
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "league.watch.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "league.server.headers.HeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "league.server.compression.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "league.server.long_headers.LongHeadersMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "league.watch.middleware.LiveMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "league.server.composed.ComposedMiddleware",
    "league.users.middleware.AuthenticationMiddleware",
    "league.users.middleware.PrivacyMiddleware",
    "league.users.middleware.SeenMiddleware",
    "games.common.waiting.OwnActsMiddleware",
    "league.users.middleware.LocaleMiddleware",
    "league.users.middleware.TooOftenMiddleware",
    "league.users.middleware.WayOnMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.leagues.middleware.TenantMiddleware",
    "games.views.standstill.StandstillMiddleware",
]

PROXY_COMPRESSES_PAGES = False
"""Whether pages are left for the proxy to compress (`league.server.compression`)."""

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
            "builtins": ["league.server.tags.url"],
            "libraries": {"i18n": "league.server.tags.i18n"},
        },
    }
]

SILENCED_SYSTEM_CHECKS = ["templates.W003"]
"""`{% load i18n %}` is meant to load that of `server.tags`, which has all of Django's tags. A test allows no
other clash.
"""

CSRF_FAILURE_VIEW = "league.leagues.views.site.csrf_failure"
FORM_RENDERER = "league.server.forms.LookRenderer"

AUTH_USER_MODEL = "users.User"
AUTHENTICATION_BACKENDS = ["league.users.backends.AuthenticationBackend"]
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
ACCOUNT_SIGNUP_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_BLACKLIST = [
    "abuse", "admin", "administrateur", "administration", "administrator", "arbiter", "arbitre", "bank",
    "banque", "billing", "caisse", "cashier", "everybody", "everyone", "exploitant", "gamemaster", "garant",
    "gm", "guarantor", "helpdesk", "hostmaster", "maitredejeu", "mj", "moderateur", "moderation", "moderator",
    "nobody", "official", "operator", "organisateur", "organisatrice", "organiser", "organizer", "otto",
    "paiement", "paiements", "payment", "payments", "payout", "payouts", "posterestante", "postmaster",
    "refund", "refunds", "remboursement", "remboursements", "root", "securite", "security", "staff",
    "stripe", "support", "system", "systeme", "treasurer", "treasurers", "tresorier", "tresoriere",
    "trustee", "webmaster",
]  # fmt: skip
"""Names that stand for the site or an office in it, and the practice game's player. Marks, accents and
capitals are no matter (`league.users.names.is_kept`).
"""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = None
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
"""Changes of an address, a password, a passkey or codes are told by mail, in case someone else made them.
"""
ACCOUNT_ADAPTER = "league.users.adapter.AccountAdapter"
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    # `key` is the account and the browser (league.users.adapter): strangers shut out only themselves.
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/h/ip",
    "reset_password": "20/h/ip,5/h/key",
    "reset_password_from_key": "20/m/ip",
    # By person; how much goes to one address is bounded apart (league.users.mail_bounds).
    "confirm_email": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/h/user",
    "reauthenticate": "10/m/user,100/d/user",
}
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 64
"""As `games.common.guards.network_addresses.counted` has it for all that allauth does not count."""
MFA_ADAPTER = "league.users.adapter.MFAAdapter"
AUTHENTICATOR_KEYS = os.environ.get("AUTHENTICATOR_KEYS", "").split()
"""What seals the secrets of second factors and webhooks (`league.users.ciphers`); none: the secret key."""
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Poste Restante"
MFA_TOTP_TOLERANCE = 1
"""The code before and the one after are taken too (RFC 6238, 5.2): clocks differ, and people type slowly."""
MFA_FORMS = {
    name: f"league.users.account_forms.{form}"
    for name, form in {
        "activate_totp": "ActivateCodesForm",
        "add_webauthn": "AddPasskeyForm",
        "authenticate": "SecondStepForm",
        "authenticate_webauthn": "PasskeyAsSecondStepForm",
        "edit_webauthn": "RenamePasskeyForm",
        "login_webauthn": "PasskeyForm",
        "reauthenticate": "SecondStepAgainForm",
        "reauthenticate_webauthn": "PasskeyAgainForm",
    }.items()
}
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
ACCOUNT_EMAIL_SUBJECT_PREFIX = _("Poste Restante: ")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [ROOT / "league" / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = ["league.server.formats"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "static"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "font-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "worker-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_ENGINE = "league.users.store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 3600
"""Since it was last used, to within a day (`league.users.sessions`): a game lasts longer than any visit."""
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_AGE = SESSION_COOKIE_AGE
DEVICE_COOKIE_NAME = "device"
MESSAGE_COOKIE_NAME = "messages"
MESSAGE_STORAGE = "league.server.messages_cookie.Storage"
# Orders, a message and its form are a few thousand characters; nothing is ever uploaded.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 0
FILE_UPLOAD_HANDLERS: list[str] = []
VAPID_PRIVATE_KEY = os.environ.get("VAPID_PRIVATE_KEY", "")
"""By which push services know the site (`league.users.pushes`): 32 bytes in base64url; none: what follows
from the secret key. With another, pushes stop until their readers turn them on again.
"""
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT", "mailto:security@localhost")
"""Where someone who has found a hole writes: the address of a mailbox or of a page."""

LEGAL_TEXTS = os.environ.get("LEGAL_TEXTS", "")
"""The folder of the operator's legal notice, words on privacy, and terms (`league.server.legal_texts`)."""

SITE_ADDRESS = os.environ.get("SITE_ADDRESS", "http://localhost:8000")
"""Where this copy is found, without a slash at the end: for the links in mails."""
DEFAULT_EXCEPTION_REPORTER_FILTER = "games.common.guards.sealing.SealedReporterFilter"
DEFAULT_EXCEPTION_REPORTER = "games.common.guards.sealing.SealedReporter"
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""Who brings it may read `/metrics`. Without one no one may."""
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "sealed": {"()": "games.common.guards.sealing.SealedLogFilter"},
        "not_in_debug": {"()": "django.utils.log.RequireDebugFalse"},
    },
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "league.watch.logs.json_lines"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["sealed"]},
        "mail_admins": {
            "class": "league.watch.admin_mail.AdminMailHandler",
            "level": "ERROR",
            "filters": ["not_in_debug", "sealed"],
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console", "mail_admins"], "level": "WARNING", "propagate": False},
        # What strangers send that is refused: as often as they like, so no one gets a mail about it.
        "django.security": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "games": {"level": "INFO"},
        # When asked for more these two quote what a template was given, and the parameters of queries.
        "django.template": {"level": "WARNING"},
        "django.db.backends": {"level": "WARNING"},
    },
}

# Deadlines (docs/decisions; DESIGN "Time"). Lengths in seconds.
GAMES_SHORTEST_PHASE = 60
GAMES_DRAIN_EVERY = 1
GAMES_LINGER, GAMES_LOOK_EVERY = 0.9, 0.1
"""A task that finds nothing to do looks again so often for so long: readiness and messages show at once."""
GAMES_DRAIN_BUDGET = 10
GAMES_DRAIN_BATCH = 50
GAMES_ATTEMPTS = 3
GAMES_RESOLVE_WITHIN = 10
"""What takes the engine longer than this is a failed attempt: a thousand times what a phase needs."""
GAMES_FAULT_PAUSE = 1
"""How long a drain rests that found the database at fault, before the next one asks it again."""
GAMES_OUTAGE_AFTER = 12 * 60
GAMES_MAIL_LOG_DAYS = 90
"""How long it is known to whom which mail went, when and with what success."""

CELERY_WORKER_HIJACK_ROOT_LOGGER = False


PATIENCE = {
    "lock_timeout": "3s",  # what waits for a game's lock: a page then says "busy, try again"
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "60s",  # a worker that froze with locks in its hands loses them
    "tcp_keepalives_idle": "30",  # the same for one whose host was cut off
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
"""What PostgreSQL bounds for each of our connections, so that nothing that hangs holds up the house."""
KEEPALIVE = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
"""The same from our side, for a database whose host was cut off: seconds; the last one milliseconds."""


def postgres(url: str, **more: Any) -> dict[str, Any]:
    """A database that binds and plans for itself what it is asked often: a quarter less of its time.

    `PATIENCE` bounds what its connections wait for; options in the address itself come before that.
    """
    found: dict[str, Any] = dict(dj_database_url.parse(url, **more))
    if found["ENGINE"] == "django.db.backends.postgresql":
        patience = " ".join(f"-c {name}={value}" for name, value in PATIENCE.items())
        ours = {"server_side_binding": True, "prepare_threshold": 3, "options": patience, **KEEPALIVE}
        found["OPTIONS"] = ours | found.get("OPTIONS", {})
    return found


def redis_channel_layers(url: str) -> dict[str, Any]:
    """Socket hints through the Redis at `url`, which keeps none: one published while a process finds its way
    back to Redis is lost, and the pages behind it learn of it when they poll. One hint is one command.
    """
    return {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [url]}}
    }


CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever
CELERY_TASK_TIME_LIMIT = 240
"""Seconds after which a task's process is killed: longer than the slowest mail takes (`MAIL_LEASE`)."""
CELERY_TASK_ANNOTATIONS = {"games.tasks.drain_due": {"time_limit": 60}}
"""A drain that hangs becomes a death, which the attempts of its games count. It ends within seconds."""
CELERY_BEAT_SCHEDULER = "league.server.bounded_beat:SparingScheduler"
CELERY_TIMEZONE = "UTC"
CELERY_TASK_DEFAULT_QUEUE = "background"
CELERY_TASK_ROUTES = {
    "games.tasks.drain_due": {"queue": "deadlines"},
    "games.tasks.send_hints": {"queue": "hints"},
    "games.tasks.send_outbox": {"queue": "outbox"},
    "games.tasks.send_reminders": {"queue": "outbox"},
}
# No message has a time after which it is worth nothing: that would be judged by two machines' clocks.
CELERY_BEAT_SCHEDULE = {
    "drain": {"task": "games.tasks.drain_due", "schedule": GAMES_DRAIN_EVERY},
    # Open pages show what happened within a second of it.
    "hints": {"task": "games.tasks.send_hints", "schedule": 0.5},
    "outbox": {"task": "games.tasks.send_outbox", "schedule": 0.5},
    "reminders": {"task": "games.tasks.send_reminders", "schedule": 60},
    # Done once a day; asked every minute whether they were, for beat may not live for a day.
    "prune": {"task": "games.tasks.prune_outbox", "schedule": 60},
    "practices": {"task": "games.tasks.forget_practices", "schedule": 60},
    "courses": {"task": "games.tasks.follow_games", "schedule": 60},
    "sessions": {"task": "league.tasks.forget_sessions", "schedule": 60},
    "accounts": {"task": "league.tasks.forget_unconfirmed", "schedule": 60},
    "mails of the day": {"task": "league.tasks.send_digests", "schedule": 60},
    "mails of the week": {"task": "league.tasks.send_weeks", "schedule": 60},
    "organisers": {"task": "league.tasks.keep_organisers", "schedule": 60},
    "opponents": {"task": "league.tasks.find_opponents", "schedule": 10},
    "competitions": {"task": "league.tournaments.tasks.turn_competitions", "schedule": 10},
    "notices of challenges": {"task": "league.tournaments.tasks.tell_of_challenges", "schedule": 60},
    "tables of the week": {"task": "league.tournaments.tasks.post_tables", "schedule": 60},
    "idle weeks": {"task": "league.tournaments.tasks.watch_idle", "schedule": 60},
    "ladder tables": {"task": "league.tournaments.tasks.compare_tables", "schedule": 60},
    "ledger": {"task": "league.prizes.tasks.verify_ledger", "schedule": 60},
    "ratings": {"task": "league.tasks.refold_ratings", "schedule": 5},
    "compare-ratings": {"task": "league.tasks.compare_ratings", "schedule": 60},
    "standings": {"task": "league.tasks.check_standings", "schedule": 60},
    "records": {"task": "league.tasks.make_record_books", "schedule": 60},
    # Who has paid sees it within seconds of the provider's word.
    "sandbox": {"task": "league.prizes.tasks.deliver_sandbox", "schedule": 2},
    "webhooks": {"task": "league.prizes.tasks.process_webhooks", "schedule": 2},
    # When no word comes, the provider is asked.
    "checkouts": {"task": "league.prizes.tasks.ask_checkouts", "schedule": 60},
    "refunds": {"task": "league.prizes.tasks.send_refunds", "schedule": 10},
    "money": {"task": "league.prizes.tasks.watch_money", "schedule": 600},
    "compare-payments": {"task": "league.prizes.tasks.compare_payments", "schedule": 60},
    "pay details": {"task": "league.prizes.tasks.forget_pay_details", "schedule": 60},
}

# Prize money (docs/running.md). Play money needs nothing; real money is off until the operator turns it on.
PRIZES_REAL_MONEY = os.environ.get("PRIZES_REAL_MONEY", "0") == "1"
PRIZES_OPERATOR = os.environ.get("PRIZES_OPERATOR", "")
"""The name of who runs the site and holds what is paid online."""
PRIZES_FEE_CAP = int(os.environ.get("PRIZES_FEE_CAP", "0"))
"""The highest entry fee in minor units; 0: none of its own."""
PRIZES_SITE_PERCENT = int(os.environ.get("PRIZES_SITE_PERCENT", "0"))
"""What the site keeps of each fee."""
PRIZES_SANDBOX_SECRET = os.environ.get("PRIZES_SANDBOX_SECRET", "")
"""What the sandbox signs its webhooks with; none: a key derived from the secret key."""
STRIPE_SECRET_KEY = os.environ.get("STRIPE_SECRET_KEY", "")
STRIPE_WEBHOOK_SECRET = os.environ.get("STRIPE_WEBHOOK_SECRET", "")
"""Both from Stripe's dashboard (`sk_…`, `whsec_…`). Without them real money cannot be paid online."""
