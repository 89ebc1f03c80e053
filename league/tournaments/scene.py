"""The ladder at this moment, as rows have it: what both the page and the server ask before a challenge."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet

from games.compiled import Given, Question, moment
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
    numbers = {user: number for number, user in people.items()}
    return Scene(
        table=table,
        begins=competition.starts_at,
        ends=competition.challenges_until,
        open=_open_in(competition, numbers),
        ratings=ratings_of(competition, people),
        met=_met_in(competition, numbers, now, around),
        away=_away(competition, numbers, now),
        barred=_barred(competition, numbers, now),
        owing=owing,
    )


def _of_season() -> QuerySet[Challenge]:
    return Challenge.objects.filter(competition_id=Given("season"))


_TABLE = Question(
    lambda: (
        Standing.objects.filter(competition_id=Given("season"), rank__gt=0)
        .order_by("rank")
        .values_list("entry__number", "entry__user_id", "entry__payment")
    )
)
_OPEN = Question(
    lambda: (
        _of_season()
        .filter(state__in=Challenge.OPEN)
        .order_by("number")
        .values_list("number", "by__user_id", "of__user_id", "state", "by_rank", "of_rank")
    )
)


def _met() -> QuerySet[Challenge, Any]:
    over = _of_season().filter(state=Challenge.State.OVER, over_at__gt=Given("since"))
    return over.order_by().values_list("by__user", "of__user", "over_at")


def _met_by() -> QuerySet[Challenge, Any]:
    own = Entry.objects.filter(competition_id=Given("season"), user_id=Given("person")).values("pk")
    return _met().filter(Q(by__in=own) | Q(of__in=own))


_MET, _MET_BY = Question(_met), Question(_met_by)
_AWAY = Question(
    lambda: Holiday.objects.filter(
        league_id=Given("league"), taken_back_at=None, begins_at__lte=Given("now"), ends_at__gt=Given("now")
    ).values_list("user_id", "ends_at")
)
_BARRED = Question(
    lambda: Membership.objects.filter(
        league_id=Given("league"), suspended_until__gt=Given("now")
    ).values_list("user_id")
)


def _table_of(competition: Competition) -> tuple[list[int], dict[int, int], frozenset[int]]:
    """The entries from the top, the people (keys) behind them by entry, and the entries whose payment lets no
    game begin.
    """
    found = _TABLE.rows(season=competition.pk)
    people = {number: user for number, user, _payment in found}
    owing = frozenset(number for number, _user, payment in found if payment not in Entry.CLEAR)
    return list(people), people, owing


def _open_in(competition: Competition, numbers: dict[int, int]) -> list[Open]:
    """What is open between two who are on the ladder. It is people who play: whoever has entered anew has the
    games that their earlier entry has not ended yet. `numbers` are those of the entries, by person.
    """
    return [
        Open(number, numbers[by], numbers[of], state == Challenge.State.PLAYING, *ranks)
        for number, by, of, state, *ranks in _OPEN.rows(season=competition.pk)
        if by in numbers and of in numbers
    ]


def _met_in(
    competition: Competition, numbers: dict[int, int], now: datetime, around: Entry | None
) -> dict[frozenset[int], datetime]:
    """When two last ended a game of this season, as long as they may not meet again. It is people who meet:
    whoever has entered anew has met whom they had.
    """
    since = now - timedelta(days=competition.terms.challenges.pause_days)
    given = {"season": competition.pk, "since": moment(since)}
    rows = _MET.rows(**given) if around is None else _MET_BY.rows(**given, person=around.user_id)
    met: dict[frozenset[int], datetime] = {}
    for by, of, at in rows:
        if at is not None and by in numbers and of in numbers:
            pair = frozenset((numbers[by], numbers[of]))
            met[pair] = max(at, met.get(pair, at))
    return met


def _away(competition: Competition, numbers: dict[int, int], now: datetime) -> dict[int, datetime]:
    """Until when entries are on holiday in the league."""
    until: dict[int, datetime] = {}
    for user, ends_at in _AWAY.rows(league=competition.league_id, now=moment(now)):
        until[user] = max(ends_at, until.get(user, ends_at))
    return {numbers[user]: ends_at for user, ends_at in until.items() if user in numbers}


def _barred(competition: Competition, numbers: dict[int, int], now: datetime) -> frozenset[int]:
    """Entries whose people are suspended in the league."""
    suspended = _BARRED.rows(league=competition.league_id, now=moment(now))
    return frozenset(numbers[user] for (user,) in suspended if user in numbers)


def ratings_of(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of entries, where challenges go by them; who has none counts as a newcomer."""
    if competition.terms.challenges.reach is not Reach.RATING:
        return {}
    return counted_points(competition, people)


def counted_points(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of all these entries, as challenges and first tables count them: a provisional one as it is
    listed, none as a newcomer's.
    """
    return {entry: float(NEWCOMER_POINTS) for entry in people} | points_of(competition, people)


def points_of(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of entries in the league, by game; those who have none are left out."""
    shown = ratings.current(competition.league, _game_key(competition), people.values())
    return {entry: shown[user].points for entry, user in people.items() if user in shown}


def _game_key(competition: Competition) -> str:
    return ratings.key_of(competition.variant, competition.rules["settings"])
