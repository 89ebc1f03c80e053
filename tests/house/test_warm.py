"""The page server is ready before it is asked."""

from __future__ import annotations

import os
import subprocess
import sys

from django.conf import settings

ASKED = """
import gc, sys
import league.wsgi
print("games.views.game" in sys.modules, gc.get_freeze_count() > 50_000, gc.get_threshold()[0] > 700)
"""


def test_the_page_server_loads_everything_before_the_first_request_and_freezes_it(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TEST_")} | {
        "DJANGO_SETTINGS_MODULE": "league.settings.production",
        "SECRET_KEY": "x" * 60,
        "ALLOWED_HOSTS": "post.example",
        "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "EMAIL_HOST": "localhost",
        "DEFAULT_FROM_EMAIL": "post@post.example",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=settings.ROOT, env=environment, capture_output=True, text=True
    )
    assert done.stdout.split() == ["True", "True", "True"], done.stderr
