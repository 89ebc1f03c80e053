import hashlib

import pytest

from games.agreed.pace import LIVE
from games.errors import BadSettings
from games.models import Game


def test_an_opened_game_waits_with_empty_seats(opened_game):
    assert opened_game.is_waiting
    assert list(opened_game.seats.values_list("key", "order")) == [("1", 0), ("2", 1)]
    assert not opened_game.tenures.exists()
    assert not opened_game.phases.exists()


def test_what_was_agreed_is_copied_and_frozen(make_game, calais):
    game = make_game(settings={"rulebook": "modern"}, pace=LIVE, press="none", visibility="private")
    calais.rulebook, calais.press = "classic", "open"
    calais.save()
    game.refresh_from_db()
    assert (game.settings, game.press, game.visibility) == ({"rulebook": "modern"}, "none", "private")
    assert game.pace == LIVE.to_json()


def test_the_fingerprint_of_the_secret_is_known_before_anybody_sits_down(opened_game):
    secret = bytes.fromhex(opened_game.lots_secret)
    assert len(secret) == 32
    assert opened_game.lots_sha256 == hashlib.sha256(secret).hexdigest()
    assert opened_game.lots == ""


def test_no_two_games_share_secret_code_or_link(make_game):
    games = [make_game() for _each in range(20)]
    for field in ("lots_secret", "code", "join_token"):
        assert len({getattr(game, field) for game in games}) == 20


@pytest.mark.parametrize(
    "wrong",
    [
        {"variant": "chess"},
        {"settings": {"rulebook": "purple"}},
        {"settings": {"weather": "fine"}},
        {"press": "shouted"},
        {"visibility": "hidden"},
        {"name": "   "},
    ],
)
def test_a_game_that_cannot_be_played_is_not_opened(make_game, wrong):
    with pytest.raises(BadSettings) as refused:
        make_game(**wrong)
    assert str(refused.value)
    assert not Game.objects.exists()
