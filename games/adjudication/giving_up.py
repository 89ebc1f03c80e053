"""What follows from a phase that someone missed: seats given up, games forfeited or void (HR-2, HR-5, HR-6).

`judge` says what follows and writes nothing; `carry_out` does it once the next phases are open. Everything is
counted from the facts that each turn keeps (`Turn.asked`, `Turn.missed`), as `gate.reliability` counts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import BooleanField, Case, Q, Value, When

from games.adjudication.closing import Closing, Sitting, close, closing_of
from games.adjudication.vacancies import Leaving, give_up_unseen, open_seats_of_silent
from games.agreed.absence import SILENT_PHASES, Absence
from games.engine import bridge, hosting_rules
from games.engine.misses import Misses, misses_so_far
from games.models import Game, Phase, Tenure, Turn, Vacancy

FORFEIT, ABSENCE, VOID, SILENCE = "forfeit", "absence", "void", "silence"

LOOK_BACK = 4 * SILENT_PHASES
"""Phases looked at for silence: between those that could be missed others may stand, which say nothing."""


class Miss(NamedTuple):
    """A closing that someone missed, in a game in which something follows from that."""

    closing: Closing
    absence: Absence


@dataclass
class Judgement:
    """What follows from some closings: by game, how it ends, and otherwise who loses a seat."""

    endings: dict[int, dict[str, Any]] = field(default_factory=dict)
    leaving: dict[int, list[Tenure]] = field(default_factory=dict)

    @property
    def left(self) -> set[tuple[int, int]]:
        """Who loses a seat that others see open at once, by game and person."""
        return {(game, tenure.user_id) for game, tenures in self.leaving.items() for tenure in tenures}


def judge(closings: Iterable[Closing]) -> Judgement:
    """What follows from the misses in `closings`, before they are written. Call it under the games' locks.

    Four queries at most, and none where no one missed anything; nothing follows where a game is over anyway.
    """
    judgement = Judgement()
    misses = [
        Miss(each, absence)
        for each in closings
        if each.game.absence and each.opening and each.missed and not each.phase.lasted_no_time
        if (absence := Absence.from_json(each.game.absence))
    ]
    if not misses:
        return judgement
    for void in _silent([miss for miss in misses if _is_silent(miss.closing)]):
        judgement.endings[void] = {"how": VOID, "by": [], "cause": SILENCE}
    misses = [miss for miss in misses if miss.closing.game.pk not in judgement.endings]
    so_far = misses_so_far({miss.closing.game.pk: miss.absence.since for miss in misses})
    for miss, lost in _given_up(misses, so_far):
        game = miss.closing.game
        seats = len(bridge.seats(game.variant, game.settings))
        if not miss.absence.forfeits(seats, held=len(so_far[game.pk])):
            judgement.leaving[game.pk] = lost
        elif len(lost) == seats:
            judgement.endings[game.pk] = {"how": VOID, "by": [], "cause": SILENCE}
        else:
            by = [tenure.seat.key for tenure in lost]
            judgement.endings[game.pk] = {"how": FORFEIT, "by": by, "cause": ABSENCE}
    return judgement


def give_up_hidden(judgement: Judgement, closings: Iterable[Closing], now: datetime) -> None:
    """Note the seats that open at the end of the game year (HR-3), which may end with these closings, and
    take them out of the judgement: where no one may know who missed, or whom the phase had asked (DG-14).
    """
    for each in closings if judgement.leaving else ():
        tenures = judgement.leaving.get(each.game.pk, [])
        is_veiled = hosting_rules.is_veiled(each.phase.due)
        for tenure in list(tenures):
            if is_veiled or hosting_rules.hides_absence(each.game.variant, tenure.seat.key):
                cause = Vacancy.Cause.SILENT
                give_up_unseen(game=each.game, tenure=tenure, cause=cause, now=now)
                tenures.remove(tenure)


def carry_out(
    judgement: Judgement, following: Mapping[int, Phase], sitting: Iterable[Sitting], now: datetime
) -> None:
    """End the games that end and open the seats that are given up, in the phases that have just opened."""
    ended = [
        closing_of(phase.game, phase, bridge.end(phase.game, phase, agreed), agreed=agreed)
        for game, agreed in judgement.endings.items()
        for phase in [following[game]]
    ]
    if ended:
        close(ended, sitting, now)
    leaving = [
        Leaving(following[game].game, following[game], tenure, Vacancy.Cause.SILENT, now)
        for game, tenures in judgement.leaving.items()
        for tenure in tenures
    ]
    open_seats_of_silent(leaving, now)


def _given_up(
    misses: Sequence[Miss], so_far: Mapping[int, Mapping[str, Misses]]
) -> list[tuple[Miss, list[Tenure]]]:
    """Those of `misses` by which seats are given up, with their tenures; `so_far` is what those who hold the
    seats had missed before. One query, where there are any.
    """
    lost = {
        (miss.closing.game.pk, seat)
        for miss in misses
        for seat, before in so_far[miss.closing.game.pk].items()
        if seat in miss.closing.missed and miss.absence.is_given_up(*before.and_one())
    }
    if not lost:
        return []
    tenures: dict[int, list[Tenure]] = defaultdict(list)
    held = Tenure.objects.filter(game__in={game for game, _seat in lost}, left_at=None)
    for tenure in held.select_related("seat", "seat__vacancy").order_by("pk"):
        if (tenure.game_id, tenure.seat.key) in lost and not _is_given_up(tenure):
            tenures[tenure.game_id].append(tenure)
    return [(miss, tenures[miss.closing.game.pk]) for miss in misses if miss.closing.game.pk in tenures]


def has_missed_too_many(game: Game, seat: str) -> bool:
    """Whether the person who holds `seat` has missed so many phases that it is given up. Two queries
    at most.
    """
    absence = Absence.from_json(game.absence)
    if absence is None:
        return False
    return absence.is_given_up(*misses_so_far({game.pk: absence.since})[game.pk].get(seat, Misses()))


def _is_given_up(tenure: Tenure) -> bool:
    """Whether its seat opens at the end of the game year already."""
    vacancy = getattr(tenure.seat, "vacancy", None)
    return vacancy is not None and vacancy.cause != Vacancy.Cause.WANTED


def _is_silent(closing: Closing) -> bool:
    return not closing.answers and len(closing.missed) == len(closing.asked)


def _silent(misses: Sequence[Miss]) -> list[int]:
    """The games in which no one who was asked saved anything for three phases in a row, the last of them one
    of these (HR-6). One query, where there are any.

    A phase that no one could miss neither counts nor breaks the row, unless someone saved something for it.
    """
    if not misses:
        return []
    near = reduce(
        or_,
        (
            Q(phase__game=each.closing.game, phase__ordinal__gte=each.closing.phase.ordinal - LOOK_BACK)
            for each in misses
        ),
    )
    is_empty = Case(When(answers={}, then=Value(True)), default=Value(False), output_field=BooleanField())
    since = {miss.closing.game.pk: miss.absence.since for miss in misses}
    row = dict.fromkeys(since, 1)
    broken: set[int] = set()
    turns = Turn.objects.filter(near).annotate(is_empty=is_empty).order_by("phase__game", "-phase__ordinal")
    for game, at, asked, nothing_saved in turns.values_list(
        "phase__game", "phase__adjudicated_at", "asked", "is_empty"
    ):
        from_then = since[game]
        if not nothing_saved or at is None or (from_then is not None and at < from_then):
            broken.add(game)
        elif asked and game not in broken:
            row[game] += 1
    return [game for game, length in row.items() if length >= SILENT_PHASES]
