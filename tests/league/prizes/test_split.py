"""Who wins how much, by figures worked out by hand and by properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.errors import BadRules
from league.competitions.rules.prize_rules import Extra, PrizeRules
from league.prizes.book import split
from league.prizes.book.split import Group

FIVE = split.consecutive([[1], [2], [3], [4], [5]])


def sums(pool, ranking=None, **rules):
    groups = FIVE if ranking is None else split.consecutive(ranking)
    return {prize.entry: prize.amount for prize in split.prizes(pool, PrizeRules(**rules), groups)}


def test_shares_divide_the_pool_by_rank():
    assert sums(26800, shares=(50, 30, 20)) == {1: 13400, 2: 8040, 3: 5360}


def test_cents_that_do_not_divide_go_to_the_largest_remainders():
    """Of 504.50, 302.70 and 201.80 the last two lose most by rounding down."""
    assert sums(1009, shares=(50, 30, 20)) == {1: 504, 2: 303, 3: 202}
    assert sums(100, fixed=(150, 75, 74), shares=(100,)) == {1: 50, 2: 25, 3: 25}
    assert sums(1001, fixed=(300, 300, 400), shares=(0, 0, 70, 30)) == {1: 300, 2: 300, 3: 401}
    assert split.divide(5, [0, 3, 0, 3]) == [0, 3, 0, 2]


def test_of_equal_remainders_the_higher_rank_has_the_cent():
    assert sums(101, shares=(50, 50)) == {1: 51, 2: 50}
    assert sums(100, shares=(34, 33, 33)) == {1: 34, 2: 33, 3: 33}


def test_fixed_sums_come_first_and_the_rest_goes_by_the_shares():
    assert sums(10000, fixed=(3000, 1000), shares=(50, 25, 25)) == {1: 6000, 2: 2500, 3: 1500}


def test_fixed_sums_above_the_pool_are_cut_in_proportion():
    assert sums(1000, fixed=(3000, 1000), shares=(100,)) == {1: 750, 2: 250}


def test_a_share_that_nobody_has_goes_to_the_others_in_proportion():
    assert sums(1000, [[7], [9]], shares=(50, 30, 20)) == {7: 625, 9: 375}


def test_nobody_at_a_rank_with_a_share_leaves_the_pool_to_those_who_are_there():
    assert sums(1000, [[7]], shares=(0, 100)) == {7: 1000}


def test_equals_share_the_prizes_of_their_ranks_and_the_odd_cent_goes_by_the_draw():
    assert sums(1001, [[1], [4, 2], [3]], shares=(50, 30, 20)) == {1: 501, 4: 250, 2: 250}
    assert sums(1003, [[4, 2]], shares=(50, 50)) == {4: 502, 2: 501}


TEN = (10,) * 10
BY_RANK = [
    # pool, shares, fixed sums, the ranking; entry, rank and sum of each prize
    (26803, (50, 30, 20), (), [[4], [2], [9]], [(4, 1, 13401), (2, 2, 8041), (9, 3, 5361)]),
    (26803, (50, 30, 20), (), [[4, 2], [9]], [(4, 1, 10721), (2, 1, 10721), (9, 3, 5361)]),
    (26803, (50, 30, 20), (), [[4], [2, 9, 7]], [(4, 1, 13401), (2, 2, 4468), (9, 2, 4467), (7, 2, 4467)]),
    (26803, (50, 30, 20), (), [[4, 2, 9, 7]], [(4, 1, 6701), (2, 1, 6701), (9, 1, 6701), (7, 1, 6700)]),
    (10001, (40, 25, 15, 10, 10), (), [[1], [2], [3]], [(1, 1, 5001), (2, 2, 3125), (3, 3, 1875)]),
    (
        10001,
        (40, 25, 15, 10, 10),
        (2000, 1000),
        [[1], [3, 2], [5], [4]],
        [(1, 1, 4801), (3, 2, 1900), (2, 2, 1900), (5, 4, 700), (4, 5, 700)],
    ),
    (999, (60, 40), (700, 500, 300), [[1], [2], [3]], [(1, 1, 466), (2, 2, 333), (3, 3, 200)]),
    (999, (60, 40), (700, 500, 300), [[1, 2], [3]], [(1, 1, 400), (2, 1, 399), (3, 3, 200)]),
    (5000, (0, 0, 100), (), [[8], [6]], [(8, 1, 5000)]),
    (5000, (0, 0, 100), (300, 100), [[8], [6]], [(8, 1, 3750), (6, 2, 1250)]),
    (5000, (0, 0, 100), (300, 100), [[8, 6]], [(8, 1, 2500), (6, 1, 2500)]),
    (7, (34, 33, 33), (), [[3], [1], [2]], [(3, 1, 3), (1, 2, 2), (2, 3, 2)]),
    (2, (34, 33, 33), (), [[3, 1, 2]], [(3, 1, 1), (1, 1, 1)]),
    (1, (50, 50), (), [[3, 1]], [(3, 1, 1)]),
    (
        1003,
        TEN,
        (),
        [[1], [2], [3, 4, 5], [6], [7]],
        [(1, 1, 144), (2, 2, 144), (3, 3, 143), (4, 3, 143), (5, 3, 143), (6, 6, 143), (7, 7, 143)],
    ),
]
"""What was paid before places had groups of their own: ladders and round robins pay it for ever."""


@pytest.mark.parametrize(("pool", "shares", "fixed", "ranking", "won"), BY_RANK)
def test_those_who_are_counted_through_have_what_they_always_had(pool, shares, fixed, ranking, won):
    found = split.prizes(pool, PrizeRules(shares=shares, fixed=fixed), split.consecutive(ranking))
    assert [(prize.entry, prize.rank, prize.amount) for prize in found] == won


EIGHT = (40, 20, 10, 10, 5, 5, 5, 5)
BY_PLACE = {
    "all are there": (
        [Group(1, 1, [1]), Group(2, 2, [2]), Group(3, 4, [3, 4]), Group(5, 8, [5, 6, 7, 8])],
        {1: 400, 2: 200, 3: 100, 4: 100, 5: 50, 6: 50, 7: 50, 8: 50},
    ),
    "three share four places": (
        [Group(1, 1, [1]), Group(2, 2, [2]), Group(3, 4, [3, 4]), Group(5, 8, [5, 6, 7])],
        {1: 400, 2: 200, 3: 100, 4: 100, 5: 67, 6: 67, 7: 66},
    ),
    "nobody won the final": (
        # Of the 60 that are left, 20 for both in the final, 20 for places 3 and 4, 20 for the others.
        [Group(2, 2, [1, 2]), Group(3, 4, [3, 4]), Group(5, 8, [5, 6, 7, 8])],
        {1: 167, 2: 167, 3: 167, 4: 167, 5: 83, 6: 83, 7: 83, 8: 83},
    ),
    "no third place": (
        [Group(1, 1, [1]), Group(2, 2, [2]), Group(5, 8, [5])],
        {1: 500, 2: 250, 5: 250},
    ),
    "a place that a better group has": (
        [Group(1, 1, [1]), Group(2, 3, [2, 3]), Group(3, 3, [4])],
        {1: 571, 2: 215, 3: 214},
    ),
    "the winner may not win": (
        [Group(2, 2, [2]), Group(3, 4, [])],
        {2: 1000},
    ),
}


@pytest.mark.parametrize("case", BY_PLACE)
def test_those_who_share_places_share_their_prizes(case):
    groups, expected = BY_PLACE[case]
    found = split.prizes(1000, PrizeRules(shares=EIGHT), groups)
    assert {prize.entry: prize.amount for prize in found} == expected
    assert {prize.entry: prize.rank for prize in found} == {
        entry: group.first for group in groups for entry in group.entries if entry in expected
    }


def test_a_place_that_nobody_has_loses_its_fixed_sum_to_the_shares():
    found = split.prizes(1000, PrizeRules(fixed=(300, 100), shares=(50, 50)), [Group(2, 2, [7])])
    assert found == [split.Prize(7, 2, 1000)]
    found = split.prizes(1000, PrizeRules(shares=(60, 40)), [Group(3, 4, [7, 9]), Group(5, 8, [2])])
    assert [(prize.entry, prize.amount) for prize in found] == [(7, 500), (9, 500)]


def test_sponsors_prizes_go_to_the_places_that_a_group_has():
    groups = [Group(2, 2, [1, 2]), Group(5, 8, [5, 6, 7])]
    won = split.extra_prizes([(1, 90, "A"), (2, 91, "B"), (4, 90, "C"), (7, 91, "D")], groups)
    assert [(each.entry, each.rank, each.amount, each.sponsor) for each in won] == [
        (1, 2, 46, "B"),
        (2, 2, 45, "B"),
        (5, 5, 31, "D"),
        (6, 5, 30, "D"),
        (7, 5, 30, "D"),
    ]


FINAL = [Group(1, 1, [1]), Group(2, 2, [2]), Group(3, 4, [3, 4]), Group(5, 8, [5, 6, 7, 8])]
BY_ROUND = {
    "every game was played": ([{1, 2, 3, 4}, {1, 2}, {1}], {1: 700, 2: 200, 3: 50, 4: 50}),
    "a bye wins nothing": ([{2, 3, 4}, {1, 2}, {1}], {1: 650, 2: 217, 3: 67, 4: 66}),
    "nobody won the final": ([{1, 2, 3, 4}, {1, 2}, set()], {1: 400, 2: 400, 3: 100, 4: 100}),
    "the field had two rounds": ([{1, 2}, {1}], {1: 800, 2: 200}),
    "who may not win": ([{1, 2, 3, 9}, {1, 9}, {9}], {1: 734, 2: 133, 3: 133}),
    "nobody won any": ([set(), {9}, set()], {}),
}


@pytest.mark.parametrize("case", BY_ROUND)
def test_the_share_of_a_round_is_divided_among_those_who_won_a_game_of_it(case):
    rounds, expected = BY_ROUND[case]
    found = split.prizes(1000, PrizeRules(by="rounds", shares=(), rounds=(20, 30, 50)), FINAL, rounds)
    assert {prize.entry: prize.amount for prize in found} == expected
    ranks = {entry: group.first for group in FINAL for entry in group.entries}
    assert all(prize.rank == ranks[prize.entry] for prize in found)


def test_where_no_round_with_a_share_has_a_winner_the_last_that_somebody_won_has_all():
    rules = PrizeRules(by="rounds", shares=(), rounds=(0, 0, 100))
    found = split.prizes(101, rules, FINAL, [{1, 2, 3, 4}, {2, 1}, set()])
    assert [(prize.entry, prize.amount) for prize in found] == [(1, 51), (2, 50)]


def test_nobody_wins_an_empty_pool_and_nobody_wins_where_nobody_may():
    assert sums(0) == {}
    assert sums(500, []) == {}


def test_a_sponsors_prize_goes_to_its_rank_or_to_nobody():
    given_ = [(1, 4000, "Librairie du Port"), (3, 500, "Café")]
    assert split.extra_prizes(given_, split.consecutive([[8], [9]])) == [
        split.ExtraPrize(8, 1, 4000, "Librairie du Port")
    ]
    shared = [split.ExtraPrize(9, 2, 251, "Café"), split.ExtraPrize(7, 2, 250, "Café")]
    for rank in (2, 3):
        assert split.extra_prizes([(rank, 501, "Café")], split.consecutive([[8], [9, 7], [5]])) == shared
    assert split.extra_prizes([(4, 501, "Café")], split.consecutive([[8], [9, 7]])) == []


def test_a_prize_is_drawn_from_one_holder_where_one_can_pay_it():
    won = split.prizes(26800, PrizeRules(shares=(50, 30, 20)), FIVE)
    draws = split.drawn_from(won, {1: 13440, 2: 13360})
    assert [(draw.prize.entry, draw.holder, draw.amount) for draw in draws] == [
        (1, 1, 13400),
        (2, 2, 8040),
        (3, 2, 5320),
        (3, 1, 40),
    ]


def test_more_than_the_holders_have_is_refused():
    with pytest.raises(ValueError, match="more than"):
        split.drawn_from([split.Prize(1, 1, 101)], {1: 100})


@pytest.mark.parametrize(
    ("field", "rules"),
    [
        ("fee", {"fee": -1}),
        ("fee", {"fee": True}),
        ("fee", {"fee": 10**12}),
        ("shares", {"shares": (50, 49)}),
        ("shares", {"shares": (150, -50)}),
        ("shares", {"shares": ()}),
        ("fixed", {"fixed": (-1,)}),
        ("extras", {"extras": (Extra(0, 5, "x"),), "cash_holder": "henrik"}),
        ("extras", {"extras": (Extra(1, 5, " "),), "cash_holder": "henrik"}),
        ("currency", {"currency": "XXX"}),
        ("guarantor", {"guaranteed": 100}),
        ("cash_holder", {"fee": 100}),
        ("countries", {"countries": ("QQ",)}),
        ("league_percent", {"league_percent": 30, "site_percent": 30}),
        ("by", {"by": "games"}),
        ("rounds", {"rounds": (100,)}),
        ("rounds", {"by": "rounds", "shares": ()}),
        ("rounds", {"by": "rounds", "shares": (), "rounds": (50, 49)}),
        ("rounds", {"by": "rounds", "shares": (), "rounds": (150, -50)}),
        ("shares", {"by": "rounds", "rounds": (50, 50)}),
        ("fixed", {"by": "rounds", "shares": (), "fixed": (100,), "rounds": (50, 50)}),
    ],
)
def test_rules_that_cannot_be_name_their_field(field, rules):
    with pytest.raises(BadRules) as refused:
        PrizeRules(**rules)
    assert refused.value.field == field


def test_rules_are_read_back_as_they_were_written():
    rules = PrizeRules(
        currency="EUR",
        fee=1200,
        shares=(60, 40),
        fixed=(100,),
        extras=(Extra(1, 500, "Café"),),
        countries=("FR", "BE"),
        cash_holder="henrik",
    )
    assert PrizeRules.from_json(rules.to_json()) == rules
    assert not {"by", "rounds"} & rules.to_json().keys()
    by_round = PrizeRules(by="rounds", shares=(), rounds=(40, 60))
    assert (by_round.to_json()["by"], by_round.to_json()["rounds"]) == ("rounds", [40, 60])
    assert PrizeRules.from_json(by_round.to_json()) == by_round


SHARES = st.lists(st.integers(0, 100), min_size=1, max_size=8).filter(any)


@given(
    pool=st.integers(0, 10**9),
    weights=SHARES,
    fixed=st.lists(st.integers(0, 10**6), max_size=5),
    groups=st.lists(st.integers(1, 3), max_size=6),
)
def test_prizes_come_to_the_pool_exactly_and_nobody_below_wins_more(pool, weights, fixed, groups):
    shares = split.divide(100, sorted(weights, reverse=True))
    rules = PrizeRules(shares=tuple(shares), fixed=tuple(sorted(fixed, reverse=True)))
    people = iter(range(1, 100))
    ranking = [[next(people) for _each in range(size)] for size in groups]
    won = split.prizes(pool, rules, split.consecutive(ranking))
    assert sum(prize.amount for prize in won) == (pool if ranking else 0)
    assert all(prize.amount > 0 for prize in won)
    amounts = [prize.amount for prize in won]
    assert amounts == sorted(amounts, reverse=True)


@given(pool=st.integers(1, 10**7), cut=st.lists(st.integers(1, 9), min_size=1, max_size=4))
def test_draws_come_to_the_prizes_and_overdraw_nobody(pool, cut):
    pools = dict(enumerate(split.divide(pool, cut)))
    won = split.prizes(pool, PrizeRules(shares=(50, 30, 20)), FIVE)
    draws = split.drawn_from(won, pools)
    for holder, had in pools.items():
        assert sum(draw.amount for draw in draws if draw.holder == holder) == had
    for prize in won:
        assert sum(draw.amount for draw in draws if draw.prize == prize) == prize.amount


@st.composite
def brackets(draw):
    """Groups with places of their own: gaps, places with no one, more or fewer people than places."""
    people, place, groups = iter(range(1, 200)), 0, []
    for _group in range(draw(st.integers(0, 6))):
        first = place + draw(st.integers(1, 3))
        place = first + draw(st.integers(0, 4))
        groups.append(Group(first, place, [next(people) for _each in range(draw(st.integers(0, 6)))]))
    return groups


@given(
    pool=st.integers(0, 10**9),
    weights=SHARES,
    fixed=st.lists(st.integers(0, 10**6), max_size=8),
    groups=brackets(),
    data=st.data(),
)
def test_prizes_of_places_come_to_the_pool_whoever_has_them(pool, weights, fixed, groups, data):
    rules = PrizeRules(shares=tuple(split.divide(100, weights)), fixed=tuple(fixed))
    won = {prize.entry: prize.amount for prize in split.prizes(pool, rules, groups)}
    assert sum(won.values()) == (pool if any(group.entries for group in groups) else 0)
    # In a group no one has more than a unit above another, no matter who stands first; other groups have the
    # same.
    shuffled = [group._replace(entries=data.draw(st.permutations(group.entries))) for group in groups]
    again = {prize.entry: prize.amount for prize in split.prizes(pool, rules, shuffled)}
    for group in groups:
        amounts = sorted(won.get(entry, 0) for entry in group.entries)
        assert not amounts or amounts[-1] - amounts[0] <= 1
        assert amounts == sorted(again.get(entry, 0) for entry in group.entries)


@given(
    pool=st.integers(1, 10**9),
    weights=SHARES,
    groups=brackets(),
    winners=st.lists(st.sets(st.integers(1, 30), max_size=8), max_size=8),
)
def test_prizes_of_rounds_come_to_the_pool_where_anybody_won_one(pool, weights, groups, winners):
    rules = PrizeRules(by="rounds", shares=(), rounds=tuple(split.divide(100, weights)))
    won = {prize.entry: prize.amount for prize in split.prizes(pool, rules, groups, winners)}
    able = {entry for group in groups for entry in group.entries}
    wins = [able & each for each in winners]
    assert sum(won.values()) == (pool if any(wins) else 0)
    assert won.keys() <= set().union(*wins)
