"""What the e-mails about prize money say, by occasion: a title, a sentence or two, and where to go."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock
from games.common.outbox.mail_templates import Facts
from games.common.words import local
from games.common.words.people import at_start, called
from league.competitions.models import Competition, Entry
from league.money import money
from league.prizes.agreed.periods import ANSWER_DAYS, CARRIED_AFTER, DETAILS_KEPT_FOR
from league.prizes.agreed.roles import roles_in_words
from league.prizes.agreed.treasurers import fit, is_lone, trustees_of
from league.prizes.book.books import money_of, refunds_to_make
from league.prizes.models import (
    Agreement,
    BankDetailsChange,
    Booking,
    CancelProposal,
    HandRecord,
    Holder,
    Payment,
    PaymentClosing,
    Payout,
    Proposal,
    Refund,
    Trustee,
)
from league.prizes.outbox.post import money_mails
from league.users.models import User


def _facts(competition: Competition, title: str, what: str, *, said: str = "", address: str = "") -> Facts:
    return {
        "league": competition.league.name,
        "season": competition.name,
        "title": title,
        "what": what,
        "said": said,
        "address": settings.SITE_ADDRESS + (address or page_of(competition)),
    }


def _is_answered(proposal: Proposal) -> bool:
    return proposal.state != Proposal.State.OPEN


def _is_claimed(payout: Payout) -> bool:
    return payout.state not in (Payout.State.CONFIRMED, Payout.State.FAILED)


def _is_decided(proposal: CancelProposal) -> bool:
    return proposal.state != CancelProposal.State.OPEN


def page_of(competition: Competition, page: str = "statement", *more: object) -> str:
    """The address of a page of a season's money."""
    return reverse(f"prizes:{page}", args=[competition.league.slug, competition.code, *more])


def claim_page(payout: Payout) -> str:
    """Where a winner claims: outside the league, which they may have left."""
    return reverse("prizes:own-claim", args=[payout.pk])


@money_mails.on("paid", "payment")
def _paid(payment: Payment, reader: User) -> Facts:
    return _facts(
        payment.book.competition,
        _("Entry fee received: %(sum)s") % {"sum": _money(payment.amount, payment)},
        _("You have your place. Keep this e-mail as your receipt:"),
        said=_receipt(payment),
        address=page_of(payment.book.competition, "pay"),
    )


def _receipt(payment: Payment) -> str:
    """The booking with which a payment came, by which it is found in the book."""
    booking = Booking.objects.get(key=f"payment:{payment.pk}")
    said = {"number": booking.number, "moment": local.moment(booking.at), "seal": booking.sha256}
    return _("Ledger line %(number)d of %(moment)s, fingerprint %(seal)s") % said


def _missing(entry: Entry) -> int:
    """What of the fee of an entry has not come, or was taken back."""
    parts = entry.payments.filter(state=Payment.State.PART)
    return entry.competition.fee - sum(part.rest for part in parts)


@money_mails.on("part", "payment", unless=lambda payment: payment.state != Payment.State.PART, waits="fee")
def _part(payment: Payment, reader: User) -> Facts:
    competition, entry = payment.book.competition, payment.entry
    what = _("%(sum)s is still missing.") % {"sum": _money(_missing(entry), payment)}
    if entry.pay_by is not None:
        what += " " + _("Pay it by %(moment)s. Otherwise you lose your place and get your money back.") % {
            "moment": local.moment(entry.pay_by)
        }
    title = _("Part of your entry fee received: %(sum)s") % {"sum": _money(payment.amount, payment)}
    what += " " + _("Keep this e-mail as your receipt:")
    return _facts(competition, title, what, said=_receipt(payment), address=page_of(competition, "pay"))


@money_mails.on("refund_due", "refund", unless=lambda refund: refund.state == Refund.State.WITHDRAWN)
def _refund_due(refund: Refund, reader: User) -> Facts:
    what = _("It goes back the way you paid. Banks may take a few days.")
    if refund.way == Refund.Way.HAND:
        holder = {"name": at_start(called(refund.holder.name))}
        what = _("%(name)s holds the money and sends it to you by bank transfer or in cash.") % holder
    if refund.payer:
        what = _("It goes to the person who paid for you.")
    title = _("You get %(sum)s back") % {"sum": _money(refund.amount, refund)}
    return _facts(refund.book.competition, title, what, address=reverse("prizes:own"))


@money_mails.on(
    "refunds_to_make", "holder", unless=lambda holder: not refunds_to_make(holder).exists(), waits="money"
)
def _refunds_to_make(holder: Holder, reader: User) -> Facts:
    due = list(refunds_to_make(holder).values_list("amount", "given"))
    said = {
        "count": len(due),
        "sum": money(sum(amount - given for amount, given in due), holder.book.currency),
    }
    title = ngettext("Send %(count)d refund: %(sum)s", "Send %(count)d refunds: %(sum)s in all", len(due))
    competition = holder.book.competition
    what = _send_it(competition, reader)
    return _facts(competition, title % said, what, address=page_of(competition, "desk"))


@money_mails.on("claimed", "payout", unless=lambda prize: prize.state != Payout.State.CLAIMED, waits="money")
def _claimed(payout: Payout, reader: User) -> Facts:
    name = payout.entry.user.get_username() if payout.entry else ""
    said = {"name": at_start(called(name)), "sum": _money(payout.amount, payout)}
    competition = payout.book.competition
    what = _send_it(competition, reader)
    if payout.not_before is not None and payout.not_before > clock.now():
        what = _("You hold the money. It can be sent from %(moment)s.") % {
            "moment": local.moment(payout.not_before)
        }
    title = _("%(name)s claims a prize: %(sum)s") % said
    return _facts(competition, title, what, address=page_of(competition, "desk"))


def _send_it(competition: Competition, reader: User) -> str:
    """What who holds money does: treasurers record it themselves."""
    if fit(competition).filter(user=reader).exclude(agreed_sha256="").exists():
        return _("You hold the money. Send it, then log it with its reference.")
    return _("You hold the money. Send it, then give the reference to a treasurer, who logs it.")


@money_mails.on("refunded", "refund")
def _refunded(refund: Refund, reader: User) -> Facts:
    title = _("%(sum)s has been sent back to you") % {"sum": _money(refund.amount, refund)}
    what = _("It went back the way you paid.")
    if refund.way == Refund.Way.HAND:
        what = _("It was sent by bank transfer or in cash. The reference of the payment:")
    if refund.payer:
        what = _("It went to the person who paid for you. The reference of the payment:")
    return _facts(refund.book.competition, title, what, said=refund.reference, address=reverse("prizes:own"))


@money_mails.on("charged_back", "entry", unless=lambda entry: entry.pay_by is None, waits="fee")
def _charged_back(entry: Entry, reader: User) -> Facts:
    what = _(
        "Your bank reversed your payment. Pay again to stay in the season. You start no new games until then."
    )
    missing = _missing(entry)
    if missing < entry.competition.fee:
        what = _(
            "Your bank reversed part of your payment: %(sum)s. Pay that again to stay in the "
            "season. You start no new games until then."
        ) % {"sum": money(missing, entry.competition.book.currency)}
    if entry.pay_by is not None:
        what += " " + _(
            "Pay by %(moment)s. After that you forfeit your open games and are out of the season."
        ) % {"moment": local.moment(entry.pay_by)}
    return _facts(
        entry.competition,
        _("Pay your entry fee again"),
        what,
        address=page_of(entry.competition, "pay"),
    )


@money_mails.on("to_confirm", "proposal", unless=_is_answered, waits="money")
def _to_confirm(proposal: Proposal, reader: User) -> Facts:
    by = {"moment": local.moment(proposal.asked_at + timedelta(days=ANSWER_DAYS))}
    title, said = _("Confirm the payouts, or refuse"), ""
    if proposal.kind == Proposal.Kind.RULING:
        title, said = _("Confirm a ruling on prizes, or refuse"), proposal.reason
    what = _("Answer by %(moment)s; to refuse, give a reason. If you don’t answer, you lose this role.")
    competition = proposal.book.competition
    if proposal.kind == Proposal.Kind.CARRYING:
        title, said = _("Should this money go to another season?"), proposal.reason
        what = _(
            "Check who can enter that season and who its arbiters are. Confirm, or refuse with a "
            "reason, by %(moment)s. If you don’t answer, no money moves."
        )
    elif is_lone(competition, trustees_of(competition)):
        what = _("Answer by %(moment)s; to refuse, give a reason. Nothing is paid out without you.")
    page = page_of(competition, "proposal", proposal.pk)
    if not _has_agreed(competition, reader):
        page = page_of(competition, "trust")
        what = _("Agree to the money rules first, then confirm, or refuse with a reason, by %(moment)s.")
    return _facts(competition, title, what % by, said=said, address=page)


@money_mails.on("withdrawn", "proposal")
def _withdrawn(proposal: Proposal, reader: User) -> Facts:
    what = _("Something it was based on has changed, so nothing was paid. See whether to propose it again.")
    competition = proposal.book.competition
    title = _("A ruling on prizes was withdrawn")
    if proposal.kind == Proposal.Kind.CARRYING:
        title = _("The money does not go to another season")
        what = _("Someone refused, no one answered, or something has changed. Another can be proposed.")
    return _facts(competition, title, what, said=proposal.reason, address=page_of(competition, "desk"))


@money_mails.on("won", "payout", unless=lambda prize: prize.state not in Payout.OWED, waits="claim")
def _won(payout: Payout, reader: User) -> Facts:
    own = payout.proposal.payouts.filter(entry__user=reader).exclude(state=Payout.State.WITHDRAWN)
    total = own.aggregate(sum=Sum("amount"))["sum"] or payout.amount
    competition = payout.book.competition
    what = _("Tell us where to send it.")
    if money_of(competition).is_play:
        what = _("It is play money: claim it with one click.")
    what += " " + _claim_by(payout)
    title = _("You have won %(sum)s") % {"sum": _money(total, payout)}
    return _facts(competition, title, what, address=claim_page(payout))


@money_mails.on("claim_reminder", "payout", unless=_is_claimed, waits="claim")
def _claim_reminder(payout: Payout, reader: User) -> Facts:
    title = _("Claim your prize: %(sum)s") % {"sum": _money(payout.amount, payout)}
    return _facts(payout.book.competition, title, _claim_by(payout), address=claim_page(payout))


def _claim_by(payout: Payout) -> str:
    until = local.moment(payout.unclaimed_since + CARRIED_AFTER)
    return _("Claim it by %(moment)s. After that it can go to another season of the league.") % {
        "moment": until
    }


@money_mails.on("payout_paid", "payout")
def _payout_paid(payout: Payout, reader: User) -> Facts:
    title = _("Your prize is on its way: %(sum)s") % {"sum": _money(payout.amount, payout)}
    what = _("The reference of the payment:")
    if payout.pay_to:
        words = _("The details you gave for it are deleted in %(count)d days. The reference of the payment:")
        what = words % {"count": DETAILS_KEPT_FOR.days}
    return _facts(payout.book.competition, title, what, said=payout.reference, address=reverse("prizes:own"))


@money_mails.on("payout_moved", "payout")
def _payout_moved(payout: Payout, reader: User) -> Facts:
    title = _("Where to send your prize was changed: %(sum)s") % {"sum": _money(payout.amount, payout)}
    return _facts(payout.book.competition, title, _not_you(), address=claim_page(payout))


@money_mails.on("refund_moved", "refund")
def _refund_moved(refund: Refund, reader: User) -> Facts:
    title = _("Where to send your refund was changed: %(sum)s") % {"sum": _money(refund.amount, refund)}
    page = reverse("prizes:own-refund", args=[refund.pk])
    return _facts(refund.book.competition, title, _not_you(), address=page)


def _not_you() -> str:
    return _("If this wasn’t you, change your password now, then say again where to send it.")


@money_mails.on("payout_failed", "payout", unless=_is_claimed, waits="claim")
def _payout_failed(payout: Payout, reader: User) -> Facts:
    title = _("Your prize could not be sent: %(sum)s") % {"sum": _money(payout.amount, payout)}
    what = _("Tell us again where to send it. What went wrong:")
    return _facts(payout.book.competition, title, what, said=payout.failure, address=claim_page(payout))


@money_mails.on("prize_gone", "payout")
def _prize_gone(payout: Payout, reader: User) -> Facts:
    title = _("You didn’t claim your prize in time: %(sum)s") % {"sum": _money(payout.amount, payout)}
    what = _("As the rules say, it has gone to another season of the league.")
    if payout.state == Payout.State.RETURNED:
        what = _("As the rules say, it goes back to those who paid.")
    return _facts(payout.book.competition, title, what)


@money_mails.on("trustee_lost", "trustee")
def _trustee_lost(trustee: Trustee, reader: User) -> Facts:
    name = {"name": called(trustee.user.get_username())}
    what = _("The site’s team will name someone else. Until then payouts may have to wait.")
    if money_of(trustee.competition).is_play:
        what = _("The organisers can name another treasurer. Until then payouts may have to wait.")
    title = at_start(_("%(name)s no longer confirms payouts") % name)
    return _facts(
        trustee.competition,
        title,
        what,
        said=str(trustee.get_lost_why_display()),
        address=page_of(trustee.competition, "desk"),
    )


@money_mails.on("refused", "trustee")
def _refused(trustee: Trustee, reader: User) -> Facts:
    step = trustee.competition.trust_steps.filter(user=trustee.user, kind="refused").last()
    name = {"name": called(trustee.user.get_username())}
    return _facts(
        trustee.competition,
        at_start(_("%(name)s refuses to confirm the payouts") % name),
        _("Nothing is paid out until the site’s team has decided. The reason:"),
        said=step.reason if step else "",
        address=page_of(trustee.competition, "desk"),
    )


@money_mails.on("appointed", "trustee", waits="agreement")
def _appointed(trustee: Trustee, reader: User) -> Facts:
    what, said = _("An organiser named you treasurer. First read the money rules and agree to them."), ""
    if trustee.appointed_by_id is not None:
        step = trustee.competition.trust_steps.filter(user=trustee.user, kind="appointed").last()
        what = _("The site’s team chose you. First read the money rules and agree to them. Why you:")
        said = step.reason if step else ""
    return _facts(
        trustee.competition,
        _("You are asked to confirm this season’s payouts"),
        what,
        said=said,
        address=page_of(trustee.competition, "trust"),
    )


@money_mails.on(
    "asked",
    "agreement",
    unless=lambda asked: not asked.competition.is_draft or asked.declined_at is not None,
    waits="agreement",
)
def _asked(agreement: Agreement, reader: User) -> Facts:
    """What someone named in a draft is asked for; arbiters alone are only told."""
    competition, roles = agreement.competition, agreement.roles
    said = {"roles": roles_in_words(roles), "league": competition.league.name}
    title = _("You are asked to agree to a season’s money")
    what = _(
        "You are named: %(roles)s. Read what you answer for, then choose “I agree” or “No, thank you”. The "
        "season can’t be announced without your answer."
    )
    if agreement.agreed_sha256:
        title = _("A season’s money rules have changed")
        what = _("You agreed before (%(roles)s). The page shows what has changed: agree again, or say no.")
    elif roles == [Agreement.Role.ARBITER]:
        title = _("You’re an arbiter of a season with prize money")
        what = _(
            "You rule on disputes and don’t play in the season. You don’t need to do anything now. "
            "If you’d rather not, choose “No, thank you” on the page."
        )
    return _facts(competition, title, what % said, address=page_of(competition, "trust"))


@money_mails.on(
    "declined", "agreement", unless=lambda asked: not asked.competition.is_draft or asked.declined_at is None
)
def _declined(agreement: Agreement, reader: User) -> Facts:
    competition = agreement.competition
    said = {"name": called(agreement.user.get_username()), "roles": roles_in_words(agreement.roles)}
    return _facts(
        competition,
        at_start(_("%(name)s doesn’t agree to the money rules") % said),
        _("Roles refused: %(roles)s. Name someone else, then ask again.") % said,
        said=agreement.declined_why,
        address=page_of(competition, "trust"),
    )


@money_mails.on("confirm_reminder", "proposal", unless=_is_answered, waits="money")
def _confirm_reminder(proposal: Proposal, reader: User) -> Facts:
    competition = proposal.book.competition
    return _facts(
        competition,
        _("Reminder: confirm the payouts, or refuse"),
        _("You’re the only treasurer: no one is paid until you answer. To refuse, give a reason."),
        address=page_of(competition, "proposal", proposal.pk),
    )


@money_mails.on("treasurer_silent", "trustee")
def _treasurer_silent(trustee: Trustee, reader: User) -> Facts:
    name = {"name": called(trustee.user.get_username())}
    return _facts(
        trustee.competition,
        at_start(_("%(name)s has not answered for 14 days") % name),
        _("Payouts wait for the season’s only treasurer. You can name another one on this page."),
        address=page_of(trustee.competition, "trust"),
    )


@money_mails.on(
    "record_waits", "record", unless=lambda record: record.state != HandRecord.State.WAITING, waits="money"
)
def _record_waits(record: HandRecord, reader: User) -> Facts:
    said = {"name": at_start(called(record.by.get_username())), "sum": _money(record.amount, record)}
    return _facts(
        record.book.competition,
        _("Confirm a logged payment, or refuse: %(sum)s") % said,
        _("%(name)s logged it. It counts once a second person has confirmed it.") % said,
        said=f"{record.get_kind_display()}, {record.reference}",
        address=page_of(record.book.competition, "desk"),
    )


@money_mails.on("record_refused", "record")
def _record_refused(record: HandRecord, reader: User) -> Facts:
    title = _("The payment you logged was refused: %(sum)s") % {"sum": _money(record.amount, record)}
    return _facts(
        record.book.competition,
        title,
        _("It does not count. The reason:"),
        said=record.reason,
        address=page_of(record.book.competition, "records"),
    )


@money_mails.on("record_corrected", "record")
def _record_corrected(record: HandRecord, reader: User) -> Facts:
    entry, what = record.entry, _("It was logged by mistake.")
    if entry is not None and entry.pay_by is not None:
        until = {"moment": local.moment(entry.pay_by)}
        what += " " + _("Please pay again by %(moment)s.") % until
    title = _("Your payment of %(sum)s no longer counts") % {"sum": _money(record.amount, record)}
    competition = record.book.competition
    return _facts(competition, title, what, said=record.reason, address=page_of(competition, "pay"))


@money_mails.on("details_changed", "change", unless=lambda change: change.confirmed_by_id is not None)
def _details_changed(change: BankDetailsChange, reader: User) -> Facts:
    """Neither the details nor a link to where they are: forgers of such e-mails have one."""
    said = {"name": at_start(called(change.by.get_username()))}
    what = _(
        "Don’t transfer anything yet: a treasurer must confirm the change first. Places are kept until then."
    )
    if change.confirmed_at is not None:
        what = _("If you still have to pay, sign in and read how on the site, never in an e-mail.")
    title = _("%(name)s changed how to pay offline") % said
    return _facts(change.competition, title, what)


@money_mails.on("closed", "closing", unless=lambda closing: closing.opened_at is not None)
def _closed(closing: PaymentClosing, reader: User) -> Facts:
    title = _("Do not transfer anything now: offline payment is closed")
    if closing.ways == PaymentClosing.Ways.ALL:
        title = _("Do not pay anything now: payment is closed")
    what = _(
        "Places are kept, and the time to pay stops. We e-mail you when payment opens again. The reason:"
    )
    return _facts(closing.competition, title, what, said=closing.reason or str(closing.get_why_display()))


@money_mails.on("opened", "entry", unless=lambda entry: entry.pay_by is None, waits="fee")
def _opened(entry: Entry, reader: User) -> Facts:
    what = _("If you have already paid, you don’t need to do anything.")
    if entry.pay_by is not None:
        what = _("You now have until %(moment)s. Sign in and read on the site how to pay.") % {
            "moment": local.moment(entry.pay_by)
        }
    return _facts(entry.competition, _("You can pay your entry fee again"), what)


@money_mails.on("held", "payment", unless=lambda payment: payment.state != Payment.State.HELD)
def _held(payment: Payment, reader: User) -> Facts:
    title = _("Entry fee received and held: %(sum)s") % {"sum": _money(payment.amount, payment)}
    what = _("Payment is closed at the moment. Yours counts when it opens. Keep this e-mail as your receipt:")
    return _facts(payment.book.competition, title, what, said=_receipt(payment))


@money_mails.on("cancel_asked", "cancelling", unless=_is_decided, waits="cancelling")
def _cancel_asked(proposal: CancelProposal, reader: User) -> Facts:
    said = {"name": at_start(called(proposal.by.get_username()))}
    what = _(
        "%(name)s proposes it. Say yes or no by %(moment)s. If you don’t answer, the site’s team "
        "decides. The reason:"
    )
    return _facts(
        proposal.competition,
        _("Should this season be cancelled?"),
        what % {**said, "moment": local.moment(proposal.treasurers_until)},
        said=proposal.reason,
        address=page_of(proposal.competition, "cancelling"),
    )


@money_mails.on("cancel_proposed", "cancelling", unless=_is_decided)
def _cancel_proposed(proposal: CancelProposal, reader: User) -> Facts:
    said = {"name": at_start(called(proposal.by.get_username()))}
    what = _(
        "%(name)s proposed it. A treasurer or the site’s team will decide. Until then games go on "
        "and you keep your place, but payment is closed: don’t transfer anything now. The reason:"
    )
    title = _("A proposal to cancel this season")
    return _facts(proposal.competition, title, what % said, said=proposal.reason)


@money_mails.on("cancel_ended", "cancelling")
def _cancel_ended(proposal: CancelProposal, reader: User) -> Facts:
    state, by = CancelProposal.State, proposal.answered_by
    said = {"name": at_start(called(by.get_username())) if by else ""}
    titles = {
        state.AGREED: _("The season is cancelled, as proposed"),
        state.REFUSED: _("The season goes on"),
        state.LAPSED: _("The season goes on"),
        state.VOID: _("The season was over first"),
    }
    whats = {
        state.AGREED: _("%(name)s agreed to cancel it."),
        state.REFUSED: _("%(name)s said no to cancelling it. Payment is open again. The reason:"),
        state.LAPSED: _("No one answered the proposal to cancel it. Payment is open again."),
        state.VOID: _("The proposal to cancel it no longer counts."),
    }
    what = whats.get(state(proposal.state), "")
    return _facts(
        proposal.competition, titles.get(state(proposal.state), ""), what % said, said=proposal.answer
    )


def _has_agreed(competition: Competition, reader: User) -> bool:
    own = Trustee.objects.filter(competition=competition, user=reader, lost_at=None)
    return own.exclude(agreed_sha256="").exists()


def _money(amount: int, of: Any) -> str:
    """A sum of the book that a row belongs to."""
    return money(amount, of.book.currency)
