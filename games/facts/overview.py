"""What the organisers of a league may know of its running games: that each exists, its clock, what is wrong.

Of a private game that is all: neither its name nor who is silent or gone. Where the rules hide who has
answered (HR-3) no game says that it is silent, and a seat that was given up is none until it is offered. An
organiser who plays in a game is told the same as everyone, and can do nothing about it here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet

from games.common import clock
from games.engine import hosting_rules
from games.gate.nominations import may_gain_master
from games.gate.open_seats import is_open
from games.gate.tenancy import LeagueLike
from games.models import Game, Phase, Tenure, Turn, Vacancy
from games.words import wording
from games.words.addresses import game_address

LATE: Final = timedelta(minutes=5)
"""After its end a phase is adjudicated within seconds; this late something is wrong with the site."""

NEEDS: Final = ("late", "set_aside", "silent", "vacant")
"""What a game may need a look for, the worst first."""

GAMES_A_PAGE = 50

Needs = Mapping[str, Collection[int]]
"""By what they need, the games (keys) that need it."""


@dataclass(frozen=True, slots=True)
class Overseen:
    """One running game. `address` is empty where the reader may not open it; `needs` are of NEEDS.

    `may_rule`: no one presides over it, so that an organiser may; `may_nominate`: who may
    also nominate a master (HR-9). A competition's (`is_contest`) is its arbiters' alone (HR-10).
    """

    code: str
    name: str
    address: str
    variant: str
    phase: str
    deadline: datetime
    needs: Sequence[str]
    has_master: bool
    may_rule: bool
    may_nominate: bool
    is_private: bool
    is_own: bool
    is_paused: bool
    is_untimed: bool
    is_contest: bool = False


def running(league: LeagueLike) -> QuerySet[Game, int]:
    """The keys of the league's running games, the newest first."""
    games = Game.objects.filter(league_id=league.pk, state=Game.State.RUNNING)
    return games.order_by("-pk").values_list("pk", flat=True)


def needs_in(league: LeagueLike, now: datetime, among: Collection[int] | None = None) -> Needs:
    """Which running games of `league`, or of those `among` them (keys), need a look, and for what.

    Four queries; without `among` the one for silent games reads the last turn of each.
    """
    these = {} if among is None else {"game__in": among}
    phases = Phase.objects.filter(
        **these, adjudicated_at=None, game__league_id=league.pk, game__state=Game.State.RUNNING
    )
    public = {"game__visibility": Game.Visibility.PUBLIC}
    vacancies = Vacancy.objects.filter(
        is_open(), **these, **public, game__league_id=league.pk, game__state=Game.State.RUNNING
    )
    late = phases.filter(closes_at__lt=now - LATE, set_aside_at=None)
    return {
        "late": _games_of(late),
        "set_aside": _games_of(phases.filter(set_aside_at__isnull=False)),
        "silent": _silent(league, these),
        "vacant": _games_of(vacancies),
    }


def _games_of(rows: QuerySet[Any]) -> set[int]:
    return set(rows.order_by().values_list("game", flat=True))


def _silent(league: LeagueLike, these: Mapping[str, Any]) -> set[int]:
    """Public games in whose last phase no one who was asked saved anything, where all may know that."""
    last = Turn.objects.filter(
        **{f"phase__{name}": value for name, value in these.items()},
        phase__branch=None,
        phase__game__league_id=league.pk,
        phase__game__state=Game.State.RUNNING,
        phase__game__visibility=Game.Visibility.PUBLIC,
        phase__ordinal=F("phase__game__phase_number") - 1,
        missed=F("asked"),
    ).exclude(asked={})
    hidden = hosting_rules.with_secret_dues()
    found = last.order_by().values_list("phase__game", "phase__game__variant")
    return {game for game, variant in found if variant not in hidden}


def all_needing(needs: Needs, need: str) -> list[int]:
    """The games that need `need`, or with "any" anything, the newest first."""
    found: set[int] = set()
    for name in NEEDS if need == "any" else (need,):
        found.update(needs[name])
    return sorted(found, reverse=True)


def lines_of_games(league: LeagueLike, reader: Any, games: Sequence[int], needs: Needs) -> list[Overseen]:
    """What the reader is shown of `games` (keys), in that order. Two queries."""
    own = set(Tenure.objects.filter(game__in=games, user=reader, left_at=None).values_list("game", flat=True))
    fields = ("label", "deadline", "paused_until", "game__code", "game__name", "game__variant")
    more = ("game__settings", "game__visibility", "game__master", "game__untimed_until", "game__is_contest")
    found = Phase.objects.filter(game__in=games, adjudicated_at=None).select_related("game")
    phases = {phase.game_id: phase for phase in found.only(*fields, *more)}
    lines, now = [], clock.shown()
    for key in games:
        if key not in phases:
            continue  # it has ended since
        phase, game = phases[key], phases[key].game
        is_own = key in own
        may_open = not game.is_private or is_own or game.master_id == reader.pk
        may_rule = game.master_id is None and may_open and not is_own and not game.is_contest
        lines.append(
            Overseen(
                code=game.code,
                name=game.name if may_open else "",
                address=game_address(league.slug, game.code) if may_open else "",
                variant=wording.game(game.variant, game.settings),
                phase=wording.phase(phase.label),
                deadline=phase.deadline,
                needs=[need for need in NEEDS if key in needs[need]],
                has_master=game.master_id is not None,
                may_rule=may_rule,
                may_nominate=may_rule and may_gain_master(game),
                is_private=game.is_private,
                is_own=is_own,
                is_paused=phase.is_paused(now),
                is_untimed=game.is_untimed(now),
                is_contest=game.is_contest,
            )
        )
    return lines


def ended_and_running(league: LeagueLike, since: datetime, now: datetime) -> tuple[int, int]:
    """How many public games of the league ended after `since`, by `now`, and how many go on. One query."""
    ended = Q(state=Game.State.FINISHED, finished_at__gt=since, finished_at__lte=now)
    counts = Game.objects.filter(league=league.pk, visibility=Game.Visibility.PUBLIC).aggregate(
        ended=Count("pk", filter=ended), running=Count("pk", filter=Q(state=Game.State.RUNNING))
    )
    return counts["ended"], counts["running"]
