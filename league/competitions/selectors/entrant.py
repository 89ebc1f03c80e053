"""One entrant's season: what came of it, their home powers, the steps of their entry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.common.words import local
from games.common.words.people import at_start, called
from games.models import Phase, Tenure
from games.words import wording as game_wording
from league.competitions.models import Competition, Entry, Event, Side
from league.competitions.rules.endings import Ending, ending_of
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors import log
from league.competitions.selectors.seasons import on_table
from league.competitions.state.season_access import Reader


@dataclass(frozen=True, slots=True)
class HomeLine:
    """One home power of a season: games begun with it, and how those that are over ended."""

    power: str
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, kw_only=True)
class History:
    """`in_table` are how many stand in the table. `rank` of `people`: the final one once the season is over,
    where there is one; `is_unranked`: there is none, for want of games. `may_be_suspected`: the reader is
    another entrant, and can tell the arbiters of a second name. A kind's own history has more, and `part` is
    the template of that.
    """

    entry: Entry
    rank: int
    people: int
    in_table: int
    homes: Sequence[HomeLine]
    entry_steps: Sequence[log.Line]
    may_be_suspected: bool
    is_unranked: bool = False
    part: str = ""

    @property
    def is_standing(self) -> bool:
        return self.entry.state in Entry.STANDING

    @property
    def standing(self) -> Any:
        return getattr(self.entry, "standing", None)

    @property
    def name(self) -> str:
        return at_start(called(self.entry.user.get_username()))


def history_of(reader: Reader, number: int) -> History | None:
    """What there is to tell of the entry `number`; None if there is none. A fixed number of queries.

    Who has no place is shown to those who run the season, and to everyone once they sat in for others.
    """
    season = reader.season
    hidden = Q(~Exists(Side.objects.filter(entry=OuterRef("pk"))), state__in=Entry.WITHOUT_PLACE)
    if reader.has_say:
        hidden = Q(pk=None)
    entry = (
        season.entries.filter(number=number)
        .exclude(hidden & ~Q(user_id=reader.person))
        .select_related("user", "standing")
        .first()
    )
    if entry is None:
        return None
    people, _games = on_table(season)
    final = season.final_places.filter(entry=entry).first() if season.is_over else None
    games = Side.objects.filter(entry=entry, pairing__game__isnull=False).order_by()
    found = {
        "entry": entry,
        "rank": entry.rank if final is None else final.rank or 0,
        "people": (people if final is None else season.final_places.filter(rank__isnull=False).count()),
        "in_table": people,
        "is_unranked": final is not None and final.rank is None,
        "homes": homes_of(season, entry, games.values("pairing__game")),
        "entry_steps": [
            log.line_of_step(reader, step)
            for step in entry.steps.select_related("entry__user", "by").order_by("pk")
        ],
        "may_be_suspected": (
            reader.entry not in (None, entry) and entry.state in Entry.IN and not season.is_over
        ),
    }
    history: History = reader.kind.history(reader, entry, found)
    return history


def homes_of(season: Competition, entry: Entry, games: QuerySet[Any, Any]) -> list[HomeLine]:
    """The home powers that an entrant had in these games of the season (a query of keys), with results, the
    most played first.

    Where a game has no home powers to choose there is nothing. Three queries.
    """
    seats = dict(
        Tenure.objects.filter(game_id__in=games, user_id=entry.user_id).values_list("game_id", "seat__key")
    )
    results = Event.objects.filter(
        competition=season, kind=EventKind.RESULT, superseded_by=None, game__in=games
    )
    return _tallied(entry, seats, dict(results.values_list("game_id", "facts")), _homes(games))


def _homes(games: QuerySet[Any, Any]) -> dict[int, Mapping[str, str]]:
    """The home powers of games by seat, from the position of their first phase of moves. One query."""
    rows = (
        Phase.objects.filter(game_id__in=games, label__endswith="M")
        .exclude(position__homes=None)
        .order_by("game_id", "-ordinal")
        .values_list("game_id", "position__homes")
    )
    return {game: homes for game, homes in rows if isinstance(homes, Mapping)}


def _tallied(
    entry: Entry,
    seats: Mapping[int, str],
    ends: Mapping[int, Mapping[str, Any]],
    homes: Mapping[int, Mapping[str, str]],
) -> list[HomeLine]:
    counted: dict[str, dict[str, int]] = defaultdict(
        lambda: dict.fromkeys(("games", "won", "drawn", "lost"), 0)
    )
    for game, seat in seats.items():
        power = homes.get(game, {}).get(seat)
        if not power:
            continue
        line, end = counted[power], ends.get(game)
        line["games"] += 1
        ending = ending_of(end["how"], end["winner"]) if end else Ending.VOID
        if end is None or ending is Ending.VOID:
            continue
        drawn_or_lost = "drawn" if ending is Ending.DRAW else "lost"
        line["won" if end["winner"] == entry.number else drawn_or_lost] += 1
    lines = [HomeLine(power, **numbers) for power, numbers in counted.items()]
    return sorted(lines, key=lambda line: (-line.games, local.alphabetical(game_wording.power(line.power))))
