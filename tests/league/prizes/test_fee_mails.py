"""E-mails about a fee that is to be paid: at once, again before the time is over, and none that is stale."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions.outbox.post import season_mails
from league.competitions.services import turning
from league.prizes.services.incoming import manual_entries
from league.users.models import User
from tests.league.competitions.seasons import RULES
from tests.league.prizes.money_seasons import FEE

pytestmark = pytest.mark.django_db


def told(occasion):
    """To whom something was mailed on an occasion."""
    rows = OutboxRow.objects.filter(topic="season_mail", payload__occasion=occasion).order_by("pk")
    return list(rows.values_list("person", flat=True))


def sent(occasion):
    mail.outbox.clear()
    list(season_mails.send(list(OutboxRow.objects.filter(topic="season_mail", payload__occasion=occasion))))
    return mail.outbox


def is_due(season):
    return season.competition in turning.due(clock.now())


def test_whoever_gets_a_place_at_once_is_told_what_is_due_and_until_when(money_season):
    entry = money_season.enter("p1")
    [letter] = sent("fee_due")
    assert letter.to == [entry.user.email]
    assert "12.00 tokens" in letter.subject + letter.body
    assert f"{money_season.competition.get_absolute_url()}money/pay/" in letter.body
    assert "or your place goes to the next" in letter.body


def test_nobody_is_told_of_a_fee_where_there_is_none(make_money_season):
    season = make_money_season({"fee": 0}).agree()
    season.announce()
    assert season.enter("p1").remind_at is None
    assert told("fee_due") == []


def test_who_waits_is_told_of_the_fee_when_they_get_a_place(make_money_season):
    season = make_money_season(largest=2, smallest=2).agree()
    season.announce()
    entries = [season.enter(f"p{number}") for number in (1, 2, 3)]
    assert told("fee_due") == [each.user_id for each in entries[:2]]
    season.withdraw(entries[0])
    assert (told("fee_due"), told("let_in")) == ([each.user_id for each in entries[:2]], [entries[2].user_id])
    [letter] = sent("let_in")
    assert "money/pay/" in letter.body


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_fee_is_reminded_of_once_two_days_before_its_time_is_over(money_season, language):
    entry = money_season.enter("p1")
    paid = money_season.enter_and_pay("p2")
    User.objects.update(language=language)
    money_season.turn(days=5, seconds=-1)
    assert told("fee_reminder") == [] and not is_due(money_season)
    money_season.clock.pass_(seconds=1)
    assert is_due(money_season)
    for _time in range(2):
        money_season.turn(seconds=1)
    assert told("fee_reminder") == [entry.user_id]
    assert not is_due(money_season)
    [letter] = sent("fee_reminder")
    assert letter.to == [entry.user.email] != [paid.user.email] and "None" not in letter.body


def test_where_there_is_less_time_the_reminder_comes_in_the_middle_of_it(money_season):
    money_season.clock(RULES.enters_until - timedelta(hours=10))
    entry = money_season.enter("p1")
    assert entry.pay_by - entry.remind_at == timedelta(hours=5)


@pytest.mark.slow
def test_a_fee_that_was_taken_back_is_reminded_of_too(make_money_season):
    season = make_money_season().agree()
    season.announce()
    checkouts = [season.pay_online(season.enter(f"p{number}")) for number in range(1, 4)]
    season.start()
    season.provider_says(checkouts[0], charged_back=FEE)
    season.turn(days=5)
    assert told("fee_reminder") == [checkouts[0].entry.user_id]
    [letter] = sent("fee_reminder")
    assert "forfeit" in letter.body


def test_no_reminder_while_a_record_waits_and_none_is_sent_once_it_is_paid(make_money_season):
    season = make_money_season({"second_above": 100}).agree()
    season.announce()
    entry = season.enter("p1")
    made = manual_entries.record(
        competition=season.competition,
        by=season.henrik,
        kind="payment",
        amount=FEE,
        entry=entry,
        received_on=clock.now().date(),
        reference="transfer 17",
        key="5f0f4a9e-0000-4000-8000-000000000001",
    )
    season.turn(days=5)
    assert told("fee_reminder") == []
    manual_entries.refuse_record(record=made, by=season.ines, reason="No such transfer")
    season.turn(seconds=1)
    assert told("fee_reminder") == [entry.user_id]
    season.pay_by_hand(season.fresh(entry))
    assert sent("fee_reminder") == [] and sent("fee_due") == []
