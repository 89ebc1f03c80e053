"""How often something happened, and how often it had to."""

from __future__ import annotations

from typing import NamedTuple


class Counted(NamedTuple):
    """In how many games something happened once as it had to, and in how many it had to."""

    once: int
    of: int
