"""Whole games between bots: every phase keeps what is always true, every record replays, greed wins."""

import hashlib
from collections import Counter
from random import Random

import pytest

import adjudicator
from adjudicator.canonical import dumps
from games.bots import greedy_bot, play, random_bot
from tests.adjudicator.tables import POWERS
from tests.fuzz.intimate import INTIMATE, run, short
from tests.fuzz.intimate_ii import GAME as INTIMATE_II


@pytest.mark.slow
@pytest.mark.long
def test_games_of_intimate_keep_what_is_always_true():
    """Thousands of them: `python -m tests.fuzz.intimate --games 5000`."""
    tally = run(range(20), last_year=1906)
    assert sum(tally.endings.values()) == 20
    assert tally.endings["ID-15"] > 12
    assert {"ID-15", "ID-16", "ID-19"} <= set(tally.endings)
    assert {"H", "B", "M", "R", "A"} == set(tally.phases)
    assert {"ID-1", "ID-12", "ID-14", "RB-9", "RB-11", "RB-14", "RB-15"} <= set(tally.clauses)


@pytest.mark.slow(but_first=True)
@pytest.mark.long
@pytest.mark.parametrize("game", [INTIMATE, INTIMATE_II], ids=["one", "two"])
def test_every_game_with_a_last_year_ends_by_rule(game):
    """HR-7: none is still going on a year later, when bots would agree on a draw (ID-19)."""
    tally = run(range(12), game=short(game), last_year=1903)
    assert sum(tally.endings.values()) == 12 and "ID-19" not in tally.endings
    assert tally.endings["HR-7"] > 3


@pytest.mark.slow
def test_greed_beats_chance():
    wins = Counter()
    for seed in range(60):
        seats = ("1", "2") if seed % 2 else ("2", "1")
        record = play(
            variant="intimate",
            settings={},
            bots={seats[0]: greedy_bot, seats[1]: random_bot},
            lots=hashlib.sha256(bytes([seed])).hexdigest(),
            random=Random(seed),
            last_year=1912,
        )
        wins.update(
            "greedy" if seat == seats[0] else "random" for seat in record["turns"][-1]["outcome"]["winners"]
        )
    assert wins["greedy"] > 5 * wins["random"]


@pytest.mark.slow
def test_standard_games_run_to_their_end_and_replay():
    for seed, bot in enumerate((greedy_bot, random_bot)):
        settings = {"last_year": 1908, "rulebook": "modern"}
        record = play(
            variant="standard",
            settings=settings,
            bots=dict.fromkeys(POWERS, bot),
            lots="11" * 32,
            random=Random(seed),
            last_year=1908,
        )
        assert record["turns"][-1]["outcome"]["how"] in ("RB-12", "RB-13")
        assert dumps(adjudicator.replay(record)["turns"]) == dumps(record["turns"])
        for turn in record["turns"]:
            units = [unit[2:5] for owned in turn["position"]["units"].values() for unit in owned]
            assert len(units) == len(set(units))


def test_the_same_seed_plays_the_same_game():
    games = [
        play(
            variant="intimate",
            settings={},
            bots={"1": greedy_bot, "2": greedy_bot},
            lots="22" * 32,
            random=Random(9),
            last_year=1910,
        )
        for _ in range(2)
    ]
    assert dumps(games[0]) == dumps(games[1])
