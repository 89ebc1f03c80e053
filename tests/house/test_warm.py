"""The page server is ready before it is asked."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.conf import settings
from django.template import engines

from league.server.process_startup import load_templates
from tests.house.process import production_environment

ASKED = """
import gc, sys
import league.wsgi
print("games.views.game" in sys.modules, gc.get_freeze_count() > 50_000, gc.get_threshold()[0] > 700)
"""


@pytest.mark.slow
def test_the_page_server_loads_everything_before_the_first_request_and_freezes_it(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=settings.ROOT,
        env=production_environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["True", "True", "True"], done.stderr


def test_all_templates_are_compiled_before_anybody_asks():
    (cached,) = engines["django"].engine.template_loaders
    cached.reset()
    load_templates()
    assert {"base.html", "games/game.html", "tournaments/standings.html"} <= set(cached.get_template_cache)
