"""Real money: what one person recorded for one entry or sponsor counts together, and never their own."""

from __future__ import annotations

import uuid

import pytest

from games import clock
from league.prizes.errors import NotTheSecond, OwnMoney
from league.prizes.models import HandRecord
from league.prizes.services import recording
from tests.league.prizes.money_seasons import FEE

pytestmark = pytest.mark.django_db

REAL = {"currency": "EUR", "online": False, "confirmations": 2, "second_above": FEE + 1, "guarantor": "ines"}


@pytest.fixture
def season(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    made = make_money_season(REAL).agree()
    made.announce()
    return made


def record(season, kind, amount, by=None, **given) -> HandRecord:
    return recording.record(
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
    recording.correct(record=first, by=season.ines, reason="Typed twice")
    assert record(season, "gift", 1200, name="Port").state == "booked"


def test_matching_unknown_payments_with_one_entry_takes_another_above_the_limit(season):
    entry = season.enter("p1")
    one, two = (record(season, "payment", 700, payer=name) for name in ("Dora", "Emil"))
    recording.match(record=one, by=season.henrik, entry=entry)
    with pytest.raises(NotTheSecond):
        recording.match(record=two, by=season.henrik, entry=entry)
    recording.match(record=two, by=season.ines, entry=entry)
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
