"""Chapters that apps above add to the record book: figures of which they alone have the rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.db.models import Q

from league.leagues.models import League


class Chapter(Protocol):
    """One chapter, registered once, when the apps are loaded."""

    name: str
    """What templates call its value."""
    asked: str
    """The field of the form for games that names what one of its lines is made of."""

    def make(self) -> None:
        """Make again what it counts, with the books of all leagues, once an hour."""

    def of(self, league: League | None, kind: str) -> Any:
        """What it shows of a kind of games in a league; without a league: in all public ones."""

    def games(self, league: League | None, asked: str) -> Q | None:
        """Which games of the record book stand behind a line; None where no such line may be known."""


_chapters: list[Chapter] = []


def add(chapter: Chapter) -> None:
    _chapters.append(chapter)


def make_all() -> None:
    for chapter in _chapters:
        chapter.make()


def of(league: League | None, kind: str) -> Mapping[str, Any]:
    """What every chapter shows, by its name."""
    return {chapter.name: chapter.of(league, kind) for chapter in _chapters}


def games_behind(league: League | None, asked: Mapping[str, str]) -> Q:
    """Which games of the record book stand behind the lines of chapters that were asked for."""
    found = Q()
    for chapter in _chapters:
        if line := asked.get(chapter.asked):
            games = chapter.games(league, line)
            found &= Q(pk__in=()) if games is None else games
    return found
