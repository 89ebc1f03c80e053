"""The rules of a season: what they refuse, and that their JSON says all of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.agreed.absence import POLICIES
from games.agreed.pace import Pace
from league.competitions.errors import BadRules
from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.rules.ladder_rules import LadderRules, Order
from league.competitions.rules.canonical import AT_ONCE, canonical, pieces_of
from league.competitions.rules.common_rules import RULING_DAYS, Names
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.rules.rule import defaults_of, made, values_of

DAY = datetime(2026, 9, 1, tzinfo=UTC)
RULES = LadderRules(
    name="Season 1",
    league="reading-room",
    variant="intimate",
    settings={"last_year": 1904, "draws": False},
    pace=Pace(),
    zone="Europe/Paris",
    enters_from=DAY - timedelta(days=14),
    enters_until=DAY - timedelta(days=1),
    starts_at=DAY,
    challenges_until=DAY + timedelta(days=60),
    ends_at=DAY + timedelta(days=118),
)


@given(
    reach=st.sampled_from(list(Reach)),
    reach_of=st.integers(1, 100),
    order=st.sampled_from(list(Order)),
    names=st.sampled_from(list(Names)),
    cost=st.integers(0, 100),
    verified=st.booleans(),
)
def test_rules_come_back_from_their_json(reach, reach_of, order, names, cost, verified):
    rules = replace(
        RULES,
        challenges=ChallengeRules(reach=reach, reach_of=reach_of),
        order=order,
        previous="before" if order is Order.PREVIOUS else "",
        names=names,
        cost=cost,
        verified=verified,
    )
    again = LadderRules.from_json(json.loads(canonical(rules.to_json())))
    assert again == rules
    assert again.sha256 == rules.sha256


def old(rules):
    """The rules as seasons had them until November 2026."""
    return replace(rules, format=1, challenges=replace(rules.challenges, decline_pause_days=0))


def test_rules_of_the_old_format_are_written_back_byte_for_byte():
    frozen = canonical(old(RULES).to_json())
    assert '"format":1' in frozen
    assert "decline_pause_days" not in frozen
    again = LadderRules.from_json(json.loads(frozen))
    assert canonical(again.to_json()) == frozen
    assert again.challenges.decline_pause_days == 0


@pytest.mark.parametrize("rules", [RULES, old(RULES)])
def test_rules_that_say_nothing_of_ruling_mean_28_days_and_keep_their_bytes(rules):
    frozen = canonical(rules.to_json())
    assert "ruling_days" not in frozen
    assert LadderRules.from_json(json.loads(frozen)).ruling_days == 28
    quicker = replace(rules, ruling_days=5)
    assert quicker.to_json() == rules.to_json() | {"ruling_days": 5}
    assert LadderRules.from_json(quicker.to_json()) == quicker and quicker.sha256 != rules.sha256


def test_28_days_are_left_out_whatever_a_kind_starts_from():
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Quick(LadderRules):
        ruling_days: Annotated[int, RULING_DAYS] = 5

    rules = Quick(**{each.name: getattr(RULES, each.name) for each in fields(RULES)})
    assert rules.ruling_days == 28 and "ruling_days" not in rules.to_json()
    assert Quick.from_json(rules.to_json()).ruling_days == 28
    usual = made(Quick, {**values_of(RULES), "ruling_days": defaults_of(Quick)["ruling_days"]})
    assert usual.to_json()["ruling_days"] == 5 and Quick.from_json(usual.to_json()) == usual


def test_what_an_old_draft_does_not_know_takes_the_default_of_today():
    money = PrizeRules(fee=500, cash_holder="carl")
    renewed = replace(old(RULES), money=money).renewed()
    assert (renewed.format, renewed.challenges.decline_pause_days) == (2, 5)
    assert renewed.money.confirmations == 1
    assert replace(renewed, money=None) == RULES
    assert renewed.renewed() == renewed


def test_real_money_always_takes_two_people():
    with pytest.raises(BadRules) as refused:
        PrizeRules(currency="EUR", fee=500, cash_holder="carl", confirmations=1)
    assert refused.value.field == "confirmations"
    assert PrizeRules(currency="EUR").renewed().confirmations == 2


def test_the_hash_follows_every_part_of_the_rules():
    others = [
        replace(RULES, name="Season 2"),
        replace(RULES, pace=Pace(movement=3600)),
        replace(RULES, challenges=ChallengeRules(pause_days=13)),
        replace(RULES, ends_at=RULES.ends_at + timedelta(microseconds=1)),
        replace(RULES, settings={"last_year": 1905, "draws": False}),
    ]
    assert len({each.sha256 for each in (RULES, *others)}) == len(others) + 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "  "),
        ("variant", "spy"),
        ("last_year", None),
        ("zone", "Paris"),
        ("smallest", 1),
        ("largest", 3),
        ("dispute_days", 8),
        ("dispute_days", True),
        ("ruling_days", 2),
        ("ruling_days", 29),
        ("absence", POLICIES["standard"]),
        ("order", Order.PREVIOUS),
        ("enters_until", DAY - timedelta(days=14)),
        ("starts_at", DAY - timedelta(days=2)),
        ("enters_from", datetime(2026, 8, 1)),  # noqa: DTZ001
    ],
)
def test_what_cannot_be_kept_is_refused_by_field(field, value):
    with pytest.raises(BadRules) as refused:
        replace(RULES, **({"settings": {}} if field == "last_year" else {field: value}))
    assert refused.value.field == field
    assert str(refused.value)


@pytest.mark.parametrize(
    ("name", "number"), [("games", 0), ("answer_days", 15), ("pause_days", -1), ("reach_of", 0)]
)
def test_numbers_of_challenges_have_bounds(name, number):
    with pytest.raises(BadRules) as refused:
        replace(RULES, challenges=replace(ChallengeRules(), **{name: number}))
    assert refused.value.field == name


def test_a_season_in_which_no_game_could_end_is_refused_at_its_last_day():
    with pytest.raises(BadRules) as refused:
        replace(RULES, challenges_until=RULES.starts_at)
    assert refused.value.field == "ends_at"


@pytest.mark.parametrize("count", [0, 1, AT_ONCE, AT_ONCE + 1])
def test_pieces_of_an_export_are_its_canonical_form(count):
    value = {
        "table": [{"rank": rank, "name": "É"} for rank in range(count)],
        "format": 1,
        "rules": {"b": [], "a": 2},
    }
    assert "".join(pieces_of(value)) == canonical(value)
