"""What a seat's spies have reported, season by season, the newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from games.board import spies_in_words
from games.common.words import local
from games.engine import sight
from games.gate.access import Access
from games.models import Phase
from games.pages.sightings import ends_of_seasons, season_of
from games.words import wording

PAGE = 10
"""Seasons on one page; asked for one province, so many times as many are looked through."""
LOOKED_THROUGH = 4 * PAGE


@dataclass(frozen=True, slots=True)
class Sighted:
    """One place in a report, and who was there."""

    code: str
    place: str
    who: str


@dataclass(frozen=True, slots=True)
class Report:
    """One season's report. `empty` are places where no one was seen; `label` is the phase it came with."""

    season: str
    label: str
    clause: str
    sighted: list[Sighted]
    empty: list[str]


@dataclass(frozen=True, slots=True)
class Reports:
    """One page of reports, and the place that is asked for (empty: all)."""

    page: Page[Any]
    reports: list[Report]
    place: str


def reports_of(access: Access, place: str, number: Any) -> Reports:
    """The reports of the reader's own spies. Three queries."""
    game, seat = access.game, access.seat_key or ""
    ended = Phase.objects.filter(ends_of_seasons(), game=game, turn__isnull=False).order_by("-ordinal")
    paginator = Paginator(ended.values_list("pk", flat=True), LOOKED_THROUGH if place else PAGE)
    page = paginator.get_page(number)
    phases = Phase.objects.select_related("turn").filter(pk__in=list(page.object_list))
    found = []
    for phase in phases.defer("position", "due", "turn__answers").order_by("-ordinal"):
        turn = sight.turn_of(game, phase, seat)
        watched = sight.watched_by(game, turn["position"], seat)
        around = {*watched["met"], *watched["near"]}
        found += [
            report_in_words(item, around, phase.label, place)
            for item in turn.get("news", [])
            if item["kind"] == "report" and item["seat"] == seat and (not place or place in around)
        ]
    return Reports(page, found, place)


def report_in_words(
    item: Mapping[str, Any], around: Sequence[str] | set[str], label: str, place: str = ""
) -> Report:
    """A report as the engine gives it, by place. `around` are the places that it covers."""
    language = local.language()
    who: dict[str, list[str]] = {}
    for power, units in sorted(item["units"].items()):
        for unit in units:
            who.setdefault(unit[2:5], []).append(f"{wording.power(power)} {wording.unit(unit)}")
    known = {"spies": item["spies_here"], "some": item["spies_near"]}
    for code, said in spies_in_words({}, known, language).items():
        who.setdefault(code, []).append(said)
    wanted = {place} & {*around} if place else {*around, *who}
    sighted = [Sighted(code, wording.place(code), ", ".join(said)) for code, said in who.items()]
    return Report(
        season=wording.season(season_of(label)),
        label=label,
        clause=item["clause"],
        sighted=sorted(
            (each for each in sighted if each.code in wanted),
            key=lambda each: local.alphabetical(each.place),
        ),
        empty=sorted((wording.place(code) for code in wanted if code not in who), key=local.alphabetical),
    )
