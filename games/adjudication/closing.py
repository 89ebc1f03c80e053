"""Closing phases with the turns they came to: the one place where games move on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import F, Q

from games import notices
from games.adjudication.results import Last, Over, keep_results, moments_of
from games.adjudication.starting import new_phases
from games.adjudication.vacancies import Opening, forget_vacancies, open_given_up
from games.common import outbox
from games.common.outbox.row import OutboxRow
from games.engine import bridge, hosting_rules
from games.engine.hidden_players import masked_seats
from games.engine.misses import Attendance
from games.models import Game, Phase, Tenure, Turn

WORTH_A_LETTER = timedelta(hours=1)
"""No one is written to about a phase that is over before they read their mail."""


class Sitting(NamedTuple):
    """Someone in a seat: ids of game and person, the seat's key. A storm reads seventy thousand of them."""

    game: int
    user: int
    seat: str


class Overtaken(Exception):
    """Someone else has closed one of these phases; the transaction has to be rolled back."""


@dataclass(frozen=True)
class Closing:
    """A phase about to be closed. `opening` is what comes next, None when the game is over.

    Either `attendance`, with the answers by seat, or `agreed` says what the turn comes from.
    """

    game: Game
    phase: Phase
    turn: dict[str, Any]
    opening: bridge.Opening | None
    attendance: Attendance | None = None
    agreed: dict[str, Any] | None = None

    @property
    def answers(self) -> dict[str, Any] | None:
        return self.attendance.answers if self.attendance else None

    @property
    def missed(self) -> dict[str, bool]:
        """The seats that missed the phase (HR-1); no one where an agreement ended it."""
        return self.attendance.missed if self.attendance else {}

    @property
    def asked(self) -> dict[str, bool]:
        """The seats that could miss the phase; none where an agreement ended it."""
        return self.attendance.asked if self.attendance else {}

    @property
    def excused(self) -> dict[str, str]:
        """The seats that saved nothing and for which the phase does not count, each with why (HR-1)."""
        return dict(self.attendance.excused) if self.attendance else {}


def closing_of(
    game: Game,
    phase: Phase,
    turn: dict[str, Any],
    *,
    attendance: Attendance | None = None,
    agreed: dict[str, Any] | None = None,
) -> Closing:
    """What closing `phase` with `turn` means; asks the engine what is due next, and writes nothing."""
    opening = bridge.opening(game, turn["position"]) if turn["outcome"] is None else None
    return Closing(game, phase, turn, opening, attendance, agreed)


def sitting_in(games: Iterable[int]) -> list[Sitting]:
    """Who sits in `games` (ids) now."""
    tenures = Tenure.objects.filter(game__in=games, left_at=None).order_by()
    return [Sitting(*row) for row in tenures.values_list("game_id", "user_id", "seat__key")]


def close(
    closings: Sequence[Closing],
    sitting: Iterable[Sitting],
    now: datetime,
    *,
    ending: Collection[int] = (),
    leaving: Collection[tuple[int, int]] = (),
) -> dict[int, Phase]:
    """Keep the turns, open the next phases or finish the games, and tell everyone; a statement for each. The
    phases that have opened, by game.

    Call it in a transaction of its own, under the games' locks. The phase numbers are compared and moved on
    in one statement, and a phase has at most one turn, so whatever else goes wrong each phase is adjudicated
    once: `Overtaken` if any was before. Games that are `ending` in the phase that opens here mail nothing of
    it; no one who is `leaving` a seat (by game and person) is asked for anything, or told of the miss.
    """
    _move_on(closings)
    over = [each for each in closings if each.opening is None]
    ended = moments_of([Last(each.phase, each.agreed) for each in over], now)
    _finish(over, ended)
    Phase.objects.filter(pk__in=[each.phase.pk for each in closings]).update(
        adjudicated_at=now, set_aside_at=None, last_error="", remind_at=None
    )
    Turn.objects.bulk_create(
        Turn(
            phase=each.phase,
            answers=each.answers,
            agreed=each.agreed,
            turn=each.turn,
            missed=each.missed,
            asked=each.asked,
            excused=each.excused,
            created_at=now,
        )
        for each in closings
    )
    keep_results(
        [Over(each.game, ended[each.game.pk], each.turn["position"], each.turn["outcome"]) for each in over],
        now,
    )
    forget_vacancies([each.game.pk for each in over])
    following = new_phases(
        [(each.game, each.opening, each.phase.ordinal + 1) for each in closings if each.opening], now
    )
    opened = {phase.game_id: phase for phase in following}
    going_on = [each for each in closings if each.opening and each.game.pk not in ending]
    left = open_given_up(
        [Opening(each.game, each.phase.label, opened[each.game.pk]) for each in going_on], now
    )
    told = [each for each in sitting if each.game not in ending and (each.game, each.user) not in left]
    outbox.put(*_news(closings, opened, told, leaving, now))
    return opened


def _move_on(closings: Sequence[Closing]) -> None:
    """The compare-and-swap that makes it exactly once."""
    as_expected = reduce(or_, (Q(pk=each.game.pk, phase_number=each.phase.ordinal) for each in closings))
    moved = Game.objects.filter(as_expected, state=Game.State.RUNNING).update(
        phase_number=F("phase_number") + 1, version=F("version") + 1
    )
    if moved != len(closings):
        raise Overtaken


def _finish(closings: Iterable[Closing], ended: Mapping[int, datetime]) -> None:
    """`ended`: when each game ended, which its results and every page say, however late it is adjudicated."""
    for each in closings:
        Game.objects.filter(pk=each.game.pk).update(
            state=Game.State.FINISHED, outcome=each.turn["outcome"], finished_at=ended[each.game.pk]
        )


def _news(
    closings: Iterable[Closing],
    following: Mapping[int, Phase],
    sitting: Iterable[Sitting],
    leaving: Collection[tuple[int, int]],
    now: datetime,
) -> Iterator[OutboxRow]:
    players: dict[int, list[Sitting]] = {}
    for each in sitting:
        players.setdefault(each.game, []).append(each)
    for closing in closings:
        game = closing.game
        yield notices.hint(game, now)
        here = players.get(game.pk, [])
        phase = following.get(game.pk)
        if phase is None:
            if not game.is_contest:  # its competition tells of the end, with what it moved
                yield from notices.mails("finished", [each.user for each in here], game=game, now=now)
        elif phase.deadline - now >= WORTH_A_LETTER:
            asked = [
                each.user
                for each in here
                if hosting_rules.is_called(game.variant, phase.due, each.seat)
                and (game.pk, each.user) not in leaving
            ]
            yield from notices.mails("waiting", asked, game=game, phase=phase, now=now)
        # Where no one may learn who has saved, or who sits there, a mail that waits would say so: they read
        # it on their pages (SPY-7, DG-1, DG-14).
        is_told = hosting_rules.closes_early(game.variant, closing.phase.due)
        if is_told and phase is not None and closing.missed and closing.phase.lasted >= WORTH_A_LETTER:
            told = closing.missed.keys() - masked_seats(game.variant)
            absent = [each.user for each in here if each.seat in told and (game.pk, each.user) not in leaving]
            yield from notices.mails("missed", absent, game=game, phase=closing.phase, now=now)
