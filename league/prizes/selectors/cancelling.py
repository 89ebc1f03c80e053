"""A proposal to cancel a season with real money, as those who run the season read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.common.words.people import at_start, called
from league.competitions.models import Competition
from league.prizes.models import CancelProposal
from league.prizes.selectors.trust import TO_CANCEL, Step, steps_of
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.treasurers.cancelling import may_propose_from, open_proposal, takes_two
from league.users.models import User


@dataclass(frozen=True, slots=True)
class CancelPage:
    """`proposal` waits for an answer, None: nothing does. `by` proposed it. `again_at` is set where the
    reader proposed lately and has to wait; `steps` are those of all proposals.
    """

    season: Competition
    takes_two: bool
    proposal: CancelProposal | None
    by: str
    may_propose: bool
    may_answer: bool
    again_at: datetime | None
    steps: Sequence[Step]

    @property
    def is_with_team(self) -> bool:
        """Whether the treasurers' time is over, and the site's team decides."""
        return self.proposal is not None and self.proposal.team_asked_at is not None


def cancel_page(found: MoneyReader) -> CancelPage:
    """Three queries."""
    reader, season = found.reader, found.reader.season
    proposal = open_proposal(season)
    own = User(pk=reader.person)
    again_at = may_propose_from(season, own) if reader.has_say else None
    if again_at is not None and again_at <= reader.now:
        again_at = None
    is_in_time = proposal is not None and reader.now < proposal.treasurers_until
    return CancelPage(
        season=season,
        takes_two=takes_two(season),
        proposal=proposal,
        by=at_start(called(proposal.by.get_username())) if proposal else "",
        may_propose=proposal is None and reader.has_say and again_at is None,
        may_answer=(
            proposal is not None and is_in_time and found.is_trustee and proposal.by_id != reader.person
        ),
        again_at=again_at,
        steps=steps_of(season, kinds=TO_CANCEL)[::-1],
    )
