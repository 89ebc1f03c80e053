"""The games that can be played. Each module or folder here that holds a `VARIANT` is one; nothing lists
them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from adjudicator.variants.variant import Variant


@cache
def variants() -> dict[str, Variant]:
    """Every variant by its key, in alphabetical order."""
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    found = (getattr(module, "VARIANT", None) for module in modules)
    return {each.key: each for each in sorted((v for v in found if v is not None), key=lambda v: v.key)}
