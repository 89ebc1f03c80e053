"""What prize money says before an account is deleted: no one goes who owes money, or to whom it is owed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from adjudicator.texts.names import listed
from games.common.words.local import language
from league.money import money
from league.prizes.book.settled import OVER
from league.prizes.models import Payout, Proposal, Trustee
from league.prizes.services.balances import BalanceKind, answered_for, owed_as
from league.users.models import User
from league.users.refusing import ends_with_deletion, may_refuse_deletion

REFUSALS: Final[Mapping[BalanceKind, Any]] = {
    BalanceKind.PRIZE: gettext_lazy(
        "A prize of yours has not been paid out yet. You can delete your account once it has."
    ),
    BalanceKind.REFUND: gettext_lazy(
        "Money has to be given back to you. You can delete your account once it has been."
    ),
    BalanceKind.PRIZE_TO_PAY_BACK: gettext_lazy(
        "You have to pay a prize back. You can delete your account once that is settled."
    ),
    BalanceKind.FEE_TAKEN_BACK: gettext_lazy(
        "Your bank reversed the payment of an entry fee. Pay it again, or leave the season, before you "
        "delete your account."
    ),
    BalanceKind.FEE_THAT_WOULD_COME_BACK: gettext_lazy(
        "Withdraw from the season first: your entry fee comes back to you."
    ),
    BalanceKind.GUARANTEE: gettext_lazy(
        "You guarantee a season’s prizes. You can delete your account once that is settled."
    ),
    BalanceKind.HELD: gettext_lazy(
        "You hold money of a season. You can delete your account once all of it is paid out."
    ),
}


def _refusal(kind: BalanceKind, user: User) -> str:
    """The sentence of a kind, with the seasons and sums that it is about; empty: there is none."""
    dues = owed_as(kind, user)
    if not dues:
        return ""
    sums = [
        _("%(season)s: %(sum)s.") % {"season": due.season.name, "sum": money(abs(due.amount), due.currency)}
        for due in dues
    ]
    return " ".join([str(REFUSALS[kind]), *sums])


for _kind in BalanceKind:
    may_refuse_deletion(partial(_refusal, _kind))


@may_refuse_deletion
def _answers_for(user: User) -> str:
    """Who holds a season's money, or guarantees it, stays until all of it is settled: entrants pay them."""
    seasons = answered_for(user)
    if not seasons:
        return ""
    words = _(
        "You hold money of these seasons, or guarantee it, until it is settled: %(seasons)s. You can delete "
        "your account after that."
    )
    return words % {"seasons": listed([season.name for season in seasons], language())}


@ends_with_deletion
def _trust(user: User) -> str:
    waiting = Q(competition__book__proposals__state=Proposal.State.OPEN)
    waiting |= Q(competition__book__payouts__state__in=Payout.OWED)
    named = Trustee.objects.filter(user=user, lost_at=None)
    count = named.filter(~Q(competition__state__in=OVER) | waiting).distinct().count()
    if not count:
        return ""
    words = ngettext(
        "You stop being treasurer of %(count)d season. The site’s team appoints someone else.",
        "You stop being treasurer of %(count)d seasons. The site’s team appoints someone else.",
        count,
    )
    return words % {"count": count}
