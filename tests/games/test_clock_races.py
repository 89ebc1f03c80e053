"""Two at once at the clock: votes, pauses, rulings and nominations, in real threads and transactions."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.adjudication import clock_votes
from games.adjudication.drain import drain
from games.common.errors import GameError
from games.models import ClockEntry, ClockProposal, ClockVote, Game, MasterAct, Nomination
from games.services.masters import nominating, rulings, stopping
from games.services.seats.resigning import resign
from league.leagues import services
from tests.conftest import house_was_up, make_user
from tests.games.conftest import phase_of
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

Kind = ClockProposal.Kind
DAY = timedelta(days=1)


def refused(results):
    return [each for each in results if isinstance(each, GameError)]


@pytest.mark.slow
def test_the_last_votes_at_once_pause_the_game_once(make_game, seat_all, set_clock):
    game = make_game(variant="standard")
    players = list(seat_all(game).values())
    until = set_clock.now + 2 * DAY
    proposal = clock_votes.propose(game=game, user=players[0], kind=Kind.PAUSE, until=until)
    voters = (*players[1:7], players[6])
    results = at_once(
        *(lambda user=user: clock_votes.vote(game=game, user=user, proposal=proposal.pk) for user in voters)
    )
    assert results.count(True) == 1
    assert not ClockProposal.objects.filter(closed_at=None).exists()
    assert ClockVote.objects.count() == 7, "all of them were needed"
    entry = ClockEntry.objects.get()
    assert entry.after - entry.before == 2 * DAY


def test_two_proposals_at_once_are_one(running_game, ada, ben, set_clock):
    until = set_clock.now + DAY
    results = at_once(
        lambda: clock_votes.propose(game=running_game, user=ada, kind=Kind.PAUSE, until=until),
        lambda: clock_votes.propose(game=running_game, user=ben, kind=Kind.EXTENSION, length=DAY),
    )
    assert len(refused(results)) == 1
    assert ClockProposal.objects.filter(closed_at=None).count() == 1


def test_the_last_vote_and_a_vote_taken_back_at_once_never_do_both(running_game, ada, ben, set_clock):
    until = set_clock.now + 2 * DAY
    proposal = clock_votes.propose(game=running_game, user=ada, kind=Kind.PAUSE, until=until)
    results = at_once(
        lambda: clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk),
        lambda: clock_votes.take_back(game=running_game, user=ada, proposal=proposal.pk),
    )
    is_paused = phase_of(running_game).paused_until == until
    assert is_paused == (True in results) == (len(refused(results)) == 1)
    assert ClockVote.objects.count() == (2 if is_paused else 1)


@pytest.mark.slow
def test_the_last_vote_and_the_last_to_be_silent_leaving_at_once_pause_once(make_game, seat_all, set_clock):
    """In either order, all who are left have agreed in the end."""
    game = make_game(variant="standard")
    *willing, slow, gone = seat_all(game).values()
    until = set_clock.now + 2 * DAY
    proposal = clock_votes.propose(game=game, user=willing[0], kind=Kind.PAUSE, until=until)
    for player in willing[1:]:
        clock_votes.vote(game=game, user=player, proposal=proposal.pk)
    results = at_once(
        lambda: clock_votes.vote(game=game, user=slow, proposal=proposal.pk),
        lambda: resign(game=game, user=gone),
    )
    assert not refused(results)
    assert phase_of(game).paused_until == until
    assert ClockEntry.objects.filter(reason=ClockEntry.Reason.PAUSE).count() == 1


def test_the_last_vote_races_with_the_drain_and_one_wins(running_game, ada, ben, set_clock):
    """A proposal lapses at the deadline: the vote is too late, or what closes is paused before."""
    phase = phase_of(running_game)
    set_clock(phase.deadline - timedelta(seconds=1))
    house_was_up()
    until = phase.deadline + DAY
    proposal = clock_votes.propose(game=running_game, user=ada, kind=Kind.PAUSE, until=until)

    def adjudicate():
        set_clock(phase.deadline)
        return drain()

    results = at_once(adjudicate, lambda: clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk))
    if refused(results):
        # The refused vote may have held the lock while the drain passed by: the next look adjudicates.
        set_clock(phase.deadline + timedelta(seconds=5))
        house_was_up()
        drain()
    now_open = phase_of(running_game)
    if refused(results):
        assert now_open.ordinal == phase.ordinal + 1 and now_open.paused_until is None
    else:
        assert now_open.pk == phase.pk and now_open.paused_until == until
        assert now_open.deadline == until + DAY, "a day at least"


def test_a_vote_and_the_masters_pause_at_once_pause_once(make_game, seat_both, ada, ben, carl, set_clock):
    game = seat_both(make_game(master=carl))
    until = set_clock.now + 2 * DAY
    proposal = clock_votes.propose(game=game, user=ada, kind=Kind.PAUSE, until=until)
    results = at_once(
        lambda: clock_votes.vote(game=game, user=ben, proposal=proposal.pk),
        lambda: stopping.pause(game=game, user=carl, until=set_clock.now + 3 * DAY, reason="Both at once"),
    )
    assert len(refused(results)) == 1
    assert ClockEntry.objects.filter(reason=ClockEntry.Reason.PAUSE).count() == 1
    phase = phase_of(game)
    assert phase.deadline - phase.paused_until == DAY, "all the time is left"


def test_a_pause_races_with_the_drain_and_one_wins(make_game, seat_both, carl, set_clock):
    game = seat_both(make_game(master=carl))
    phase = phase_of(game)
    set_clock(phase.deadline - timedelta(seconds=1))
    house_was_up()
    until = phase.deadline + DAY

    def adjudicate():
        set_clock(phase.deadline)
        return drain()

    results = at_once(
        adjudicate, lambda: stopping.pause(game=game, user=carl, until=until, reason="At the last moment")
    )
    if refused(results):
        # The refused pause may have held the lock while the drain passed by: the next look adjudicates.
        set_clock(phase.deadline + timedelta(seconds=5))
        house_was_up()
        drain()
    now_open = phase_of(game)
    was_adjudicated = now_open.ordinal == phase.ordinal + 1
    assert was_adjudicated or now_open.pk == phase.pk
    assert was_adjudicated or not refused(results), "neither happened"
    assert now_open.paused_until == (None if refused(results) else until), (
        "the pause holds what was open then"
    )


def test_a_ruling_made_twice_at_once_ends_the_game_once(make_game, seat_both, carl):
    game = seat_both(make_game(master=carl))
    results = at_once(
        lambda: rulings.declare_void(game=game, user=carl, reason="Nobody plays"),
        lambda: rulings.declare_forfeit(game=game, user=carl, seat="1", reason="Nobody plays"),
    )
    assert len(refused(results)) == 1
    assert MasterAct.objects.count() == 1
    game.refresh_from_db()
    assert game.outcome["how"] in ("HR-5", "HR-6")


def test_objecting_races_with_nobody_presiding(running_game, calais, carl, ada, ben, set_clock):
    """At the end of the 48 hours an objection is too late, or the nominee is rejected: never both."""
    gus = make_user("gus")
    services.join(league=calais, user=gus)
    nomination = nominating.nominate(
        game=running_game, user=carl, nominee=gus, reason="You have none", has_power=True
    )
    results = at_once(
        lambda: nominating.object_to(game=running_game, user=ada, nomination=nomination.pk),
        lambda: nominating.object_to(game=running_game, user=ben, nomination=nomination.pk),
    )
    assert results.count(True) == 1 and len(refused(results)) == 1
    set_clock.pass_(hours=48)
    with pytest.raises(GameError):
        nominating.accept(game=running_game, user=gus, nomination=nomination.pk)
    assert Game.objects.get(pk=running_game.pk).master is None
    assert Nomination.objects.filter(rejected_at__isnull=False).count() == 1
