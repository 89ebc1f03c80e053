"""What a season's prize pool is made of, from the ledger: fees less the shares taken out, gifts, a top-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.money import money
from league.prizes.models import Account, Book, Booking, Proposal
from league.prizes.selectors.movements import LedgerSum, SumLine, fees_counted, ledger_sums

Kind, Of = Booking.Kind, Account.Kind

OUT_OF_FEES: Final = (Of.ORGANISER_FEE, Of.PLATFORM_FEE)
"""Where the parts of a fee go that the pool does not get."""
FEES: Final = (Kind.FEE, Kind.FEE_BACK)
PAID_OUT: Final = (Kind.PRIZE, Kind.OWED_BACK)
"""What a pool is spent on, and what a later ruling puts back to spend it otherwise."""


@dataclass(frozen=True, slots=True)
class Pool:
    """What the pool comes to before prizes are taken from it: `amount`, the sum of `lines`."""

    lines: Sequence[SumLine]

    @property
    def amount(self) -> int:
        return sum(line.amount for line in self.lines)


def pool_of(season: Competition, book: Book, given: PrizeRules) -> Pool:
    """The pool as booked, and what the guarantor would add if the prizes were confirmed now. Three queries
    at most.
    """
    sums = ledger_sums(book)
    lines = [*_from_fees(book, sums, given), *_others(sums)]
    missing = _to_be_added(season, book, sums, given, sum(line.amount for line in lines))
    return Pool([*lines, SumLine(_("The guarantor would add"), missing)] if missing else lines)


def _from_fees(book: Book, sums: Sequence[LedgerSum], given: PrizeRules) -> Iterator[SumLine]:
    """The fees that count, whole, and less what league and site get of them."""
    paid = sum(each.amount for each in sums if each.kind in FEES and each.account == Of.ENTRANTS)
    if not paid:
        return
    count = fees_counted(book)
    if paid == count * given.fee:
        words = ngettext("%(count)d entry fee of %(fee)s", "%(count)d entry fees of %(fee)s", count)
    else:
        words = ngettext("%(count)d entry fee", "%(count)d entry fees", count)
    yield SumLine(words % {"count": count, "fee": money(given.fee, given.currency)}, paid)
    names = {
        Of.ORGANISER_FEE: pgettext("taken out of fees", "less the league’s share"),
        Of.PLATFORM_FEE: pgettext("taken out of fees", "less the site’s share"),
    }
    for account in OUT_OF_FEES:
        if share := sum(each.amount for each in sums if each.kind in FEES and each.account == account):
            yield SumLine(names[account], share)


def _others(sums: Sequence[LedgerSum]) -> Iterator[SumLine]:
    """What else the pool got, or gave back; what is in no list of names, as one line."""
    left: dict[str, int] = {}
    for each in sums:
        if each.account == Of.POOL and each.kind not in (*FEES, *PAID_OUT):
            left[each.kind] = left.get(each.kind, 0) - each.amount
    names = _names()
    for kind, name in names.items():
        if amount := left.pop(kind, 0):
            yield SumLine(name, amount)
    if amount := sum(left.values()):
        yield SumLine(_("Other ledger lines"), amount)


def _names() -> Mapping[str, str]:
    return {
        Kind.GIFT: pgettext("money", "Gifts"),
        Kind.CARRIED: _("Carried over from the previous season"),
        Kind.TOP_UP: _("Added by the guarantor"),
        Kind.NOT_KEPT: _("Shares given up by league and site"),
        Kind.REFUND_DUE: _("Given back"),
    }


def _to_be_added(
    season: Competition, book: Book, sums: Sequence[LedgerSum], given: PrizeRules, booked: int
) -> int:
    """What the guarantor's deposit would fill the pool up with; 0 once prizes are confirmed."""
    if not given.guaranteed:
        return 0
    if season.is_over:
        proposed = book.proposals.filter(kind=Proposal.Kind.PAYOUTS, state=Proposal.State.OPEN).first()
        return sum(amount for _holder, amount in proposed.content["top_up"]) if proposed else 0
    deposit = -sum(each.amount for each in sums if each.account == Of.GUARANTOR)
    return max(0, min(deposit, given.guaranteed - booked))
