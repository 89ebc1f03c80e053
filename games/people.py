"""What the floor of games knows of a person: an account, with the language and the zone he reads in."""

from __future__ import annotations

import zoneinfo
from typing import Any, TypeAlias

Person: TypeAlias = Any
"""A row of `AUTH_USER_MODEL`, whose class belongs to the floor above."""


def language_of(person: Person) -> str:
    """`en` or `fr`: the language in which to write to him."""
    return str(person.language)


def zone_of(person: Person) -> zoneinfo.ZoneInfo:
    """The zone in which to tell him times."""
    return zoneinfo.ZoneInfo(person.time_zone)
