"""What players read of a clock that does not simply run: a pause, no clock, a proposal to vote on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import manners, wording
from games.access import Access
from games.models import ClockEntry, ClockProposal, Phase
from games.people import called
from games.selectors.clock_changes import Change, Changes
from games.selectors.terms import length_in_words
from games.services.clock_votes import needed_of, voters_in, votes_of

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
    left = wording.time_left(phase.deadline, phase.paused_until)
    return Pause(phase.paused_until, left, changes.why(phase, ClockEntry.Reason.PAUSE))


@dataclass(frozen=True, slots=True)
class Poll:
    """A proposal about the clock that is open. `says` what is proposed, by whom where votes are public;
    `standing` how the vote stands. `may_vote`: the reader has a say; `has_voted`: and has said yes.
    """

    key: int
    says: str
    standing: str
    until: datetime
    may_vote: bool
    has_voted: bool


def poll_of(access: Access, phase: Phase, now: datetime) -> Poll | None:
    """The proposal that is open in `phase`. Three queries, one where there is none.

    Where votes are secret nobody is told who proposed it or how many have voted: a count would tell who is
    still in the game (SPY-23).
    """
    game = access.game
    open_one = ClockProposal.objects.filter(phase=phase, closed_at=None).select_related("by__user").first()
    if open_one is None or not open_one.is_open(now):
        return None
    voters = voters_in(game, phase)
    voted = votes_of(open_one, voters)
    own = next((each for each in voters if access.reader is not None and each.user_id == access.reader), None)
    is_public = manners.shows_readiness(game.variant)
    numbers = {"voted": len(voted), "voters": len(voters), "needed": needed_of(len(voters))}
    if is_public:
        standing = ngettext(
            "%(voted)s of %(voters)s players has voted for it; %(needed)s are needed.",
            "%(voted)s of %(voters)s players have voted for it; %(needed)s are needed.",
            len(voted),
        )
    else:
        standing = _("%(needed)s of %(voters)s votes are needed. Votes are secret: you see your own alone.")
    by = called(open_one.by.user.get_username()) if is_public else ""
    return Poll(
        key=open_one.pk,
        says=proposal_in_words(open_one.kind, open_one.seconds, by),
        standing=standing % numbers,
        until=open_one.expires_at,
        may_vote=own is not None,
        has_voted=own is not None and own in voted,
    )


def proposal_in_words(kind: str, seconds: int, by: str) -> str:
    """What is proposed, by whom if anybody is to be named."""
    said = {"player": by, "length": length_in_words(seconds)}
    if kind == Kind.PAUSE:
        words = (
            _("%(player)s proposes to pause the game for %(length)s.")
            if by
            else _("Proposed: to pause the game for %(length)s.")
        )
    elif kind == Kind.GOES_ON:
        words = _("%(player)s proposes to end the pause now.") if by else _("Proposed: to end the pause now.")
    else:
        words = (
            _("%(player)s proposes to extend this phase by %(length)s.")
            if by
            else _("Proposed: to extend this phase by %(length)s.")
        )
    return words % said


def lengths_of(longest: timedelta) -> Sequence[tuple[int, str]]:
    """By how many seconds a phase whose length is `longest` can be extended: a quarter, half, all of it."""
    seconds = int(longest.total_seconds())
    choices = sorted({seconds // 4, seconds // 2, seconds} - {0})
    return [(each, length_in_words(each)) for each in choices]
