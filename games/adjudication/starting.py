"""Starting a game whose seats are all taken, and opening a phase, the first or a later one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games import notices
from games.adjudication.holidays import move_for_holidays
from games.agreed.pace import Pace
from games.common import outbox
from games.engine import bridge, hosting_rules
from games.engine.reminder_times import remind_at
from games.gate.invitations import left_out
from games.models import ClockEntry, Game, Phase, Seat, Tenure


def start(game: Game, now: datetime) -> Phase:
    """Start a game of which every seat is taken. Call it under the game's lock.

    The lots follow from the secret and the nonces in seat order, so no one could choose them (ENGINE, Lots).
    """
    tenures = list(Tenure.objects.filter(game=game, left_at=None).order_by("place"))
    game.lots = bridge.lots(game.lots_secret, (tenure.nonce for tenure in tenures))
    if bridge.deals(game):
        _deal(game, tenures)
    game.state = Game.State.RUNNING
    game.started_at = now
    game.save(update_fields=["lots", "state", "started_at"])
    outbox.put(*(notices.left_hint(game, user, now) for user in left_out(game)))
    (phase,) = new_phases([(game, bridge.opening_of(game), 0)], now)
    if not game.is_contest:  # its competition tells that it has begun
        outbox.put(
            *notices.mails("started", (tenure.user_id for tenure in tenures), game=game, phase=phase, now=now)
        )
    return phase


def _deal(game: Game, tenures: Sequence[Tenure]) -> None:
    """Let the lots decide who plays which power, or who chooses first (RB-25).

    The rows are made again: no two may share a seat.
    """
    seats = {seat.key: seat for seat in Seat.objects.filter(game=game)}
    Tenure.objects.filter(pk__in=[tenure.pk for tenure in tenures]).delete()
    dealt = bridge.dealt(game, [tenure.ranking for tenure in tenures])
    for tenure, each in zip(tenures, dealt, strict=True):
        tenure.pk, tenure.seat = None, seats[each.seat]
    Tenure.objects.bulk_create(tenures)


def new_phases(
    openings: Sequence[tuple[Game, bridge.Opening, int]],
    now: datetime,
    why: Mapping[str, Any] | None = None,
) -> list[Phase]:
    """Open phases at `now`, each for a game with its ordinal, in one statement.

    Deadlines count from here, however late the phases before were adjudicated; in a game that runs without a
    clock from the end of that, with a row of the clock. A phase for which everything was given ahead is due
    at once. `why` is what a row of the clock tells first where phases do not simply follow: its reason, who,
    and from when.
    """
    paces = {game.pk: Pace.from_json(game.pace) for game, _opening, _ordinal in openings}
    have_moved = _have_moved(
        [game for game, opening, _ in openings if opening.letter == "M" and paces[game.pk].has_long_start]
    )
    phases, by_pace = [], []
    for game, opening, ordinal in openings:
        first = opening.letter == "M" and game.pk not in have_moved
        deadline = from_now = now
        if not hosting_rules.lasts_no_time(game, opening.letter):
            since = max(now, game.untimed_until or now)
            deadline, from_now = (
                paces[game.pk].deadline(opening.letter, begun, first=first) for begun in (since, now)
            )
        by_pace.append(from_now)
        phases.append(
            Phase(
                game=game,
                ordinal=ordinal,
                label=opening.label,
                position=opening.position,
                due=opening.due,
                opened_at=now,
                deadline=deadline,
                closes_at=deadline if opening.due else now,
                remind_at=remind_at(now, deadline) if opening.due else None,
            )
        )
    told = [
        ClockEntry(phase=each, after=after, at=now, **why)
        for each, after in zip(phases, by_pace, strict=True)
        if why
    ]
    untimed = [
        ClockEntry(phase=each, reason=ClockEntry.Reason.UNTIMED, before=before, after=each.deadline, at=now)
        for each, before in zip(phases, by_pace, strict=True)
        if before != each.deadline
    ]
    moved = move_for_holidays(phases, now)
    opened = Phase.objects.bulk_create(phases)
    ClockEntry.objects.bulk_create([*told, *untimed, *moved])
    return opened


def _have_moved(games: Sequence[Game]) -> set[int]:
    """Which of the games have had a movement phase; asked only where the first one is longer."""
    if not games:
        return set()
    return set(Phase.objects.filter(game__in=games, label__endswith="M").values_list("game", flat=True))
