"""Worlds that someone cannot tell apart, drawn by Hypothesis and played on the site, on every channel.

python -m tests.fuzz.worlds --examples 200 --variant spy
"""

from __future__ import annotations

import argparse
import os
import sys
import time

import django
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import adjudicator


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Compare what can be heard of worlds that nobody may tell apart"
    )
    parser.add_argument("--examples", type=int, default=50, help="pairs of worlds of each variant")
    parser.add_argument(
        "--variant", choices=sorted(adjudicator.VARIANTS), help="its key; all of them if none is named"
    )
    parser.add_argument("--engine", action="store_true", help="ask the engine alone, which is much faster")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
    django.setup()
    return hunt(asked.examples, asked.variant, on_site=not asked.engine)


def hunt(examples: int, variant: str | None, *, on_site: bool) -> int:
    """Play `examples` pairs of each variant, or of one; AssertionError with what differs at a leak."""
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from tests.secrecy.house import loud_house
    from tests.secrecy.worlds.apart import told_apart
    from tests.secrecy.worlds.core import leaks_of
    from tests.secrecy.worlds.drawn import kinds
    from tests.secrecy.worlds.drawn.twins import pairs
    from tests.secrecy.worlds.world import Pair

    setup_test_environment(debug=False)
    made = setup_databases(verbosity=0, interactive=False) if on_site else None
    try:
        for key, kind in kinds().items():
            if variant in (None, key):
                begun, tried = time.monotonic(), 0

                @settings(
                    max_examples=examples,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate] if on_site else list(Phase),
                    suppress_health_check=list(HealthCheck),
                )
                @given(pairs(kind))
                def try_one(pair: Pair) -> None:
                    nonlocal tried
                    tried += 1
                    with pytest.MonkeyPatch.context() as patch, loud_house():
                        leaks = told_apart(patch, pair) if on_site else leaks_of(pair)
                    assert not leaks, "\n".join(leaks[:20])

                try_one()
                print(f"{key}: {tried} pairs, no leak, {time.monotonic() - begun:.0f} s", flush=True)
    finally:
        if made is not None:
            teardown_databases(made, verbosity=0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
