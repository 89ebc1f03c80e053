"""The ladder at this moment, as rows have it: what both the page and the server ask before a challenge."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from games.models import Holiday
from league.leagues.models import Membership
from league.tournaments import ratings
from league.tournaments.challenges import Open, Reach, Scene
from league.tournaments.models import Challenge, Competition, Entry, Standing
from league.tournaments.ratings.parameters import NEWCOMER_POINTS


def scene_of(competition: Competition, now: datetime, *, around: Entry | None = None) -> Scene:
    """The whole ladder at the moment `now`. Six queries, however long it is.

    `around`: only what concerns challenges by and to this entry is asked for; of others it does not know with
    whom they met.
    """
    table, people, owing = _table_of(competition)
    return Scene(
        table=table,
        begins=competition.starts_at,
        ends=competition.challenges_until,
        open=_open_in(competition, people),
        ratings=ratings_of(competition, people),
        met=_met_in(competition, people, now, around),
        away=_away(competition, people, now),
        barred=_barred(competition, people, now),
        owing=owing,
    )


def _table_of(competition: Competition) -> tuple[list[int], dict[int, int], frozenset[int]]:
    """The entries from the top, the people (keys) behind them by entry, and the entries whose payment lets no
    game begin.
    """
    rows = Standing.objects.filter(competition=competition, rank__gt=0).order_by("rank")
    found = list(rows.values_list("entry__number", "entry__user_id", "entry__payment"))
    people = {number: user for number, user, _payment in found}
    owing = frozenset(number for number, _user, payment in found if payment not in Entry.CLEAR)
    return list(people), people, owing


def _open_in(competition: Competition, people: dict[int, int]) -> list[Open]:
    """What is open between two who are on the ladder. It is people who play: whoever has entered anew has the
    games that their earlier entry has not ended yet.
    """
    numbers = {user: number for number, user in people.items()}
    rows = Challenge.objects.filter(competition=competition, state__in=Challenge.OPEN).order_by("number")
    return [
        Open(number, numbers[by], numbers[of], state == Challenge.State.PLAYING, *ranks)
        for number, by, of, state, *ranks in rows.values_list(
            "number", "by__user_id", "of__user_id", "state", "by_rank", "of_rank"
        )
        if by in numbers and of in numbers
    ]


def _met_in(
    competition: Competition, people: dict[int, int], now: datetime, around: Entry | None
) -> dict[frozenset[int], datetime]:
    """When two last ended a game of this season, as long as they may not meet again. It is people who meet:
    whoever has entered anew has met whom they had.
    """
    since = now - timedelta(days=competition.terms.challenges.pause_days)
    rows = Challenge.objects.filter(
        competition=competition, state=Challenge.State.OVER, over_at__gt=since
    ).order_by()
    if around is not None:
        own = Entry.objects.filter(competition=competition, user=around.user_id).values("pk")
        rows = rows.filter(Q(by__in=own) | Q(of__in=own))
    numbers = {user: number for number, user in people.items()}
    met: dict[frozenset[int], datetime] = {}
    for by, of, at in rows.values_list("by__user", "of__user", "over_at"):
        if at is not None and by in numbers and of in numbers:
            pair = frozenset((numbers[by], numbers[of]))
            met[pair] = max(at, met.get(pair, at))
    return met


def _away(competition: Competition, people: dict[int, int], now: datetime) -> dict[int, datetime]:
    """Until when entries are on holiday in the league."""
    rows = Holiday.objects.filter(
        league_id=competition.league_id, taken_back_at=None, begins_at__lte=now, ends_at__gt=now
    )
    until: dict[int, datetime] = {}
    for user, ends_at in rows.values_list("user_id", "ends_at"):
        until[user] = max(ends_at, until.get(user, ends_at))
    return {entry: until[user] for entry, user in people.items() if user in until}


def _barred(competition: Competition, people: dict[int, int], now: datetime) -> frozenset[int]:
    """Entries whose people are suspended in the league."""
    rows = Membership.objects.filter(league=competition.league_id, suspended_until__gt=now)
    suspended = set(rows.values_list("user_id", flat=True))
    return frozenset(entry for entry, user in people.items() if user in suspended)


def ratings_of(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of entries, where challenges go by them; who has none counts as a newcomer."""
    if competition.terms.challenges.reach is not Reach.RATING:
        return {}
    return {entry: float(NEWCOMER_POINTS) for entry in people} | points_of(competition, people)


def points_of(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of entries in the league, by game; those who have none are left out."""
    shown = ratings.current(competition.league, _game_key(competition), people.values())
    return {entry: shown[user].points for entry, user in people.items() if user in shown}


def _game_key(competition: Competition) -> str:
    return ratings.key_of(competition.variant, competition.rules["settings"])
