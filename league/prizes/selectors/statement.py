"""The public statement of a season: what came in, where it is now, the prizes, and how to check all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Q, Subquery
from django.utils.translation import gettext as _

from games.common.words.people import at_start, called
from league.competitions.rules.prize_rules import PrizeRules
from league.money import money
from league.prizes import signing
from league.prizes.book.charter import sha256_of_charter
from league.prizes.models import Booking, Payout, Proposal
from league.prizes.selectors.bookings import of_entries
from league.prizes.selectors.carrying import nobody_in_words
from league.prizes.selectors.movements import Movements, movements_of
from league.prizes.selectors.page_ranges import Stretch
from league.prizes.selectors.trust import Step, steps_of
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.payouts.proposing import Plan, Winning, eligible_now, plan_of

State = Payout.State

WHOLE: Final = 100
"""Per cent."""


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize: whose, how much, and how far it is. `share` is per cent of the pool, 0 where none applies;
    so much have all `sharers` of the rank.

    `tag` is how the state is marked: `done`, `care`, `grave` or `soft`.
    """

    rank: int
    """Among those who can win a prize."""
    entry: int
    name: str
    share: int
    amount: int
    state: str
    tag: str
    at: datetime | None
    more: str = ""
    is_me: bool = False
    is_extra: bool = False
    """A sponsor's own prize, which is no part of the pool."""
    sharers: int = 1


@dataclass(frozen=True, slots=True)
class Check:
    """By what anyone can check the book: its charter's hash, how many bookings it has, the seal of the last,
    and when the site itself last walked along all of them (`checked_at`) and whether it found nothing wrong.
    """

    charter: str
    bookings: int
    seal: str
    at: datetime | None
    checked_at: datetime | None = None
    is_right: bool = True


@dataclass(frozen=True, slots=True)
class Foot:
    """What the prizes of the pool come to: `amount`, and `share` per cent of the pool, 0 where they are not
    all of it. `made_of` says of which fees and gifts (24 × €9.50 + €40.00), where it is exactly those.
    `extras`: what sponsors' own prizes come to.
    """

    amount: int
    share: int
    made_of: str
    extras: int = 0

    @property
    def total(self) -> int:
        return self.amount + self.extras


@dataclass(frozen=True, slots=True)
class Statement:
    """`prizes` are those of the end, or what they would be now (`is_now`)."""

    movements: Movements
    prizes: Sequence[PrizeLine]
    foot: Foot
    pool: int
    is_now: bool
    entries: Stretch
    check: Check
    steps: Sequence[Step]


def statement_of(found: MoneyReader, *, before: int = 0, after: int = 0) -> Statement:
    """The whole statement. A fixed number of queries."""
    prizes, pool, is_now = prizes_of(found)
    movements = movements_of(found.book, found.money.fee)
    return Statement(
        movements=movements,
        prizes=prizes,
        foot=foot_of(found.money, prizes, movements),
        pool=pool,
        is_now=is_now,
        entries=of_entries(found, before=before, after=after),
        check=check_of(found),
        steps=steps_of(found.reader.season)[::-1],
    )


def check_of(found: MoneyReader) -> Check:
    """Both ends of the book's chain, and the last walk along it: what came of that is believed where the site
    has signed it. Two queries, three while neither a booking nor a check says what the charter is.
    """
    numbers = found.book.bookings.order_by("-number").values("number")
    ends = found.book.bookings.filter(Q(number=1) | Q(number=Subquery(numbers[:1]))).order_by("number")
    rows = list(ends.only("book", "number", "previous", "sha256", "at"))
    end = (rows[-1].number, rows[-1].sha256, rows[-1].at) if rows else (0, "", None)
    kept = signing.sort(found.book.checks.select_related("book__walk").order_by("-number")).last
    walk = getattr(kept.book, "walk", kept) if kept else None
    checked = (walk.at, kept.is_right) if walk and kept else (None, True)
    charter = (rows[0].previous if rows else "") or (kept.charter if kept else "")
    if not charter:
        found.book.competition = found.reader.season
        charter = sha256_of_charter(found.book)
    return Check(charter, *end, *checked)


def prizes_of(found: MoneyReader) -> tuple[Sequence[PrizeLine], int, bool]:
    """The prizes, the best rank first, the pool, and whether they are only what they would be if the season
    ended now. Seven queries at most.
    """
    payouts = Payout.objects.filter(book=found.book).exclude(state=State.WITHDRAWN)
    payouts = payouts.select_related("entry__user", "holder", "proposal")
    rows = list(
        payouts.annotate(confirmed=Count("proposal__confirmations")).order_by("sponsor", "rank", "pk")
    )
    if rows:
        gone = _gone_to(found) if any(row.state == State.CARRIED for row in rows) else {}
        proposed = (row.proposal for row in rows if row.proposal.kind == Proposal.Kind.PAYOUTS)
        content: Mapping[str, Any] = next((each.content for each in proposed), {})
        sharers, last = sharers_in(content), lasts_in(content)
        lines = [
            _paid(found, row, gone, sharers.get(row.rank, 1), last.get(row.rank)) for row in _together(rows)
        ]
        return lines, _pool_of(lines), False
    season = found.reader.season
    if season.is_over:
        return [], 0, False
    lines = now_lines(found, plan_now(found))
    return lines, _pool_of(lines), True


def _pool_of(lines: Sequence[PrizeLine]) -> int:
    return sum(line.amount for line in lines if not line.is_extra)


def plan_now(found: MoneyReader) -> Plan:
    """Who would win what if the season ended now. Five queries."""
    season = found.reader.season
    groups = eligible_now(season) if season.is_live else []
    return plan_of(season, found.book, Winning(groups))


def now_lines(found: MoneyReader, plan: Plan) -> list[PrizeLine]:
    """What everyone would win. One query."""
    prizes = [(prize.rank, prize.entry, prize.amount, "") for prize in plan.prizes]
    prizes += [(extra.rank, extra.entry, extra.amount, extra.sponsor) for extra in plan.extras]
    numbers = {entry for _rank, entry, _amount, _sponsor in prizes}
    entries = found.reader.season.entries.filter(number__in=numbers).select_related("user")
    people = {entry.number: entry for entry in entries}
    sharers = sharers_of((rank, entry) for rank, entry, _amount, _sponsor in prizes)
    return [
        PrizeLine(
            rank=rank,
            entry=entry,
            name=_name(found, people[entry].user),
            share=0 if sponsor else share_of(found.money, rank, sharers[rank]),
            amount=amount,
            state="",
            tag="",
            at=None,
            more=_from(sponsor),
            is_me=people[entry].user_id == found.reader.person,
            is_extra=bool(sponsor),
            sharers=sharers[rank],
        )
        for rank, entry, amount, sponsor in prizes
    ]


def _gone_to(found: MoneyReader) -> dict[str, str]:
    """By key of a prize that went to another season: to which, in words. One query."""
    rows = found.book.bookings.filter(kind=Booking.Kind.CARRIED, key__endswith=":out")
    words = _("to %(season)s")
    return {
        key.removeprefix("carried:").removesuffix(":out"): words % {"season": name}
        for key, name in rows.values_list("key", "reason")
    }


def _together(rows: Sequence[Any]) -> list[Any]:
    """Payouts by prize: one that two holders pay is one, as long as both are equally far."""
    found: dict[Any, Any] = {}
    for row in rows:
        name = (row.entry_id, row.rank, row.sponsor, row.state, row.proposal_id)
        if name in found:
            found[name].amount += row.amount
        else:
            found[name] = row
    return list(found.values())


def foot_of(given: PrizeRules, prizes: Sequence[PrizeLine], movements: Movements) -> Foot:
    """The line below the prizes."""
    amount = _pool_of(prizes)
    share = shares_in_all(prizes)
    part, fees = given.parts_of_fee()[0], movements.fees_counted
    said = [f"{fees} × {money(part, given.currency)}"] if fees and part else []
    to_pool = movements.given - movements.for_extras
    said += [money(to_pool, given.currency)] if to_pool else []
    is_exact = amount == fees * part + to_pool
    extras = sum(line.amount for line in prizes if line.is_extra)
    return Foot(amount, share if share == WHOLE else 0, " + ".join(said) if is_exact else "", extras)


def shares_in_all(prizes: Sequence[PrizeLine]) -> int:
    """What the shares of the ranks that win come to, in per cent: 100 where each is what it says."""
    return sum({line.rank: line.share * line.sharers for line in prizes if line.share}.values())


def sharers_of(won: Iterable[tuple[int, int]]) -> Counter[int]:
    """By prize rank, how many share it; `won` are ranks, each with an entry that has it."""
    return Counter(rank for rank, _entry in set(won))


def sharers_in(content: Mapping[str, Any]) -> Counter[int]:
    """The same of a proposal of payouts."""
    return sharers_of((line["rank"], line["entry"]) for line in content.get("payouts", ()))


def lasts_in(content: Mapping[str, Any]) -> dict[int, int]:
    """Of a proposal of payouts, by prize rank, the last of the places that those share who have it; where
    they are as many as those, it is left out.
    """
    return dict(content.get("last", ()))


def share_of(given: PrizeRules, rank: int, sharers: int = 1, last: int | None = None) -> int:
    """What each of those who share a rank has of the pool, in per cent: the same part of the shares of the
    ranks that they take up, to the `last` of them (None: as many as they are). 0 where there is none, where
    it is no whole number, where fixed sums come before shares, or where prizes go by round. What no one wins
    has no rank (0).
    """
    if not rank or any(given.fixed):
        return 0
    end = rank - 1 + sharers if last is None else last
    share, rest = divmod(sum(given.shares[rank - 1 : end]), sharers or 1)
    return 0 if rest else share


def _paid(found: MoneyReader, row: Any, gone: Mapping[str, str], sharers: int, last: int | None) -> PrizeLine:
    person = row.entry.user if row.entry else None
    state, tag, at = _state(row, found.money.confirmations)
    return PrizeLine(
        rank=row.rank,
        entry=row.entry.number if row.entry else 0,
        name=_name(found, person) if person else nobody_in_words(),
        share=0 if row.sponsor else share_of(found.money, row.rank, sharers, last),
        amount=row.amount,
        state=state,
        tag=tag,
        at=at,
        more=" · ".join(filter(None, [_from(row.sponsor), gone.get(row.key, "")])),
        is_me=person is not None and person.pk == found.reader.person,
        is_extra=bool(row.sponsor),
        sharers=sharers,
    )


def _state(row: Any, needed: int) -> tuple[str, str, datetime | None]:
    label = str(State(row.state).label)
    if row.state == State.PROPOSED and row.proposal.state == Proposal.State.OPEN:
        said = {"count": row.confirmed, "needed": needed}
        return _("%(count)d of %(needed)d confirmations") % said, "care", row.proposal.at
    if row.state == State.PAID:
        return label, "done", row.closed_at
    if row.state in (State.CARRIED, State.RETURNED):
        return label, "soft", row.closed_at
    if row.state == State.FAILED:
        return label, "grave", row.failed_at
    return label, "care", row.claimed_at or row.confirmed_at


def _from(sponsor: str) -> str:
    return _("from %(sponsor)s") % {"sponsor": sponsor} if sponsor else ""


def _name(found: MoneyReader, person: Any) -> str:
    """A person's name as the season's rules have public statements say it; one's own always."""
    is_me = found.reader.person is not None and person.pk == found.reader.person
    return at_start(called(person.get_username())) if found.shows_names or is_me else ""


def holders_in_words(money: PrizeRules) -> str:
    """Who holds what, in a sentence or two."""
    words = []
    if money.online:
        said = {"name": money.operator or _("The operator of the site")}
        words.append(_("%(name)s runs this site and holds what was paid online.") % said)
    if money.cash_holder:
        words.append(
            _("%(name)s holds what came by bank transfer or in cash.")
            % {"name": at_start(called(money.cash_holder))}
        )
    return " ".join(words)
