"""One proposal: what it says, how it was computed, and who has answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.words.people import at_start, called
from league.prizes.agreed.periods import ANSWER_DAYS
from league.prizes.models import Proposal
from league.prizes.selectors.carrying import Choice, choice_of, nobody_in_words
from league.prizes.selectors.desk import TITLES, Person, people_of
from league.prizes.selectors.statement import lasts_in, share_of, sharers_in
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.refunds.carrying import season_of

CONFIRMS: Final = {
    Proposal.Kind.PAYOUTS: gettext_lazy("Confirm these payouts"),
    Proposal.Kind.RULING: gettext_lazy("Confirm this ruling"),
    Proposal.Kind.CARRYING: gettext_lazy("Give it to that season"),
}
"""What the button says that confirms a proposal of each kind."""


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """One payout that is proposed, or one sum that a ruling takes from `name` and gives to `to`."""

    name: str
    to: str
    rank: int
    share: int
    sponsor: str
    holder: str
    amount: int
    is_paid: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """What a holder has in the pool, what the guarantor adds there, or what goes back to a sponsor."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class ProposalPage:
    """`may_answer`: the reader can confirm or refuse now; `has_confirmed`, `has_refused`: they did."""

    proposal: Proposal
    by: str
    lines: Sequence[ProposalLine]
    pools: Sequence[Sum]
    top_ups: Sequence[Sum]
    back: Sequence[Sum]
    total: int
    people: Sequence[Person]
    until: datetime
    may_answer: bool
    has_confirmed: bool
    has_refused: bool
    to: Choice | None = None
    """The season that would get the money."""

    @property
    def title(self) -> str:
        return str(TITLES[Proposal.Kind(self.proposal.kind)])

    @property
    def confirms(self) -> str:
        return str(CONFIRMS[Proposal.Kind(self.proposal.kind)])

    @property
    def is_carrying(self) -> bool:
        return self.proposal.kind == Proposal.Kind.CARRYING

    @property
    def is_open(self) -> bool:
        return self.proposal.state == Proposal.State.OPEN

    @property
    def is_ruling(self) -> bool:
        return self.proposal.kind == Proposal.Kind.RULING


def proposal_page(found: MoneyReader, key: int) -> ProposalPage | None:
    """The proposal with this key; None where the season has none. A fixed number of queries."""
    proposal = Proposal.objects.filter(book=found.book, pk=key).select_related("by").first()
    if proposal is None:
        return None
    content: Mapping[str, Any] = proposal.content
    people = people_of(found, proposal)
    mine = next((person for person in people if person.is_me), None)
    lines = _lines(found, content)
    is_open = proposal.state == Proposal.State.OPEN
    confirmed, refused = bool(mine and mine.confirmed), bool(mine and mine.refused)
    holders = _holders(found)
    return ProposalPage(
        proposal=proposal,
        by=at_start(called(proposal.by.get_username())) if proposal.by else "",
        lines=lines,
        pools=[Sum(holders.get(holder, ""), amount) for holder, amount in content.get("pool", ())],
        top_ups=[Sum(holders.get(holder, ""), amount) for holder, amount in content.get("top_up", ())],
        back=[Sum(each["sponsor"], each["amount"]) for each in content.get("back", ())],
        total=sum(line.amount for line in lines),
        people=people,
        until=proposal.asked_at + timedelta(days=ANSWER_DAYS),
        may_answer=is_open and mine is not None and mine.agreed and not refused,
        has_confirmed=confirmed,
        has_refused=refused,
        to=_to(found, proposal),
    )


def _to(found: MoneyReader, proposal: Proposal) -> Choice | None:
    if proposal.kind != Proposal.Kind.CARRYING:
        return None
    proposal.book = found.book
    season = season_of(proposal)
    return choice_of(season) if season else None


def _lines(found: MoneyReader, content: Mapping[str, Any]) -> list[ProposalLine]:
    carried = content.get("carrying", {}).get("lines", ())
    rows = [*content.get("payouts", ()), *content.get("ruling", ()), *carried]
    numbers = {row[name] for row in rows for name in ("entry", "to") if row.get(name)}
    entries = found.reader.season.entries.filter(number__in=numbers).select_related("user")
    names = {entry.number: at_start(called(entry.user.get_username())) for entry in entries}
    holders = _holders(found)
    nobody = nobody_in_words()
    won = _won(found, content)
    sharers, last = sharers_in(won), lasts_in(won)
    return [
        ProposalLine(
            name=names.get(row["entry"], nobody),
            to=names.get(row.get("to", 0), ""),
            rank=row["rank"],
            share=0
            if row.get("sponsor") or "to" in row
            else share_of(found.money, row["rank"], sharers.get(row["rank"], 1), last.get(row["rank"])),
            sponsor=row.get("sponsor", ""),
            holder=holders.get(row["holder"], ""),
            amount=row["amount"],
            is_paid=bool(row.get("is_paid")),
        )
        for row in rows
    ]


def _won(found: MoneyReader, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """The proposal that says who shares which rank: this one, or that of the prizes that go to a season."""
    if "carrying" not in content:
        return content
    proposals = Proposal.objects.filter(
        book=found.book, kind=Proposal.Kind.PAYOUTS, state=Proposal.State.CONFIRMED
    )
    return proposals.values_list("content", flat=True).first() or {}


def _holders(found: MoneyReader) -> dict[int, str]:
    operator = _("The operator of the site")
    return {each.pk: at_start(called(each.name)) or operator for each in found.book.holders.all()}
