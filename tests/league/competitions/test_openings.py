"""Telling a league's members that a season takes entries: once each, some at a time, while it does."""

from __future__ import annotations

import pytest
from django.core import mail

from games.common.outbox import bell, delivery
from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.services import opening_entries
from league.competitions.services.opening_entries import tell_more
from league.users.services import update_wishes
from tests.conftest import make_user
from tests.league.competitions.seasons import Season

TITLE = "A new season takes entries"


@pytest.fixture
def season(calais, carl, set_clock, monkeypatch):
    """Of seven members; two are told at a time."""
    monkeypatch.setattr(opening_entries, "AT_ONCE", 2)
    made = Season(calais, carl, set_clock)
    for name in ("fay", "gus", "hal"):
        made.member(name)
    return made


def told() -> list[int]:
    rows = OutboxRow.objects.filter(topic="season_mail", payload__occasion="opens")
    return list(rows.order_by("pk").values_list("payload__user", flat=True))


def asked() -> list[OutboxRow]:
    return list(OutboxRow.objects.filter(topic="season_opening").order_by("pk"))


def test_every_member_is_told_once(season, ada):
    season.announce()
    delivery.deliver()
    members = set(season.league.memberships.values_list("user", flat=True))
    assert sorted(told()) == sorted(members) and ada.pk in members
    assert [each.title for each in bell.notices_of(ada)] == [TITLE]
    outsider = make_user("ivy")
    assert bell.notices_of(outsider) == []


def test_a_batch_that_is_delivered_again_tells_nobody_twice(season):
    season.announce()
    (first,) = asked()
    for _again in range(2):
        list(tell_more([first]))
    assert len(told()) == len(asked()) == 2, "one batch of two, and one row that goes on from there"
    list(tell_more(asked()))
    delivery.deliver()
    assert len(told()) == len({*told()}) == season.league.memberships.count()


def test_who_has_entered_and_who_is_gone_are_not_told(season, ada, ben):
    season.announce()
    services.enter(competition=season.competition, user=ada)
    ben.is_active = False
    ben.save()
    delivery.deliver()
    assert not {ada.pk, ben.pk} & {*told()}


def test_nobody_is_told_of_a_season_that_is_cancelled_meanwhile(season, carl):
    season.announce()
    list(tell_more(asked()))
    services.cancel(competition=season.competition, by=carl, reason="The hall burnt down.")
    OutboxRow.objects.filter(topic="season_mail").exclude(payload__occasion="opens").delete()
    mail.outbox.clear()
    delivery.deliver()
    assert len(told()) == 2 and not [each for each in mail.outbox if TITLE in each.subject]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_mail_goes_to_who_asked_for_openings(season, ada, wanted):
    update_wishes(user=ada, wishes={"openings": wanted})
    season.announce()
    delivery.deliver()
    delivery.deliver()
    assert ([each.to for each in mail.outbox if TITLE in each.subject] == [[ada.email]]) is wanted
