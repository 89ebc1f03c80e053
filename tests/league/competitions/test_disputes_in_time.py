"""Disputes that no one rules on: administrators hear at half time, and in the end the result stands."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse
from django.utils import translation

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import HasEntered, NoReason, NotInState, NotMember, WindowOver
from league.competitions.ladder.services import table
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Dispute
from league.competitions.services import turning
from league.competitions.services.appointing import appoint_arbiter
from league.competitions.services.receiving import tell_admins_of_disputes
from tests.conftest import make_user
from tests.league.competitions.seasons import DAY, RULES

SAID = "My three orders were saved at 19:41, and the report has none of them."


@pytest.fixture
def disputed(season):
    """The last of four has beaten the first, who disputes it."""
    season.low, season.high = season.entry(4), season.entry(1)
    season.challenge_ = season.play(season.low, season.high)
    season.dispute = services.dispute(pairing=season.challenge_.pairing, user=season.high.user, said=SAID)
    return season


def alarms() -> list[OutboxRow]:
    return list(OutboxRow.objects.filter(topic="alarm", payload__has_key="disputes"))


@pytest.mark.slow
def test_administrators_are_told_once_after_fourteen_days(disputed, settings):
    settings.ADMINS = [("Root", "root@example.org")]
    assert not disputed.turn(days=14, seconds=-1)
    assert alarms() == []
    assert disputed.turn(seconds=1)
    assert not disputed.turn(days=13)
    assert len(alarms()) == 1
    tell_admins_of_disputes(alarms())
    sent = mail.outbox[-1]
    assert disputed.competition.name in sent.body and SAID not in sent.body
    assert reverse("admin:tournaments_competition_arbiter", args=[disputed.competition.pk]) in sent.body


@pytest.mark.slow
def test_a_dispute_that_was_ruled_meanwhile_is_not_mailed(disputed, settings):
    settings.ADMINS = [("Root", "root@example.org")]
    disputed.turn(days=14)
    services.rule(
        pairing=disputed.challenge_.pairing, by=disputed.arbiter, ruling="stands", reason="Nothing was lost."
    )
    tell_admins_of_disputes(alarms())
    assert mail.outbox == []


@pytest.mark.slow
def test_a_season_with_an_overdue_dispute_is_due(disputed):
    disputed.clock.pass_(days=14, seconds=-1)
    assert turning.due(clock.now()) == []
    disputed.clock.pass_(seconds=1)
    assert turning.due(clock.now()) == [disputed.competition]
    turning.turn_all()
    assert turning.due(clock.now()) == []


@pytest.mark.slow
def test_after_28_days_the_result_stands_by_the_rule(disputed, client_of):
    before = disputed.table
    assert disputed.turn(days=28)
    found = Dispute.objects.get()
    assert (found.ruling, found.ruled_by, found.ruled_at) == ("stands", None, clock.now())
    assert disputed.table == before
    assert not table.has_drifted(disputed.competition)
    told = OutboxRow.objects.filter(payload__occasion="ruled").values_list("payload__user", flat=True)
    assert sorted(told) == sorted([disputed.high.user_id, disputed.low.user_id])
    with pytest.raises(WindowOver):  # no one has ruled
        services.dispute(pairing=disputed.challenge_.pairing, user=disputed.low.user, said="Me too.")
    page = reverse(
        "tournaments:dispute", args=["calais", disputed.competition.code, disputed.challenge_.number]
    )
    shown = client_of(disputed.high.user).get(page).content.decode()
    assert "No one ruled on it in 28 days" in shown and "automatically, by the rules" in shown
    log = reverse("tournaments:log", args=["calais", disputed.competition.code]) + "?part=rulings"
    assert "No one ruled on it in 28 days" in client_of().get(log).content.decode()


@pytest.mark.slow
def test_what_the_rule_says_is_said_in_the_readers_language(disputed, monkeypatch):
    disputed.turn(days=28)
    found = Dispute.objects.get()
    monkeypatch.setattr(
        "league.competitions.models.dispute.gettext", lambda words: f"<{translation.get_language()}> {words}"
    )
    with translation.override("fr"):
        assert found.why == "<fr> No one ruled on it in 28 days, so the result stands."
        assert found.why_in_no_language == "No one ruled on it in 28 days, so the result stands."
    services.rule(
        pairing=disputed.challenge_.pairing, by=disputed.arbiter, ruling="stands", reason="I saw it."
    )
    assert Dispute.objects.latest("pk").why == "I saw it."


@pytest.mark.slow
def test_the_table_is_the_same_with_and_without_an_arbiter(disputed):
    disputed.turn(days=28)
    one = json.loads(export_bytes(disputed.competition, clock.now()))
    services.rule(
        pairing=disputed.challenge_.pairing, by=disputed.arbiter, ruling="stands", reason="Nothing was lost."
    )
    disputed.refresh()
    other = json.loads(export_bytes(disputed.competition, clock.now()))
    assert other.pop("log")[:-1] == one.pop("log"), "the log tells of one ruling more"
    assert other == one


@pytest.mark.slow
def test_a_season_ends_by_itself_whose_arbiters_are_silent(disputed):
    disputed.clock(RULES.ends_at)
    disputed.turn()
    assert disputed.competition.state in ("closing", "finished")
    for _step in range(3):
        disputed.turn(days=1)
    assert disputed.competition.state == "finished"


@pytest.mark.slow
def test_a_dispute_in_a_cancelled_season_is_nobodys_business(disputed, settings):
    services.cancel(competition=disputed.competition, by=disputed.organiser, reason="The hall burnt down.")
    disputed.turn(days=30)
    assert alarms() == []
    assert Dispute.objects.get().ruled_at is None


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    "changes",
    [
        {"ruling": "annulled"},
        {"reason": "Because."},
        {"ruling": ""},
        {"ruled_at": F("stands_at") - timedelta(seconds=1)},
        {"stands_at": None},
    ],
)
def test_the_data_base_lets_nobody_rule_but_the_rule_in_its_own_time(disputed, changes):
    disputed.turn(days=28)
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.update(**changes)


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{"stands_at": None}, {"rule_by": None}, {"stands_at": F("rule_by")}])
def test_the_data_base_keeps_no_open_dispute_that_never_ends(disputed, changes):
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.update(**changes)


# Other rules -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_result_stands_when_the_rules_of_its_own_season_say(make_season, settings, client_of):
    """Two seasons at once, 28 days and 5: administrators hear after 14 and 2."""
    settings.ADMINS = [("Root", "root@example.org")]
    slow, quick = seasons = make_season().announce(), make_season(ruling_days=5)
    quick.announce()
    for each in seasons:
        for name in ("p1", "p2", "p3"):
            each.enter(name)
    for each in seasons:
        each.start()
        challenge = each.play(each.entry(3), each.entry(1))
        services.dispute(pairing=challenge.pairing, user=each.entry(2).user, said=SAID)
    of_slow, of_quick = (Dispute.objects.get(competition=each.competition) for each in (slow, quick))
    assert (of_slow.stands_at - of_slow.at, of_quick.stands_at - of_quick.at) == (28 * DAY, 5 * DAY)
    page = reverse("tournaments:rules", args=["calais", quick.competition.code])
    said = client_of().get(page).content.decode()
    assert "After 2 days" in said and "After 5 days the result stands" in said
    quick.clock(of_quick.at + 2 * DAY)
    assert turning.due(clock.now()) == [quick.competition]
    turning.turn_all()
    tell_admins_of_disputes(alarms())
    assert f"{of_quick.stands_at:%Y-%m-%d}" in mail.outbox[-1].body
    quick.clock(of_quick.stands_at - timedelta(seconds=1))
    turning.turn_all()
    assert not Dispute.objects.exclude(ruled_at=None).exists()
    quick.clock(of_quick.stands_at)
    turning.turn_all()
    of_slow.refresh_from_db()
    of_quick.refresh_from_db()
    assert of_slow.ruled_at is None and of_quick.is_by_rule
    assert of_quick.why == "No one ruled on it in 5 days, so the result stands."
    row = json.loads(export_bytes(quick.refresh().competition, clock.now()))["log"][-1]
    assert (row["kind"], row["reason"]) == ("ruled", of_quick.why)


# Appointing an arbiter -------------------------------------------------------------------------------------


@pytest.fixture
def admin(db):
    return make_user("root", is_staff=True, is_superuser=True)


@pytest.mark.slow
def test_an_administrator_appoints_an_arbiter_who_rules(disputed, admin, client_of):
    grete = disputed.member("grete")
    page = reverse("admin:tournaments_competition_arbiter", args=[disputed.competition.pk])
    assert client_of(admin).get(page).status_code == 200
    answer = client_of(admin).post(page, {"name": "grete", "reason": "Henrik is away."})
    assert answer.status_code == 302
    assert LogEntry.objects.filter(change_message__contains="Henrik is away.").exists()
    services.rule(pairing=disputed.challenge_.pairing, by=grete, ruling="stands", reason="Nothing was lost.")
    shown = reverse(
        "tournaments:dispute", args=["calais", disputed.competition.code, disputed.challenge_.number]
    )
    assert "Henrik is away." in client_of().get(shown).content.decode()


@pytest.mark.slow
def test_nothing_typed_is_lost_where_it_is_refused(disputed, admin, client_of):
    page = reverse("admin:tournaments_competition_arbiter", args=[disputed.competition.pk])
    for given in ({"name": "nobody", "reason": "So."}, {"name": disputed.low.user.username, "reason": "So."}):
        shown = client_of(admin).post(page, given).content.decode()
        assert given["name"] in shown and "So." in shown
    assert "Give a reason" in client_of(admin).post(page, {"name": "henrik"}).content.decode()
    again = {"name": disputed.arbiter.username, "reason": "So."}
    assert "already an arbiter of this season" in client_of(admin).post(page, again).content.decode()


@pytest.mark.slow
def test_nobody_else_finds_the_page(disputed, client_of):
    page = reverse("admin:tournaments_competition_arbiter", args=[disputed.competition.pk])
    staff = make_user("clerk", is_staff=True)
    assert client_of(staff).get(page).status_code == 404
    assert client_of(disputed.organiser).get(page).status_code == 302  # to the admin's own sign-in


@pytest.mark.slow
def test_only_members_who_never_entered_are_appointed(disputed, admin, dora):
    def appoint(user, reason="Henrik is away."):
        return appoint_arbiter(competition=disputed.competition, user=user, by_admin=admin, reason=reason)

    with pytest.raises(NotMember):
        appoint(dora)
    with pytest.raises(HasEntered):
        appoint(disputed.low.user)
    grete = disputed.member("grete")
    with pytest.raises(NoReason):
        appoint(grete, " ")
    assert appoint(grete) == appoint(grete)
    services.cancel(competition=disputed.competition, by=disputed.organiser, reason="The hall burnt down.")
    with pytest.raises(NotInState):
        appoint(grete)
