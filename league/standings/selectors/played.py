"""One person's finished games as they count: sums by kind, power and opponent, and the games behind each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet, Value
from django.db.models.functions import Lower

from games.common.words import local
from games.common.words.people import called, is_former
from games.common.words.rounding import per_cent
from games.engine import hosting_rules
from games.words import wording
from league.leagues.models import League
from league.ratings.keys import KINDS
from league.standings.forms.played import CHOSEN, FORFEIT
from league.standings.models import Played, Tally
from league.standings.models.tally import ALL_YEARS, DRAWN, LOST, WON, Outcome
from league.standings.selectors.bars import Bars, bars_of_powers
from league.standings.selectors.standings import shown_share
from league.users.models import User

GAMES_A_PAGE: Final = 25
OPPONENTS: Final = 12
"""Opponents that a player's page names: those met most often."""

FORM: Final = 8
"""Games whose results lead a player's page."""

OPPONENT_COLUMNS: Final = ("opponent", "games", "won", "drawn", "lost")
"""Of the file of someone's opponents."""

RESULTS: Final[Mapping[str, Sequence[str]]] = {"won": WON, "drawn": DRAWN, "lost": LOST}
"""Outcomes by what an address calls them. Each is counted as one of these."""

COUNTED: Final = {
    "n": Count("pk"),
    **{result: Count("pk", filter=Q(outcome__in=outcomes)) for result, outcomes in RESULTS.items()},
}
"""Games, won, drawn, lost."""


@dataclass(frozen=True, slots=True)
class Sums:
    """How some games went. `key` is what they have in common, as an address says it, `name` as people do."""

    key: str
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    powers: Sequence[str] = ()
    forfeits: int = 0
    """Of those lost."""

    @property
    def is_former(self) -> bool:
        """Of an opponent: whether the account was deleted."""
        return is_former(self.key)

    @property
    def per_cent(self) -> int:
        """Wins of all games, rounded."""
        return per_cent(self.won, self.games)


@dataclass(frozen=True, slots=True)
class Results:
    """What a player's page shows of results: by kind of game, and of one `kind` by power and by opponent.

    `more_opponents`: how many are not named.
    """

    kinds: Sequence[Sums]
    kind: str = ""
    powers: Sequence[Sums] = ()
    opponents: Sequence[Sums] = ()
    more_opponents: int = 0

    @property
    def kind_name(self) -> str:
        return KINDS[self.kind].name if self.kind else ""

    @property
    def has_homes(self) -> bool:
        """Whether powers are home powers: the others are auctioned (ID-1)."""
        return bool(self.kind) and KINDS[self.kind].variant in hosting_rules.with_auctions()

    @property
    def all_kinds(self) -> Sums:
        """The foot of the table of kinds."""
        return total_of(self.kinds)

    @property
    def all_powers(self) -> Sums:
        """The foot of the table of powers."""
        return total_of(self.powers, CHOSEN)

    @property
    def bars(self) -> Bars | None:
        """The results by power as a drawing, where it helps."""
        return bars_of_powers([(each.powers, (each.won, each.drawn, each.lost)) for each in self.powers])


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One game in a list of someone's games."""

    code: str
    name: str
    kind: str
    row: Played
    powers: Sequence[str]
    outcome: str
    opponents: Sequence[str] = field(default=())

    @property
    def share(self) -> str:
        return shown_share(self.row.share)


def has_results(league: League, person: Any) -> bool:
    """Whether any finished game of `league` counts for `person`. One query."""
    return Played.objects.filter(league=league, user_id=person.pk).exists()


def results_of(league: League, person: Any, kind: str = "") -> Results:
    """Four queries. Without a `kind` that they have played: of the one that they have played most."""
    kinds = _kinds(league, person)
    chosen = _chosen(kinds, kind)
    if chosen is None:
        return Results(())
    kind = chosen.key
    opponents = _by_opponent(league, person, kind)
    forfeits = _forfeits(league, person)
    kinds = [replace(sums, forfeits=forfeits.get(sums.key, 0)) for sums in kinds]
    return Results(
        kinds, kind, _by_power(league, person, kind), opponents[:OPPONENTS], len(opponents[OPPONENTS:])
    )


def opponents_of(league: League, person: Any, kind: str = "") -> tuple[Sums | None, Sequence[Sums]]:
    """All that `person` did in one kind of game, chosen as in `results_of`, and every opponent there. Two
    queries.
    """
    chosen = _chosen(_kinds(league, person), kind)
    return chosen, _by_opponent(league, person, chosen.key) if chosen else ()


def opponent_rows(met: Iterable[Sums]) -> Iterator[dict[str, Any]]:
    """Opponents as plain values, in their order: who, and how it went for the person whose they are."""
    for sums in met:
        values = (sums.key, sums.games, sums.won, sums.drawn, sums.lost)
        yield dict(zip(OPPONENT_COLUMNS, values, strict=True))


def form_of(league: League, person: Any) -> list[Played]:
    """Their latest games that count, the newest first. One query."""
    rows = Played.objects.filter(league=league, user_id=person.pk).select_related("game")
    return list(rows.order_by("-ended_at", "-pk")[:FORM])


def sides_of(league: League, person: Any) -> list[str]:
    """The powers that their games were decided for, as `Played.side` writes them. One query."""
    rows = Played.objects.filter(league=league, user_id=person.pk).exclude(side="")
    return list(rows.order_by("side").values_list("side", flat=True).distinct())


def games_of(league: League, person: Any, asked: Mapping[str, str]) -> QuerySet[Played]:
    """Their counted games, the last first, as many as `asked` leaves: `game`, `year`, `result`, `against`
    (a name), `as` (powers, or CHOSEN). What cannot be there leaves none; what is not said leaves all.
    """
    games = Played.objects.filter(league=league, user_id=person.pk)
    if kind := asked.get("game"):
        games = games.filter(kind=kind)
    if year := asked.get("year"):
        games = games.filter(year=int(year))
    if result := asked.get("result"):
        games = games.filter(outcome__in=(Outcome.FORFEIT,) if result == FORFEIT else RESULTS[result])
    if side := asked.get("as"):
        games = games.exclude(side="") if side == CHOSEN else games.filter(side=side)
    if name := asked.get("against"):
        people = User.objects.alias(called=Lower("username")).filter(called=Lower(Value(name)))
        met = Played.objects.filter(user__in=people.values("pk")).exclude(user_id=person.pk)
        games = games.filter(game__in=met.values("game"))
    return games.order_by("-ended_at", "-pk")


def lines_of(rows: QuerySet[Played]) -> list[PlayedLine]:
    """These rows as lines. Two queries."""
    found = list(rows.select_related("game"))
    opponents: dict[int, list[tuple[int, str]]] = {}
    others = Played.objects.filter(game__in=[row.game_id for row in found]).order_by("pk")
    for game, user, name in others.values_list("game", "user", "user__username"):
        opponents.setdefault(game, []).append((user, called(name)))
    return [
        PlayedLine(
            row.game.code,
            row.game.name,
            KINDS[row.kind].name,
            row,
            row.powers,
            str(row.get_outcome_display()),
            [name for user, name in opponents[row.game_id] if user != row.user_id],
        )
        for row in found
    ]


def total_of(parts: Sequence[Sums], key: str = "") -> Sums:
    """What these come to together."""
    names = ("games", *RESULTS, "forfeits")
    games, won, drawn, lost, forfeits = (sum(getattr(part, name) for part in parts) for name in names)
    return Sums(key, "", games, won, drawn, lost, forfeits=forfeits)


def _kinds(league: League, person: Any) -> list[Sums]:
    """What they did in each kind of game, those played most first."""
    tallies = Tally.objects.filter(league=league, user_id=person.pk, year=ALL_YEARS)
    return [
        Sums(each.kind, KINDS[each.kind].name, each.games, each.won, each.drawn, each.lost)
        for each in tallies.order_by("-games", "kind")
    ]


def _forfeits(league: League, person: Any) -> dict[str, int]:
    """How many games of each kind they forfeited. One query."""
    rows = Played.objects.filter(league=league, user_id=person.pk, outcome=Outcome.FORFEIT)
    return dict(rows.order_by().values_list("kind").annotate(Count("pk")))


def _chosen(kinds: Sequence[Sums], kind: str) -> Sums | None:
    """The one of this kind; without it the first."""
    return next((sums for sums in kinds if sums.key == kind), kinds[0] if kinds else None)


def _by_power(league: League, person: Any, kind: str) -> list[Sums]:
    """The powers in the reader's order of names; games that were decided for none are left out."""
    rows = Played.objects.filter(league=league, user_id=person.pk, kind=kind).exclude(side="")
    found = []
    for side, games, won, drawn, lost in rows.order_by().values_list("side").annotate(**COUNTED):
        powers = side.split("+")
        found.append(Sums(side, wording.powers(powers), games, won, drawn, lost, powers))
    return sorted(found, key=lambda sums: local.alphabetical(sums.name))


def _by_opponent(league: League, person: Any, kind: str) -> list[Sums]:
    """Those met in most games first; each game with how it went for `person`."""
    rows = Played.objects.filter(league=league, user_id=person.pk, kind=kind)
    met = rows.annotate(other=F("game__played__user"), username=F("game__played__user__username"))
    others = met.exclude(other=person.pk).order_by().values_list("username")
    found = [Sums(name, called(name), *numbers) for name, *numbers in others.annotate(**COUNTED)]
    return sorted(found, key=lambda sums: (-sums.games, local.alphabetical(sums.name)))
