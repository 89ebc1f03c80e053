"""Votes of the players about their game's clock: to pause it, to go on, to extend a phase (HR-12).

A proposal is carried out at once when all who are asked have agreed (`voters_in`); silence is no. It lapses
at the deadline, which it does not move, or with the pause that it is about. In fog and in masked games no one
is told who proposed it, who agreed or how many did: only that there is a proposal, and that it was carried.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games import notices
from games.adjudication import pausing
from games.adjudication.locking import lock_running_game, lock_tenure, open_phase_of, show_change
from games.common import clock, outbox
from games.common.guards import limits
from games.common.words.people import Person
from games.engine import hosting_rules
from games.errors import CannotMove, NotAllowed, ProposalIsOver
from games.models import ClockProposal, ClockVote, Game, Phase, Tenure

Kind = ClockProposal.Kind
LONGEST_PAUSE = timedelta(days=14)
"""How far away the end of a pause may be that players vote for; a game master may pause for longer."""
LEAST_LEFT = timedelta(hours=24)
"""What the open phase has at least after a pause that players voted for, or voted to end."""


@transaction.atomic
def propose(
    *,
    game: Game,
    user: Person,
    kind: str,
    length: timedelta = timedelta(),
    until: datetime | None = None,
) -> ClockProposal:
    """Propose a change of the clock (`ClockProposal.Kind`) and agree to it; the others are mailed.

    `length` is by how much to extend the phase, one of `lengths_of`; `until` when a pause ends, at most
    `LONGEST_PAUSE` away. `CannotMove` says what is wrong.
    """
    game = lock_running_game(game)
    phase = open_phase_of(game)
    own = lock_tenure(game, user)
    now = clock.now()
    _check(game, phase, kind, now)
    if kind == Kind.EXTENSION and length not in lengths_of(game, phase):
        raise CannotMove(
            _("A phase can be extended by half its length or a whole one. Choose one of the two.")
        )
    if kind == Kind.PAUSE:
        _check_end(until, now)
    if open_proposal_in(phase, now) is not None:
        raise CannotMove(_("Another proposal about deadlines is open. Vote on it first."))
    limits.count(limits.CLOCK_PROPOSALS, own.pk)
    ClockProposal.objects.filter(phase=phase, closed_at=None).update(closed_at=now)
    proposal = ClockProposal.objects.create(
        phase=phase,
        kind=kind,
        seconds=int(length.total_seconds()) if kind == Kind.EXTENSION else 0,
        until=until if kind == Kind.PAUSE else None,
        by=own,
        at=now,
    )
    if not _vote(game, phase, proposal, own, now):
        show_change(game, now)
        asked = [each.user_id for each in voters_in(game)]
        if hosting_rules.shows_clock_votes(game.variant):
            asked.remove(own.user_id)
        # Elsewhere all are written to alike: who is left out would have proposed it.
        outbox.put(*notices.mails("clock_vote", asked, game=game, phase=phase, proposal=proposal.pk, now=now))
    return proposal


@transaction.atomic
def vote(*, game: Game, user: Person, proposal: int) -> bool:
    """Agree to the open proposal with the key `proposal`; whether that carried it out. Again: no change.

    `ProposalIsOver` if it is not open any more.
    """
    game, phase, found, own, now = _at_the_vote(game, user, proposal)
    _check(game, phase, found.kind, now)
    if _vote(game, phase, found, own, now):
        return True
    if hosting_rules.shows_clock_votes(game.variant):
        show_change(game, now)
    return False


@transaction.atomic
def take_back(*, game: Game, user: Person, proposal: int) -> None:
    """Take one's vote back, if it stands."""
    game, _phase, found, own, now = _at_the_vote(game, user, proposal)
    deleted, _by_model = ClockVote.objects.filter(proposal=found, tenure=own).delete()
    if deleted and hosting_rules.shows_clock_votes(game.variant):
        show_change(game, now)


def count_again(game: Game, now: datetime) -> None:
    """Carry out what is proposed in `game`, whose seat someone has just given up, if all who are asked now
    have agreed. Call it under the game's lock. Two queries where nothing is proposed.
    """
    phase = open_phase_of(game)
    found = open_proposal_in(phase, now)
    if found is not None and phase.closes_at > now and phase.set_aside_at is None:
        _carry_out_if_agreed(game, phase, found, now)


def open_proposal_in(phase: Phase, now: datetime) -> ClockProposal | None:
    """The proposal that is open in `phase`, with who made it. One query."""
    found = phase.clock_proposals.filter(closed_at=None).select_related("by__user").first()
    return found if found is not None and found.is_open(now) else None


def voters_in(game: Game) -> list[Tenure]:
    """Who is asked about the clock: every player who has a seat, and has not given it up (HR-12).

    Those who have lost everything are asked, and masked players. So is a seat whose loss no one may see
    before the year ends (HR-3): until then its player holds it, and a count without it would tell.
    """
    held = Tenure.objects.select_related("seat").filter(game=game, left_at=None)
    return list(held.order_by("seat__order"))


def lengths_of(game: Game, phase: Phase) -> tuple[timedelta, timedelta]:
    """By how much `phase` can be extended: half the length that its game's pace gives it, or a whole one."""
    whole = pausing.phase_length(game, phase)
    return timedelta(seconds=int(whole.total_seconds()) // 2), whole


def votes_of(proposal: ClockProposal, voters: Sequence[Tenure]) -> list[Tenure]:
    """Which of `voters` have agreed to `proposal`."""
    voted = set(ClockVote.objects.filter(proposal=proposal).values_list("tenure", flat=True))
    return [each for each in voters if each.pk in voted]


def _at_the_vote(
    game: Game, user: Person, proposal: int
) -> tuple[Game, Phase, ClockProposal, Tenure, datetime]:
    game = lock_running_game(game)
    phase = open_phase_of(game)
    own = lock_tenure(game, user)
    now = clock.now()
    found = open_proposal_in(phase, now)
    if found is None or found.pk != proposal:
        raise ProposalIsOver
    return game, phase, found, own, now


def _check(game: Game, phase: Phase, kind: str, now: datetime) -> None:
    """`CannotMove` where `kind` cannot be had now; in a competition none can: a season's last day counts on
    its games' clocks, and extensions touch all of them alike (HR-10).
    """
    if kind not in Kind.values:
        raise NotAllowed
    if game.is_contest:
        raise CannotMove(_("In a competition only its arbiters change deadlines. Write to them (HR-10)."))
    if kind != Kind.GOES_ON:
        pausing.refuse_if_stopped(game, phase, now)
    elif not phase.is_paused(now):
        raise CannotMove(_("The game is not paused."))


def _check_end(until: datetime | None, now: datetime) -> None:
    """`CannotMove` where players cannot pause a game until then."""
    if until is None or until <= now:
        raise CannotMove(_("Choose a moment in the future."))
    if until > now + LONGEST_PAUSE:
        raise CannotMove(_("Players can pause a game for 14 days from now at most. Choose an earlier end."))


def _vote(game: Game, phase: Phase, proposal: ClockProposal, own: Tenure, now: datetime) -> bool:
    """Note a vote; with the last one that was needed, do what was proposed. Whether it was."""
    ClockVote.objects.get_or_create(proposal=proposal, tenure=own, defaults={"at": now})
    return _carry_out_if_agreed(game, phase, proposal, now)


def _carry_out_if_agreed(game: Game, phase: Phase, proposal: ClockProposal, now: datetime) -> bool:
    """Do what was proposed, if all who are asked have agreed. Whether it was done."""
    voters = voters_in(game)
    if not voters or len(votes_of(proposal, voters)) < len(voters):
        return False
    if proposal.until is not None:
        pausing.pause(game, phase, proposal.until, now, by=None, least=LEAST_LEFT)
    elif proposal.kind == Kind.GOES_ON:
        pausing.go_on(game, phase, now, by=None, least=LEAST_LEFT)
    else:
        pausing.extend(game, phase, timedelta(seconds=proposal.seconds), now, by=None)
    return True
