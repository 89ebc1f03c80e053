"""Two people's finished games against each other: sums of each side by kind, and the games behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet
from django.utils.text import Truncator

from games.common.words.people import at_start, called
from league.leagues.models import League
from league.ratings.keys import KINDS
from league.standings.models import Played
from league.standings.models.tally import LOST
from league.standings.selectors.bars import Bars, bars_of
from league.standings.selectors.played import RESULTS, Sums, total_of
from league.users.models import User

NEITHER: Final = "neither"
"""What an address calls games that both lost."""

NAME_IN_DRAWING: Final = 16
"""Letters for which there is room beside a bar."""


@dataclass(frozen=True, slots=True)
class KindLine:
    """How the games of one kind went, to `one` and to `other`; `neither`: both lost."""

    kind: str
    name: str
    one: Sums
    other: Sums
    neither: int

    @property
    def games(self) -> int:
        return self.one.games


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people's games against each other, a line a kind, those played most first."""

    one: User
    other: User
    kinds: Sequence[KindLine]

    @property
    def games(self) -> int:
        return sum(line.games for line in self.kinds)

    @property
    def all(self) -> KindLine:
        """All kinds together."""
        ones, others = ([getattr(line, side) for line in self.kinds] for side in ("one", "other"))
        neither = sum(line.neither for line in self.kinds)
        return KindLine("", "", total_of(ones), total_of(others), neither)

    @property
    def has_neither(self) -> bool:
        """Whether both lost any."""
        return any(line.neither for line in self.kinds)

    @property
    def bars(self) -> Bars | None:
        """A bar each, of all kinds together; None where they have not met."""
        if not self.kinds:
            return None
        sides = ((self.one, self.all.one), (self.other, self.all.other))
        return bars_of([(_short(person), (sums.won, sums.drawn, sums.lost)) for person, sums in sides])


@dataclass(frozen=True, slots=True)
class GameLine:
    """One of their games, as it went for each."""

    kind: str
    row: Played
    other: Played

    @property
    def code(self) -> str:
        return self.row.game.code

    @property
    def name(self) -> str:
        return self.row.game.name


def meeting_of(league: League, one: User, other: User) -> Meeting:
    """One query."""
    sums = {"n": Count("pk"), "neither": Count("pk", filter=Q(outcome__in=LOST, went__in=LOST))}
    for result, outcomes in RESULTS.items():
        sums[f"one_{result}"] = Count("pk", filter=Q(outcome__in=outcomes))
        sums[f"other_{result}"] = Count("pk", filter=Q(went__in=outcomes))
    rows: Any = _met(league, one, other).order_by().values("kind").annotate(**sums)
    found = [
        KindLine(row["kind"], KINDS[row["kind"]].name, _side(row, "one"), _side(row, "other"), row["neither"])
        for row in rows
    ]
    return Meeting(one, other, sorted(found, key=lambda line: (-line.games, line.kind)))


def games_between(league: League, one: User, other: User, asked: Mapping[str, str]) -> QuerySet[Played]:
    """`one`'s rows of games that `other` played to the end, too, the last first, as many as `asked` leaves:
    `game`, a kind; `result`, `neither`. What it says else leaves all.
    """
    rows = _met(league, one, other)
    if (kind := asked.get("game", "")) in KINDS:
        rows = rows.filter(kind=kind)
    if asked.get("result") == NEITHER:
        rows = rows.filter(outcome__in=LOST, went__in=LOST)
    return rows.order_by("-ended_at", "-pk")


def lines_of(rows: QuerySet[Played], other: User) -> list[GameLine]:
    """These rows as lines. Two queries."""
    found = list(rows.select_related("game"))
    theirs = Played.objects.filter(user=other, game__in=[row.game_id for row in found])
    by_game = {row.game_id: row for row in theirs}
    return [GameLine(KINDS[row.kind].name, row, by_game[row.game_id]) for row in found]


def _side(row: Mapping[str, Any], side: str) -> Sums:
    won, drawn, lost = (row[f"{side}_{result}"] for result in RESULTS)
    return Sums(row["kind"], "", row["n"], won, drawn, lost)


def _met(league: League, one: User, other: User) -> QuerySet[Any]:
    """`one`'s rows of their games; `went` is the outcome for `other`."""
    rows = Played.objects.filter(league=league, user=one)
    met = rows.annotate(met=F("game__played__user"), went=F("game__played__outcome"))
    return met.filter(met=other.pk)


def _short(person: User) -> str:
    return Truncator(at_start(called(person.username))).chars(NAME_IN_DRAWING)
