"""First rounds of three cups of Intimate Diplomacy that people played by e-mail, with results.

The facts are those of the Hucknall Cups II to IV as their site tells them (alb-gsb.com, hc2 to hc4): sixteen
entrants each, who met whom, who won, which games were drawn and played again. The names are others.
"""

from __future__ import annotations

import pytest

from league.competitions.knock_out.bracket import By
from league.competitions.knock_out.state import seats_of
from tests.league.competitions.cups import Played

SEEDS = [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
"""Whose seeds stand on the places of a bracket of sixteen, from the top."""

CUPS = {
    "II": [
        ("Ulla", "Otto", "away"),
        ("Hugo", "Vera", "home"),
        ("Ines", "Paul", "away"),
        ("Yves", "Emil", "away"),
        ("Zora", "Nils", "away"),
        ("Olga", "Ada", "home leaves"),
        ("Lena", "Finn", "away"),
        ("Ivo", "Dora", "away"),
    ],
    "III": [
        ("Hugo", "Zora", "home"),
        ("Lena", "Emil", "home"),
        ("Otto", "Ines", "home"),
        ("Ada", "Karl", "drawn, home"),
        ("Dora", "Paul", "away"),
        ("Ivo", "Yves", "drawn, away by a tie-break"),
        ("Nils", "Vera", "home"),
        ("Finn", "Uwe", "drawn, away by a tie-break"),
    ],
    "IV": [
        ("Otto", "Vera", "home"),
        ("Ebba", "Uwe", "home"),
        ("Paul", "Nils", "away"),
        ("Lars", "Dora", "away"),
        ("Rosa", "Lena", "away"),
        ("Zora", "Nora", "home"),
        ("Ada", "Vito", "away"),
        ("Mia", "Knut", "away"),
    ],
}
"""From the top of the draw: at home, away, and who of them went on. In cup II someone could not finish
their game, and the other went on.
"""
SECOND = {
    "II": [("Otto", "Hugo"), ("Paul", "Emil"), ("Nils", "Ada"), ("Finn", "Dora")],
    "III": [("Hugo", "Lena"), ("Otto", "Ada"), ("Paul", "Yves"), ("Nils", "Uwe")],
    "IV": [("Otto", "Ebba"), ("Nils", "Dora"), ("Lena", "Zora"), ("Vito", "Knut")],
}
"""Who of them meet next where neighbours do, as here; those cups drew again for each round."""


def names_of(cup: str) -> list[str]:
    """The entrants from the first seed, so seeded that the first round is that of the cup."""
    places = [name for home, away, _end in CUPS[cup] for name in (home, away)]
    return [places[SEEDS.index(seed)] for seed in range(1, 17)]


@pytest.mark.parametrize("cup", CUPS)
def test_the_bracket_of_those_seeds_is_their_first_round(cup):
    names = names_of(cup)
    assert len(set(names)) == 16
    places = [names[seed - 1] for seed in seats_of(range(1, 17))]
    assert list(zip(places[::2], places[1::2], strict=True)) == [row[:2] for row in CUPS[cup]]


@pytest.mark.parametrize("cup", CUPS)
def test_their_results_lead_to_the_same_eight_and_the_same_games_are_played_again(cup):
    names, played, again = names_of(cup), Played(16, replays=True), set()
    for pairing, (home, _away, end) in enumerate(CUPS[cup], 1):
        upper = names[played.begun[pairing][0] - 1]
        assert upper == home
        if end == "home leaves":
            played.goes(played.begun[pairing][0])
            continue
        number = pairing
        if end.startswith("drawn"):
            played.end(pairing, "drawn")
            again.add(number := pairing + 16)
        played.end(number, "a" if "home" in end else "b")
    assert {number for number in played.begun if number > 16} == again
    assert len(again) == {"II": 0, "III": 3, "IV": 0}[cup]
    second = [tuple(names[each - 1] for each in played.begun[number]) for number in range(9, 13)]
    assert second == SECOND[cup]
    left = [n for n in range(1, 9) if played.decided[n].by is By.FORFEIT]
    assert left == [n for n, (*_two, end) in enumerate(CUPS[cup], 1) if end == "home leaves"]
