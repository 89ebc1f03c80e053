"""A book added up: what came in, what went out, what is held and for whom. All of it from the ledger alone.

What corrections took back does not count, on whichever side it stood: a correction is added to the kind of
movement that it reverses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import BooleanField, Case, Count, Min, Q, Sum, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudicator.texts.names import listed
from games.common.words.local import language
from games.common.words.people import at_start, called
from league.money import money
from league.prizes.models import Account, Book, Booking, Leg

Kind, Of = Booking.Kind, Account.Kind

ASSETS: Final = (Of.CLEARING, Of.CASH)
"""Where money is; every other account says whose it is."""

OUT: Final = (
    Kind.PAYOUT,
    Kind.REFUND,
    Kind.CHARGES,
    Kind.CHARGEBACK,
    Kind.GUARANTOR_OWES,
    Kind.COSTS,
    Kind.SITE_SHARE,
    Kind.CARRIED,
)
"""Movements by which money leaves, in the order in which they are shown."""

HELD: Final = (
    Of.POOL,
    Of.SPONSORS,
    Of.PAYOUTS,
    Of.REFUNDS,
    Of.ENTRANTS,
    Of.ORGANISER_FEE,
    Of.PLATFORM_FEE,
    Of.CHARGES,
    Of.GUARANTOR,
    Of.OWED_BACK,
)
"""What money is held for, in the order in which it is shown."""


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line of a sum, in minor units; with its sign."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Movement:
    """What one kind of movement comes to with each holder (its key), in the order of the columns."""

    name: str
    sums: Sequence[int]


@dataclass(frozen=True)
class Movements:
    """`came` and `now` come to the same total. `gone` is what has left; `given` what came besides fees,
    `for_extras` what of it is for sponsors' own prizes, `for_pool` what the pool was given or carried over.

    `held_by` is what is there now with each holder, never less than nothing: what went out beyond that the
    holder has `advanced`. `borne` is what of it is theirs to bear: charges that the fees did not cover; and
    `bearers` are their names. `is_paid_out`: prizes have been paid, and none waits.
    """

    currency: str
    came: Sequence[SumLine]
    out: Sequence[SumLine]
    kept: Sequence[SumLine]
    holders: Sequence[str]
    matrix: Sequence[Movement]
    held_by: Sequence[int]
    advanced: Sequence[int]
    fees_counted: int
    fees_sum: int
    given: int
    for_extras: int = 0
    for_pool: int = 0
    borne: int = 0
    bearers: Sequence[str] = ()
    is_paid_out: bool = False

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.came)

    @property
    def gone(self) -> int:
        return sum(line.amount for line in self.out)

    @property
    def held(self) -> int:
        return sum(self.held_by)

    @property
    def has_advanced(self) -> bool:
        return any(self.advanced)

    @property
    def now(self) -> Sequence[SumLine]:
        return [*self.out, *self.kept]

    @property
    def sentence(self) -> str:
        """A sentence or two that add up."""
        if not self.total:
            return _("No money has come in yet.")
        return " ".join([self._where(), *self._lacking()])

    def _where(self) -> str:
        said = {name: money(getattr(self, name), self.currency) for name in ("total", "gone", "held")}
        if not self.gone:
            return _("%(total)s came in, and all of it is held.") % said
        if not self.has_advanced:
            if self.held:
                return _("Of %(total)s that came in, %(gone)s went out; the rest, %(held)s, is held.") % said
            return _("%(total)s came in, and all of it has gone out.") % said
        if self.is_paid_out:
            left = _("%(held)s is still held.") % said if self.held else ""
            return " ".join([_("All prizes are paid."), left]).strip()
        if self.held:
            return _("Of %(total)s that came in, %(held)s is still held.") % said
        return _("%(total)s came in, and all of it has gone out.") % said

    def _lacking(self) -> Iterator[str]:
        """Who pays for what the money that came did not cover."""
        if self.borne:
            said = {
                "sum": money(self.borne, self.currency),
                "name": listed([at_start(called(name)) for name in self.bearers], language()),
            }
            yield _("Fees did not cover the card charges: %(name)s bears %(sum)s.") % said
        if (owed := sum(self.advanced) - self.borne) > 0:
            words = _("%(sum)s more went out than came in. See below who owes it.")
            yield words % {"sum": money(owed, self.currency)}


@dataclass(frozen=True, slots=True)
class LedgerSum:
    """What the bookings of one kind did to one account."""

    kind: str
    account: str
    holder: int
    amount: int
    plus: int
    count: int


def movements_of(book: Book, fee: int) -> Movements:
    """The book added up; `fee` is that of its season. Four queries, whatever its length."""
    sums = ledger_sums(book)
    holders = {holder.pk: holder.name for holder in book.holders.all()}
    at_hand = [each for each in sums if each.account in ASSETS]
    gifts = list(_gifts(book))
    came = [*_paid(at_hand, fee, book.currency), *(line for _account, line in gifts), *_other(at_hand)]
    out = [SumLine(_out(kind), amount) for kind in OUT if (amount := -_of(at_hand, kind, is_out=True))]
    kept = [SumLine(_kept(kind, amount), amount) for kind in HELD if (amount := -_balance(sums, kind))]
    counted = [
        each for each in sums if each.kind in (Kind.FEE, Kind.FEE_BACK) and each.account == Of.ENTRANTS
    ]
    fees_sum = sum(each.amount for each in counted)
    with_each = [sum(each.amount for each in at_hand if each.holder == key) for key in holders]
    borne = {
        key: sum(each.amount for each in sums if each.account == Of.CHARGES and each.holder == key)
        for key in holders
    }
    waits = any(_balance(sums, account) for account in (Of.POOL, Of.SPONSORS, Of.PAYOUTS))
    return Movements(
        currency=book.currency,
        came=came,
        out=out,
        kept=kept,
        holders=list(holders.values()),
        matrix=list(_matrix(at_hand, list(holders))),
        held_by=[max(0, amount) for amount in with_each],
        advanced=[max(0, -amount) for amount in with_each],
        borne=sum(borne.values()),
        bearers=[holders[key] or _("the site") for key, amount in borne.items() if amount],
        is_paid_out=not waits and any(each.kind == Kind.PAYOUT for each in at_hand),
        fees_counted=fees_counted(book),
        fees_sum=fees_sum,
        given=sum(line.amount for _account, line in gifts)
        + sum(_of(at_hand, kind, is_out=False) for kind in (Kind.GUARANTEE, Kind.CARRIED)),
        for_extras=sum(line.amount for account, line in gifts if account == Of.SPONSORS),
        for_pool=sum(line.amount for account, line in gifts if account == Of.POOL)
        + _of(at_hand, Kind.CARRIED, is_out=False),
    )


def fees_counted(book: Book) -> int:
    """How many fees count, by their bookings: one fee may have a side with each holder, and another be
    smaller. One query.
    """
    counted, back = Count("pk", filter=Q(kind=Kind.FEE)), Count("pk", filter=Q(kind=Kind.FEE_BACK))
    found = book.bookings.aggregate(counted=counted, back=back)
    return int(found["counted"] - found["back"])


def ledger_sums(book: Book) -> list[LedgerSum]:
    """Every account's movements by kind. A correction counts as what it corrects, the other way round. One
    query.
    """
    kind = Coalesce("booking__reverses__kind", "booking__kind")
    first = Count("pk", filter=Q(booking__reverses=None))
    undone = Count("pk", filter=Q(booking__reverses__isnull=False))
    came = Q(booking__reverses=None, amount__gt=0) | Q(booking__reverses__isnull=False, amount__lt=0)
    rows = (
        Leg.objects.filter(booking__book=book)
        .order_by()
        .values_list(kind, "account__kind", "account__holder")
        .annotate(sum=Sum("amount"), plus=Sum("amount", filter=came), first=first, undone=undone)
    )
    return [
        LedgerSum(kind, account, holder, amount, plus or 0, first - undone)
        for kind, account, holder, amount, plus, first, undone in rows
    ]


def _of(rows: Sequence[LedgerSum], kind: str, *, is_out: bool) -> int:
    """What the movements of a kind brought, or took. What is carried over comes into one book and leaves
    another by the same kind.
    """
    amount = 0
    for each in rows:
        if each.kind == kind:
            is_mixed = kind == Kind.CARRIED
            amount += each.amount if not is_mixed else each.amount - each.plus if is_out else each.plus
    return amount


def _balance(sums: Sequence[LedgerSum], account: str) -> int:
    return sum(each.amount for each in sums if each.account == account)


def _paid(rows: Sequence[LedgerSum], fee: int, currency: str) -> Iterator[SumLine]:
    count = sum(each.count for each in rows if each.kind == Kind.PAYMENT)
    amount = _of(rows, Kind.PAYMENT, is_out=False)
    if not count and not amount:
        return
    if amount == count * fee:
        words = ngettext("%(count)d entry fee of %(fee)s", "%(count)d entry fees of %(fee)s", count)
    else:
        words = ngettext("%(count)d payment of an entry fee", "%(count)d payments of entry fees", count)
    yield SumLine(words % {"count": count, "fee": money(fee, currency)}, amount)


def _gifts(book: Book) -> Iterator[tuple[str, SumLine]]:
    """Each sponsor's gifts to the pool and for prizes of their own; those after registration opened apart.
    One query.
    """
    opened = book.competition.enters_from
    rows = (
        Leg.objects.filter(booking__book=book, account__kind__in=[Of.POOL, Of.SPONSORS])
        .filter(Q(booking__kind=Kind.GIFT) | Q(booking__reverses__kind=Kind.GIFT))
        .annotate(given_at=Coalesce("booking__reverses__at", "booking__at"))
        .annotate(
            is_late=Case(
                When(given_at__gte=opened, then=Value(True)),
                default=Value(False),
                output_field=BooleanField(),
            )
        )
        .order_by()
        .values_list("account__kind", "booking__name", "is_late")
        .annotate(sum=Sum("amount"), at=Min("given_at"))
        .order_by("at")
    )
    for account, name, is_late, amount, _at in rows:
        if amount:
            yield account, SumLine(_gift(account, name, is_late), -amount)


def _gift(account: str, name: str, is_late: bool) -> str:
    said = {"name": name}
    if account == Of.SPONSORS:
        words = _("Sponsor’s prize from %(name)s") % said
    else:
        words = _("Gift from %(name)s") % said
    return _("%(gift)s (added after entries opened)") % {"gift": words} if is_late else words


def _other(rows: Sequence[LedgerSum]) -> Iterator[SumLine]:
    names = {
        Kind.GUARANTEE: _("Guarantor’s deposit"),
        Kind.CARRIED: _("Carried over from the previous season"),
        Kind.PAID_BACK: _("Prizes paid back"),
    }
    for kind, name in names.items():
        if amount := _of(rows, kind, is_out=False):
            yield SumLine(name, amount)


def _out(kind: str) -> str:
    return {
        Kind.PAYOUT: _("Prizes paid out"),
        Kind.REFUND: _("Refunds"),
        Kind.CHARGES: _("The provider’s charges"),
        Kind.CHARGEBACK: _("Payments reversed by banks"),
        Kind.GUARANTOR_OWES: _("Payments reversed after the prizes were confirmed"),
        Kind.COSTS: _("League’s costs, paid"),
        Kind.SITE_SHARE: _("Site’s share, handed over"),
        Kind.CARRIED: _("Carried over to the next season"),
    }[Kind(kind)]


def _kept(account: str, amount: int) -> str:
    """What money is held for; where less than nothing is there, who owes it."""
    if amount < 0:
        return {
            Of.ORGANISER_FEE: _("Owed by the league"),
            Of.PLATFORM_FEE: _("Owed by the site"),
            Of.CHARGES: _("Card charges that the fees did not cover"),
            Of.GUARANTOR: _("Owed by the guarantor"),
            Of.OWED_BACK: _("Prizes to be paid back"),
        }.get(Of(account), _("Owed by entrants"))
    return {
        Of.POOL: _("Held: prize pool"),
        Of.SPONSORS: _("Held: sponsors’ prizes"),
        Of.PAYOUTS: _("Held: prizes to be paid out"),
        Of.REFUNDS: _("Held: refunds to be made"),
        Of.ENTRANTS: _("Held: payments not counted yet"),
        Of.ORGANISER_FEE: _("Held: league’s costs"),
        Of.PLATFORM_FEE: _("Held: site’s share"),
        Of.GUARANTOR: _("Held: guarantor’s deposit"),
        Of.OWED_BACK: _("Held: prizes paid back"),
    }[Of(account)]


def _matrix(rows: Sequence[LedgerSum], holders: Sequence[int]) -> Iterator[Movement]:
    """Each kind of movement with each holder, those of nothing left out."""
    by_kind: dict[str, dict[int, int]] = {}
    for each in rows:
        sums = by_kind.setdefault(each.kind, {})
        sums[each.holder] = sums.get(each.holder, 0) + each.amount
    names = _moved()
    for kind, name in names.items():
        sums = by_kind.get(kind, {})
        if any(sums.values()):
            yield Movement(name, [sums.get(key, 0) for key in holders])


def _moved() -> Mapping[str, str]:
    return {
        Kind.PAYMENT: _("Entry fees"),
        Kind.GIFT: pgettext("money", "Gifts"),
        Kind.GUARANTEE: _("Guarantor’s deposit"),
        Kind.PAID_BACK: _("Prizes paid back"),
        Kind.CARRIED: _("Carried over"),
        Kind.REFUND: _("Refunds"),
        Kind.CHARGES: _("The provider’s charges"),
        Kind.CHARGEBACK: _("Reversed by banks"),
        Kind.GUARANTOR_OWES: _("Reversed after the prizes were confirmed"),
        Kind.PAYOUT: _("Prizes paid out"),
        Kind.COSTS: _("League’s costs, paid"),
        Kind.SITE_SHARE: _("Site’s share, handed over"),
    }
