"""One process on one machine, nothing to configure: for trying the house out and for developing it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from league.server.private_files import create, tighten
from league.settings.base import *  # noqa: F403
from league.settings.base import ROOT

EMBEDDED = True
DEBUG = os.environ.get("DEBUG", "0") == "1"
VAR = Path(os.environ.get("VAR_DIR", ROOT / "var"))
DATABASE = VAR / "poste-restante.sqlite3"


def _keep_private() -> None:
    """Make the folder and the database readable by their owner only, also where an older release made them.

    SQLite gives the files beside the database the rights of the database itself. A folder that the
    operator named and made, with other things in it perhaps, keeps its rights.
    """
    VAR.mkdir(mode=0o700, parents=True, exist_ok=True)
    if "VAR_DIR" not in os.environ:
        tighten(VAR)
    try:
        create(DATABASE)
    except FileExistsError:
        for ending in ("", "-wal", "-shm"):
            tighten(DATABASE.with_name(DATABASE.name + ending))


_keep_private()


def _own_secret_key() -> str:
    """A key of this copy's own, made at the first start and kept beside the database."""
    import secrets

    path = VAR / "secret-key"
    if not path.exists():
        create(path)
        path.write_text(secrets.token_urlsafe(50))
    tighten(path)
    return path.read_text()


SECRET_KEY = _own_secret_key()
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATABASE,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},  # at 300, as Django has it, counts of limits would be thrown out
    }
}
CELERY_BROKER_URL = "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
EMAIL_BACKEND = "league.server.printed_mail.EmailBackend"
DEFAULT_FROM_EMAIL = "Poste Restante <post@localhost>"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_USE_FINDERS = True
"""Plain names are served too, from the source: nothing may be collected yet (`server.static_files`)."""
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "league.server.static_files.CollectedOrPlain"
    },
}
GAMES_SHORTEST_PHASE = int(os.environ.get("SHORTEST_PHASE", "60"))
