"""The page of an event at tables while it is played: a round with its tables, and the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator

from league.competitions.models import Competition
from league.competitions.selectors import log, seasons
from league.competitions.selectors.page import SeasonPage
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.now import now_of
from league.competitions.tables.pages.cards import cards_of
from league.competitions.tables.pages.lines import LINES_A_PAGE, chain, columns_of, names_of, rows_of
from league.competitions.tables.pages.own import Own, own_of
from league.competitions.tables.state import Round, Table, is_void

TABLES_A_PAGE: Final = 14


@dataclass(frozen=True, kw_only=True)
class RoundPage(SeasonPage):
    """`shown` is one of the `rounds`, `cards` a page of its tables (`Card`), `rows` one of the standings
    (`Row`).
    """

    running: str = "tournaments/tables/_running.html"
    moving: str = "tournaments/tables/_moving.html"
    own: Own | None
    rounds: Sequence[tuple[int, str]]
    shown: Round | None
    shown_name: str
    cards: Page[Any]
    sat_out: Sequence[tuple[int, str]]
    rows: Page[Any]
    columns: Sequence[int]
    top: Table | None
    has_running: bool
    chain: Sequence[str]


def page_of(reader: Reader, asked: Mapping[str, str], common: dict[str, Any]) -> RoundPage:
    """A fixed number of queries, however many play."""
    season, now = reader.season, now_of(reader.season)
    found, names = now.found, names_of(season)
    rounds = [each for each in found.rounds.values() if each.begun is not None and each.tables]
    shown = _shown(rounds, asked)
    tables = shown.tables if shown is not None else []
    cards = Paginator(tables, TABLES_A_PAGE).get_page(asked.get("tables"))
    cards.object_list = cards_of(reader, now, cards.object_list, names)  # type: ignore[assignment]
    rows = Paginator(now.as_if, LINES_A_PAGE).get_page(asked.get("page"))
    rows.object_list = rows_of(reader, now, rows.object_list, names)  # type: ignore[assignment]
    latest = log.lines_of(reader, log.results_of(season)[: log.LATEST])
    return RoundPage(
        **common,
        day=seasons.day_of(season, reader.now),
        stage=words.stage(found) if season.state == Competition.State.RUNNING else "",
        games_counted=games_counted(season),
        latest=latest,
        own=own_of(reader, now, names),
        rounds=[(each.number, words.round_name(found.rules, each.number)) for each in rounds],
        shown=shown,
        shown_name=words.round_name(found.rules, shown.number) if shown is not None else "",
        cards=cards,
        sat_out=[(entry, names[entry]) for entry in sorted(shown.sat_out)] if shown is not None else [],
        rows=rows,
        columns=columns_of(now),
        top=found.top,
        has_running=bool(now.ends),
        chain=chain(),
    )


def _shown(rounds: Sequence[Round], asked: Mapping[str, str]) -> Round | None:
    """The round that the address asks for, else the last."""
    wanted = asked.get("round", "")
    found = next((each for each in rounds if str(each.number) == wanted), None)
    return found or (rounds[-1] if rounds else None)


def games_counted(season: Competition) -> int:
    """The tables whose results the standings count."""
    found = now_of(season).found
    ends = [found.played.end_of(number) for number in found.tables]
    return sum(1 for end in ends if end and not is_void(end))
