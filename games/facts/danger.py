"""Games in which the next deadline may cost someone: what the organisers of a league may know, and may have
reminded.

Only what everyone sees who may open the game is asked: who owes something in the open phase, who has missed
phases before and what another miss brings. Whether anything is saved is asked nowhere here, so that nothing
can depend on it. Private games are left out, those whose rules hide who owes (HR-3), and those in which the
reader plays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.agreed.absence import Absence, then_in_words, warning_in_words
from games.common.words.people import at_start, called
from games.engine import bridge, hosting_rules
from games.engine.misses import Misses, may_miss, misses_so_far
from games.engine.reminder_times import SHORTEST
from games.gate.tenancy import LeagueLike
from games.models import AskedAgain, Game, Phase, Tenure, Turn
from games.words import wording
from games.words.addresses import game_address

AHEAD: Final = timedelta(hours=48)
"""Deadlines that come so soon are looked at."""

SHOWN: Final = 20
LOOKED_AT: Final = 200
"""Phases, the soonest first, among which those in danger are looked for."""


@dataclass(frozen=True, slots=True)
class AtRisk:
    """Someone (keys of `seat` and `user`) who owes something, has missed before or would lose by a miss."""

    seat: int
    user: int
    says: str
    is_reminded: bool


@dataclass(frozen=True, slots=True)
class Threatened:
    """A game whose deadline is near, and who of its players is at risk."""

    phase: Phase
    name: str
    address: str
    label: str
    at_risk: Sequence[AtRisk]

    @property
    def code(self) -> str:
        return self.phase.game.code

    @property
    def deadline(self) -> datetime:
        return self.phase.deadline

    @property
    def to_remind(self) -> list[AtRisk]:
        """Those whom no organiser has reminded in this phase yet."""
        return [each for each in self.at_risk if not each.is_reminded]


@dataclass(frozen=True, slots=True)
class Danger:
    games: Sequence[Threatened]
    more: bool


def in_danger(league: LeagueLike, reader: Any, now: datetime) -> Danger:
    """The league's games in danger, the soonest first. Five queries."""
    found = _threatened(league, _near(league, reader, now)[:LOOKED_AT])
    return Danger(found[:SHOWN], len(found) > SHOWN)


def danger_in(game: Game, reader: Any, now: datetime) -> Threatened | None:
    """The same of one game; None where it is in none, or where the reader may not know."""
    found = _threatened(game.league, _near(game.league, reader, now).filter(game=game))
    return found[0] if found else None


def _may_know(reader: Any) -> Q:
    """The phases of games of which an organiser may know who is at risk, and about whom they may act."""
    plays = Tenure.objects.filter(game=OuterRef("game"), user=reader, left_at=None)
    hidden = Q(game__variant__in=hosting_rules.with_secret_dues())
    return Q(game__visibility=Game.Visibility.PUBLIC) & ~hidden & Q(~Exists(plays))


def _near(league: LeagueLike, reader: Any, now: datetime) -> QuerySet[Phase]:
    """Open phases whose deadline is near, of games in which someone has missed a phase, or in which one miss
    is enough. How they close plays no part: that would tell who is ready.
    """
    missed = Turn.objects.filter(phase__game=OuterRef("game")).exclude(missed={})
    strict = Q(game__absence__in_a_row=1) | Q(game__absence__in_all=1)
    clock_runs = Q(paused_until=None) | Q(paused_until__lte=now)
    is_timed = Q(game__untimed_until=None) | Q(game__untimed_until__lte=now)
    return (
        Phase.objects.filter(
            _may_know(reader),
            clock_runs,
            is_timed,
            adjudicated_at=None,
            set_aside_at=None,
            deadline__gt=now,
            deadline__lte=now + AHEAD,
            deadline__gte=F("opened_at") + SHORTEST,
            game__league_id=league.pk,
            game__state=Game.State.RUNNING,
        )
        .filter(Exists(missed) | strict)
        .select_related("game")
        .defer("position")
        .order_by("deadline", "pk")
    )


def _threatened(league: LeagueLike, phases: QuerySet[Phase]) -> list[Threatened]:
    found = list(phases)
    rules = {phase.game_id: Absence.from_json(phase.game.absence) for phase in found}
    misses = misses_so_far({game: absence.since if absence else None for game, absence in rules.items()})
    asked = AskedAgain.objects.filter(phase__in=found).values_list("phase", "seat")
    reminded = set(asked) if found else set()
    sitting = _sitting(list(rules))
    games = []
    for phase in found:
        game, absence = phase.game, rules[phase.game_id]
        at_risk = [
            AtRisk(seat, user, says, (phase.pk, seat) in reminded)
            for seat, key, user, name in sitting[game.pk]
            if may_miss(game.variant, phase.kind, phase.due, key)
            if (says := _risk(absence, misses[game.pk], key, phase, called(name)))
        ]
        if at_risk:
            address = game_address(league.slug, game.code)
            games.append(Threatened(phase, game.name, address, wording.phase(phase.label), at_risk))
    return games


def _sitting(games: Sequence[int]) -> Mapping[int, list[tuple[int, str, int, str]]]:
    """By game, its seats that are held (key of the row, key of the seat), and by whom. One query."""
    held: dict[int, list[tuple[int, str, int, str]]] = defaultdict(list)
    rows = Tenure.objects.filter(game__in=games, left_at=None).order_by("seat__order")
    for game, *rest in rows.values_list("game", "seat", "seat__key", "user", "user__username"):
        held[game].append(tuple(rest))  # type: ignore[arg-type]
    return held


def _risk(absence: Absence | None, misses: Mapping[str, Misses], seat: str, phase: Phase, name: str) -> str:
    """What `name` has missed and what another miss brings; empty where neither is anything."""
    own = misses.get(seat, Misses())
    said = []
    if own.in_all:
        words = ngettext(
            "%(player)s missed %(count)d phase.", "%(player)s missed %(count)d phases.", own.in_all
        )
        said.append(at_start(words % {"player": name, "count": own.in_all}))
    if absence is not None:
        seats = len(bridge.seats(phase.game.variant, phase.game.settings))
        given: dict[str, Any] = {
            "seats": seats,
            "held": len(misses),
            "is_hidden": False,
            "player": name,
        }
        if own.in_all:
            said.append(at_start(warning_in_words(absence, *own, **given)))
        elif absence.left(*own) == 1:
            then = then_in_words(absence, **given)
            said.append(_("If %(player)s misses it, %(then)s.") % {"player": name, "then": then})
    return " ".join(filter(None, said))
