"""Proposals to pay out: computed when a season is over, and again when what they rest on has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from games.common import outbox
from league.competitions import kinds
from league.competitions.kinds import Heirs
from league.competitions.models import Competition, Entry, FinalPlace, Standing
from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.prize_rules import ROUNDS, PrizeRules
from league.prizes.book import ledger, split
from league.prizes.book.books import money_of
from league.prizes.models import (
    Account,
    Book,
    HandRecord,
    Payment,
    Payout,
    Proposal,
    Refund,
    Trustee,
)
from league.prizes.outbox import mail
from league.prizes.services.payouts.prize_keys import key_of
from league.prizes.services.refunds.returning import give_back, give_gifts_back, give_record_back

Of = Account.Kind


@dataclass(frozen=True, slots=True)
class PayoutLine:
    """One payout as proposed. `holder` is its key; `entry` a number, 0 for a rest that no one wins; `line`
    which prize of the rules it is: the pool's, or a sponsor's by its place in the rules, from 1. `of`: the
    entry whose prize it is a part of, where another has it; 0: their own.
    """

    line: str
    entry: int
    rank: int
    holder: int
    amount: int
    sponsor: str = ""
    of: int = 0

    def to_json(self) -> dict[str, Any]:
        found = {name: getattr(self, name) for name in self.__slots__}
        return found if self.of else {name: value for name, value in found.items() if name != "of"}


@dataclass(frozen=True, slots=True)
class Winning:
    """Who may win prizes, by the places that they have; where prizes go by `rounds`, who won a game of each
    (None: they do not).
    """

    groups: Sequence[split.Group]
    rounds: Sequence[Collection[int]] | None = None

    @property
    def is_nobody(self) -> bool:
        """Whether no one wins anything."""
        entries = {entry for group in self.groups for entry in group.entries}
        if self.rounds is None:
            return not entries
        return all(entries.isdisjoint(winners) for winners in self.rounds)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a pool would come to, and who would have it. Sums by holder's key are above 0. `back` are the
    sponsors' own prizes that no one wins: they go back to their sponsors. `last`, by prize rank: the last of
    the places whose prizes are shared there, where they are not as many as those who share them.
    """

    pools: dict[int, int]
    top_ups: dict[int, int]
    prizes: Sequence[split.Prize]
    extras: Sequence[split.ExtraPrize]
    lines: Sequence[PayoutLine]
    back: Sequence[HandRecord] = ()
    last: Mapping[int, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.pools.values()) + sum(self.top_ups.values())

    def to_json(self) -> dict[str, Any]:
        """How it was computed, in plain values: with the pool and the top-up by holder."""
        return {
            "pool": [[holder, amount] for holder, amount in sorted(self.pools.items())],
            "top_up": [[holder, amount] for holder, amount in sorted(self.top_ups.items())],
            "payouts": [line.to_json() for line in self.lines],
            "back": [
                {"record": each.pk, "sponsor": each.name, "holder": each.holder_id, "amount": each.amount}
                for each in self.back
            ],
        } | ({"last": [list(each) for each in sorted(self.last.items())]} if self.last else {})


def propose(competition: Competition, book: Book, now: datetime) -> Proposal | None:
    """Propose what has to be paid out of a season that is over, under its lock; None where there is nothing.

    An open proposal that says the same stays; one that says anything else is withdrawn with its payouts. Once
    prizes were confirmed nothing is proposed any more: what comes later is a ruling.
    """
    if is_confirmed(book):
        return None
    winning = winning_of(competition)
    if competition.state == Competition.State.FINISHED and winning.is_nobody:
        _give_all_back(book, now)
    plan = plan_of(competition, book, winning)
    content = plan.to_json()
    standing = book.proposals.filter(state=Proposal.State.OPEN, kind=Proposal.Kind.PAYOUTS).first()
    if standing is not None:
        if standing.sha256 == sha256_of(content):
            return standing
        withdraw(standing, now)
    if not plan.lines:
        give_unwon_back(book, plan.back, now)
        return None
    made = Proposal.objects.create(
        book=book, content=content, sha256=sha256_of(content), at=now, asked_at=now
    )
    numbers = {
        entry.number: entry
        for entry in competition.entries.filter(number__in=[line.entry for line in plan.lines])
    }
    Payout.objects.bulk_create(
        Payout(
            book=book,
            proposal=made,
            entry=numbers.get(line.entry),
            line=line.line,
            key=key_of(book.pk, getattr(numbers.get(line.entry), "pk", None), line.line, line.holder),
            rank=line.rank,
            sponsor=line.sponsor,
            holder_id=line.holder,
            amount=line.amount,
        )
        for line in plan.lines
    )
    people = Trustee.objects.filter(competition=competition, lost_at=None).values_list("user_id", flat=True)
    outbox.put(*(mail(user, now, about="to_confirm", proposal=made.pk) for user in people))
    return made


def is_confirmed(book: Book) -> bool:
    """Whether the prizes of a season are confirmed: its pool is given away. One query."""
    return book.proposals.filter(kind=Proposal.Kind.PAYOUTS, state=Proposal.State.CONFIRMED).exists()


def give_unwon_back(book: Book, records: Iterable[HandRecord], now: datetime) -> None:
    """Owe sponsors' own prizes that no one wins to those who gave them."""
    for record in records:
        give_record_back(book, record, Of.SPONSORS, now)


def withdraw(proposal: Proposal, now: datetime) -> None:
    """Take back a proposal that rests on what is no longer so, with its payouts."""
    proposal.state, proposal.closed_at = Proposal.State.WITHDRAWN, now
    proposal.save(update_fields=["state", "closed_at"])
    proposal.payouts.update(state=Payout.State.WITHDRAWN)


def plan_of(competition: Competition, book: Book, winning: Winning) -> Plan:
    """Who would have what of the book's money if these may win. Four queries.

    In a season that was cancelled no one wins: what fees of disqualified people left is a rest.
    """
    money = money_of(competition)
    sums = ledger.balances(book)
    pools = {holder: -amount for (kind, holder), amount in sums.items() if kind == Of.POOL and amount < 0}
    if winning.is_nobody or competition.state == Competition.State.CANCELLED:
        rest = [PayoutLine("rest", 0, 0, holder, amount) for holder, amount in sorted(pools.items())]
        return Plan(pools, {}, [], [], rest)
    top_ups = _top_ups(money, pools, sums)
    together = {holder: pools.get(holder, 0) + top_ups.get(holder, 0) for holder in pools | top_ups}
    prizes = split.prizes(sum(together.values()), money, winning.groups, winning.rounds or ())
    lines = [
        PayoutLine("pool", draw.prize.entry, draw.prize.rank, draw.holder, draw.amount)
        for draw in split.drawn_from(prizes, together)
    ]
    extras, own, back = _extras(money, book, winning.groups)
    last = {
        group.first: group.last
        for group in winning.groups
        if group.last - group.first + 1 != len(group.entries)
    }
    heirs = kinds.of(competition).heirs(competition)
    return Plan(pools, top_ups, prizes, extras, _inherited([*lines, *own], heirs), back, last)


def _inherited(lines: Iterable[PayoutLine], heirs: Mapping[int, Heirs]) -> list[PayoutLine]:
    """The lines with those of entries that have heirs shared among these: what is the entry's own part, and
    no one's, is a rest, one a holder. What does not divide goes to the largest remainders, of equal ones to
    the lower number.
    """
    found, rests = list[PayoutLine](), Counter[int]()
    for line in lines:
        if (shared := heirs.get(line.entry)) is None:
            found.append(line)
            continue
        people = sorted(shared.parts)
        parts = split.divide(line.amount, [*(shared.parts[each] for each in people), shared.own])
        found += [
            replace(line, entry=each, amount=amount, of=line.entry)
            for each, amount in zip(people, parts, strict=False)
            if amount
        ]
        rests[line.holder] += parts[-1]
    rest = [PayoutLine("rest", 0, 0, holder, amount) for holder, amount in sorted(rests.items()) if amount]
    return found + rest


def winning_of(competition: Competition) -> Winning:
    """Who wins the prizes of a season that is finished."""
    rounds = None
    if money_of(competition).by == ROUNDS and competition.state == Competition.State.FINISHED:
        rounds = kinds.of(competition).round_winners(competition)
    return Winning(eligible(competition), rounds)


def eligible(competition: Competition) -> list[split.Group]:
    """The entries (numbers) that may win a prize when the season is finished, the best first: ranked, with
    enough games, still in it (or out of it in a way that its kind lets win), and with a fee that counts. Who
    share a rank stand together. One query.

    They are numbered from 1 among themselves, but where places have prizes of their own: there each keeps
    the places that it shares, whichever other of them may win.
    """
    money = money_of(competition)
    places = FinalPlace.objects.filter(
        competition=competition, rank__isnull=False, entry__state__in=kinds.of(competition).wins_as
    )
    if money.prize_games:
        places = places.filter(entry__standing__counted__gte=money.prize_games)
    if money.fee:
        # What a bank has left of a fee may count as a smaller one: that wins nothing.
        places = places.filter(entry__payments__state=Payment.State.FEE, entry__payment=Entry.Payment.PAID)
    columns = ("rank", "last", "entry__number")
    rows = list(places.order_by("rank", "place", "entry__number").values_list(*columns))
    heirs = kinds.of(competition).heirs(competition)
    rows = [row for row in rows if row[2] not in heirs or heirs[row[2]].parts]
    if all(last is None for _rank, last, _number in rows):
        return _counted((rank, number) for rank, _last, number in rows)
    shared = groupby(rows, key=itemgetter(0, 1))
    return [split.Group(first, last, [row[2] for row in group]) for (first, last), group in shared]


def eligible_now(competition: Competition) -> list[split.Group]:
    """Those who could win one if the season ended now, by the running table; no one, where that does not say
    it. One query.
    """
    money = money_of(competition)
    if money.by == ROUNDS or not kinds.of(competition).foretells:
        return []
    least = max(money.prize_games, competition.rules.get("least_games", 0))
    standings = Standing.objects.filter(
        competition=competition,
        rank__gt=0,
        counted__gte=least,
        entry__state=Entry.State.PLAYING,
    )
    if money.fee:
        standings = standings.filter(entry__payments__state=Payment.State.FEE)
    return _counted(standings.order_by("rank", "entry__number").values_list("rank", "entry__number"))


def _counted(rows: Iterable[tuple[int | None, int]]) -> list[split.Group]:
    """The entries of rows that come by rank, numbered again: those of one rank together, in the order of the
    rows, in which they have the cents that do not divide.
    """
    ranks = groupby(rows, key=itemgetter(0))
    return split.consecutive([[number for _rank, number in group] for _rank, group in ranks])


def _top_ups(money: PrizeRules, pools: dict[int, int], sums: dict[tuple[str, int], int]) -> dict[int, int]:
    """What the guarantor adds, of what they have paid in."""
    missing = money.guaranteed - sum(pools.values())
    found = {}
    for (kind, holder), amount in sorted(sums.items()):
        part = min(-amount, missing)
        if kind == Of.GUARANTOR and part > 0:
            found[holder] = part
            missing -= part
    return found


def _extras(
    money: PrizeRules, book: Book, groups: Sequence[split.Group]
) -> tuple[list[split.ExtraPrize], list[PayoutLine], list[HandRecord]]:
    """The sponsors' own prizes that are there and that someone wins, their payouts, and those that no one
    wins. Two queries.
    """
    extras: list[split.ExtraPrize] = []
    lines, back = [], []
    refunds = Refund.objects.filter(book=book, key__startswith="record:")
    returned = set(refunds.values_list("key", flat=True))
    given = book.hand_records.filter(kind=HandRecord.Kind.EXTRA, state=HandRecord.State.BOOKED)
    for record in given.order_by("promise"):
        if f"record:{record.pk}" in returned or record.promise is None:
            continue
        promise = money.extras[record.promise]
        won = split.extra_prizes([(promise.rank, record.amount, record.name)], groups)
        extras += won
        line = f"extra{record.promise + 1}"
        lines += [
            PayoutLine(line, each.entry, each.rank, record.holder_id, each.amount, each.sponsor)
            for each in won
        ]
        if not won:
            back.append(record)
    return extras, lines, back


def _give_all_back(book: Book, now: datetime) -> None:
    """No one may win anything: every gift and deposit goes back, and every fee but of the disqualified."""
    counted = Payment.objects.filter(book=book, state=Payment.State.FEE)
    good = counted.exclude(entry__state=Entry.State.DISQUALIFIED)
    for payment in good.select_related("entry__user", "holder").order_by("pk"):
        payment.book = book
        give_back(book, payment, now)
    give_gifts_back(book, now)


def online_until(book: Book, days: int) -> datetime | None:
    """Until when money paid online is kept against chargebacks; None where nothing was paid online."""
    last = Payment.objects.filter(book=book, checkout__isnull=False).order_by("-at").first()
    return last.at + timedelta(days=days) if last else None
