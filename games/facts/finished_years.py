"""What the finished years of games for two with auctions came to, many games at once, as everyone may know
it: what HR-13 decides a knock-out by.

A year is finished when its adjustments are done and its income is paid. Income is one credit a centre of the
home power (ID-13), so the news of it tells the centres as well as the treasuries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import adjudicator
from games.engine.bridge import AUCTION
from games.facts.finished import LAST_TURN, auctioning
from games.models import Turn
from games.words.wording import year_of

INCOME: Final = "income"
AT_ONCE: Final = 500
"""Turns that are in memory at one time."""

BySeat = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class FinishedYears:
    """By seat, in every mapping. `home`: by finished year, the first first, the supply centres of the home
    powers at its end; `treasury`: credits after the income of the last one; `commanded`: at its end, centres
    of the home power and of the mercenaries won in that year's auction. All three are empty without one.
    `missed`: phases (HR-1), but for those taken back.
    """

    home: Mapping[int, BySeat]
    treasury: BySeat
    commanded: BySeat
    missed: BySeat


@dataclass(frozen=True, slots=True)
class _Last:
    """How far a game came: its variant, its home powers, the phase of its last position, and whether it ended
    there by itself, not by an agreement or an act.
    """

    variant: str
    homes: Mapping[str, str]
    phase: str
    by_itself: bool

    def has_finished(self, year: int) -> bool:
        """Whether `year`, in which income was paid, is over: a later one began, or its winter ended the game
        (ID-18, HR-7).
        """
        return year < year_of(self.phase) or (self.by_itself and self.phase.endswith("A"))


@dataclass(slots=True)
class _Told:
    """What the turns of one game told, by year: what was paid, with the key of the turn, and who won whom."""

    missed: Counter[str] = field(default_factory=Counter)
    paid: dict[int, tuple[int, Mapping[str, Any]]] = field(default_factory=dict)
    won: dict[int, Mapping[str, str | None]] = field(default_factory=dict)

    def hear(self, turn: int, news: Iterable[Mapping[str, Any]]) -> None:
        for item in news:
            if item["kind"] == INCOME:
                self.paid[item["year"]] = turn, item
            elif item["kind"] == AUCTION:
                self.won[item["year"]] = item["winner"]


def finished_years_of(games: Collection[int]) -> dict[int, FinishedYears]:
    """The finished years of those of `games` (keys) in which powers are auctioned and a phase was resolved,
    by game; of running ones, those until now. Three queries, however many games.
    """
    lasts = _lasts_of(games)
    told = _told_of(lasts)
    finished = {
        game: sorted(year for year in told[game].paid if last.has_finished(year))
        for game, last in lasts.items()
    }
    centres = _centres_after([told[game].paid[years[-1]][0] for game, years in finished.items() if years])
    return {game: _counted(last, told[game], finished[game], centres) for game, last in lasts.items()}


def _counted(
    last: _Last, told: _Told, years: list[int], centres: Mapping[int, Mapping[str, int]]
) -> FinishedYears:
    seats = adjudicator.VARIANTS[last.variant]["seats"]
    missed = {seat: told.missed[seat] for seat in seats}
    if not years:
        return FinishedYears({}, {}, {}, missed)
    home = {year: told.paid[year][1]["income"] for year in years}
    turn, paid = told.paid[years[-1]]
    won = told.won.get(years[-1], {})
    commanded = {
        seat: sum(
            centres[turn].get(power, 0)
            for power in (last.homes[seat], *(power for power, winner in won.items() if winner == seat))
        )
        for seat in seats
    }
    return FinishedYears(home, paid["after"], commanded, missed)


def _lasts_of(games: Collection[int]) -> dict[int, _Last]:
    rows = Turn.objects.filter(
        LAST_TURN, phase__game__in=list(games), phase__game__variant__in=auctioning()
    ).values_list(
        "phase__game",
        "phase__game__variant",
        "agreed",
        "turn__position__homes",
        "turn__position__phase",
        "turn__position__outcome",
    )
    return {
        game: _Last(variant, homes or {}, phase, agreed is None and outcome is not None)
        for game, variant, agreed, homes, phase, outcome in rows.order_by()
    }


def _told_of(games: Collection[int]) -> dict[int, _Told]:
    """Each turn is dropped as soon as it was heard."""
    found = {game: _Told() for game in games}
    turns = Turn.objects.filter(phase__game__in=list(games)).order_by()
    rows = turns.values_list("phase__game", "phase", "turn__news", "missed")
    for game, turn, news, missed in rows.iterator(chunk_size=AT_ONCE):
        found[game].hear(turn, news or ())
        found[game].missed.update(missed.keys())
    return found


def _centres_after(turns: Collection[int]) -> dict[int, dict[str, int]]:
    """How many centres each power owned after these `turns`."""
    rows = Turn.objects.filter(phase__in=list(turns)).values_list("phase", "turn__position__centres")
    return {
        turn: {power: len(places) for power, places in (centres or {}).items()}
        for turn, centres in rows.order_by()
    }
