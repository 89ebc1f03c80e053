"""The treasurers' word for what is paid out. With the last one needed it is carried out, if still right."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto

from django.db import transaction

from games.common import clock, outbox
from league.competitions.models import Competition
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.periods import ANSWER_DAYS
from league.prizes.agreed.treasurers import check_trustee, fit, is_lone, open_proposals, trustees_of
from league.prizes.book import ledger
from league.prizes.book.books import money_of, needed_for
from league.prizes.book.ledger import BookingDetails
from league.prizes.errors import HasRefused, NotOpen, OtherContent, OwnPrize
from league.prizes.models import (
    Account,
    Book,
    Booking,
    Confirmation,
    HandRecord,
    Holder,
    Payout,
    Proposal,
    Trustee,
)
from league.prizes.outbox import mail, tell_admins
from league.prizes.services.payouts import rulings_after
from league.prizes.services.payouts.prize_keys import prize_key
from league.prizes.services.payouts.proposing import give_unwon_back, online_until, propose
from league.prizes.services.refunds import carrying
from league.prizes.services.treasurers.treasurers import (
    Lost,
    Step,
    checked_reason,
    lose,
    note_losses,
    remind_lone,
    told,
    write_step,
)
from league.users.models import User

Kind, Of = Booking.Kind, Account.Kind


class ConfirmationOutcome(Enum):
    """What came of a confirmation."""

    WAITS = auto()
    """For someone else's, or for the site's administrator."""
    CARRIED_OUT = auto()
    GOES_OVER = auto()
    """What no one has goes to another season now."""
    CHANGED = auto()
    """Something else is right now: it was withdrawn, and what is right proposed."""


@transaction.atomic
def confirm(*, proposal: Proposal, by: User, sha256: str) -> ConfirmationOutcome:
    """Let someone say that a proposal is right, by the hash of what they were shown. Again: nothing changes.

    It is computed again first. With the last word needed it is carried out, unless someone has refused.
    Refuses with `NotTrusted`, `OwnPrize`, `PlaysThere`, `OtherContent`, `NotOpen`, `HasRefused`.
    """
    competition, proposal = _lock(proposal)
    if is_own(proposal, by):
        raise OwnPrize
    trustee = check_trustee(competition, by)
    if proposal.kind == Proposal.Kind.CARRYING:
        carrying.check_disinterested(proposal, by)
    if sha256 != proposal.sha256:
        raise OtherContent
    has_confirmed = proposal.confirmations.filter(by=by).exists()
    if proposal.state == Proposal.State.CONFIRMED and has_confirmed:
        return _came(proposal)
    if proposal.state != Proposal.State.OPEN:
        raise NotOpen
    if trustee.refused_at is not None:
        raise HasRefused
    now = clock.now()
    if not _is_still_right(competition, proposal, now):
        return ConfirmationOutcome.CHANGED
    if not has_confirmed:
        Confirmation.objects.create(proposal=proposal, by=by, at=now)
        reason = proposal.reason if proposal.kind == Proposal.Kind.CARRYING else ""
        write_step(competition, by, Step.CONFIRMED, now, by=by, reason=reason)
        show_change(competition, now)
    return _came(proposal) if _carry_out(competition, proposal, now) else ConfirmationOutcome.WAITS


@transaction.atomic
def refuse(*, proposal: Proposal, by: User, reason: str) -> None:
    """Let someone refuse a proposal, for a reason that everyone reads. What they confirmed before counts no
    more; nothing is carried out until the site's administrator has decided. That money goes to another season
    ends with it: another can be proposed. Again: nothing changes.

    Refuses with `NotTrusted`, `NoReason`, `NotOpen`.
    """
    competition, proposal = _lock(proposal)
    trustee = check_trustee(competition, by)
    reason = checked_reason(reason)
    if proposal.state != Proposal.State.OPEN:
        raise NotOpen
    if trustee.refused_at is not None:
        return
    now = clock.now()
    if proposal.kind == Proposal.Kind.CARRYING:
        write_step(competition, by, Step.REFUSED, now, by=by, reason=reason)
        carrying.close(competition, proposal, now)
        return
    proposal.confirmations.filter(by=by).delete()
    trustee.refused_at = now
    trustee.save(update_fields=["refused_at"])
    write_step(competition, by, Step.REFUSED, now, by=by, reason=reason)
    others = [row for row in told(competition, now, "refused", trustee=trustee.pk) if row.person != by.pk]
    outbox.put(tell_admins(now, about="refused", trustee=trustee.pk, proposal=proposal.pk), *others)
    show_change(competition, now)


def _came(proposal: Proposal) -> ConfirmationOutcome:
    return (
        ConfirmationOutcome.GOES_OVER
        if proposal.kind == Proposal.Kind.CARRYING
        else ConfirmationOutcome.CARRIED_OUT
    )


def watch(competition: Competition, now: datetime) -> bool:
    """Note who is lost: gone, or silent for 14 days about an open proposal; a lone treasurer of play money is
    reminded instead. What an administrator's decision
    has made possible is carried out. Whether anything happened. Call it under the competition's lock.
    """
    lost = note_losses(competition, now)
    proposal = open_proposals(competition).select_related("book").first()
    if proposal is None:
        return bool(lost)
    proposal.book.competition = competition
    if proposal.kind == Proposal.Kind.CARRYING and now >= answered_by(proposal):
        carrying.close(competition, proposal, now)
        return True
    for trustee in _silent(competition, proposal, now):
        able = trustees_of(competition)
        if is_lone(competition, able) and able[0].pk == trustee.pk:
            lost += remind_lone(competition, trustee, proposal, now)
        else:
            lose(competition, trustee, Lost.SILENT, now)
            lost += 1
    if not _is_still_right(competition, proposal, now):
        return True
    return _carry_out(competition, proposal, now) or bool(lost)


def answered_by(proposal: Proposal) -> datetime:
    """Until when those who confirm can answer: then who has not is lost, or the proposal where it only gives
    money to another season.
    """
    return proposal.asked_at + timedelta(days=ANSWER_DAYS)


def is_own(proposal: Proposal, user: User) -> bool:
    """Whether an entry of `user` wins anything in it, or is to give anything back. One query."""
    lines = [*proposal.content.get("payouts", ()), *proposal.content.get("ruling", ())]
    numbers = {line[name] for line in lines for name in ("entry", "to") if name in line}
    return proposal.book.competition.entries.filter(user=user, number__in=numbers).exists()


def _silent(competition: Competition, proposal: Proposal, now: datetime) -> list[Trustee]:
    """Those who have neither confirmed nor refused in time; also who was appointed and did not even agree."""
    if now < answered_by(proposal):
        return []
    answered = proposal.confirmations.values("by")
    return list(fit(competition).filter(refused_at=None).exclude(user__in=answered))


def _is_still_right(competition: Competition, proposal: Proposal, now: datetime) -> bool:
    """Whether the same would be proposed now. Else it is withdrawn, and those who confirm are told."""
    if proposal.kind == Proposal.Kind.RULING:
        return rulings_after.is_still_right(competition, proposal, now)
    if proposal.kind == Proposal.Kind.CARRYING:
        return carrying.is_still_right(competition, proposal, now)
    standing = propose(competition, proposal.book, now)
    return standing is not None and standing.pk == proposal.pk


def _carry_out(competition: Competition, proposal: Proposal, now: datetime) -> bool:
    """Book what enough treasurers have confirmed, where no one's refusal is undecided; whether so."""
    if fit(competition).filter(refused_at__isnull=False).exists():
        return False
    able = {trustee.user_id for trustee in trustees_of(competition)}
    words = [
        each for each in proposal.confirmations.order_by("pk").select_related("by") if each.by_id in able
    ]
    if len(words) < needed_for(competition):
        return False
    last = words[-1].by
    if proposal.kind == Proposal.Kind.RULING:
        rulings_after.carry_out(proposal, last, now)
    elif proposal.kind == Proposal.Kind.PAYOUTS:
        _top_up(proposal, last)
        _give_back(proposal, now)
    _let_claim(competition, proposal, last, now)
    proposal.state, proposal.closed_at = Proposal.State.CONFIRMED, now
    proposal.save(update_fields=["state", "closed_at"])
    show_change(competition, now)
    return True


def _top_up(proposal: Proposal, by: User) -> None:
    """Let the guarantor fill up the pool, as the proposal has it."""
    book = proposal.book
    holders = {holder.pk: holder for holder in book.holders.all()}
    for key, amount in proposal.content["top_up"]:
        sums: dict[ledger.Place, int] = {
            (Of.GUARANTOR, holders[key]): amount,
            (Of.POOL, holders[key]): -amount,
        }
        ledger.post(book, Kind.TOP_UP, sums, key=f"top_up:{proposal.pk}:{key}", about=BookingDetails(by=by))


def _give_back(proposal: Proposal, now: datetime) -> None:
    """Owe the sponsors' own prizes that no one wins to their sponsors, as the proposal has it."""
    keys = [each["record"] for each in proposal.content["back"]]
    records = HandRecord.objects.filter(pk__in=keys).select_related("holder").order_by("pk")
    give_unwon_back(proposal.book, records, now)


def _let_claim(competition: Competition, proposal: Proposal, by: User, now: datetime) -> None:
    """Owe each payout of a proposal to who wins it, and tell them. What was paid online is kept for the days
    against chargebacks.
    """
    book = proposal.book
    until = online_until(book, money_of(competition).hold_days)
    winners: dict[int, int] = {}
    for payout in proposal.payouts.filter(state=Payout.State.PROPOSED).select_related("entry", "holder"):
        book_prize(book, payout, by)
        payout.state, payout.confirmed_at = Payout.State.CONFIRMED, now
        payout.not_before = until if payout.holder.is_operator else None
        payout.save(update_fields=["state", "confirmed_at", "not_before"])
        if payout.entry is not None:
            winners.setdefault(payout.entry.user_id, payout.pk)
    outbox.put(*(mail(user, now, about="won", payout=payout) for user, payout in winners.items()))


def book_prize(book: Book, payout: Payout, by: User) -> Booking:
    """Take a prize out of the pool, or out of what its sponsor gave, and owe it to who wins it."""
    source = Of.SPONSORS if payout.sponsor else Of.POOL
    holder: Holder = payout.holder
    sums: dict[ledger.Place, int] = {(source, holder): payout.amount, (Of.PAYOUTS, holder): -payout.amount}
    about = BookingDetails(by=by, entry=payout.entry, name=payout.sponsor)
    return ledger.post(book, Kind.PRIZE, sums, key=prize_key(payout), about=about)


def _lock(proposal: Proposal) -> tuple[Competition, Proposal]:
    competition = lock(proposal.book.competition)
    found = Proposal.objects.select_related("book").get(pk=proposal.pk)
    found.book.competition = competition
    return competition, found
