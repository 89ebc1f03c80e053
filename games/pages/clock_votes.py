"""What players read of a clock that does not simply run: a pause, no clock, a proposal to vote on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.adjudication.clock_votes import lengths_of, open_proposal_in, voters_in, votes_of
from games.agreed.pace import length_in_words
from games.common.words import local
from games.common.words.people import called
from games.engine import hosting_rules
from games.gate.access import Access
from games.gate.clock_proposals import proposal_in_words
from games.models import ClockEntry, ClockProposal, Game, Phase
from games.pages.clock_changes import Change, Changes

Kind = ClockProposal.Kind


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause that lasts: until when, with how much time left then, and why."""

    until: datetime
    left: str
    why: Change | None


def pause_of(phase: Phase, changes: Changes, now: datetime) -> Pause | None:
    """The pause of `phase`; None if it is not paused."""
    if phase.paused_until is None or not phase.is_paused(now):
        return None
    left = local.time_left(phase.deadline, phase.paused_until)
    return Pause(phase.paused_until, left, changes.why(phase, ClockEntry.Reason.PAUSE))


@dataclass(frozen=True, slots=True)
class Poll:
    """A proposal about the clock that is open until `ends_at`. `says` what is proposed, by whom where votes
    are public; `standing` how the vote stands. `may_vote`: the reader has a say; `has_voted`: and has agreed.
    """

    key: int
    says: str
    standing: str
    ends_at: datetime
    may_vote: bool
    has_voted: bool


def poll_of(access: Access, phase: Phase, now: datetime) -> Poll | None:
    """The proposal that is open in `phase`. Three queries, one where there is none.

    In fog and in masked games no one is told who proposed it or how many have agreed (HR-12).
    """
    game = access.game
    open_one = open_proposal_in(phase, now)
    if open_one is None:
        return None
    voters = voters_in(game)
    voted = votes_of(open_one, voters)
    own = next((each for each in voters if access.reader is not None and each.user_id == access.reader), None)
    is_public = hosting_rules.shows_clock_votes(game.variant)
    if is_public:
        standing = ngettext(
            "%(voted)s of %(voters)s players has agreed; all have to.",
            "%(voted)s of %(voters)s players have agreed; all have to.",
            len(voted),
        ) % {"voted": len(voted), "voters": len(voters)}
    else:
        standing = _("All players have to agree. Votes are secret: you see only your own.")
    by = called(open_one.by.user.get_username()) if is_public else ""
    return Poll(
        key=open_one.pk,
        says=proposal_in_words(open_one, by, local.moment(open_one.until) if open_one.until else ""),
        standing=standing,
        ends_at=open_one.lapses_at,
        may_vote=own is not None,
        has_voted=own is not None and own in voted,
    )


def lengths_in_words(game: Game, phase: Phase) -> Sequence[tuple[int, str]]:
    """By how many seconds `phase` can be extended, each beside its words."""
    lengths = (int(each.total_seconds()) for each in lengths_of(game, phase))
    return [(each, length_in_words(each)) for each in lengths]
