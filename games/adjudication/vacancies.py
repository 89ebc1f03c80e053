"""Seats that are given up while the game goes on, at once or at the end of the game year, and stand open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F

from games import notices
from games.adjudication import clock_votes
from games.adjudication.locking import show_change
from games.common import outbox
from games.engine import hosting_rules
from games.engine.elimination import is_out
from games.engine.readiness import all_are_ready
from games.gate.open_seats import is_pending
from games.models import Answer, Game, Phase, Tenure, Vacancy, Vote
from games.words import wording

Cause = Vacancy.Cause
LEAVING: Mapping[str, str] = {
    Cause.WANTED: Tenure.Leaving.REPLACED,
    Cause.RESIGNED: Tenure.Leaving.RESIGNED,
    Cause.SILENT: Tenure.Leaving.REMOVED,
    Cause.REMOVED: Tenure.Leaving.REMOVED,
}
"""How someone leaves a seat, by the cause for which it is offered."""

LOST = frozenset({Cause.SILENT, Cause.REMOVED})
"""Causes that are not for its player to take back."""


def open_seat(*, game: Game, phase: Phase, tenure: Tenure, cause: str, now: datetime) -> Vacancy | None:
    """Give up the seat of `tenure` for `cause`, any but WANTED: it is left, and others may take it over.

    Call it under the game's lock, with its open phase and a tenure that lasts, with its seat. What was saved
    for the phase and every standing vote go: they were cast for another table, and a seat that opens ends no
    game. Where absence is hidden (HR-3) nothing happens before the end of the game year: until then the
    player holds the seat (`open_given_up`). What is proposed about the clock holds if all who are left had
    agreed (HR-12). A seat that has lost everything, where all may know it, is left
    and not offered: None.
    """
    if hosting_rules.hides_absence(game.variant, tenure.seat.key):
        return give_up_unseen(game=game, tenure=tenure, cause=cause, now=now)
    vacancies = _vacate([Leaving(game, phase, tenure, cause, now)], now, is_new=False)
    show_change(game, now)
    clock_votes.count_again(game, now)
    return vacancies.get(tenure.seat_id)


def give_up_unseen(*, game: Game, tenure: Tenure, cause: str, now: datetime) -> Vacancy:
    """Note that the seat of `tenure` opens at the end of the game year (HR-3); until then nothing shows.

    A player who has lost the seat already, and resigns then, has lost it for the reason that there was: a
    resignation could be taken back.
    """
    earlier = Vacancy.objects.filter(seat=tenure.seat, tenure=tenure).first()
    if earlier is not None and cause == Cause.RESIGNED and earlier.cause in LOST:
        return earlier
    given = {"game": game, "tenure": tenure, "cause": cause, "since": now}
    return Vacancy.objects.update_or_create(seat=tenure.seat, defaults=given)[0]


class Leaving(NamedTuple):
    """Who leaves a seat of a game whose open phase is `phase`, for `cause`, given up `since` then."""

    game: Game
    phase: Phase
    tenure: Tenure
    cause: str
    since: datetime


def open_seats_of_silent(leaving: Sequence[Leaving], now: datetime) -> None:
    """Open the seats of those who missed too many phases, in phases that have just opened; none of those
    where absence is hidden. Call it under the games' locks. A fixed number of statements.
    """
    if not leaving:
        return
    _vacate(leaving, now, is_new=True)
    games = {each.game.pk: each.game for each in leaving}
    Game.objects.filter(pk__in=games).update(version=F("version") + 1)
    outbox.put(*(notices.hint(game, now) for game in games.values()))


class Opening(NamedTuple):
    """A game whose phase called `label` has just closed, and the phase that has opened after it."""

    game: Game
    label: str
    phase: Phase


def open_given_up(openings: Iterable[Opening], now: datetime) -> Collection[tuple[int, int]]:
    """Open the seats that were given up in a game year that is over (HR-3); who left, by game and person.

    Call it under the games' locks, by the transaction that opens their next phases. One query where a game
    whose rules hide absence begins a year, and none elsewhere.
    """
    hiding = hosting_rules.with_secret_dues()
    ended = {
        each.game.pk: each
        for each in openings
        if each.game.variant in hiding and wording.year_of(each.label) != wording.year_of(each.phase.label)
    }
    if not ended:
        return ()
    given_up = Vacancy.objects.select_related("tenure__seat").filter(is_pending(), game__in=ended)
    leaving = [
        Leaving(
            ended[vacancy.game_id].game,
            ended[vacancy.game_id].phase,
            vacancy.tenure,
            vacancy.cause,
            vacancy.since,
        )
        for vacancy in given_up.order_by("game", "seat__order")
    ]
    _vacate(leaving, now, is_new=True)
    return [(each.game.pk, each.tenure.user_id) for each in leaving]


def forget_vacancies(games: Collection[int]) -> None:
    """Offer no seat of `games` (keys) any more: they are over. A seat that was given up in the last game year
    was held to the end. One statement, where any are over.
    """
    if games:
        Vacancy.objects.filter(game__in=games).delete()


def _vacate(leaving: Sequence[Leaving], now: datetime, *, is_new: bool) -> dict[int, Vacancy]:
    """End these tenures and offer their seats: the vacancies by the keys of the seats.

    A fixed number of statements where the phases are new, so that nothing can be saved for them.
    """
    if not leaving:
        return {}
    lost = [each for each in leaving if is_out(each.game, each.phase.position, each.tenure.seat.key)]
    offered = [each for each in leaving if each not in lost]
    how = defaultdict(list)
    for each in leaving:
        is_lost = each in lost and each.cause == Cause.RESIGNED
        how[Tenure.Leaving.LOST if is_lost else LEAVING[each.cause]].append(each.tenure.pk)
    for left_how, tenures in how.items():
        Tenure.objects.filter(pk__in=tenures).update(left_at=now, left_how=left_how)
    if lost:
        seats = [each.tenure.seat_id for each in lost]
        Vacancy.objects.filter(seat__in=seats).delete()
        Vote.objects.filter(seat__in=seats).delete()
    vacancies = [
        Vacancy(
            game=each.game,
            seat=each.tenure.seat,
            tenure=each.tenure,
            cause=each.cause,
            since=each.since,
            opened_at=now,
        )
        for each in offered
    ]
    voted: set[int] = set()
    if offered:
        Vacancy.objects.bulk_create(
            vacancies,
            update_conflicts=True,
            unique_fields=["seat"],
            update_fields=["tenure", "cause", "since", "opened_at"],
        )
        standing = Vote.objects.filter(game__in={each.game.pk for each in offered})
        voted = set(standing.values_list("game", flat=True))
        standing.delete()
    _tell(offered, voted, now)
    of_contests = [each for each in offered if each.game.is_contest]
    outbox.put(*(outbox.tell("contest_seat", now, game=each.game.pk) for each in of_contests))
    outbox.put(*(notices.left_hint(each.game, each.tenure.user_id, now) for each in leaving))
    for each in leaving if not is_new else ():
        if now < each.phase.closes_at:
            Answer.objects.filter(phase=each.phase, seat=each.tenure.seat).delete()
            _close_if_ready(each.game, each.phase, now)
    return {vacancy.seat_id: vacancy for vacancy in vacancies}


def _close_if_ready(game: Game, phase: Phase, now: datetime) -> None:
    """Close `phase` if the players who are left had all said that they are ready."""
    if not hosting_rules.closes_early(game.variant, phase.due) or phase.set_aside_at is not None:
        return
    if Answer.objects.filter(phase=phase, ready_at__isnull=False).exists() and all_are_ready(phase):
        Phase.objects.filter(pk=phase.pk).update(closes_at=phase.may_close_at(now))


def _tell(offered: Sequence[Leaving], voted: Collection[int], now: datetime) -> None:
    """Mail to those who play on, and to masters, that seats are open; and to players who did not ask.

    Those of games that have `voted` read that the votes are dropped; where votes are secret (SPY-23) all do.
    """
    if not offered:
        return
    sitting: dict[int, list[int]] = defaultdict(list)
    tenures = Tenure.objects.filter(game__in={each.game.pk for each in offered}, left_at=None)
    for key, user in tenures.order_by("seat__order").values_list("game", "user"):
        sitting[key].append(user)
    rows = []
    for each in offered:
        game = each.game
        about: dict[str, Any] = {"game": game, "phase": each.phase, "seat": each.tenure.seat_id, "now": now}
        masters = [] if game.master_id is None else [game.master_id]
        dropped = game.pk in voted or not hosting_rules.shows_readiness(game.variant)
        rows += notices.mails("opened", [*sitting[game.pk], *masters], dropped=dropped, **about)
        # Where absence is hidden the person who resigned hears of it too: rows of mails would tell staff the
        # cause.
        if each.cause != Cause.RESIGNED or hosting_rules.hides_absence(game.variant, each.tenure.seat.key):
            rows += notices.mails("given_up", [each.tenure.user_id], **about)
    outbox.put(*rows)
