"""Loads the state of the ladder that the challenge rules need, for the page and for the server alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from games.common.database.compiled import Param, PreparedQuery, moment
from league.competitions.ladder.challenges import LadderState, Open
from league.competitions.ladder.rules.challenge_rules import Reach
from league.competitions.ladder.rules.ladder_rules import of_ladder
from league.competitions.ladder.state.last_moment import last_moment
from league.competitions.models import Challenge, Competition, Entry, Standing
from league.competitions.state.holidays import of_away, spells_of
from league.competitions.state.rated import counted_points
from league.leagues.models import Membership


def ladder_state_of(competition: Competition, now: datetime, *, around: Entry | None = None) -> LadderState:
    """The whole ladder at the moment `now`. Six queries, however long it is.

    `around`: only what concerns challenges by and to this entry is asked for; of others it does not know with
    whom they met.
    """
    table, people, owing = _table_of(competition)
    numbers = {user: number for number, user in people.items()}
    met, declined = _pauses_in(competition, numbers, now, around)
    return LadderState(
        table=table,
        begins=competition.starts_at,
        ends=last_moment(competition),
        open=_open_in(competition, numbers),
        ratings=ratings_of(competition, people),
        met=met,
        declined=declined,
        away=_away(competition, numbers, now),
        barred=_barred(competition, numbers, now),
        owing=owing,
    )


def moved_on(competition: Competition, scene: LadderState) -> LadderState:
    """The scene with the table as rows have it by now. One query."""
    return replace(scene, table=_table_of(competition)[0])


def _of_season() -> QuerySet[Challenge]:
    return Challenge.objects.filter(competition_id=Param("season"))


_TABLE = PreparedQuery(
    lambda: (
        Standing.objects.filter(competition_id=Param("season"), rank__gt=0)
        .order_by("rank")
        .values_list("entry__number", "entry__user_id", "entry__payment")
    )
)
_OPEN = PreparedQuery(
    lambda: (
        _of_season()
        .filter(state__in=Challenge.OPEN)
        .order_by("number")
        .values_list("number", "by__user_id", "of__user_id", "state", "by_rank", "of_rank")
    )
)


def _pauses() -> QuerySet[Challenge, Any]:
    waits = _of_season().filter(again_at__gt=Param("now"))
    return waits.order_by().values_list("by__user", "of__user", "state", "again_at")


def _pauses_of() -> QuerySet[Challenge, Any]:
    own = Entry.objects.filter(competition_id=Param("season"), user_id=Param("person")).values("pk")
    return _pauses().filter(Q(by__in=own) | Q(of__in=own))


_PAUSES, _PAUSES_OF = PreparedQuery(_pauses), PreparedQuery(_pauses_of)
_BARRED = PreparedQuery(
    lambda: Membership.objects.filter(
        league_id=Param("league"), suspended_until__gt=Param("now")
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
    """What is open between two who are on the ladder. It is people who play: a player who has entered again
    has the games that the earlier entry has not ended yet. `numbers` are those of the entries, by person.
    """
    return [
        Open(number, numbers[by], numbers[of], state == Challenge.State.PLAYING, *ranks)
        for number, by, of, state, *ranks in _OPEN.rows(season=competition.pk)
        if by in numbers and of in numbers
    ]


def _pauses_in(
    competition: Competition, numbers: dict[int, int], now: datetime, around: Entry | None
) -> tuple[dict[frozenset[int], datetime], dict[tuple[int, int], datetime]]:
    """Until when two do not meet again after a game of this season, and until when someone whom someone
    declined does not challenge them again. It is people who wait: a player who has entered again waits as
    before.
    """
    given = {"season": competition.pk, "now": moment(now)}
    rows = _PAUSES.rows(**given) if around is None else _PAUSES_OF.rows(**given, person=around.user_id)
    met: dict[frozenset[int], datetime] = {}
    declined: dict[tuple[int, int], datetime] = {}
    for by, of, state, until in rows:
        if by not in numbers or of not in numbers:
            continue
        one, other = numbers[by], numbers[of]
        if state == Challenge.State.OVER:
            pair = frozenset((one, other))
            met[pair] = max(until, met.get(pair, until))
        else:
            declined[one, other] = max(until, declined.get((one, other), until))
    return met, declined


def _away(competition: Competition, numbers: dict[int, int], now: datetime) -> dict[int, datetime]:
    """Until when entries are on a holiday in the league that the season honours. One query."""
    until: dict[int, datetime] = {}
    for user, spells in spells_of(competition.terms, of_away(competition, now)).items():
        ends = [spell.ends_at for spell in spells if spell.begins_at <= now < spell.ends_at]
        if ends and user in numbers:
            until[numbers[user]] = max(ends)
    return until


def _barred(competition: Competition, numbers: dict[int, int], now: datetime) -> frozenset[int]:
    """Entries whose people are suspended in the league."""
    suspended = _BARRED.rows(league=competition.league_id, now=moment(now))
    return frozenset(numbers[user] for (user,) in suspended if user in numbers)


def ratings_of(competition: Competition, people: dict[int, int]) -> dict[int, float]:
    """The ratings of entries, where challenges go by them; who has none counts as a newcomer."""
    if of_ladder(competition.terms).challenges.reach is not Reach.RATING:
        return {}
    return counted_points(competition, people)
