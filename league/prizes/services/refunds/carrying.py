"""Real money that no one claims or won, given to another season of the league: two people choose it.

Who proposes has confirmed. What was confirmed goes over as soon as `unclaimed.move_on` comes to it, unless
its winner claims it first.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.common import clock, outbox
from league.competitions.models import Competition
from league.competitions.rules.canonical import sha256_of
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.treasurers import check_trustee, open_proposals, trustees_of
from league.prizes.book.books import book_of, money_of
from league.prizes.errors import AnotherWaits, HasRefused, NoPrizeMoney, NotToCarry, PlaysThere
from league.prizes.models import Book, Confirmation, Payout, Proposal
from league.prizes.outbox import mail
from league.prizes.services.payouts.proposing import withdraw
from league.prizes.services.payouts.unclaimed import movable, waiting
from league.prizes.services.refunds.destinations import chosen, facts_of, open_seasons
from league.prizes.services.treasurers.treasurers import Step, told, write_step
from league.users.models import User


def to_carry(competition: Competition, book: Book, now: datetime) -> list[Payout]:
    """The prizes and rests of real money that can go to another season now, for which none is chosen."""
    if money_of(competition).is_play:
        return []
    rows = movable(book, list(waiting(book)), now)
    gone = chosen(competition, book) if rows else {}
    return [payout for payout in rows if payout.pk not in gone]


@transaction.atomic
def propose_carrying(*, competition: Competition, by: User, target: Competition, sha256: str) -> Proposal:
    """Propose to give what no one has to `target`, whose rules (`sha256`) and arbiters `by` has seen; that is
    their word, and a second person's is asked.

    Refuses with `NoPrizeMoney`, `NotTrusted`, `HasRefused`, `PlaysThere`, `AnotherWaits`, `NotToCarry` where
    there is nothing to be given, or not to that season, or it is not as it was seen.
    """
    competition = lock(competition)
    book = book_of(competition)
    if book is None:
        raise NoPrizeMoney
    if check_trustee(competition, by).refused_at is not None:
        raise HasRefused
    if open_proposals(competition).exists():
        raise AnotherWaits
    now = clock.now()
    rows = to_carry(competition, book, now)
    season = open_seasons(competition, book.currency).filter(pk=target.pk).first()
    if not rows or season is None or sha256_of(facts_of(season)) != sha256:
        raise NotToCarry
    if has_entered_there(season, by):
        raise PlaysThere
    content = {"carrying": {"season": facts_of(season), "lines": [_line(each) for each in rows]}}
    made = Proposal.objects.create(
        book=book,
        kind=Proposal.Kind.CARRYING,
        content=content,
        sha256=sha256_of(content),
        reason=season.name,
        by=by,
        at=now,
        asked_at=now,
    )
    Confirmation.objects.create(proposal=made, by=by, at=now)
    write_step(competition, by, Step.CARRIES, now, by=by, reason=season.name)
    others = [each.user_id for each in trustees_of(competition) if each.user_id != by.pk]
    outbox.put(*(mail(user, now, about="to_confirm", proposal=made.pk) for user in others))
    show_change(competition, now)
    return made


def season_of(proposal: Proposal) -> Competition | None:
    """The season that a proposal would give to; None where it takes nothing any more, or is not as it was."""
    competition, seen = proposal.book.competition, proposal.content["carrying"]["season"]
    found = open_seasons(competition, proposal.book.currency).filter(code=seen["code"]).first()
    return found if found and facts_of(found) == seen else None


def has_entered_there(season: Competition, user: User) -> bool:
    """Whether someone has, or had, an entry in the season that would get the money."""
    return season.entries.filter(user=user).exists()


def check_disinterested(proposal: Proposal, by: User) -> None:
    """Raise `PlaysThere` where who would confirm has an entry in the season that would get the money."""
    season = season_of(proposal)
    if season is not None and has_entered_there(season, by):
        raise PlaysThere


def is_still_right(competition: Competition, proposal: Proposal, now: datetime) -> bool:
    """Whether all of it still waits for no one, and the season is as it was seen; else it is withdrawn and
    those who confirm are told. Under the competition's lock.
    """
    keys = {line["payout"] for line in proposal.content["carrying"]["lines"]}
    rows = movable(proposal.book, list(waiting(proposal.book).filter(pk__in=keys)), now)
    if {payout.pk for payout in rows} == keys and season_of(proposal) is not None:
        return True
    close(competition, proposal, now)
    return False


def close(competition: Competition, proposal: Proposal, now: datetime) -> None:
    """Withdraw it: something is not as it was, someone says no, or no one has answered in time."""
    withdraw(proposal, now)
    outbox.put(*told(competition, now, "withdrawn", proposal=proposal.pk))
    show_change(competition, now)


def _line(payout: Payout) -> dict[str, int]:
    return {
        "payout": payout.pk,
        "entry": payout.entry.number if payout.entry else 0,
        "rank": payout.rank,
        "holder": payout.holder_id,
        "amount": payout.amount,
    }
