"""The season's recount explains every deadline that players voted for, and finds what no one agreed to."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.adjudication import clock_votes
from games.adjudication.drain import drain
from games.models import ClockEntry, ClockProposal, ClockVote, Phase
from games.services.masters import stopping
from tests.conftest import house_was_up
from tests.fuzz.season.clocks import unexplained
from tests.games.conftest import phase_of

Kind = ClockProposal.Kind
HOUR = timedelta(hours=1)


@pytest.fixture
def voted(make_game, seat_both, ada, ben, carl, set_clock):
    """Extended by half, paused with two hours left, and taken up again before the pause was over."""
    game = seat_both(make_game(master=carl))

    def agree(kind, by=ada, other=ben, **given):
        proposal = clock_votes.propose(game=game, user=by, kind=kind, **given)
        assert clock_votes.vote(game=game, user=other, proposal=proposal.pk)

    agree(Kind.EXTENSION, length=12 * HOUR)
    set_clock(phase_of(game).deadline - 2 * HOUR)
    agree(Kind.PAUSE, until=set_clock.now + 100 * HOUR)
    set_clock.pass_(hours=5)
    agree(Kind.GOES_ON, ben, ada)
    return game


def test_deadlines_that_were_voted_are_recomputed(voted, set_clock):
    assert [each.reason for each in ClockEntry.objects.order_by("pk")] == ["vote", "pause", "goes_on"]
    assert phase_of(voted).deadline == set_clock.now + 24 * HOUR
    assert list(unexplained(voted)) == []


def test_a_phase_that_opens_without_a_clock_is_recomputed(voted, carl, set_clock):
    stopping.run_untimed(game=voted, user=carl, until=set_clock.now + 90 * HOUR, reason="Easter.")
    Phase.objects.filter(pk=phase_of(voted).pk).update(closes_at=set_clock.now)
    house_was_up()
    drain()
    opened = phase_of(voted)
    assert opened.clock_entries.get().reason == "untimed"
    assert list(unexplained(voted)) == []


def test_a_vote_that_lacks_is_found(voted):
    ClockVote.objects.filter(proposal__kind=Kind.PAUSE, tenure__user__username="ben").delete()
    (wrong,) = unexplained(voted)
    assert wrong.endswith("pause by vote, but ben has not agreed")


def test_less_than_a_day_after_a_pause_is_found(voted):
    Phase.objects.update(
        deadline=phase_of(voted).deadline - 22 * HOUR, closes_at=phase_of(voted).deadline - 22 * HOUR
    )
    entry = ClockEntry.objects.latest("pk")
    ClockEntry.objects.filter(pk=entry.pk).update(after=entry.after - 22 * HOUR)
    (wrong,) = unexplained(voted)
    assert "goes_on moves it to" in wrong
