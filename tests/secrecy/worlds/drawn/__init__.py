"""Pairs of worlds drawn by Hypothesis: a module for each variant, named after its key, holds its `KIND`."""

from __future__ import annotations

from importlib import import_module

import adjudicator
from tests.secrecy.worlds.drawn.twins import Kind


def kinds() -> dict[str, Kind]:
    """How to draw the worlds of each variant, by its key; `ModuleNotFoundError` for one without a module."""
    return {key: import_module(f"{__name__}.{key.replace('-', '_')}").KIND for key in adjudicator.VARIANTS}
