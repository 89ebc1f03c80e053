"""A season's course: it begins, closes and ends by itself, each step once, no matter who looks at the
clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_noop

from games.common import clock, outbox
from games.services.masters.contest_rulings import end_in_time
from league.competitions import kinds
from league.competitions.models import (
    Competition,
    Entry,
    Event,
    FinalPlace,
)
from league.competitions.models.pairing import runs
from league.competitions.outbox import mail, news
from league.competitions.rules.event_kind import EventKind
from league.competitions.services import disputing
from league.competitions.services.drawing import draw_first, is_drawn, open_unused
from league.competitions.services.each_in_transaction import one_by_one
from league.competitions.services.entering import begin_all, close_waiting_list
from league.competitions.services.fees import drop_unpaid, fees_to_remind, remind_unpaid
from league.competitions.services.founding import call_off
from league.competitions.services.locking import lock, show_change
from league.competitions.services.moving import wait_for_organisers
from league.competitions.services.playing import end_each
from league.competitions.services.results import count_ends
from league.competitions.services.sequels import draft_next
from league.competitions.services.telling import tell_webhook
from league.competitions.state import money_hooks
from league.competitions.state.registration import accepted_and_clear, has_too_few, may_still_pay
from league.leagues.models import Membership

State = Competition.State

TOO_FEW: Final = gettext_noop("Too few people had entered when entries closed.")
"""The reason a season is cancelled by rule; pages show it in their reader's language."""


def turn_all() -> int:
    """Move on every competition whose time has come; how many were. Each in transactions of its own."""
    return sum(1 for _each in one_by_one(due(clock.now()), turn))


def due(now: datetime) -> list[Competition]:
    """The competitions that may have something to do at the moment `now`. One query."""
    here = OuterRef("pk")
    listed = Entry.objects.filter(competition=here, state=Entry.State.WAITING)
    unpaid = Entry.objects.filter(competition=here, pay_by__lte=now, state__in=Entry.IN)
    to_be_reminded = fees_to_remind(now).filter(competition=here)
    overdue = disputing.overdue(now).filter(competition=here)
    found = Competition.objects.filter(
        Q(state=State.ANNOUNCED, enters_until__lte=now)
        | Q(state=State.RUNNING, ends_at__lte=now)
        | Q(state=State.RUNNING)
        & (Q(challenges_until__lte=now) | Q(challenges_until=None))
        & Exists(listed)
        & ~Q(kind__in=[kind.key for kind in kinds.every() if kind.keeps_list])
        | Q(state=State.CLOSING)
        | Q(state=State.RUNNING) & (Exists(overdue) | _woken(here, now))
        | Q(state__in=[State.ANNOUNCED, State.RUNNING, State.CLOSING])
        & (Exists(unpaid) | Exists(to_be_reminded))
    )
    return list(found.select_related("league").order_by("pk"))


def _woken(season: OuterRef, now: datetime) -> Q:
    """Seasons that have something of their kind's own to do."""
    found = Q(pk=None)
    for kind in kinds.every():
        found |= Q(kind=kind.key) & kind.wakes(season, now)
    return found


@transaction.atomic
def turn(competition: Competition) -> bool:
    """Do what is due in one competition; whether anything was."""
    competition = lock(competition)
    now = clock.now()
    kind = kinds.of(competition)
    kind.remind(competition, now)
    written = kind.catch_up(competition, now)
    reminded = remind_unpaid(competition, now)
    dropped = drop_unpaid(competition, now)
    watched = disputing.watch(competition, now)
    return _move_on(competition, now) or dropped or reminded or watched or bool(written)


def _move_on(competition: Competition, now: datetime) -> bool:
    if competition.state == State.ANNOUNCED:
        return _begin(competition, now)
    kind = kinds.of(competition)
    if competition.state == State.RUNNING and (now >= competition.ends_at or kind.ends_early(competition)):
        close_waiting_list(competition, now)
        competition.state = State.CLOSING
        competition.save(update_fields=["state"])
        kind.closes(competition, now)
        show_change(competition, now)
        return True
    if competition.state == State.RUNNING and not (kind.keeps_list or competition.takes_late(now)):
        return _close_list(competition, now)
    if competition.state == State.CLOSING:
        return _end(competition, now)
    return False


def _begin(competition: Competition, now: datetime) -> bool:
    """Cancel a season with too few people when entries have closed and no organiser extends the registration;
    begin any other when its day has come.
    """
    if now >= competition.enters_until and has_too_few(competition) and not is_drawn(competition):
        if money_hooks.stands_still(competition) or may_still_pay(competition, now):
            return False
        if wait_for_organisers(competition, now):
            return False
        call_off(competition, None, TOO_FEW)
        return True
    # Where there is a fee no one comes in late: those who wait need not wait for the season to end.
    kind, is_due = kinds.of(competition), now >= competition.starts_at
    is_closed = bool(competition.fee) and not kind.keeps_list and now >= competition.enters_until
    closed = is_closed and _close_list(competition, now)
    draws_now = kind.draws_early and now >= competition.enters_until and not is_drawn(competition)
    if not (is_due or draws_now):
        return closed
    entries = list(accepted_and_clear(competition).order_by("number"))
    if not kind.can_begin(competition, entries):
        return closed
    if draws_now:
        kind.drawn_early(competition, entries, draw_first(competition, entries, now), now)
        show_change(competition, now)
    if not is_due:
        return True
    order = [] if kind.draws_early else draw_first(competition, kind.drawn(competition, entries), now)
    competition.state, competition.started_at = State.RUNNING, now
    competition.save(update_fields=["state", "started_at"])
    begin_all(competition, now)
    kind.begins(competition, entries, order, now)
    tell_webhook(competition, news.BEGUN, now)
    show_change(competition, now)
    return True


def _close_list(competition: Competition, now: datetime) -> bool:
    if not competition.entries.filter(state=Entry.State.WAITING).exists():
        return False
    close_waiting_list(competition, now)
    show_change(competition, now)
    return True


def _end(competition: Competition, now: datetime) -> bool:
    """Finish a season whose last game is over and whose last result is final; write the final places. Games
    that are open after the days for playing out are ended first.
    """
    if _end_games(competition, now):
        return True
    if not may_finish(competition, now):
        return False
    found = kinds.of(competition).finals(competition)
    FinalPlace.objects.bulk_create(
        FinalPlace(
            competition=competition, entry_id=each.entry, place=each.place, rank=each.rank, last=each.last
        )
        for each in found
    )
    competition.state, competition.over_at = State.FINISHED, now
    competition.save(update_fields=["state", "over_at"])
    open_unused(competition, now)
    draft_next(competition, now)
    money_hooks.settle(competition, now)
    _tell_of_the_end(competition, [each.entry for each in found], now)
    tell_webhook(competition, news.OVER, now)
    show_change(competition, now)
    return True


def _end_games(competition: Competition, now: datetime) -> int:
    """End what is still played when the days for playing out are over, and count it; how many games."""
    if now < competition.ends_at + timedelta(days=competition.rules["playing_out_days"]):
        return 0
    playing = competition.pairings.filter(runs())
    found = list(playing.select_related("game").order_by("number"))
    end_each((pairing.game for pairing in found if pairing.game is not None), end_in_time)
    count_ends(competition, [pairing.pk for pairing in found])
    return len(found)


def may_finish(competition: Competition, now: datetime) -> bool:
    """Whether nothing can change the table any more: no open challenge, dispute or provisional result, and
    no one on it who has left the league and is taken out in a moment.
    """
    if not kinds.of(competition).is_played_out(competition):
        return False
    members = Membership.objects.filter(league=competition.league_id).values("user")
    if competition.entries.filter(state=Entry.State.PLAYING).exclude(user__in=members).exists():
        return False
    if competition.disputes.filter(ruled_at=None).exists():
        return False
    since = now - competition.terms.dispute_window
    results = Event.objects.filter(competition=competition, kind=EventKind.RESULT, supersedes=None)
    return not results.filter(Q(at__gt=since) | Q(recorded_at__gt=since)).exists()


def _tell_of_the_end(competition: Competition, entries: Sequence[int], now: datetime) -> None:
    users = competition.entries.filter(pk__in=entries).order_by("number").values_list("user_id", flat=True)
    outbox.put(*(mail(user, now, about="finished", competition=competition.pk) for user in users))
