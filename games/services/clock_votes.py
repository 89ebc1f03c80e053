"""Votes of the players about their game's clock: to pause it, to go on, to extend a phase.

Two thirds of the players who hold a seat and have a say carry a proposal out at once; in a game for two both.
It expires after 48 hours by the clock on the wall, and with the phase. Where votes are secret (SPY-23) nobody
is told who proposed it, who voted or how many did: only that there is a proposal, and that it was carried.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games import clock, limits, manners, outbox
from games.elimination import is_out
from games.errors import CannotMove, NotAllowed, NoVote, ProposalIsOver
from games.masks import masked_seats
from games.models import ClockEntry, ClockProposal, ClockVote, Game, Phase, Tenure
from games.people import Person
from games.services import pausing
from games.services.locking import lock_running_game, lock_tenure, open_phase_of, show_change

Kind = ClockProposal.Kind
OPEN_FOR = timedelta(hours=48)
LONGEST_PAUSE = timedelta(days=14)
"""That players may vote for; a game master may pause for longer."""


@transaction.atomic
def propose(*, game: Game, user: Person, kind: str, length: timedelta = timedelta()) -> ClockProposal:
    """Propose a change of the clock (`ClockProposal.Kind`) and vote for it; the others are mailed.

    `length` is how long to pause (`LONGEST_PAUSE` at most) or to extend the phase (its own length at most,
    once a phase). `CannotMove` says what is wrong; `NoVote` and `NotAllowed` of those who have no say.
    """
    game = lock_running_game(game)
    phase = open_phase_of(game)
    own = _own_tenure(game, phase, user)
    now = clock.now()
    _check(game, phase, kind, length, now)
    earlier = ClockProposal.objects.filter(phase=phase, closed_at=None).first()
    if earlier is not None and earlier.is_open(now):
        raise CannotMove(_("Another proposal about the clock is open. Vote on it first."))
    limits.count(limits.CLOCK_PROPOSALS, own.pk)
    ClockProposal.objects.filter(phase=phase, closed_at=None).update(closed_at=now)
    expires_at = now + OPEN_FOR
    if phase.paused_until is not None and kind == Kind.GOES_ON:
        expires_at = min(expires_at, phase.paused_until)
    proposal = ClockProposal.objects.create(
        phase=phase,
        kind=kind,
        seconds=int(length.total_seconds()),
        by=own,
        at=now,
        expires_at=expires_at,
    )
    if not _vote(game, phase, proposal, own, now):
        show_change(game, now)
        asked = [each.user_id for each in voters_in(game, phase)]
        if manners.shows_readiness(game.variant):
            asked.remove(own.user_id)
        # Elsewhere all are written to alike: who is left out would have proposed it.
        outbox.put(*outbox.mails("clock_vote", asked, game=game, phase=phase, proposal=proposal.pk, now=now))
    return proposal


@transaction.atomic
def vote(*, game: Game, user: Person, proposal: int) -> bool:
    """Vote for the open proposal with the key `proposal`; whether that carried it out. Again: no change.

    `ProposalIsOver` if it is not open any more.
    """
    game, phase, found, own, now = _at_the_vote(game, user, proposal)
    _check(game, phase, found.kind, timedelta(seconds=found.seconds), now)
    if _vote(game, phase, found, own, now):
        return True
    if manners.shows_readiness(game.variant):
        show_change(game, now)
    return False


@transaction.atomic
def take_back(*, game: Game, user: Person, proposal: int) -> None:
    """Take one's vote back, if it stands."""
    game, _phase, found, own, now = _at_the_vote(game, user, proposal)
    deleted, _by_model = ClockVote.objects.filter(proposal=found, tenure=own).delete()
    if deleted and manners.shows_readiness(game.variant):
        show_change(game, now)


def voters_in(game: Game, phase: Phase) -> list[Tenure]:
    """Who has a say about the clock: all who hold a seat, but those who only listen (DG-17) and those of whom
    everybody knows that they are out.
    """
    masked = masked_seats(game.variant)
    held = Tenure.objects.select_related("seat").filter(game=game, left_at=None).order_by("seat__order")
    return [
        each
        for each in held
        if each.seat.key not in masked and not is_out(game, phase.position, each.seat.key)
    ]


def needed_of(count: int) -> int:
    """How many of `count` voters carry a proposal: two thirds, rounded up; of two, both."""
    return -(-2 * count // 3)


def is_extended(phase: Phase) -> bool:
    """Whether the players have extended `phase`, which they may do once."""
    return ClockEntry.objects.filter(phase=phase, reason=ClockEntry.Reason.VOTE).exists()


def _at_the_vote(
    game: Game, user: Person, proposal: int
) -> tuple[Game, Phase, ClockProposal, Tenure, datetime]:
    game = lock_running_game(game)
    phase = open_phase_of(game)
    own = _own_tenure(game, phase, user)
    found = ClockProposal.objects.filter(phase=phase, pk=proposal).first()
    now = clock.now()
    if found is None or not found.is_open(now):
        raise ProposalIsOver
    return game, phase, found, own, now


def _own_tenure(game: Game, phase: Phase, user: Person) -> Tenure:
    """The tenure of `user`, who has a say."""
    own = lock_tenure(game, user)
    if own.seat.key in masked_seats(game.variant):
        raise NoVote
    if is_out(game, phase.position, own.seat.key):
        raise NotAllowed(_("You are out of this game, so you have no say about its clock."))
    return own


def _check(game: Game, phase: Phase, kind: str, length: timedelta, now: datetime) -> None:
    """`CannotMove` where `kind` cannot be had now; in a competition none can: a season's last day counts on
    its games' clocks, and extensions touch all of them alike (HR-10).
    """
    if kind not in Kind.values:
        raise NotAllowed
    if game.is_contest:
        raise CannotMove(_("In a competition only its arbiters change the clock (HR-10). Write to them."))
    if kind == Kind.GOES_ON:
        if not phase.is_paused(now):
            raise CannotMove(_("The game is not paused."))
        return
    pausing.refuse_if_stopped(game, phase, now)
    if length <= timedelta():
        raise CannotMove(_("Say how long."))
    if kind == Kind.PAUSE and length > LONGEST_PAUSE:
        raise CannotMove(_("Players can pause a game for 14 days at most. Choose fewer days."))
    if kind == Kind.EXTENSION:
        if is_extended(phase):
            raise CannotMove(
                _("The players have extended this phase already: that is possible once a phase.")
            )
        if length > pausing.phase_length(game, phase):
            raise CannotMove(_("A phase can be extended by its own length at most. Choose less."))


def _vote(game: Game, phase: Phase, proposal: ClockProposal, own: Tenure, now: datetime) -> bool:
    """Note a vote; with the last one that was needed, do what was proposed. Whether it was."""
    ClockVote.objects.get_or_create(proposal=proposal, tenure=own, defaults={"at": now})
    voters = voters_in(game, phase)
    if len(votes_of(proposal, voters)) < needed_of(len(voters)):
        return False
    length = timedelta(seconds=proposal.seconds)
    if proposal.kind == Kind.PAUSE:
        pausing.pause(game, phase, now + length, now, by=None)
    elif proposal.kind == Kind.GOES_ON:
        pausing.go_on(game, phase, now, by=None)
    else:
        pausing.extend(game, phase, length, now, by=None)
    return True


def votes_of(proposal: ClockProposal, voters: Sequence[Tenure]) -> list[Tenure]:
    """Which of `voters` have voted for `proposal`."""
    voted = set(ClockVote.objects.filter(proposal=proposal).values_list("tenure", flat=True))
    return [each for each in voters if each.pk in voted]
