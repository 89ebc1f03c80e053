"""Pauses, by the game master and by vote: nothing closes; then the clock goes on with the time left."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from games.adjudication import clock_votes, deadlines, outage
from games.adjudication.drain import drain
from games.adjudication.outage import DRAIN
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.errors import CannotMove, NotMaster
from games.facts.overview import NEEDS, lines_of_games
from games.models import ClockEntry, ClockProposal, Game, Phase
from games.services.masters import presiding, stopping
from games.services.players.answers import save_answer, set_ready
from games.services.players.letters import send_letter
from games.services.players.reminding import remind
from games.services.players.votes import concede
from games.services.seats.removal import remove_from_league
from games.services.seats.resigning import resign
from tests.conftest import house_was_up
from tests.games.conftest import NOON, RANKS, phase_of

Reason = ClockEntry.Reason
Kind = ClockProposal.Kind
DAY = timedelta(days=1)


@pytest.fixture
def presided(make_game, seat_both, carl) -> Game:
    """A daily game over which carl presides, just started: ada and ben play."""
    return seat_both(make_game(master=carl))


@pytest.fixture
def paused(presided, carl, set_clock) -> Game:
    """Six hours after its start, paused for three days: 18 hours are left."""
    set_clock.pass_(hours=6)
    stopping.pause(game=presided, user=carl, until=set_clock.now + 3 * DAY, reason="Moving house")
    return presided


def to(set_clock, moment):
    set_clock(moment)
    house_was_up()
    drain()


def about(kind):
    return list(OutboxRow.objects.filter(payload__about=kind).values_list("person", flat=True))


def test_a_pause_keeps_the_time_that_was_left(paused, set_clock):
    phase = phase_of(paused)
    assert phase.paused_until == NOON + timedelta(hours=6) + 3 * DAY
    assert phase.deadline == phase.closes_at == phase.paused_until + timedelta(hours=18)
    entry = phase.clock_entries.get()
    assert (entry.reason, entry.before, entry.after) == (Reason.PAUSE, NOON + DAY, phase.deadline)
    assert entry.note == "Moving house"
    to(set_clock, NOON + 2 * DAY)
    assert phase_of(paused).pk == phase.pk, "nothing closes at the old deadline"
    to(set_clock, phase.deadline)
    assert phase_of(paused).ordinal == phase.ordinal + 1


def test_an_organiser_reads_that_a_game_is_paused_while_it_is(paused, carl, set_clock):
    def is_paused():
        line = lines_of_games(paused.league, carl, [paused.pk], dict.fromkeys(NEEDS, ()))[0]
        return line.is_paused

    assert is_paused()
    set_clock(phase_of(paused).paused_until)
    assert not is_paused()


def test_its_players_are_written_to(paused, ada, ben):
    assert about("clock") == [ada.pk, ben.pk]


def test_in_a_pause_orders_and_letters_go_on(paused, ada, set_clock):

    set_clock(NOON + 2 * DAY)
    label = phase_of(paused).label
    save_answer(game=paused, user=ada, label=label, text=RANKS["ada"], version=0)
    send_letter(game=paused, user=ada, to=["2"], body="Are you there?", key="1")


def test_if_all_are_ready_a_paused_phase_closes_with_the_pause(paused, ada, ben, set_clock):

    phase = phase_of(paused)
    for user in (ada, ben):
        save_answer(
            game=paused, user=user, label=phase.label, text=RANKS[user.username], version=0, ready=True
        )
    assert phase_of(paused).closes_at == phase.paused_until
    to(set_clock, phase.paused_until - timedelta(seconds=1))
    assert phase_of(paused).pk == phase.pk
    to(set_clock, phase.paused_until)
    assert phase_of(paused).ordinal == phase.ordinal + 1


def test_whoever_is_not_ready_after_all_keeps_it_open(paused, ada, ben, set_clock):

    phase = phase_of(paused)
    for user in (ada, ben):
        save_answer(
            game=paused, user=user, label=phase.label, text=RANKS[user.username], version=0, ready=True
        )
    set_ready(game=paused, user=ben, label=phase.label, ready=False)
    assert phase_of(paused).closes_at == phase.deadline


def test_the_master_ends_it_and_the_clock_goes_on(paused, carl, set_clock):
    set_clock.pass_(hours=10)
    stopping.end_pause(game=paused, user=carl, reason="All are back")
    phase = phase_of(paused)
    assert phase.paused_until is None
    assert phase.deadline == phase.closes_at == set_clock.now + timedelta(hours=18)
    assert [each.reason for each in phase.clock_entries.all()] == [Reason.PAUSE, Reason.GOES_ON]
    with pytest.raises(CannotMove, match="not paused"):
        stopping.end_pause(game=paused, user=carl, reason="Again")


def test_ended_when_all_are_ready_it_closes_at_once(paused, ada, ben, carl, set_clock):

    phase = phase_of(paused)
    for user in (ada, ben):
        save_answer(
            game=paused, user=user, label=phase.label, text=RANKS[user.username], version=0, ready=True
        )
    stopping.end_pause(game=paused, user=carl, reason="All are back")
    assert phase_of(paused).closes_at == set_clock.now
    to(set_clock, set_clock.now)
    assert phase_of(paused).ordinal == phase.ordinal + 1


def test_in_a_pause_the_deadline_is_not_moved_and_nothing_is_closed(paused, carl, set_clock):
    phase = phase_of(paused)
    moves = [
        lambda: presiding.move_deadline(game=paused, user=carl, to=set_clock.now + 9 * DAY, reason="x"),
        lambda: presiding.close_phase(game=paused, user=carl, label=phase.label, reason="x"),
        lambda: stopping.pause(game=paused, user=carl, until=set_clock.now + DAY, reason="x"),
        lambda: deadlines.move_deadline(phase=phase, to=set_clock.now + DAY, by=carl, note="x"),
        lambda: stopping.run_untimed(game=paused, user=carl, until=set_clock.now + DAY, reason="x"),
    ]
    for move in moves:
        with pytest.raises(CannotMove, match="paused"):
            move()


def test_a_pause_has_bounds(presided, carl, set_clock):
    for until in (set_clock.now, set_clock.now + 30 * DAY + timedelta(seconds=1)):
        with pytest.raises(CannotMove):
            stopping.pause(game=presided, user=carl, until=until, reason="x")


def test_only_the_master_pauses_by_themselves(presided, ada, set_clock):
    with pytest.raises(NotMaster):
        stopping.pause(game=presided, user=ada, until=set_clock.now + DAY, reason="x")


def test_a_paused_game_can_still_be_ended(paused, ada):
    concede(game=paused, user=ada)
    paused.refresh_from_db()
    assert paused.is_over


def test_nothing_closes_in_a_pause_not_even_by_a_mistake(paused, set_clock):
    with pytest.raises(IntegrityError), transaction.atomic():
        Phase.objects.filter(pk=phase_of(paused).pk).update(closes_at=set_clock.now)


def test_nobody_is_reminded_before_the_pause_is_over(paused, ada, ben, set_clock):
    phase = phase_of(paused)
    Phase.objects.filter(pk=phase.pk).update(remind_at=NOON + timedelta(hours=22))
    set_clock(NOON + timedelta(hours=23))
    house_was_up()
    assert remind() == 0
    set_clock(phase.paused_until)
    house_was_up()
    assert remind() == 2, "as soon as the clock goes on"


def test_a_clock_runs_again_when_its_master_is_removed(presided, carl, set_clock):
    """No one else could close a phase, or confirm that there is none."""
    stopping.run_untimed(game=presided, user=carl, until=set_clock.now + 50 * DAY, reason="Easter.")
    set_clock.pass_(hours=30)
    remove_from_league(league=presided.league_id, person=carl, at=set_clock.now)
    assert Game.objects.get().untimed_until is None
    assert phase_of(presided).deadline == set_clock.now + DAY
    row = ClockEntry.objects.latest("pk")
    assert (row.reason, row.by) == ("timed", None)


def test_a_phase_of_which_all_are_ready_is_not_opened_again_with_the_clock(
    presided, carl, ada, ben, set_clock
):
    given = {"game": presided, "user": carl, "reason": "Easter."}
    stopping.run_untimed(**given, until=set_clock.now + 50 * DAY)
    label = phase_of(presided).label
    for user in (ada, ben):
        text = RANKS[user.username]
        save_answer(game=presided, user=user, label=label, text=text, version=0, ready=True)
    for stop in (stopping.run_timed, partial(stopping.run_untimed, until=set_clock.now + 55 * DAY)):
        with pytest.raises(CannotMove):
            stop(**given)
    assert phase_of(presided).closes_at == set_clock.now


def test_an_outage_in_a_pause_leaves_the_same_time(paused, set_clock):
    house_was_up()
    before = phase_of(paused)
    set_clock.pass_(hours=8)
    assert outage.make_up_for_outage() == timedelta(hours=8)
    after = phase_of(paused)
    assert after.paused_until == before.paused_until + timedelta(hours=8)
    assert after.deadline - after.paused_until == timedelta(hours=18)


def test_an_outage_after_a_pause_does_not_pause_again(paused, set_clock):
    from games.models import Heartbeat

    over = phase_of(paused).paused_until
    set_clock(over + timedelta(hours=1))
    house_was_up()
    set_clock.pass_(hours=9)
    assert Heartbeat.objects.filter(name=DRAIN).exists()
    outage.make_up_for_outage()
    phase = phase_of(paused)
    assert phase.paused_until == over
    assert phase.deadline == over + timedelta(hours=18 + 9)


# By vote (HR-12).


def propose_pause(game, user, days=2):
    return clock_votes.propose(game=game, user=user, kind=Kind.PAUSE, until=clock.now() + days * DAY)


def propose_extension(game, user, length):
    return clock_votes.propose(game=game, user=user, kind=Kind.EXTENSION, length=length)


def test_in_a_game_for_two_both_pause_it(running_game, ada, ben, set_clock):
    proposal = propose_pause(running_game, ada)
    assert about("clock_vote") == [ben.pk]
    assert phase_of(running_game).paused_until is None
    assert clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk)
    phase = phase_of(running_game)
    assert phase.paused_until == set_clock.now + 2 * DAY
    entry = phase.clock_entries.get()
    assert (entry.reason, entry.by) == (Reason.PAUSE, None)
    with pytest.raises(CannotMove, match="no longer open"):
        clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk)


def test_all_seven_have_to_agree(make_game, seat_all):
    game = make_game(variant="standard")
    players = list(seat_all(game).values())
    proposal = propose_pause(game, players[0])
    for player in (*players[1:6], players[5]):
        assert not clock_votes.vote(game=game, user=player, proposal=proposal.pk), "nobody votes twice"
    assert clock_votes.vote(game=game, user=players[6], proposal=proposal.pk)


def test_who_has_lost_everything_is_asked_too(make_game, seat_all):
    game = make_game(variant="standard")
    players = seat_all(game)
    phase = phase_of(game)
    for part in ("units", "centres"):
        del phase.position[part]["ITALY"]
    phase.save(update_fields=["position"])
    italy = players.pop("ITALY")
    proposal = propose_pause(game, players["FRANCE"])
    for player in players.values():
        assert not clock_votes.vote(game=game, user=player, proposal=proposal.pk)
    assert clock_votes.vote(game=game, user=italy, proposal=proposal.pk)


def test_a_seat_that_is_given_up_is_not_asked_and_its_vote_was_the_last_that_lacked(make_game, seat_all):
    game = make_game(variant="standard")
    *willing, last = seat_all(game).values()
    proposal = propose_pause(game, willing[0])
    for player in willing[1:]:
        assert not clock_votes.vote(game=game, user=player, proposal=proposal.pk)
    resign(game=game, user=last)
    assert phase_of(game).paused_until == proposal.until, "all who are left have agreed"


def test_a_seat_that_is_given_up_ends_no_vote_while_somebody_else_is_silent(make_game, seat_all):
    game = make_game(variant="standard")
    *willing, silent, last = seat_all(game).values()
    proposal = propose_pause(game, willing[0])
    for player in willing[1:]:
        clock_votes.vote(game=game, user=player, proposal=proposal.pk)
    resign(game=game, user=last)
    assert phase_of(game).paused_until is None
    assert clock_votes.vote(game=game, user=silent, proposal=proposal.pk)


def test_a_loss_that_nobody_may_see_changes_no_vote(make_game, seat_all):
    """HR-3: the seat of a spy who resigns is held until the year is over, and asked."""
    game = make_game(variant="spy")
    *willing, gone = seat_all(game).values()
    proposal = propose_pause(game, willing[0])
    resign(game=game, user=gone)
    for player in willing[1:]:
        assert not clock_votes.vote(game=game, user=player, proposal=proposal.pk)
    assert clock_votes.vote(game=game, user=gone, proposal=proposal.pk)


def test_a_vote_is_taken_back(running_game, ada, ben):
    proposal = propose_pause(running_game, ada)
    clock_votes.take_back(game=running_game, user=ada, proposal=proposal.pk)
    assert not clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk)


def test_a_proposal_lapses_at_the_deadline_which_it_does_not_move(make_game, seat_both, ada, ben, set_clock):
    from games.agreed.pace import Pace

    game = seat_both(make_game(pace=Pace(kind="custom", auctions=5 * 86_400)))
    deadline = phase_of(game).deadline
    proposal = propose_pause(game, ada, days=14)
    assert proposal.lapses_at == deadline == phase_of(game).deadline
    set_clock(deadline - timedelta(seconds=1))
    assert proposal.is_open(set_clock.now)
    to(set_clock, deadline)
    with pytest.raises(CannotMove, match="no longer open"):
        clock_votes.vote(game=game, user=ben, proposal=proposal.pk)
    assert phase_of(game).ordinal == 1


def test_a_proposal_lapses_at_the_deadline_as_it_is_by_then(make_game, seat_both, ada, ben, carl, set_clock):
    game = seat_both(make_game(master=carl))
    proposal = propose_extension(game, ada, DAY)
    later = phase_of(game).deadline + DAY
    presiding.move_deadline(game=game, user=carl, to=later, reason="More time.")
    set_clock(later - timedelta(seconds=1))
    assert clock_votes.vote(game=game, user=ben, proposal=proposal.pk)
    assert phase_of(game).deadline == later + DAY


def test_an_extension_at_the_deadline_revives_no_proposal(make_game, seat_both, ada, ben, set_clock):
    """HR-2: someone has saved nothing, so the phase goes on; what was proposed has lapsed before."""
    from games.agreed.absence import POLICIES, TOURNAMENT

    game = seat_both(make_game(absence=POLICIES[TOURNAMENT]))
    proposal = propose_pause(game, ada)
    before = phase_of(game)
    to(set_clock, before.deadline)
    assert phase_of(game).deadline > set_clock.now and phase_of(game).pk == before.pk
    with pytest.raises(CannotMove, match="no longer open"):
        clock_votes.vote(game=game, user=ben, proposal=proposal.pk)


def test_a_pause_whose_date_comes_before_all_agree_is_none(running_game, ada, ben, set_clock):
    proposal = clock_votes.propose(
        game=running_game, user=ada, kind=Kind.PAUSE, until=NOON + timedelta(hours=3)
    )
    set_clock.pass_(hours=3)
    with pytest.raises(CannotMove, match="no longer open"):
        clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk)
    assert propose_pause(running_game, ben).is_open(set_clock.now), "another can be proposed"


def test_players_pause_until_14_days_from_now_at_most(running_game, ada, ben, set_clock):
    for until in (None, NOON, NOON + 14 * DAY + timedelta(seconds=1)):
        with pytest.raises(CannotMove):
            clock_votes.propose(game=running_game, user=ada, kind=Kind.PAUSE, until=until)
    proposal = propose_pause(running_game, ada, days=14)
    set_clock.pass_(hours=20)
    clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk)
    assert phase_of(running_game).paused_until == NOON + 14 * DAY, "whenever the last of them agrees"


@pytest.mark.parametrize(("passed", "left"), [(0, 48), (10, 38), (30, 24), (47, 24)])
def test_after_a_pause_by_vote_the_phase_has_what_was_left_and_a_day_at_least(
    make_game, seat_both, ada, ben, set_clock, passed, left
):
    from games.agreed.pace import Pace

    game = seat_both(make_game(pace=Pace(kind="custom", auctions=48 * 3600)))
    set_clock.pass_(hours=passed)
    proposal = propose_pause(game, ada)
    clock_votes.vote(game=game, user=ben, proposal=proposal.pk)
    phase = phase_of(game)
    assert phase.deadline == phase.closes_at == proposal.until + timedelta(hours=left)
    set_clock.pass_(hours=5)
    proposal = clock_votes.propose(game=game, user=ada, kind=Kind.GOES_ON)
    clock_votes.vote(game=game, user=ben, proposal=proposal.pk)
    assert phase_of(game).deadline == set_clock.now + timedelta(hours=left)


def test_one_proposal_at_a_time_and_two_a_day(running_game, ada, ben):
    from games.common.guards.limits import TooOften

    first = propose_pause(running_game, ada)
    with pytest.raises(CannotMove, match="Vote on it first"):
        propose_pause(running_game, ben)
    for proposal in (first, None):
        proposal = proposal or propose_pause(running_game, ada)
        ClockProposal.objects.filter(pk=proposal.pk).update(closed_at=NOON)
    with pytest.raises(TooOften):
        propose_pause(running_game, ada)


def test_the_players_end_a_masters_pause_and_have_a_day_at_least(paused, ada, ben, set_clock):
    set_clock.pass_(hours=5)
    proposal = clock_votes.propose(game=paused, user=ada, kind=Kind.GOES_ON)
    assert clock_votes.vote(game=paused, user=ben, proposal=proposal.pk)
    assert phase_of(paused).deadline == set_clock.now + timedelta(hours=24), "18 hours were left"


def test_a_vote_to_go_on_ends_with_the_pause(paused, ada, ben, set_clock):
    set_clock(phase_of(paused).paused_until - timedelta(hours=1))
    proposal = clock_votes.propose(game=paused, user=ada, kind=Kind.GOES_ON)
    set_clock.pass_(hours=1)
    with pytest.raises(CannotMove):
        clock_votes.vote(game=paused, user=ben, proposal=proposal.pk)


def test_whoever_leaves_takes_their_vote_along(running_game, ada, ben, eve, calais, set_clock):
    from games.models import Tenure
    from league.leagues import services

    services.join(league=calais, user=eve)
    proposal = propose_pause(running_game, ada)
    old = Tenure.objects.get(user=ada, left_at=None)
    Tenure.objects.filter(pk=old.pk).update(left_at=set_clock.now, left_how="replaced")
    Tenure.objects.create(
        game=running_game, seat=old.seat, place=old.place, user=eve, nonce="", taken_at=set_clock.now
    )
    assert not clock_votes.vote(game=running_game, user=ben, proposal=proposal.pk)
    assert clock_votes.vote(game=running_game, user=eve, proposal=proposal.pk)


def test_divine_players_are_asked_about_the_clock_as_all_who_are_seated(make_game, seat_all):
    """DG-17 is about ending the game."""
    game = make_game(variant="devil-and-god")
    players = list(seat_all(game).values())
    proposal = propose_pause(game, players[-1])
    assert sorted(about("clock_vote")) == sorted(each.pk for each in players), "the proposer too"
    for player in players[:-2]:
        assert not clock_votes.vote(game=game, user=player, proposal=proposal.pk)
    assert clock_votes.vote(game=game, user=players[-2], proposal=proposal.pk)


@pytest.mark.parametrize("variant", ["spy", "devil-and-god"])
def test_in_fog_and_behind_masks_votes_change_nothing_that_others_see(make_game, seat_all, variant):
    game = make_game(variant=variant)
    players = list(seat_all(game).values())
    proposal = propose_pause(game, players[0])
    assert sorted(about("clock_vote")) == sorted(each.pk for each in players), "the proposer too"
    game.refresh_from_db()
    before = game.version
    clock_votes.vote(game=game, user=players[1], proposal=proposal.pk)
    clock_votes.take_back(game=game, user=players[1], proposal=proposal.pk)
    game.refresh_from_db()
    assert game.version == before


# Extending by vote (HR-12).


def test_the_players_extend_a_phase_by_half_of_it_or_a_whole_one(running_game, ada, ben):
    half = timedelta(hours=12)
    for wrong in (timedelta(), half / 2, half + timedelta(seconds=1), 2 * DAY):
        with pytest.raises(CannotMove, match="half its length or a whole one"):
            propose_extension(running_game, ada, wrong)
    for length, by in ((half, ada), (DAY, ben)):
        before = phase_of(running_game)
        proposal = propose_extension(running_game, by, length)
        other = ben if by is ada else ada
        assert clock_votes.vote(game=running_game, user=other, proposal=proposal.pk)
        after = phase_of(running_game)
        assert after.pk == before.pk
        assert after.deadline == after.closes_at == before.deadline + length, "also a second time"
    assert [each.reason for each in after.clock_entries.all()] == [Reason.VOTE, Reason.VOTE]


def test_a_proposal_to_pause_has_an_end_and_no_other_has_one(running_game, ada):
    proposal = propose_pause(running_game, ada)
    for wrong in ({"until": None}, {"kind": Kind.EXTENSION}):
        with pytest.raises(IntegrityError, match="a_proposed_pause_has_its_end"), transaction.atomic():
            ClockProposal.objects.filter(pk=proposal.pk).update(**wrong)
