"""Which of a league's standings there are, and which of them an address asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import OuterRef, Subquery

from games.common.database.compiled import Param, PreparedQuery
from games.facts.finished import finished_upto
from league.leagues.models import League
from league.ratings import KINDS
from league.standings.columns import SCORINGS, Scoring
from league.standings.models import Counting, GameCount
from league.standings.models.tally import ALL_YEARS

BY_SCORE: Final = "score"
BY_GAMES: Final = "games"
BY_NAME: Final = "name"
BY_RATING: Final = "rating"
SORTS: Final = (BY_SCORE, BY_GAMES, BY_NAME, BY_RATING)
"""By what lines may be sorted; ranks are always those of the score."""

LONGEST_YEAR: Final = 4
"""Digits: longer numbers are not even read."""


class Progress(NamedTuple):
    """How many of a league's finished games have been counted."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Counted:
    """Which finished games a league has, by kind and year, and how far a count of all of them that is on
    its way has come.

    `stamp`: another one whenever something was counted.
    """

    games: Mapping[str, Mapping[int, int]]
    progress: Progress | None = None
    stamp: str = ""

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds with their names, those with most games first."""
        ordered = sorted(self.games, key=lambda kind: (-self.games[kind][ALL_YEARS], kind))
        return [(kind, KINDS[kind].name) for kind in ordered]

    @property
    def years(self) -> list[int]:
        """All years in which games of any kind ended, the last first."""
        found = {year for years in self.games.values() for year in years if year != ALL_YEARS}
        return sorted(found, reverse=True)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which standings: the kind of game, the year (0: all years), the scoring, what they are sorted by."""

    kind: str
    year: int
    scoring: Scoring
    sort: str = BY_SCORE

    @property
    def kind_name(self) -> str:
        return KINDS[self.kind].name

    @property
    def year_in_query(self) -> str:
        return str(self.year) if self.year else "all"

    @property
    def query(self) -> str:
        """What an address says of this choice; how it is sorted only where that is not as usual."""
        said = {"game": self.kind, "year": self.year_in_query, "scoring": self.scoring.key}
        return urlencode(said if self.sort == BY_SCORE else said | {"sort": self.sort})


_GAMES = PreparedQuery(
    lambda: GameCount.objects.filter(league_id=Param("league")).values_list(
        "kind", "year", "games", Subquery(Counting.objects.filter(league=OuterRef("league")).values("stamp"))
    )
)


def counted_in(league: League) -> Counted:
    """Two queries, and one more while a count of all games is on its way."""
    upto = Counting.objects.filter(league=league, upto__isnull=False).values_list("upto", flat=True).first()
    progress = None if upto is None else Progress(*finished_upto(league.pk, upto))
    return replace(so_far(league), progress=progress)


def so_far(league: League) -> Counted:
    """The same, for whom it makes no difference whether older games are still being counted. One query."""
    games: dict[str, dict[int, int]] = defaultdict(dict)
    rows = _GAMES.rows(league=league.pk)
    for kind, year, count, _stamp in rows:
        games[kind][year] = count
    return Counted(games, stamp=str(rows[0][3] or "") if rows else "")


def year_instead(counted: Counted, asked: Mapping[str, str]) -> int | None:
    """The year to which a link to one without any game leads: the last one before it, else the first. None
    where the year is there, or none is asked for.
    """
    year = asked.get("year", "")
    if not counted.years or len(year) > LONGEST_YEAR or not (year.isascii() and year.isdigit()):
        return None
    if int(year) in counted.years:
        return None
    return next((each for each in counted.years if each < int(year)), counted.years[-1])


def chosen(counted: Counted, asked: Mapping[str, str]) -> Choice | None:
    """What `asked` (`game`, `year`, `scoring`, `sort`) means here; nonsense and what is not said: the game
    with most results, its last year, the usual scoring, by score. None where nothing has been counted.
    """
    kinds = [kind for kind, _name in counted.kinds]
    if not kinds:
        return None
    kind = asked.get("game", "")
    kind = kind if kind in kinds else kinds[0]
    years: Sequence[int] = [year for year in counted.games[kind] if year != ALL_YEARS]
    year = asked.get("year", "")
    known = len(year) <= LONGEST_YEAR and year.isascii() and year.isdigit() and int(year) in counted.years
    number = ALL_YEARS if year == "all" else int(year) if known else max(years)
    scoring = SCORINGS.get(asked.get("scoring", ""), next(iter(SCORINGS.values())))
    sort = asked.get("sort", "")
    return Choice(kind, number, scoring, sort if sort in SORTS else BY_SCORE)
