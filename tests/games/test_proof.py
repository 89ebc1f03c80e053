import pytest
from django.core.management import CommandError, call_command

from adjudicator import replay
from adjudicator.errors import AdjudicatorError
from games.adjudication.proof import prove
from games.engine import bridge
from games.models import Game, Phase, Tenure, Turn
from games.services.players import votes
from tests.games.conftest import phase_of


@pytest.fixture
def played(movement_game, answer, advance, ada):
    """A few phases in, with an answer from ada in the first movement."""
    answer(ada, "A Par - Bur")
    advance()
    return movement_game


def test_what_was_played_replays_to_the_byte(played):
    assert prove(played).differences == []
    assert prove(played).turns == 3


def tamper_with_an_answer(game):
    turn = Turn.objects.get(phase__label="S1901M")
    turn.answers["1"] = ["A PAR - PIC"]
    turn.save()


def tamper_with_a_result(game):
    turn = Turn.objects.get(phase__label="S1901M")
    turn.turn["position"]["treasury"]["1"] += 1
    turn.save()


def tamper_with_the_open_position(game):
    phase = phase_of(game)
    phase.position["treasury"]["1"] += 1
    phase.save()


def tamper_with_the_lots(game):
    Game.objects.update(lots="00" * 32)


def tamper_with_a_nonce(game):
    Tenure.objects.filter(seat__key="1").update(nonce="another")


def tamper_with_the_phase_number(game):
    Game.objects.update(phase_number=7)


def lose_a_turn(game):
    Turn.objects.get(phase__label="S1901M").delete()


def lose_the_open_phase(game):
    Phase.objects.filter(adjudicated_at=None).delete()


def end_it_without_a_reason(game):
    Game.objects.update(state="finished", outcome={"how": "x", "winners": []}, finished_at=game.started_at)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "tamper",
    [
        tamper_with_an_answer,
        tamper_with_a_result,
        tamper_with_the_open_position,
        tamper_with_the_lots,
        tamper_with_a_nonce,
        tamper_with_the_phase_number,
        lose_a_turn,
        lose_the_open_phase,
        end_it_without_a_reason,
    ],
)
def test_whatever_is_tampered_with_is_found_out(played, tamper):
    tamper(played)
    assert prove(played).differences


def test_nothing_is_quoted_of_a_game_that_goes_on(played, ada):
    """In fog it would tell the site's team where someone stands (SPY-7)."""
    tamper_with_a_result(played)
    running = prove(played).differences
    assert running and not any("treasury" in each for each in running)
    votes.concede(game=played, user=ada)
    assert any("treasury" in each for each in prove(played).differences)


def test_the_command_tells_how_many_games_it_has_proved(played, make_game, capsys):
    make_game()  # has not begun: nothing to prove
    call_command("replay_games")
    assert "Replayed 1 games, 3 turns: 0 differ." in capsys.readouterr().out
    call_command("replay_games", played.code)
    tamper_with_a_result(played)
    with pytest.raises(CommandError):
        call_command("replay_games")
    assert played.code in capsys.readouterr().err


def test_a_record_keeps_its_lots_until_the_game_is_over(played, ben):
    record = bridge.record_of(played)
    assert "lots" not in record
    assert played.lots not in str(record)
    votes.concede(game=played, user=ben)
    played.refresh_from_db()
    record = bridge.record_of(played)
    assert record["lots"] == played.lots
    assert replay(record)["turns"][-1]["agreed"] == {"how": "concession", "by": ["2"]}


def test_a_record_holds_nothing_that_is_still_sealed(played, answer, ada):
    answer(ada, "A Bur - Mun", ready=True)
    assert "MUN" not in str(bridge.record_of(played)["turns"][-1]["answers"])
    assert len(bridge.record_of(played)["turns"]) == 3


def test_somebody_elses_record_does_not_replay(played, ben):
    votes.concede(game=played, user=ben)
    played.refresh_from_db()
    with pytest.raises(AdjudicatorError):
        replay(bridge.record_of(played) | {"lots": "00" * 32})
