"""The world's time zones, as a person looks for his own."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REGIONS: dict[str, Promise] = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}
OTHER = _("Others")
NO_PLACES = {"Factory", "localtime", "posixrules"}


@cache
def zone_names() -> frozenset[str]:
    """The names of all zones of the IANA data base (`Europe/Paris`). Reads the disk once."""
    return frozenset(zoneinfo.available_timezones()) - NO_PLACES


def place_of(name: str) -> str:
    """The city first, so that typing its first letters finds it: `Buenos Aires (Argentina)`."""
    *wider, city = name.replace("_", " ").split("/")[1:]
    return f"{city} ({', '.join(wider)})" if wider else city


@cache
def _by_region() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {region: [] for region in (*REGIONS, "")}
    for name in zone_names():
        region = name.partition("/")[0]
        if region in REGIONS and "/" in name:
            found[region].append((name, place_of(name)))
        elif name != "UTC":
            found[""].append((name, name.replace("_", " ")))
    return {region: sorted(zones, key=lambda zone: zone[1]) for region, zones in found.items()}


def zone_choices() -> Iterator[tuple[str | Promise, str | list[tuple[str, str]]]]:
    """Choices for a select: UTC, then every zone under its region, then those named after no place."""
    yield "UTC", "UTC"
    for region, zones in _by_region().items():
        yield REGIONS.get(region, OTHER), zones
