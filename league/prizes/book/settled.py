"""Which books are settled: their season is over, and no one owes or is owed anything of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from league.competitions.models import Competition
from league.prizes.models import Account, Book, Leg, Owed, Payout, Proposal, Refund
from league.users.names import keeps_names

Of = Account.Kind

OVER: Final = (Competition.State.FINISHED, Competition.State.CANCELLED)

PEOPLES: Final = (
    Of.ENTRANTS,
    Of.SPONSORS,
    Of.POOL,
    Of.PAYOUTS,
    Of.REFUNDS,
    Of.GUARANTOR,
    Of.OWED_BACK,
)
"""What people owe and are owed. Once all of it is 0, what someone still holds is the league's or the site's
share, which `owing` counts as held.
"""


def unsettled() -> QuerySet[Book]:
    """The books that are not settled."""
    here = OuterRef("pk")
    balance = Leg.objects.filter(account=OuterRef("pk")).order_by("-ordinal").values("balance")[:1]
    accounts = Account.objects.filter(book=here, kind__in=PEOPLES).annotate(left=Subquery(balance))
    open_payouts = Payout.objects.filter(book=here, state__in=[Payout.State.PROPOSED, *Payout.OWED])
    confirmed = Owed.objects.filter(proposal__book=here, proposal__state=Proposal.State.CONFIRMED)
    return Book.objects.filter(
        ~Exists(Competition.objects.filter(book=here, state__in=OVER))
        | Exists(accounts.filter(left__isnull=False).exclude(left=0))
        | Exists(Proposal.objects.filter(book=here, state=Proposal.State.OPEN))
        | Exists(open_payouts)
        | Exists(Refund.objects.filter(book=here).filter(state__in=Refund.OPEN))
        | Exists(confirmed.filter(paid_back__lt=F("amount")))
    )


@keeps_names
def _named_in_rules() -> Iterator[str]:
    """Whom the rules of books that are not settled name: such a name does not become another's. One query."""
    rules = unsettled().values_list("competition__rules__money", flat=True)
    for money in rules.order_by().iterator(chunk_size=2000):
        # An older format may know no such role.
        yield from (money.get("cash_holder", ""), money.get("guarantor", ""), *money.get("trustees", ()))
