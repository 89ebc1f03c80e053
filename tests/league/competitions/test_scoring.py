"""Scoring systems against their published boards and identities; sources stand with each system."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.tables.ended import Ended
from league.competitions.tables.free_points import FreePoints, Ties
from league.competitions.tables.scoring import SYSTEMS, example, shares_of_the_lead
from tests.league.competitions.scoring_boards import BOARDS, ROWS

DIXIE_BY_PLACE, CARNAGE_BEFORE_2023 = "dixie, the first alone", "carnage, without the lead"


def board(written: str) -> Ended:
    return example(*map(int, written.split("-")), out=BOARDS[written])


def scored(key: str, ended: Ended) -> list[Fraction]:
    if key == DIXIE_BY_PLACE:
        ended = Ended(ended.centres, ended.out, voted=ended.at_the_top)
        key = "dixie"
    if key == CARNAGE_BEFORE_2023:
        bonus = Fraction(300 * ended.lead)
        first, *others = scored("carnage-2023", ended)
        return [first - bonus, *others]
    return list(SYSTEMS[key].scores(ended).values())


@pytest.mark.parametrize(("key", "written", "expected"), ROWS)
def test_a_board_scores_as_published(key, written, expected):
    assert scored(key, board(written)) == [Fraction(each) for each in expected.split()]


def test_every_system_is_held_against_a_solo():
    assert {key for key, written, _scores in ROWS if board(written).solo} == set(SYSTEMS)


@st.composite
def boards(draw: st.DrawFn, most: int = 17) -> Ended:
    """Seven powers that own all 34 centres, none above `most`."""
    cuts = sorted(draw(st.lists(st.integers(0, 34), min_size=6, max_size=6)))
    owned = [high - low for low, high in zip([0, *cuts], [*cuts, 34], strict=True)]
    while max(owned) > most:
        owned[owned.index(max(owned))] -= 1
        owned[owned.index(min(owned))] += 1
    years = draw(st.lists(st.integers(1901, 1908), min_size=7, max_size=7))
    return example(*owned, out=tuple(years[: owned.count(0)]))


@given(boards())
def test_sums_and_the_top_follow_from_the_formulas(ended):
    sums = {key: sum(system.scores(ended).values()) for key, system in SYSTEMS.items()}
    assert sums["c-diplo-73"] == sums["c-diplo-100"] == sums["squares"] == sums["draw-size"] == 100
    assert sums["carnage-2023"] == 28034 + 300 * ended.lead
    assert sums["dixie"] == 590
    if ended.lead:
        for power, score in SYSTEMS["open-tribute"].scores(ended).items():
            owned = ended.centres[power]
            survivor = 34 + 4 * owned - ended.most if owned else 0
            assert score == (10 * owned if owned == ended.most else survivor)


@given(boards(), st.randoms(use_true_random=False))
def test_scores_go_by_the_power_not_by_its_seat(ended, shuffled):
    powers = list(ended.centres)
    shuffled.shuffle(powers)
    turned = Ended({power: ended.centres[power] for power in powers}, ended.out)
    for system in SYSTEMS.values():
        assert system.scores(turned) == system.scores(ended)


@given(boards())
def test_who_has_more_centres_never_scores_less(ended):
    for system in SYSTEMS.values():
        scores = system.scores(ended)
        in_order = sorted(ended.centres, key=lambda power: (ended.centres[power], scores[power]))
        assert [scores[power] for power in in_order] == sorted(scores.values()), system.key


def test_sharers_of_a_voted_draw_split_the_first_places():
    ended = board("9-7-5-5-4-3-1")
    shares = [
        SYSTEMS["dixie"].scores(Ended(ended.centres, voted=frozenset("AEFGIRT"[:k]))) for k in range(2, 8)
    ]
    split = [each["A"] - 4 * ended.centres["A"] for each in shares]
    assert split == [170, 130, 106, Fraction(444, 5), Fraction(227, 3), Fraction(454, 7)]


def test_only_those_in_a_voted_draw_share_it():
    drawn = Ended(board("9-7-5-5-4-3-1").centres, voted=frozenset("AFT"))
    assert list(SYSTEMS["draw-size"].scores(drawn).values()) == [
        Fraction(100, 3) if power in "AFT" else 0 for power in "AEFGIRT"
    ]


def test_a_voted_draw_changes_scores_in_the_systems_that_say_so():
    alone = board("14-7-6-4-3-0-0")
    drawn = Ended(alone.centres, alone.out, voted=frozenset("AE"))
    changed = {key for key, system in SYSTEMS.items() if system.scores(alone) != system.scores(drawn)}
    assert changed == {key for key, system in SYSTEMS.items() if system.reads_votes} == {"draw-size", "dixie"}


@pytest.mark.parametrize(
    ("centres", "shares"),
    [
        ((12, 12, 11, 0, 0, 0, 0), ("9/2", "9/2", 3)),
        ((12, 11, 10, 1, 0, 0, 0), (6, 4, 2)),
        ((14, 9, 5), (12,)),
    ],
)
def test_bangkok_shares_twelve_points_by_the_distance_to_the_first(centres, shares):
    found = shares_of_the_lead({str(seat): owned for seat, owned in enumerate(centres)})
    assert [share for share in found.values() if share] == [Fraction(share) for share in shares]


def test_eighteen_centres_are_a_solo_and_the_last_year_out_counts_as_it_was():
    assert board("18-6-4-3-3-0-0").solo == "A"
    assert board("17-7-5-5-0-0-0").solo is None
    assert board("18-6-4-3-3-0-0").sharers == {"A"}


@pytest.mark.parametrize(
    ("centres", "out", "voted", "said"),
    [
        ((9, 7, 7, 4, 4, 3), {}, "", "Seven powers"),
        ((10, 7, 7, 4, 4, 3, -1), {}, "", "Seven powers"),
        ((9, 7, 7, 4, 4, 3, 1), {}, "", "1 to 34"),
        ((9, 7, 7, 4, 4, 3, 0), {}, "", "year out"),
        ((9, 7, 7, 4, 4, 2, 1), {"T": 1905}, "", "year out"),
        ((9, 7, 7, 4, 4, 3, 0), {"T": 1905}, "AX", "share a draw"),
    ],
)
def test_what_no_game_comes_to_is_refused(centres, out, voted, said):
    with pytest.raises(ValueError, match=said):
        Ended(dict(zip("AEFGIRT", centres, strict=False)), out, frozenset(voted))


def points(
    places: tuple[int, ...], *, ties: Ties = Ties.SHARED, by_year: bool = False, **more: int
) -> FreePoints:
    others = {key: Fraction(more.get(key, 0)) for key in ("centre", "survival", "lead", "solo", "lost")}
    return FreePoints(tuple(map(Fraction, places)), ties, dead_by_year=by_year, **others)


@given(boards(most=22))
def test_the_free_table_can_be_some_of_the_systems(ended):
    c_diplo = points((39, 15, 8, 1, 1, 1, 1), centre=1, solo=73, lost=1)
    carnage = points((7000, 6000, 5000, 4000, 3000, 2000, 1000), centre=1, lead=300, solo=28034, by_year=True)
    assert c_diplo.scores(ended) == SYSTEMS["c-diplo-73"].scores(ended)
    assert carnage.scores(ended) == SYSTEMS["carnage-2023"].scores(ended)


def test_equals_in_the_free_table_share_or_get_the_lower_points():
    ended, places = board("9-7-7-4-4-3-0"), (4, 3, 2, 1, 0, 0, 0)
    shared, lower = points(places, survival=2), points(places, ties=Ties.LOWER, survival=2)
    assert list(shared.scores(ended).values()) == [
        6,
        Fraction(9, 2),
        Fraction(9, 2),
        Fraction(5, 2),
        Fraction(5, 2),
        2,
        0,
    ]
    assert list(lower.scores(ended).values()) == [6, 4, 4, 2, 2, 2, 0]


def test_the_dead_stand_by_year_or_are_equal_in_the_free_table():
    ended, places = board("12-11-10-1-0-0-0"), (6, 5, 4, 3, 2, 1, 0)
    assert list(points(places).scores(ended).values()) == [6, 5, 4, 3, 1, 1, 1]
    assert list(points(places, by_year=True).scores(ended).values())[4:] == [
        2,
        Fraction(1, 2),
        Fraction(1, 2),
    ]


@pytest.mark.parametrize("places", [(3, 2, 1), (1, 2, 0, 0, 0, 0, 0)])
def test_the_free_table_has_seven_places_in_order(places):
    with pytest.raises(ValueError, match="seven places"):
        points(places)
