"""What an arbiter has to do in a season: disputes, suspicions, and games that are late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import F

from games import wording as game_wording
from games.addresses import game_address
from games.models import Phase
from league.tournaments.models import Challenge, Dispute, Entry, Suspicion
from league.tournaments.models.suspicion import open_suspicions
from league.tournaments.reading import Reader
from league.tournaments.selectors.seasons import address

GAMES_SHOWN: Final = 100
DISPUTES_SHOWN: Final = 100
SUSPICIONS_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class OpenDispute:
    by: str
    of: str
    at: datetime
    is_answered: bool
    address: str


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is on. `is_late`: its phase is over and not adjudicated."""

    number: int
    by: str
    of: str
    address: str
    phase: str
    deadline: datetime | None
    is_late: bool


@dataclass(frozen=True)
class DeskPage:
    disputes: Sequence[OpenDispute]
    suspicions: Sequence[Suspicion]
    games: Sequence[OpenGame]
    more_games: int
    waiting: int


def desk_page(reader: Reader) -> DeskPage:
    """A fixed number of queries."""
    season = reader.season
    disputes = Dispute.objects.filter(competition=season, ruled_at=None).order_by("pk")
    shown = disputes.values_list(
        "challenge__number",
        "challenge__by__user__username",
        "challenge__of__user__username",
        "at",
        "answer_at",
    )
    playing = Challenge.objects.filter(competition=season, state=Challenge.State.PLAYING)
    games = _games(reader, playing)
    return DeskPage(
        disputes=[
            OpenDispute(
                by, of, at, answered is not None, address(reader.slug, "dispute", season.code, number)
            )
            for number, by, of, at, answered in shown[:DISPUTES_SHOWN]
        ],
        suspicions=_suspicions(reader),
        games=games,
        more_games=max(0, playing.count() - len(games)),
        waiting=season.entries.filter(state=Entry.State.WAITING).count(),
    )


def _suspicions(reader: Reader) -> list[Suspicion]:
    """Who may play under two names, the oldest suspicion first: for arbiters alone. One query."""
    if reader.season.is_over or not reader.is_arbiter:
        return []
    rows = open_suspicions(reader.season).select_related("by__user", "one__user", "other__user")
    return list(rows.order_by("pk")[:SUSPICIONS_SHOWN])


def _games(reader: Reader, playing: Any) -> list[OpenGame]:
    """The open games, those that close soonest first. Two queries."""
    rows: Any = list(
        playing.select_related("by__user", "of__user")
        .annotate(code=F("game__code"))
        .order_by("answered_at", "pk")[:GAMES_SHOWN]
    )
    phases = {
        game: (label, deadline)
        for game, label, deadline in Phase.objects.filter(
            game__in=[row.game_id for row in rows], adjudicated_at=None
        ).values_list("game_id", "label", "deadline")
    }
    found = []
    for row in rows:
        label, deadline = phases.get(row.game_id, ("", None))
        found.append(
            OpenGame(
                number=row.number,
                by=row.by.user.get_username(),
                of=row.of.user.get_username(),
                address=game_address(reader.slug, row.code),
                phase=game_wording.phase(label) if label else "",
                deadline=deadline,
                is_late=deadline is not None and deadline < reader.now,
            )
        )
    return sorted(found, key=lambda game: (game.deadline is None, game.deadline or reader.now))
