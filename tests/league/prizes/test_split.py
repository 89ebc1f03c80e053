"""Who wins how much, by figures worked out by hand and by properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.competitions.errors import BadRules
from league.competitions.rules.prize_rules import Extra, PrizeRules
from league.prizes.book import split

FIVE = [[1], [2], [3], [4], [5]]


def sums(pool, ranking=FIVE, **rules):
    won = split.prizes(pool, PrizeRules(**rules), ranking)
    return {prize.entry: prize.amount for prize in won}


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


def test_nobody_wins_an_empty_pool_and_nobody_wins_where_nobody_may():
    assert sums(0) == {}
    assert sums(500, []) == {}


def test_a_sponsors_prize_goes_to_its_rank_or_to_nobody():
    given_ = [(1, 4000, "Librairie du Port"), (3, 500, "Café")]
    assert split.extra_prizes(given_, [[8], [9]]) == [split.ExtraPrize(8, 1, 4000, "Librairie du Port")]
    shared = [split.ExtraPrize(9, 2, 251, "Café"), split.ExtraPrize(7, 2, 250, "Café")]
    for rank in (2, 3):
        assert split.extra_prizes([(rank, 501, "Café")], [[8], [9, 7], [5]]) == shared
    assert split.extra_prizes([(4, 501, "Café")], [[8], [9, 7]]) == []


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
    won = split.prizes(pool, rules, ranking)
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
