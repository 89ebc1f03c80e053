"""What an arbiter has to do in a season: disputes, suspicions, answers that are due, games to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.common.waiting import Scope, Waits, waits_of
from games.common.words.people import at_start
from league.competitions.models import Dispute, Entry, Suspicion
from league.competitions.models.pairing import of_side
from league.competitions.models.suspicion import open_suspicions
from league.competitions.selectors.desk_games import (
    DeskGames,
    OpenChallenge,
    away_in,
    challenges_of,
    games_of,
)
from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader

DISPUTES_SHOWN: Final = 100
SUSPICIONS_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """`title`: the pairing whose result is disputed."""

    title: str
    at: datetime
    is_answered: bool
    address: str


@dataclass(frozen=True)
class DeskPage:
    """`waits` is what waits for the reader in the season; `disputes` are shown to those who cannot rule;
    `own` is what its kind adds.
    """

    waits: Waits
    disputes: Sequence[OpenDispute]
    suspicions: Sequence[Suspicion]
    challenges: Sequence[OpenChallenge]
    more_challenges: int
    games: DeskGames
    waiting: int
    own: Any

    @property
    def is_in_order(self) -> bool:
        """Whether nothing waits for anyone."""
        return self.waits.are_none and not self.disputes


def desk_page(reader: Reader, user: Any) -> DeskPage:
    """A fixed number of queries."""
    season = reader.season
    away = away_in(reader)
    challenges, more_challenges = challenges_of(reader, away)
    return DeskPage(
        waits=waits_of(user, Scope(league=season.league_id, contest=season.pk)),
        disputes=[] if reader.is_arbiter or season.is_over else _disputes(reader),
        suspicions=_suspicions(reader),
        challenges=challenges,
        more_challenges=more_challenges,
        games=games_of(reader, away),
        waiting=season.entries.filter(state=Entry.State.WAITING).count(),
        own=reader.kind.at_desk(reader),
    )


def _disputes(reader: Reader) -> list[OpenDispute]:
    """Those that wait for a ruling. One query."""
    rows = Dispute.objects.filter(competition=reader.season, ruled_at=None).order_by("pk")
    shown = rows.values_list(
        "pairing__number",
        of_side("entry__user__username"),
        of_side("entry__user__username", last=True),
        "at",
        "answer_at",
    )
    return [
        OpenDispute(
            at_start(reader.kind.named(number, (by, of))),
            at,
            answered is not None,
            address(reader.slug, "dispute", reader.season.code, number),
        )
        for number, by, of, at, answered in shown[:DISPUTES_SHOWN]
    ]


def _suspicions(reader: Reader) -> list[Suspicion]:
    """Who may play under two names, the oldest suspicion first: for arbiters alone. One query."""
    if reader.season.is_over or not reader.is_arbiter:
        return []
    rows = open_suspicions(reader.season).select_related("by__user", "one__user", "other__user")
    return list(rows.order_by("pk")[:SUSPICIONS_SHOWN])
