"""The world's time zones, as a person looks for their own."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.common.words import local
from games.common.words.cities import CITIES

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
NO_PLACES = {"Factory", "localtime", "posixrules"}
TABLE = "zone.tab"
"""The IANA table of inhabited zones, one or more a country: its third column names no alias."""


@cache
def zone_names() -> frozenset[str]:
    """The names of all zones of the IANA database (`Europe/Paris`), aliases too. Reads the disk once."""
    return frozenset(zoneinfo.available_timezones()) - NO_PLACES


@cache
def offered() -> frozenset[str]:
    """The zones to choose from: those of `TABLE`; where the system has none, all that lie in a region."""
    for folder in zoneinfo.TZPATH:
        table = Path(folder, TABLE)
        if table.is_file():
            rows = (line.split("\t") for line in table.read_text("utf-8").splitlines())
            return zone_names() & {row[2] for row in rows if not row[0].startswith("#")}
    return frozenset(name for name in zone_names() if name.partition("/")[0] in REGIONS)


def place_of(name: str) -> str:
    """The city first, so that typing its first letters finds it: `Louisville (Kentucky)`; in the reader's
    language where its name differs.
    """
    if name in CITIES:
        return str(CITIES[name])
    *wider, city = name.replace("_", " ").split("/")[1:] or [name.replace("_", " ")]
    return f"{city} ({', '.join(wider)})" if wider else city


@cache
def _by_region(language: str) -> dict[str, list[tuple[str, str]]]:
    """The zones and their cities by region, cities in the order of the alphabet of `language`."""
    found: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for name in offered():
        found[name.partition("/")[0]].append((name, place_of(name)))
    return {
        region: sorted(zones, key=lambda zone: local.alphabetical(zone[1])) for region, zones in found.items()
    }


def zone_choices(stored: str = "") -> Iterator[tuple[str | Promise, str | list[tuple[str, str]]]]:
    """Choices for a select: UTC, then the zones under their regions.

    `stored` is the zone that was chosen before: an alias can still be kept, under its own name.
    """
    yield "UTC", "UTC"
    if stored in zone_names() - offered() - {"UTC"}:
        yield stored, place_of(stored)
    for region, zones in _by_region(local.language()).items():
        yield REGIONS[region], zones
