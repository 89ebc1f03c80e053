"""Every spell of a game so far, with what came of it, as one reader may know it: year by year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from games.common.database.compiled import Param, PreparedQuery, columns, from_row
from games.engine import sight
from games.engine.hidden_players import masked_seats
from games.gate.access import Access
from games.models import Game, Phase, Turn
from games.pages.results import NewsItem, report_of
from games.words import wording

YEARS = 5
"""Game years on one page, the newest on the first."""

TOLD = ("spell", "favour")
"""Kinds of news that stand here whenever they are told; of victories, those that did not end the game."""


@dataclass(frozen=True, slots=True)
class SpellNews:
    """What one phase told of spells, favours and divine victories."""

    label: str
    news: list[NewsItem]

    @property
    def name(self) -> str:
        return wording.phase(self.label)


@dataclass(frozen=True, slots=True)
class Year:
    """One game year and what was told in it, phase by phase."""

    year: int
    phases: list[SpellNews]


@dataclass(frozen=True, slots=True)
class Spells:
    """One page of them. `page` are the years it shows."""

    page: Page[int]
    years: list[Year]


def has_spells(game: Game) -> bool:
    """Whether anyone casts spells in this kind of game."""
    return bool(masked_seats(game.variant))


_LABELS = PreparedQuery(
    lambda: (
        Phase.objects.filter(game_id=Param("game"), adjudicated_at__isnull=False)
        .order_by("-ordinal")
        .values_list("label", "ordinal")
    )
)

_OF_TURN = ["phase_id", "turn"]

_BETWEEN = PreparedQuery(
    lambda: (
        Phase.objects.filter(
            game_id=Param("game"),
            adjudicated_at__isnull=False,
            ordinal__gte=Param("first"),
            ordinal__lte=Param("last"),
        )
        .order_by("-ordinal")
        .values_list(*columns(Phase), *(f"turn__{name}" for name in _OF_TURN))
    )
)


def spells_of(access: Access, number: Any) -> Spells:
    """The page `number` of the game's spells, the newest first. Two queries, however long the game."""
    game = access.game
    played: dict[int, list[int]] = {}
    for label, ordinal in _LABELS.rows(game=game.pk):
        played.setdefault(wording.year_of(label), []).append(ordinal)
    page = Paginator(list(played), YEARS).get_page(number)
    shown = [ordinal for year in page.object_list for ordinal in played[year]]
    if not shown:
        return Spells(page, [])
    told: dict[int, list[SpellNews]] = {year: [] for year in page.object_list}
    for phase in _phases(game, min(shown), max(shown)):
        news = _told_in(sight.turn_of(game, phase, access.viewer))
        if news:
            told[wording.year_of(phase.label)].append(SpellNews(phase.label, news))
    return Spells(page, [Year(year, phases) for year, phases in told.items()])


def _phases(game: Game, first: int, last: int) -> list[Phase]:
    phases = []
    width = len(columns(Phase))
    for values in _BETWEEN.rows(game=game.pk, first=first, last=last):
        phase = from_row(Phase, values[:width])
        phase.turn = from_row(Turn, values[width:], _OF_TURN)
        phases.append(phase)
    return phases


def _told_in(turn: Mapping[str, Any]) -> list[NewsItem]:
    is_over = bool(turn.get("outcome"))
    kinds: Sequence[str] = TOLD if is_over else (*TOLD, "victory")
    return [item for item in report_of(turn, {}, players={}).news if item.kind in kinds]
