"""How a season ended: its champions, and every final place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Max
from django.utils.translation import gettext as _

from adjudicator.texts.names import listed
from games.common.words.local import language
from games.common.words.people import at_start, called
from games.pages.showcase import last_boards
from league.competitions import kinds
from league.competitions.models import Competition, Entry, FinalPlace, Standing
from league.competitions.models.pairing import with_sides
from league.competitions.selectors import ends, titles
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader

CHAMPIONS: Final = 3
"""The last rank that is on the podium."""
PLACES_A_PAGE: Final = 100
SHARED: Final = 3
"""What more people share is no honour."""


@dataclass(frozen=True, slots=True)
class Place:
    """One final place. `rank` None: too few games to be ranked."""

    place: int
    rank: int | None
    number: int
    name: str
    address: str
    won: int
    drawn: int
    lost: int
    is_me: bool
    counted: int
    """How many of the games count for being ranked."""
    says: str = ""
    """What it came to, where that is not told by games won."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """The game that made a season's champions: what came of it, to no one in particular, and where it is.
    `boards`: the pictures of the board it ended with, by their looks; none where not everyone sees it.
    """

    name: str
    address: str
    at: datetime
    says: str
    firm: str
    boards: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OwnEnd:
    """What a champion who reads is told: the rank they began with (0: none), their games, whether others
    share the first rank, and whether other leagues show the title.
    """

    began: int
    won: int
    games: int
    address: str
    is_shared: bool
    is_across: bool


@dataclass(frozen=True, slots=True)
class Honour:
    """Who was first in something else than the ranking, and with how much."""

    what: Any
    names: str
    count: int


def places(season: Competition) -> Any:
    """The final places of a season, the first one first."""
    return FinalPlace.objects.filter(competition=season).order_by("place", "entry__number")


def lines_of(reader: Reader, rows: Any) -> list[Place]:
    """Some of them, as lines. One query."""
    found = rows.values_list(
        "place",
        "rank",
        "entry__user__username",
        "entry__number",
        "entry__user_id",
        "entry__standing__won",
        "entry__standing__drawn",
        "entry__standing__lost",
        "entry__standing__counted",
    )
    return [
        Place(
            place=place,
            rank=rank,
            number=number,
            name=name,
            address=address(reader.slug, "entrant", reader.season.code, number),
            won=won or 0,
            drawn=drawn or 0,
            lost=lost or 0,
            is_me=reader.person is not None and user == reader.person,
            counted=counted or 0,
        )
        for place, rank, name, number, user, won, drawn, lost, counted in found
    ]


def champions_of(reader: Reader) -> Sequence[Place]:
    """Those who have the first three ranks; who share one are all among them. One query."""
    return lines_of(reader, places(reader.season).filter(rank__lte=CHAMPIONS))


def deciding_of(reader: Reader, first: Sequence[Place]) -> Deciding | None:
    """The game that decided who came `first`; None where none did. A season's games are public. Eight queries
    at most.
    """
    season = reader.season
    number = reader.kind.decided_by(season, [place.number for place in first]) if first else None
    if number is None:
        return None
    beside = season.pairings.select_related("game", *kinds.with_pairings())
    pairing = with_sides(beside).get(number=number)
    pairing.competition = season
    told, game = ends.told_of(pairing, None), pairing.game
    if game is None or told is None or game.finished_at is None:
        return None
    game.league = season.league
    return Deciding(
        name=game.name,
        address=reader.game_address(game.code),
        at=game.finished_at,
        says=" ".join(filter(None, (told.says, told.stands))),
        firm=told.more,
        boards=last_boards(game),
    )


def own_end_of(reader: Reader, first: Sequence[Place]) -> OwnEnd | None:
    """What it is to the reader, where they are among those who came `first`. Four queries at most."""
    own = next((place for place in first if place.is_me), None)
    if own is None:
        return None
    entry = Entry.objects.get(competition=reader.season, number=own.number)
    entry.competition = reader.season
    return OwnEnd(
        began=reader.kind.first_rank(entry),
        won=own.won,
        games=own.won + own.drawn + own.lost,
        address=own.address,
        is_shared=len(first) > 1,
        is_across=titles.is_across(reader.season),
    )


def honours_of(season: Competition) -> list[Honour]:
    """Who played and who won the most games of a season, all who are equal. Three queries."""
    standings = Standing.objects.filter(competition=season, rank__gt=0)
    most = standings.aggregate(games=Max("games"), won=Max("won"))
    found = []
    for column, what in (("games", _("Most games")), ("won", _("Most games won"))):
        if count := most[column]:
            rows = standings.filter(**{column: count}).order_by("rank", "entry__number")
            names = [at_start(called(name)) for name in rows.values_list("entry__user__username", flat=True)]
            if len(names) <= SHARED:
                found.append(Honour(what, listed(names, language()), count))
    return found


def next_of(season: Competition) -> Competition | None:
    """The season that was made after this one, once it is announced. One query."""
    found = season.next_seasons.exclude(state=Competition.State.DRAFT).order_by("pk").first()
    if found is not None:
        found.league = season.league
    return found
