"""The replay of a game of a knock-out: what it is played by, and how it begins (HR-11, HR-13)."""

from __future__ import annotations

import pytest

from games.adjudication.proof import prove
from games.agreed.replays import replay_settings
from games.models import Game
from tests.games.conftest import phase_of
from tests.games.contests import open_duel, terms

HOMES = {"1": "FRANCE", "2": "TURKEY"}
SWAPPED = {"1": "TURKEY", "2": "FRANCE"}
TREASURY = {"intimate": {"1": 20, "2": 20}, "intimate-ii": {"1": 18, "2": 20}}

# Settings


@pytest.mark.parametrize(
    ("first", "last", "replayed"),
    [
        (1901, 1910, 1908),
        (1901, 1904, 1902),
        (1901, 1903, 1902),  # never before the second game year
        (1901, 1902, 1902),
        (1901, 1901, 1901),  # nor after the first game's
        (1905, 1907, 1906),
        (1901, None, None),
    ],
)
def test_a_replay_swaps_homes_and_is_two_years_shorter(first, last, replayed):
    settings = {"rulebook": "modern", "draws": False, "last_year": last}
    given = dict(settings)
    assert replay_settings(settings, HOMES, first, swap=True) == given | {
        "homes": SWAPPED,
        "last_year": replayed,
    }
    assert replay_settings(settings, HOMES, first, swap=False) == given | {"homes": HOMES}
    assert settings == given and HOMES["1"] == "FRANCE", "nothing of the first game's is changed"


@pytest.mark.parametrize("swap", [True, False])
def test_homes_that_nobody_had_chosen_are_chosen_in_the_replay(swap):
    found = replay_settings({"homes": None, "last_year": 1905}, {}, 1901, swap=swap)
    assert found == {"last_year": 1903 if swap else 1905}
    assert "last_year" not in replay_settings({}, {}, 1901, swap=swap)


def test_homes_that_were_given_to_the_first_game_are_swapped_too():
    assert replay_settings({"homes": HOMES}, HOMES, 1901, swap=True) == {"homes": SWAPPED}


# The game


@pytest.fixture
def replayed(calais, ada, ben, carl, set_clock):
    """Opens the replay of an undecided game of ada, France, and ben, Turkey, with 1904 as its last year."""

    def opened(variant: str = "intimate", **more) -> Game:
        settings = replay_settings({"last_year": 1904}, HOMES, 1901, swap=True) | more
        return open_duel(calais, (ada, ben), [carl], variant=variant, settings=settings)

    return opened


@pytest.mark.django_db
@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
def test_it_begins_with_the_first_auction_and_each_has_the_others_home(replayed, ada, ben, variant):
    game = replayed(variant)
    phase = phase_of(game)
    assert (phase.ordinal, phase.label) == (0, "S1901B")
    assert phase.position["homes"] == SWAPPED and phase.position["treasury"] == TREASURY[variant]
    assert game.settings == {"draws": False, "homes": SWAPPED, "last_year": 1902}
    held = dict(game.tenures.filter(left_at=None).values_list("seat__key", "user__username"))
    assert held == {"1": "ada", "2": "ben"}, "no lots deal these seats"
    assert prove(game).differences == []


@pytest.mark.django_db
def test_one_whose_homes_are_chosen_anew_begins_with_the_choice(calais, ada, ben, carl, set_clock):
    settings = replay_settings({"last_year": 1904, "homes": None}, {}, 1901, swap=False)
    game = open_duel(calais, (ada, ben), [carl], settings=settings, contest=terms(2))
    assert phase_of(game).label == "S1901H" and game.settings["last_year"] == 1904
