"""A database of its own for a fuzzer that plays through the site's services."""

from __future__ import annotations

import os
from collections.abc import Callable

import django


def on_its_own_database(run: Callable[[], int]) -> int:
    """What `run` returns, called with the tests' settings on an empty database that is gone afterwards."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment(debug=False)
    made = setup_databases(verbosity=0, interactive=False)
    try:
        return run()
    finally:
        teardown_databases(made, verbosity=0)
