import pytest

from games.adjudication.processing import process_phase
from games.adjudication.proof import prove
from games.errors import AlreadyVoted, GameIsOver, NotAllowed, NotRunning, NotSeated
from games.models import Game, Tenure, Turn, Vote
from games.services.players import votes
from tests.games.conftest import phase_of


def test_a_draw_needs_everybodys_vote(running_game, ada, ben):
    votes.cast(game=running_game, user=ada, kind="draw")
    running_game.refresh_from_db()
    assert running_game.is_running
    votes.cast(game=running_game, user=ben, kind="draw")
    running_game.refresh_from_db()
    assert running_game.state == Game.State.FINISHED
    assert running_game.outcome == {"how": "ID-19", "winners": ["1", "2"]}
    turn = Turn.objects.get()
    assert turn.answers is None
    assert turn.agreed == {"how": "draw", "by": ["1", "2"]}
    assert prove(running_game).differences == []


def test_a_vote_stands_once(running_game, ada):
    votes.cast(game=running_game, user=ada, kind="draw")
    with pytest.raises(AlreadyVoted):
        votes.cast(game=running_game, user=ada, kind="draw")
    assert Vote.objects.count() == 1


def test_a_second_vote_ends_the_game_once_the_others_are_out_of_it(make_game, seat_all):
    """RB-12: those who still have units or centres have to agree."""
    game = make_game(variant="standard")
    seat_all(game)
    voters = list(Tenure.objects.filter(game=game, seat__key__in=["FRANCE", "TURKEY"]))
    for tenure in voters:
        votes.cast(game=game, user=tenure.user, kind="draw")
    phase = phase_of(game)
    for part in ("units", "centres"):
        phase.position[part] = {power: phase.position[part][power] for power in ("FRANCE", "TURKEY")}
    phase.save()
    votes.cast(game=game, user=voters[0].user, kind="draw")
    game.refresh_from_db()
    assert game.outcome == {"how": "RB-12", "winners": ["FRANCE", "TURKEY"]}


def test_a_vote_can_be_taken_back(running_game, ada, ben):
    votes.cast(game=running_game, user=ada, kind="draw")
    votes.withdraw(game=running_game, user=ada, kind="draw")
    votes.withdraw(game=running_game, user=ada, kind="draw")
    votes.cast(game=running_game, user=ben, kind="draw")
    running_game.refresh_from_db()
    assert running_game.is_running


def test_votes_are_shown_at_once(running_game, ada):
    before = running_game.version
    votes.cast(game=running_game, user=ada, kind="draw")
    running_game.refresh_from_db()
    assert running_game.version == before + 1


def test_a_vote_stands_through_later_phases(running_game, ada, ben, advance):
    votes.cast(game=running_game, user=ada, kind="draw")
    advance()
    votes.cast(game=running_game, user=ben, kind="draw")
    running_game.refresh_from_db()
    assert running_game.state == Game.State.FINISHED
    assert prove(running_game).differences == []


def test_no_draws_where_the_settings_rule_them_out(make_game, seat_both, ada):
    game = seat_both(make_game(settings={"draws": False}))
    with pytest.raises(NotAllowed, match="draws"):
        votes.cast(game=game, user=ada, kind="draw")
    assert not Vote.objects.exists()


def test_no_stalemate_while_a_mercenary_lives(movement_game, ada):
    """ID-18."""
    with pytest.raises(NotAllowed):
        votes.cast(game=movement_game, user=ada, kind="stalemate")


def test_a_vote_for_what_does_not_exist_is_refused(running_game, ada):
    with pytest.raises(NotAllowed):
        votes.cast(game=running_game, user=ada, kind="coup")


def test_who_concedes_loses_at_once(running_game, ben):
    votes.concede(game=running_game, user=ben)
    running_game.refresh_from_db()
    assert running_game.outcome["winners"] == ["1"]
    assert running_game.finished_at
    assert not phase_of(running_game).is_open
    assert prove(running_game).differences == []


def test_only_players_of_a_running_game_end_it(running_game, carl, make_game, ada, ben):
    for act in (votes.cast, votes.withdraw):
        with pytest.raises(NotSeated):
            act(game=running_game, user=carl, kind="draw")
    with pytest.raises(NotSeated):
        votes.concede(game=running_game, user=carl)
    with pytest.raises(NotRunning):
        votes.concede(game=make_game(), user=ada)
    votes.concede(game=running_game, user=ada)
    with pytest.raises(GameIsOver):
        votes.concede(game=running_game, user=ben)
    with pytest.raises(GameIsOver):
        votes.cast(game=running_game, user=ben, kind="draw")


def test_a_phase_that_was_ended_is_not_adjudicated(running_game, ada, set_clock):
    phase = phase_of(running_game)
    votes.concede(game=running_game, user=ada)
    set_clock(phase.deadline)
    assert not process_phase(phase=phase)
    assert Turn.objects.count() == 1
