"""Where winners had their prizes sent: kept for a while after the payout, in case the bank sends it back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.common import clock
from league.competitions.errors import NotYours
from league.competitions.services.locking import lock
from league.prizes.agreed.periods import DETAILS_KEPT_FOR
from league.prizes.errors import NotPaidYet
from league.prizes.models import Payout, Refund
from league.users.models import User
from league.users.refusing import goes_with_deletion


def digest_of(owed: Payout | Refund) -> str:
    """What tells the details of a prize or a refund from any others, and not what they are."""
    of = f"{type(owed).__name__} {owed.pk} {owed.pay_to}"
    return salted_hmac("league.prizes.pay_details", of, algorithm="sha256").hexdigest()


def forget_old() -> int:
    """Delete the details of prizes that were paid out long enough ago; how many. Again: nothing."""
    return _with_details().filter(closed_at__lte=clock.now() - DETAILS_KEPT_FOR).update(pay_to="")


@transaction.atomic
def forget(*, payout: Payout, user: User) -> None:
    """Delete the details of a prize that was paid out, for its winner. Again: nothing changes. Refuses with
    `NotYours`, `NotPaidYet`.
    """
    lock(payout.book.competition)
    found = Payout.objects.select_related("entry").get(pk=payout.pk)
    if found.entry is None or found.entry.user_id != user.pk:
        raise NotYours(_("This prize is not yours."))
    if found.state != Payout.State.PAID:
        raise NotPaidYet
    found.pay_to = ""
    found.save(update_fields=["pay_to"])


def gone_at(payout: Payout) -> datetime | None:
    """From when the details of a prize are deleted; none where it was not paid out."""
    if payout.state != Payout.State.PAID or payout.closed_at is None:
        return None
    return payout.closed_at + DETAILS_KEPT_FOR


@goes_with_deletion
def _forget_all(user: User) -> None:
    """No one deletes an account while a prize is owed to it, so all of them were paid out."""
    _with_details().filter(entry__user=user).update(pay_to="")


def _with_details() -> QuerySet[Payout]:
    return Payout.objects.filter(state=Payout.State.PAID).exclude(pay_to="")
