"""The full report of a game in fog that is over: all that anyone did and saw, year by year (SPY-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

import adjudicator
from games.board import draw_board, render_legend
from games.common.words import local
from games.engine import sight
from games.engine.commands import commanders_of
from games.features.fog.reports import Report, report_in_words
from games.gate.access import Access
from games.models import Game, Phase
from games.pages.past_players import PastPlayers
from games.pages.results import NewsItem, PowerVerdicts, TurnAudience, report_of
from games.pages.seats import Place, names_of
from games.words import wording

SEASONS, KINDS = "SFW", "MERA"
"""The letters that phase codes begin and end with."""


@dataclass(frozen=True, slots=True)
class Count:
    """What a power had when a year was over."""

    centres: int
    units: int
    spies: int


@dataclass(frozen=True, slots=True)
class Year:
    """One line of the contents. Without `counts` the game ended before its winter."""

    year: int
    counts: list[Count]


@dataclass(frozen=True, slots=True)
class Contents:
    powers: list[str]
    years: list[Year]


@dataclass(frozen=True, slots=True)
class PhaseReport:
    """One phase: its map with all orders, each power's orders with what came of them, what spies reported."""

    label: str
    board: SafeString
    powers: list[PowerVerdicts]
    news: list[NewsItem]
    reports: list[tuple[str, Report]]

    @property
    def name(self) -> str:
        return wording.phase(self.label)


@dataclass(frozen=True, slots=True)
class YearReport:
    year: int
    phases: list[PhaseReport]
    legend: SafeString
    earlier: int | None
    later: int | None


def contents_of(access: Access) -> Contents:
    """The years of the game, and what each power had at their ends. Two queries."""
    game = access.game
    winters = Phase.objects.select_related("turn").filter(game=game, turn__isnull=False, label__endswith="A")
    ends: dict[int, Mapping[str, Any]] = {
        wording.year_of(phase.label): sight.turn_of(game, phase, access.seat_key)["position"]
        for phase in winters.defer("position", "due", "turn__answers")
    }
    powers = sorted(adjudicator.VARIANTS[game.variant]["seats"], key=wording.power)
    years = [
        Year(year, [_count(ends[year], power) for power in powers] if year in ends else [])
        for year in _years(game)
    ]
    return Contents(powers, years)


def _years(game: Game) -> list[int]:
    """One query."""
    labels = Phase.objects.filter(game=game, turn__isnull=False).values_list("label", flat=True)
    return sorted({wording.year_of(label) for label in labels})


def _count(position: Mapping[str, Any], power: str) -> Count:
    counts = (len(position.get(key, {}).get(power, [])) for key in ("centres", "units", "spies"))
    return Count(*counts)


def year_report(access: Access, year: int, past: PastPlayers) -> YearReport | None:
    """The report of one year; None for a year that was not played. Two queries."""
    game = access.game
    years = _years(game)
    if year not in years:
        return None
    labels = [f"{season}{year}{kind}" for season in SEASONS for kind in KINDS]
    phases = Phase.objects.select_related("turn").filter(game=game, label__in=labels, turn__isnull=False)
    signs: set[str] = set()
    found = [_phase(access, phase, past.places_in(phase), signs) for phase in phases.order_by("ordinal")]
    index = years.index(year)
    return YearReport(
        year=year,
        phases=found,
        legend=mark_safe(render_legend(signs, language=local.language())),
        earlier=years[index - 1] if index else None,
        later=years[index + 1] if index + 1 < len(years) else None,
    )


def _phase(access: Access, phase: Phase, places: list[Place], signs: set[str]) -> PhaseReport:
    """One phase. The signs on its map are added to `signs`; the first map alone defines what all use."""
    game = access.game
    position = sight.position_of(game, phase.position, access.seat_key)
    turn = sight.turn_of(game, phase, access.seat_key)
    drawing = draw_board(
        position,
        language=local.language(),
        results=turn.get("results", []),
        base_map=static("map/standard.svg"),
    )
    svg = drawing.svg if not signs else _without_definitions(drawing.svg)
    signs |= drawing.signs
    players = names_of(places)
    is_successor = not any(place.is_own for place in places)
    told = report_of(
        turn,
        commanders_of(position, players),
        TurnAudience(game.variant, phase, access.seat_key, is_successor),
        players=players,
    )
    reports = sorted(
        (
            (item["seat"], report_in_words(item, (), phase.label))
            for item in turn.get("news", [])
            if item["kind"] == "report"
        ),
        key=lambda pair: wording.power(pair[0]),
    )
    return PhaseReport(
        label=phase.label,
        board=mark_safe(svg),
        powers=told.powers,
        news=[news for news in told.news if news.kind != "report"],
        reports=reports,
    )


def _without_definitions(svg: str) -> str:
    """A drawing that uses what an earlier one on the same page has defined: no name stands there twice."""
    before, opened, rest = svg.partition("<defs>")
    return before + rest.partition("</defs>")[2] if opened else svg


def places_named(codes: Sequence[str]) -> list[tuple[str, str]]:
    """Provinces as the choices of a select, by name."""
    return sorted(
        ((code, wording.place(code)) for code in codes), key=lambda pair: local.alphabetical(pair[1])
    )
