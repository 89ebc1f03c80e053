"""One person's own money in all leagues: what they paid, what came back, what they won, what they owe."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.competitions.models import Entry
from league.leagues.models import Membership
from league.money import PLAY
from league.prizes.models import HandRecord, Owed, Payment, Payout, Proposal, Refund

SEASONS_A_PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class OwnLine:
    """One movement, or one that is due. `amount` is positive where it comes to the person. `claim` is the
    address at which they say where to send it, while they can, or delete what they said. `held` is what waits
    for the rest of a fee.
    """

    at: datetime
    what: str
    amount: int
    state: str
    tag: str = ""
    claim: str = ""
    held: int = 0


@dataclass(frozen=True, slots=True)
class OwnSeason:
    """One entry and its money. `address` is that of its season; empty where the person may not see it."""

    entry: Entry
    currency: str
    address: str
    lines: Sequence[OwnLine]
    to_pay: int
    owed: int

    @property
    def name(self) -> str:
        return self.entry.competition.name

    @property
    def league(self) -> str:
        return self.entry.competition.league.name


@dataclass(frozen=True, slots=True)
class Claim:
    """A prize that its winner can claim now: of which season, how much, and where."""

    season: str
    amount: int
    currency: str
    address: str


def claims_of(user: Any, **where: Any) -> list[Claim]:
    """The prizes that `user` can claim now, in the season or the league that `where` names. One query."""
    if not user.is_authenticated:
        return []
    waiting = Payout.objects.filter(
        entry__user=user,
        state__in=[Payout.State.CONFIRMED, Payout.State.FAILED],
        **{
            f"book__competition{'__league' if name == 'league' else ''}": value
            for name, value in where.items()
        },
    )
    rows = waiting.order_by("pk").values_list("pk", "amount", "book__currency", "book__competition__name")
    return [
        Claim(name, amount, currency, reverse("prizes:own-claim", args=[pk]))
        for pk, amount, currency, name in rows
    ]


def entries_with_money(user: Any) -> Any:
    """A person's entries in seasons with a book that have to do with money, the latest first."""
    here = {"entry": OuterRef("pk")}
    has_money = (
        Exists(Payment.objects.filter(**here))
        | Exists(Payout.objects.filter(**here).exclude(state=Payout.State.WITHDRAWN))
        | Exists(Owed.objects.filter(**here))
        | Q(pay_by__isnull=False)
    )
    found = Entry.objects.filter(has_money, user=user, competition__book__isnull=False)
    return found.select_related("competition__league", "competition__book").order_by("-pk")


def seasons_of(user: Any, entries: Iterable[Entry]) -> list[OwnSeason]:
    """The money of some entries of a person. Six queries."""
    rows = list(entries)
    keys = [entry.pk for entry in rows]
    leagues = {entry.competition.league_id for entry in rows}
    mine = set(Membership.objects.filter(user=user, league__in=leagues).values_list("league_id", flat=True))
    lines: Mapping[int, list[OwnLine]] = defaultdict(list)
    for pk, line in (*_payments(keys), *_waiting(keys), *_refunds(keys), *_prizes(keys)):
        lines[pk].append(line)
    owed = _owed(keys, lines)
    return [_season(entry, mine, sorted(lines[entry.pk], key=_by_time), owed) for entry in rows]


def _season(entry: Entry, mine: set[int], lines: Sequence[OwnLine], owed: Mapping[int, int]) -> OwnSeason:
    season = entry.competition
    sees = season.league_id in mine or season.league.is_public
    is_due = entry.pay_by is not None and not season.is_over
    return OwnSeason(
        entry=entry,
        currency=season.book.currency,
        address=season.get_absolute_url() if sees else "",
        lines=lines,
        to_pay=season.fee - sum(line.held for line in lines) if is_due else 0,
        owed=owed.get(entry.pk, 0),
    )


def _by_time(line: OwnLine) -> datetime:
    return line.at


def _payments(keys: Sequence[int]) -> Iterable[tuple[int, OwnLine]]:
    for row in Payment.objects.filter(entry__in=keys):
        gone = row.state in (Payment.State.TAKEN_BACK, Payment.State.REVERSED)
        state = str(Payment.State(row.state).label) if row.state != Payment.State.FEE else ""
        held = row.rest if row.state == Payment.State.PART else 0
        amount = 0 if gone else row.taken - row.amount
        yield row.entry_id, OwnLine(row.at, _("Entry fee"), amount, state, held=held)


def _waiting(keys: Sequence[int]) -> Iterable[tuple[int, OwnLine]]:
    rows = HandRecord.objects.filter(
        entry__in=keys, state=HandRecord.State.WAITING, kind=HandRecord.Kind.PAYMENT
    )
    for row in rows:
        yield (
            row.entry_id or 0,
            OwnLine(row.at, _("Entry fee"), 0, _("waits for the second treasurer"), "care"),
        )


def _refunds(keys: Sequence[int]) -> Iterable[tuple[int, OwnLine]]:
    # That of a fee which counts is a share of a prize that no one claimed.
    of = Payment.State
    states = (of.TO_REFUND, of.REFUNDED, of.FEE, of.IN_FEE)
    rows = Refund.objects.filter(entry__in=keys, payment__state__in=states)
    rows = rows.exclude(state=Refund.State.WITHDRAWN)
    for row in rows.select_related("book"):
        is_done = row.state == Refund.State.DONE
        at = row.done_at if is_done and row.done_at else row.at
        tag = "done" if is_done else "care"
        label = str(Refund.State(row.state).label)
        asks = row.way == Refund.Way.HAND and not is_done and not row.payer and row.book.currency != PLAY
        claim = reverse("prizes:own-refund", args=[row.pk]) if asks else ""
        yield row.entry_id or 0, OwnLine(at, pgettext("money", "Refund"), row.given, label, tag, claim)


def _prizes(keys: Sequence[int]) -> Iterable[tuple[int, OwnLine]]:
    rows = Payout.objects.filter(entry__in=keys).exclude(state=Payout.State.WITHDRAWN)
    for row in rows.select_related("proposal"):
        is_paid = row.state == Payout.State.PAID
        tag = "done" if is_paid else "grave" if row.state == Payout.State.FAILED else "care"
        at = row.closed_at or row.confirmed_at or row.proposal.at
        label = str(Payout.State(row.state).label)
        what = _("Prize for rank %(rank)d") % {"rank": row.rank}
        # One that was paid out leads there as long as there are details to be deleted.
        leads = row.state in Payout.OWED or bool(row.pay_to)
        claim = reverse("prizes:own-claim", args=[row.pk]) if leads else ""
        yield row.entry_id or 0, OwnLine(at, what, row.amount if is_paid else 0, label, tag, claim)


def _owed(keys: Sequence[int], lines: Mapping[int, list[OwnLine]]) -> dict[int, int]:
    """What each still has to pay back of prizes; what they have paid back is put among their `lines`."""
    found: dict[int, int] = defaultdict(int)
    rows = Owed.objects.filter(entry__in=keys, proposal__state=Proposal.State.CONFIRMED)
    for row in rows.select_related("proposal"):
        found[row.entry_id] += row.amount - row.paid_back
        if row.paid_back:
            at = row.proposal.closed_at or row.proposal.at
            lines[row.entry_id].append(OwnLine(at, _("Prize paid back"), -row.paid_back, ""))
    return found
