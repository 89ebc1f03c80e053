"""Real money: what one person recorded for one entry or sponsor counts together, and never their own."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from games.common import clock
from games.common.waiting import Scope, waits_of
from league.competitions.errors import BadRules
from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.prizes.errors import NotTheSecond, OwnMoney
from league.prizes.models import HandRecord
from league.prizes.services.incoming import manual_entries
from tests.conftest import count_queries
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import at

pytestmark = pytest.mark.django_db

REAL = {"currency": "EUR", "online": False, "confirmations": 2, "second_above": FEE + 1, "guarantor": "ines"}


@pytest.fixture
def season(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    made = make_money_season(REAL).agree()
    made.announce()
    return made


def record(season, kind, amount, by=None, **given) -> HandRecord:
    return manual_entries.record(
        competition=season.competition,
        by=by or season.henrik,
        kind=kind,
        amount=amount,
        received_on=clock.now().date(),
        reference="SEPA",
        key=uuid.uuid4(),
        **given,
    )


def test_gifts_of_one_sponsor_recorded_by_one_person_count_together(season):
    states = [record(season, "gift", 600, name=name).state for name in ("Port", "Port", "port", "Other")]
    assert states == ["booked", "booked", "waiting", "booked"]
    assert record(season, "gift", 600, by=season.ines, name="Port").state == "booked"


def test_parts_of_one_fee_count_together(season):
    entry = season.enter("p1")
    assert record(season, "payment", 700, entry=entry).state == "booked"
    assert record(season, "payment", 700, entry=entry).state == "waiting"
    assert record(season, "payment", 700, entry=season.enter("p2")).state == "booked"


def test_what_was_corrected_counts_no_more(season):
    first = record(season, "gift", 1200, name="Port")
    manual_entries.correct(record=first, by=season.ines, reason="Typed twice")
    assert record(season, "gift", 1200, name="Port").state == "booked"


def test_matching_unknown_payments_with_one_entry_takes_another_above_the_limit(season):
    entry = season.enter("p1")
    one, two = (record(season, "payment", 700, payer=name) for name in ("Dora", "Emil"))
    manual_entries.match(record=one, by=season.henrik, entry=entry)
    with pytest.raises(NotTheSecond):
        manual_entries.match(record=two, by=season.henrik, entry=entry)
    manual_entries.match(record=two, by=season.ines, entry=entry)
    two.refresh_from_db()
    assert two.state == "booked"


def test_in_play_money_each_record_counts_alone(make_money_season):
    season = make_money_season({"confirmations": 2, "second_above": 1000}).agree()
    season.announce()
    assert [record(season, "gift", 600, name="Port").state for _each in range(3)] == ["booked"] * 3
    assert record(season, "payment", 600, payer="henrik").state == "unknown"


def test_nobody_records_their_own_payment_in_real_money(season):
    entry = season.enter("p1")
    for kind, given in (
        ("payment", {"entry": entry, "payer": "HENRIK"}),
        ("payment", {"payer": "henrik"}),
        ("gift", {"name": "Henrik"}),
    ):
        with pytest.raises(OwnMoney):
            record(season, kind, 600, **given)
    with pytest.raises(OwnMoney):
        record(season, "guarantee", 600, by=season.ines)
    assert record(season, "guarantee", 600).state == "booked"
    assert record(season, "payment", FEE, by=season.ines, entry=entry, payer="henrik").state == "booked"


def test_nobody_confirms_what_they_paid_themselves(season, client_of):
    """Nor is it listed as theirs to do. Another treasurer's word is asked."""
    entry = season.enter("p1")
    for kind, given in (
        ("payment", {"entry": entry, "payer": "Ines"}),
        ("gift", {"name": "INES"}),
        ("guarantee", {}),
    ):
        made = record(season, kind, FEE + 2, **given)
        assert made.state == "waiting"
        with pytest.raises(OwnMoney):
            manual_entries.confirm_record(record=made, by=season.ines)
        made.refresh_from_db()
        assert (made.state, made.second_by) == ("waiting", None)
    page = client_of(season.ines).get(at("records", season))
    assert [line.may_decide for line in page.context["waiting"]] == [False] * 3
    assert "to confirm" not in told(season, season.ines)
    other = record(season, "gift", FEE + 2, name="Port")
    assert "1 logged payment to confirm" in told(season, season.ines)
    assert manual_entries.confirm_record(record=other, by=season.ines).state == "booked"


def test_nobody_matches_what_they_paid_themselves(season, client_of):
    entry = season.enter("p1")
    made = record(season, "payment", 700, payer="Ines")
    assert made.state == "unknown"
    with pytest.raises(OwnMoney):
        manual_entries.match(record=made, by=season.ines, entry=entry)
    page = client_of(season.ines).get(at("records", season))
    assert [line.may_match for line in page.context["unknown"]] == [False]
    match_page = reverse("prizes:match-record", args=["calais", season.competition.code, made.pk])
    assert match_page not in page.content.decode()
    assert "to match" not in told(season, season.ines)
    assert "1 payment to match" in told(season, season.henrik)
    manual_entries.match(record=made, by=season.henrik, entry=entry)
    made.refresh_from_db()
    assert (made.state, made.entry) == ("booked", entry)


def test_in_play_money_one_may_confirm_and_match_ones_own(make_money_season):
    season = make_money_season({"confirmations": 2, "second_above": 1000}).agree()
    season.announce()
    made = record(season, "payment", 700, payer="ines")
    manual_entries.match(record=made, by=season.ines, entry=season.enter("p1"))
    gift = record(season, "gift", 1200, name="ines")
    assert manual_entries.confirm_record(record=gift, by=season.ines).state == "booked"


def test_what_counts_together_is_corrected_by_another_above_the_limit(season, client_of):
    """Each of two parts is below the limit."""
    entry = season.enter("p1")
    first = record(season, "payment", 700, entry=entry)
    alone = record(season, "payment", 700, entry=season.enter("p2"))
    second = record(season, "payment", 600, entry=entry)
    assert second.state == "waiting"
    manual_entries.confirm_record(record=second, by=season.ines)

    def correctable(person) -> dict[int, bool]:
        page = client_of(person).get(at("records", season))
        return {line.key: line.may_correct for line in page.context["part"].rows}

    assert correctable(season.henrik) == {first.pk: False, alone.pk: True, second.pk: False}
    assert correctable(season.ines) == {first.pk: True, alone.pk: True, second.pk: True}
    for made in (first, second):
        with pytest.raises(NotTheSecond):
            manual_entries.correct(record=made, by=season.henrik, reason="Typed twice")
    manual_entries.correct(record=alone, by=season.henrik, reason="Typed twice")
    manual_entries.correct(record=second, by=season.ines, reason="Typed twice")
    manual_entries.correct(record=first, by=season.henrik, reason="Typed twice")


def test_many_records_take_no_more_queries(season, client_of):
    client = client_of(season.henrik)
    record(season, "payment", 700, entry=season.enter("p1"))
    record(season, "gift", 100, name="Port")
    client.get(at("records", season))  # what is kept is asked once
    few = count_queries(client, at("records", season))
    for number in range(2, 6):
        record(season, "payment", 700, entry=season.enter(f"p{number}"))
        record(season, "gift", 100, name=f"Port {number}")
        record(season, "guarantee", 100)
    assert count_queries(client, at("records", season)) == few


def test_a_limit_of_0_keeps_its_meaning_where_it_was_announced(season):
    """Of seasons of before; a draft refuses it, and reads it as the limit just above the fee."""
    given = {**season.competition.rules["money"], "second_above": 0}
    rules = {**season.competition.rules, "money": given}
    Competition.objects.filter(pk=season.competition.pk).update(rules=rules)
    season.refresh()
    assert record(season, "gift", 10 * FEE, name="Port").state == "booked"
    old = PrizeRules.from_json(given)
    assert old.renewed().second_above == FEE + 1
    with pytest.raises(BadRules, match="above 0"):
        old.check_draft()
    old.renewed().check_draft()
    assert PrizeRules().renewed().second_above == 0


def told(season, person) -> str:
    """What the register says that waits for someone of the season."""
    found = waits_of(person, Scope(contest=season.competition.pk))
    return ", ".join(str(each.says) for each in (*found.needs_you, *found.when_you_like))
