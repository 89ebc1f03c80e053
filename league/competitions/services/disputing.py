"""Doubts about results and how they are ruled: public, under the names of those who played alone."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games.common import clock, outbox
from games.services.masters.contest_rulings import supersede_by_ruling
from league.competitions import kinds
from league.competitions.errors import (
    AlreadyDisputed,
    AlreadyRuled,
    BadRules,
    NoReason,
    NothingToRule,
    NotInState,
    NotYours,
    NoWords,
    WindowOver,
)
from league.competitions.models import Competition, Dispute, Entry, Event, Pairing
from league.competitions.models.dispute import LONGEST_SAID
from league.competitions.outbox import mail
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.entering import check_arbiter
from league.competitions.services.locking import lock, show_change
from league.competitions.services.results import count_ends
from league.competitions.state.finality import known_at, may_dispute
from league.users.models import User

Ruling = Dispute.Ruling


@transaction.atomic
def dispute(*, pairing: Pairing, user: User, said: str) -> Dispute:
    """Doubt a result within the season's window; any player of the game may who was not removed or
    disqualified. All of them are told, and the arbiters. Disputing again while no arbiter has ruled changes
    nothing.

    Refuses with `NotYours`, `NothingToRule`, `AlreadyDisputed` by another, `AlreadyRuled`, `WindowOver`,
    `NoWords`.
    """
    competition, pairing = _lock(pairing)
    entry = _entry_of(pairing, user)
    if not may_dispute(entry):
        raise NotYours
    if not said.strip():
        raise NoWords
    result = result_of(pairing)
    now = clock.now()
    if (open_ := pairing.disputes.filter(ruled_at=None).first()) is not None:
        if open_.raised_by_id == entry.pk:
            return open_
        raise AlreadyDisputed
    if (ruled := pairing.disputes.last()) is not None:
        raise AlreadyRuled if ruled.ruled_by_id is not None else WindowOver
    if competition.is_over or now >= final_at(competition, result):
        raise WindowOver
    made = Dispute.objects.create(
        competition=competition,
        pairing=pairing,
        raised_by=entry,
        said=said.strip()[:LONGEST_SAID],
        at=now,
        rule_by=now + timedelta(days=competition.terms.arbiter_days),
        stands_at=now + timedelta(days=competition.terms.ruling_days),
    )
    arbiters = competition.arbiters.filter(left_at=None).values_list("user_id", flat=True)
    told = {*(each.user_id for each in pairing.entries), *arbiters}
    outbox.put(*(mail(each, now, about="disputed", dispute=made.pk) for each in sorted(told)))
    show_change(competition, now)
    return made


@transaction.atomic
def answer(*, dispute: Dispute, user: User, said: str) -> Dispute:
    """Say another player's side of it, once, before the ruling: of several the first who does."""
    competition, pairing = _lock(dispute.pairing)
    entry = _entry_of(pairing, user)
    found = Dispute.objects.get(pk=dispute.pk)
    if found.raised_by_id == entry.pk:
        raise NotYours
    if found.ruled_at is not None or found.answer_at is not None or competition.is_over:
        raise NotInState
    if not said.strip():
        raise NoWords
    found.answered_by, found.answer, found.answer_at = entry, said.strip()[:LONGEST_SAID], clock.now()
    found.save(update_fields=["answered_by", "answer", "answer_at"])
    show_change(competition, found.answer_at)
    return found


@transaction.atomic
def rule(
    *, pairing: Pairing, by: User, ruling: str, reason: str, forfeited_by: Entry | None = None
) -> Dispute:
    """Let an arbiter rule on a result: it stands, it is annulled, or one of two who played forfeits.

    Closes the open dispute; without one it is the arbiter's own act, or replaces an earlier ruling. The
    game's result rows are superseded, and all that counted after the result is folded again. The same ruling
    again, in the same words, changes nothing. Refuses with `NotArbiter`, `NoReason`, `NothingToRule`,
    `BadRules` of a ruling that is none.
    """
    competition, pairing = _lock(pairing)
    check_arbiter(competition, by)
    if not reason.strip():
        raise NoReason
    if ruling not in Ruling.values or (ruling == Ruling.FORFEIT) != (forfeited_by is not None):
        raise BadRules("ruling", NothingToRule.message)
    if forfeited_by is not None and not (pairing.is_of_two and forfeited_by in pairing.entries):
        raise BadRules("ruling", NothingToRule.message)
    if competition.is_over:
        raise NotInState
    result_of(pairing)
    now, reason = clock.now(), reason.strip()[:LONGEST_SAID]
    last = pairing.disputes.order_by("-pk").first()
    same = (ruling, reason, by.pk, forfeited_by.pk if forfeited_by else None)
    if last is not None and (last.ruling, last.reason, last.ruled_by_id, last.forfeited_by_id) == same:
        return last
    made = last if last is not None and last.ruled_at is None else Dispute(pairing=pairing, at=now)
    made.competition, made.ruling, made.reason = competition, ruling, reason
    made.forfeited_by, made.ruled_by, made.ruled_at = forfeited_by, by, now
    made.save()
    if pairing.game is not None:
        supersede_by_ruling(
            game=pairing.game,
            by=by,
            ruling=ruling,
            loser_seat=_seat_of(pairing, forfeited_by),
            reason=reason,
        )
        count_ends(competition, [pairing.pk])
    _tell_ruled(made, now)
    show_change(competition, now)
    return made


def overdue(now: datetime) -> QuerySet[Dispute]:
    """Disputes that no one has ruled on in time, and of which something follows now."""
    late = Q(rule_by__lte=now, admin_told_at=None) | Q(stands_at__lte=now)
    return Dispute.objects.filter(late, ruled_at=None)


def watch(competition: Competition, now: datetime) -> bool:
    """Let the site's administrators know, once, of disputes that no one has ruled on in time, and let the
    result stand where that lasts (the season's `ruling_days`); whether anything happened. Call it under the
    competition's lock.
    """
    if not competition.is_live:
        return False
    rows = overdue(now).filter(competition=competition)
    found = list(rows.prefetch_related("pairing__sides__entry").order_by("pk"))
    for dispute in found:
        if dispute.stands_at is not None and now >= dispute.stands_at:
            dispute.ruling, dispute.ruled_at = Ruling.STANDS, now
            dispute.save(update_fields=["ruling", "ruled_at"])
            _tell_ruled(dispute, now)
        else:
            dispute.admin_told_at = now
            dispute.save(update_fields=["admin_told_at"])
            outbox.put(outbox.tell("alarm", now, disputes=[dispute.pk]))
    if found:
        show_change(competition, now)
    return bool(found)


def result_of(pairing: Pairing) -> Event:
    """The result of a pairing that counts; `NothingToRule` where its game is not over."""
    rows = Event.objects.filter(
        competition=pairing.competition_id, kind=EventKind.RESULT, number=pairing.number
    )
    found = rows.filter(superseded_by=None).first()
    if found is None:
        raise NothingToRule
    return found


def final_at(competition: Competition, result: Event) -> datetime:
    """When a result's window is over: from the moment it became known, however late that was."""
    return known_at(result.at, result.recorded_at) + competition.terms.dispute_window


def _tell_ruled(dispute: Dispute, now: datetime) -> None:
    """Mail those who played what was ruled."""
    people = sorted({each.user_id for each in dispute.pairing.entries})
    outbox.put(*(mail(each, now, about="ruled", dispute=dispute.pk) for each in people))


def _seat_of(pairing: Pairing, entry: Entry | None) -> str:
    """The seat that an entry played; "" for none."""
    if entry is None or pairing.game is None:
        return ""
    held = pairing.game.tenures.filter(user=entry.user_id)
    return held.order_by("-pk").values_list("seat__key", flat=True)[0]


def _lock(pairing: Pairing) -> tuple[Competition, Pairing]:
    competition = lock(pairing.competition)
    kinds.of(competition).catch_up(competition, clock.now())
    found = Pairing.objects.select_related("game", "competition").prefetch_related("sides__entry__user")
    return competition, found.get(pk=pairing.pk)


def _entry_of(pairing: Pairing, user: User) -> Entry:
    found = pairing.entry_of(user.pk)
    if found is None:
        raise NotYours
    return found
