"""What prize money says before an account is deleted: nobody goes who owes money, or to whom it is owed."""

from __future__ import annotations

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.prizes import ledger
from league.prizes.models import Account, Book, Holder, Owed, Payment, Payout, Proposal, Refund, Trustee
from league.prizes.services.settling import has_begun_a_game
from league.tournaments.models import Competition, Entry
from league.users.models import User
from league.users.refusing import ends_with_deletion, may_refuse_deletion

Of = Account.Kind


@may_refuse_deletion
def _prizes(user: User) -> str:
    waiting = [Payout.State.PROPOSED, *Payout.OWED]
    if not Payout.objects.filter(entry__user=user, state__in=waiting).exists():
        return ""
    return _("A prize of yours has not been paid out yet. You can delete your account once it has.")


@may_refuse_deletion
def _refunds(user: User) -> str:
    own = Q(entry__user=user) | Q(entry=None, name__iexact=user.get_username(), book__in=_guaranteed(user))
    if not Refund.objects.filter(own).exclude(state=Refund.State.DONE).exists():
        return ""
    return _("Money has to be given back to you. You can delete your account once it has been.")


@may_refuse_deletion
def _owed_back(user: User) -> str:
    confirmed = Owed.objects.filter(entry__user=user, proposal__state=Proposal.State.CONFIRMED)
    if not confirmed.filter(paid_back__lt=F("amount")).exists():
        return ""
    return _("You have to pay a prize back. You can delete your account once that is settled.")


@may_refuse_deletion
def _fees(user: User) -> str:
    """A fee that was taken back through the bank is owed; one that was never paid costs a place, no more."""
    taken_back = Entry.objects.filter(user=user, state__in=Entry.IN, payment=Entry.Payment.CHARGED_BACK)
    if not taken_back.exists():
        return ""
    return _(
        "Your bank took an entry fee back. Pay it again, or leave the season, before you delete your account."
    )


@may_refuse_deletion
def _fees_to_come_back(user: User) -> str:
    """A fee that withdrawing would bring back must not become owed to somebody whom nobody can reach."""
    over = [Competition.State.FINISHED, Competition.State.CANCELLED]
    paid = Payment.objects.filter(entry__user=user, entry__state__in=Entry.STANDING, state=Payment.State.FEE)
    entries = [each.entry for each in paid.exclude(book__competition__state__in=over).select_related("entry")]
    if all(has_begun_a_game(entry) for entry in entries):
        return ""
    return _("Withdraw from the season first: your entry fee comes back to you.")


@may_refuse_deletion
def _guarantees(user: User) -> str:
    if not any(ledger.balance(book, Of.GUARANTOR) for book in _guaranteed(user)):
        return ""
    return _("You guarantee a season’s prizes. You can delete your account once that is settled.")


@may_refuse_deletion
def _held(user: User) -> str:
    holders = Holder.objects.filter(user=user).select_related("book")
    if not any(ledger.balance(holder.book, Of.CASH, holder) for holder in holders):
        return ""
    return _("You hold money of a season. You can delete your account once all of it is paid out.")


@ends_with_deletion
def _trust(user: User) -> str:
    over = [Competition.State.FINISHED, Competition.State.CANCELLED]
    waiting = Q(competition__book__proposals__state=Proposal.State.OPEN)
    waiting |= Q(competition__book__payouts__state__in=Payout.OWED)
    named = Trustee.objects.filter(user=user, lost_at=None)
    count = named.filter(~Q(competition__state__in=over) | waiting).distinct().count()
    if not count:
        return ""
    words = ngettext(
        "You confirm no more payouts in %(count)d season. The site’s administrator appoints somebody else.",
        "You confirm no more payouts in %(count)d seasons. The site’s administrator appoints somebody else.",
        count,
    )
    return words % {"count": count}


def _guaranteed(user: User) -> list[Book]:
    """The books of seasons whose rules name `user` as the guarantor. One query."""
    named = Book.objects.filter(competition__rules__money__guarantor__iexact=user.get_username())
    return list(named.order_by("pk"))
