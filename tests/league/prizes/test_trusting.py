"""The treasurers of announced seasons: lost, appointed, named by organisers; every step is public."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions import services
from league.competitions.errors import (
    AppointsOneself,
    HasEntered,
    NoReason,
    NotInState,
    NotMember,
    NotOrganiser,
    PlaysHere,
)
from league.competitions.services.appointing import appoint_arbiter
from league.leagues.models import Membership
from league.prizes.agreed.treasurers import trustees_of
from league.prizes.errors import NotAppointed, NotNeeded
from league.prizes.models import Proposal, Trustee, TrustStep
from league.prizes.services.incoming import manual_entries
from league.prizes.services.payouts.confirming import ConfirmationOutcome, confirm
from league.prizes.services.treasurers import agreeing, treasurers
from league.prizes.services.watching import to_watch, watch
from league.users.deletion import delete_account
from tests.league.prizes.money_seasons import hash_for
from tests.league.prizes.pages import at, text_of

pytestmark = pytest.mark.django_db


def proposal_of(season) -> Proposal:
    return Proposal.objects.get(book=season.book, state="open")


def agree(season, user):
    sha256 = hash_for(season.competition, user)
    return agreeing.agree(competition=season.competition, user=user, sha256=sha256)


def steps(season) -> list[tuple[str, str]]:
    """But for agreements."""
    found = TrustStep.objects.filter(competition=season.competition).exclude(kind="agreed").order_by("pk")
    return list(found.values_list("user__username", "kind"))


def test_once_it_is_announced_nobody_agrees_who_was_not_appointed(money_season):
    grete = money_season.member("grete")
    services.name_arbiter(competition=money_season.competition, by=money_season.henrik, user=grete)
    with pytest.raises(NotAppointed):
        agree(money_season, grete)


@pytest.mark.slow
def test_whoever_leaves_the_league_is_lost_and_the_administrators_are_told_once(money_season):
    money_season.league.memberships.filter(user=money_season.ines).delete()
    assert [each.user for each in trustees_of(money_season.competition)] == [money_season.henrik]
    assert money_season.competition in to_watch()
    assert watch(money_season.competition)
    assert not watch(money_season.competition)
    lost = Trustee.objects.get(user=money_season.ines)
    assert lost.lost_why == "left"
    assert steps(money_season) == [("ines", "lost")]
    assert OutboxRow.objects.filter(topic="alarm").count() == 1


@pytest.mark.parametrize("is_gone", [False, True])
def test_nobody_of_the_sites_team_appoints_who_has_or_had_an_entry(money_season, is_gone):
    entry, grete = money_season.enter("p1"), money_season.member("grete")
    if is_gone:
        money_season.withdraw(entry)
    given = {"competition": money_season.competition, "by_admin": entry.user, "reason": "A friend."}
    with pytest.raises(PlaysHere):
        treasurers.appoint(user=grete, **given)
    with pytest.raises(PlaysHere):
        appoint_arbiter(user=grete, **given)
    with pytest.raises(PlaysHere):
        trustee = Trustee.objects.get(user=money_season.ines)
        treasurers.ask_again(trustee=trustee, by_admin=entry.user, reason="A friend.")


def test_nobody_of_the_sites_team_appoints_themselves(money_season):
    grete = money_season.member("grete")
    given = {"competition": money_season.competition, "user": grete, "by_admin": grete, "reason": "Me."}
    for act in (treasurers.appoint, appoint_arbiter):
        with pytest.raises(AppointsOneself):
            act(**given)
    assert not money_season.competition.arbiters.filter(user=grete).exists()


@pytest.mark.slow
def test_whoever_deletes_their_account_is_lost(money_season):
    delete_account(user=money_season.ines)
    watch(money_season.competition)
    assert Trustee.objects.get(user=money_season.ines).lost_why == "deleted"


@pytest.mark.slow
def test_the_administrator_appoints_a_member_who_never_entered(money_season, carl, dora):
    entrant, gone = money_season.enter("p1").user, money_season.enter("p2").user
    services.withdraw(competition=money_season.competition, user=gone)

    def appoint(user, reason="Ines has left."):
        return treasurers.appoint(
            competition=money_season.competition, user=user, by_admin=carl, reason=reason
        )

    for user, error in ((entrant, HasEntered), (gone, HasEntered), (dora, NotMember)):
        with pytest.raises(error):
            appoint(user)
    grete = money_season.member("grete")
    with pytest.raises(NoReason):
        appoint(grete, " ")
    assert appoint(grete) == appoint(grete)
    assert steps(money_season) == [("grete", "appointed")]
    assert TrustStep.objects.get(kind="appointed").reason == "Ines has left."
    assert money_season.competition.arbiters.filter(user=grete, left_at=None).exists()
    assert len(trustees_of(money_season.competition)) == 2
    agree(money_season, grete)
    assert len(trustees_of(money_season.competition)) == 3


def test_nobody_is_appointed_to_a_draft(make_money_season, carl):
    season = make_money_season()
    with pytest.raises(NotInState):
        treasurers.appoint(
            competition=season.competition, user=season.member("grete"), by_admin=carl, reason="Why not."
        )


def test_whoever_is_replaced_is_lost_without_a_mail_about_it(money_season, carl):
    ines = Trustee.objects.get(user=money_season.ines)
    treasurers.appoint(
        competition=money_season.competition,
        user=money_season.member("grete"),
        by_admin=carl,
        reason="Ines asked for it.",
        instead_of=ines,
    )
    ines.refresh_from_db()
    assert ines.lost_why == "replaced"
    assert steps(money_season) == [("ines", "lost"), ("grete", "appointed")]
    assert not OutboxRow.objects.filter(topic="alarm").exists()


def test_nobody_is_asked_again_who_did_not_refuse(money_season, carl):
    with pytest.raises(NotInState):
        treasurers.ask_again(
            trustee=Trustee.objects.get(user=money_season.ines), by_admin=carl, reason="Please."
        )


def test_the_data_base_knows_one_of_each_person(money_season):
    with pytest.raises(IntegrityError), transaction.atomic():
        Trustee.objects.create(competition=money_season.competition, user=money_season.ines)


# Treasurers named by organisers ----------------------------------------------------------------------------


@pytest.fixture
def alone(make_money_season):
    """A season in play money whose only treasurer is ines; its table is final, and three have won."""
    season = make_money_season({"trustees": ("ines",), "confirmations": 1})
    return season.begin(3).finish()


def told(about: str) -> list[int]:
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion=about).order_by("pk")
    return [row.payload["user"] for row in rows]


def name(season, user, by=None):
    return treasurers.name_treasurer(competition=season.competition, user=user, by=by or season.organiser)


def test_one_treasurer_confirms_in_play_money(alone):
    proposal = proposal_of(alone)
    assert (
        confirm(proposal=proposal, by=alone.ines, sha256=proposal.sha256) is ConfirmationOutcome.CARRIED_OUT
    )


def test_a_record_above_the_limit_waits_for_nobody_where_there_is_no_second(make_money_season):
    season = make_money_season({"second_above": 100, "trustees": ("ines",), "confirmations": 1})
    season.agree().announce()
    made = manual_entries.record(
        competition=season.competition,
        by=season.ines,
        kind="gift",
        amount=5000,
        received_on=clock.now().date(),
        reference="cash",
        key=uuid.uuid4(),
        name="Librairie",
    )
    assert made.state == "booked"


def test_a_lone_treasurer_is_reminded_weekly_and_not_lost(alone):
    alone.clock.pass_(days=14, seconds=-1)
    assert not watch(alone.competition)
    alone.clock.pass_(seconds=1)
    assert watch(alone.competition)
    assert not watch(alone.competition)
    assert told("confirm_reminder") == [alone.ines.pk]
    assert told("treasurer_silent") == [alone.organiser.pk]
    alone.clock.pass_(days=7)
    watch(alone.competition)
    assert told("confirm_reminder") == [alone.ines.pk] * 2
    assert told("treasurer_silent") == [alone.organiser.pk]
    assert Trustee.objects.get(user=alone.ines).lost_at is None
    assert not OutboxRow.objects.filter(topic="alarm").exists()


def test_an_organiser_names_another_who_agrees_and_confirms(alone, client_of):
    proposal = proposal_of(alone)
    grete = alone.member("grete")
    with pytest.raises(NotNeeded):
        name(alone, grete)
    alone.clock.pass_(days=14)
    watch(alone.competition)
    organiser = client_of(alone.organiser)
    desk = reverse("tournaments:desk", args=["calais", alone.competition.code])
    assert "Name another treasurer" in text_of(organiser.get(desk))
    url = at("name-treasurer", alone)
    assert "No member of the league has this name." in text_of(organiser.post(url, {"name": "nobody"}))
    for _again in range(2):
        assert organiser.post(url, {"name": "Grete"}).status_code == 302
    assert steps(alone) == [("grete", "named")]
    assert TrustStep.objects.get(kind="named").by == alone.organiser
    assert told("appointed") == [grete.pk]
    assert [each.user for each in trustees_of(alone.competition)] == [alone.ines]
    agree(alone, grete)
    assert confirm(proposal=proposal, by=grete, sha256=proposal.sha256) is ConfirmationOutcome.CARRIED_OUT
    assert "Name another treasurer" not in text_of(organiser.get(desk))


def test_who_is_silent_is_lost_once_another_has_agreed(alone):
    alone.clock.pass_(days=14)
    watch(alone.competition)
    grete = alone.member("grete")
    name(alone, grete)
    agree(alone, grete)
    alone.clock.pass_(days=14)
    watch(alone.competition)
    # Both had their days. The first is lost; the other is alone now, and reminded.
    assert Trustee.objects.get(user=alone.ines).lost_why == "silent"
    assert Trustee.objects.get(user=grete).lost_at is None
    assert told("confirm_reminder")[-1] == grete.pk


def test_who_may_not_name_and_who_may_not_be_named(alone, dora, ada):
    alone.clock.pass_(days=14)
    watch(alone.competition)
    entrant = alone.competition.entries.first().user
    with pytest.raises(HasEntered):
        name(alone, entrant)
    with pytest.raises(NotMember):
        name(alone, dora)
    with pytest.raises(NotOrganiser):
        name(alone, alone.member("grete"), by=alone.henrik)
    alone.league.memberships.filter(user=entrant).update(role=Membership.Role.ORGANISER)
    with pytest.raises(NotOrganiser):  # an organiser who plays
        name(alone, alone.henrik, by=entrant)
    assert not TrustStep.objects.filter(kind="named").exists()


def test_in_real_money_only_the_administrator_names_somebody(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Poste Restante SARL"
    season = make_money_season({"currency": "EUR", "online": False, "guarantor": ""}).agree().announce()
    Trustee.objects.filter(user=season.ines).update(lost_at=clock.now(), lost_why="left")
    with pytest.raises(NotInState):
        name(season, season.member("grete"))
