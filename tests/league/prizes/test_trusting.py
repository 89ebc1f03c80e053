"""Who answers for a season's money: agreed before it opens, lost, appointed; every step is public."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from games.models import OutboxRow
from league.prizes.errors import NoPrizeMoney, NotAppointed, OtherRules
from league.prizes.models import Trustee, TrustStep
from league.prizes.services import trusting
from league.prizes.services.watching import to_watch, watch
from league.tournaments import services
from league.tournaments.errors import HasEntered, NoReason, NotArbiter, NotInState, NotMember
from league.users.deletion import delete_account
from tests.league.tournaments.seasons import Season

pytestmark = pytest.mark.django_db


def sha256_of(season) -> str:
    return season.refresh().competition.terms.money.agreed_sha256


def agree(season, user):
    return trusting.agree(competition=season.competition, user=user, sha256=sha256_of(season))


def steps(season) -> list[tuple[str, str]]:
    found = TrustStep.objects.filter(competition=season.competition).order_by("pk")
    return list(found.values_list("user__username", "kind"))


def test_two_arbiters_agree_and_the_season_opens(make_money_season):
    season = make_money_season()
    for _again in range(2):
        agree(season, season.henrik)
    agree(season, season.ines)
    assert steps(season) == [("henrik", "agreed"), ("ines", "agreed")]
    season.announce()
    assert season.competition.terms.money.trustees == ("henrik", "ines")
    assert [each.user for each in trusting.trustees_of(season.competition)] == [season.henrik, season.ines]


def test_only_arbiters_agree_and_only_to_what_is_written(make_money_season):
    season = make_money_season()
    with pytest.raises(NotArbiter):
        agree(season, season.organiser)
    with pytest.raises(OtherRules):
        trusting.agree(competition=season.competition, user=season.henrik, sha256="0" * 64)
    assert not Trustee.objects.exists()


def test_a_season_without_money_has_nothing_to_agree_to(calais, carl, set_clock):
    season = Season(calais, carl, set_clock)
    with pytest.raises(NoPrizeMoney):
        trusting.agree(competition=season.competition, user=season.arbiter, sha256="")


def test_other_money_is_agreed_to_anew_by_the_same_people(make_money_season):
    season = make_money_season()
    for person in (season.henrik, season.ines):
        agree(season, person)
    rules = season.competition.terms
    services.update_season(
        competition=season.competition,
        by=season.organiser,
        rules=replace(rules, money=replace(rules.money, fee=500)),
        arbiters=[season.henrik, season.ines],
    )
    assert trusting.trustees_of(season.refresh().competition) == []
    agree(season, season.henrik)
    assert [each.user for each in trusting.trustees_of(season.competition)] == [season.henrik]
    assert Trustee.objects.filter(lost_at=None).count() == 2


def test_an_agreement_is_taken_back_before_the_season_is_announced_and_not_later(make_money_season):
    season = make_money_season()
    agree(season, season.henrik)
    for _again in range(2):
        trusting.take_back(competition=season.competition, user=season.henrik)
    assert steps(season) == [("henrik", "agreed"), ("henrik", "took_back")]
    for person in (season.henrik, season.ines):
        agree(season, person)
    season.announce()
    with pytest.raises(NotInState):
        trusting.take_back(competition=season.competition, user=season.henrik)


def test_once_it_is_announced_nobody_agrees_who_was_not_appointed(money_season):
    grete = money_season.member("grete")
    services.name_arbiter(competition=money_season.competition, by=money_season.henrik, user=grete)
    with pytest.raises(NotAppointed):
        agree(money_season, grete)


def test_whoever_leaves_the_league_is_lost_and_the_administrators_are_told_once(money_season):
    money_season.league.memberships.filter(user=money_season.ines).delete()
    assert [each.user for each in trusting.trustees_of(money_season.competition)] == [money_season.henrik]
    assert money_season.competition in to_watch()
    assert watch(money_season.competition)
    assert not watch(money_season.competition)
    lost = Trustee.objects.get(user=money_season.ines)
    assert lost.lost_why == "left"
    assert steps(money_season) == [("ines", "lost")]
    assert OutboxRow.objects.filter(topic="alarm").count() == 1


def test_whoever_deletes_their_account_is_lost(money_season):
    delete_account(user=money_season.ines)
    watch(money_season.competition)
    assert Trustee.objects.get(user=money_season.ines).lost_why == "deleted"


def test_the_administrator_appoints_a_member_who_never_entered(money_season, carl, dora):
    entrant, gone = money_season.enter("p1").user, money_season.enter("p2").user
    services.withdraw(competition=money_season.competition, user=gone)

    def appoint(user, reason="Ines has left."):
        return trusting.appoint(competition=money_season.competition, user=user, by_admin=carl, reason=reason)

    for user, error in ((entrant, HasEntered), (gone, HasEntered), (dora, NotMember)):
        with pytest.raises(error):
            appoint(user)
    grete = money_season.member("grete")
    with pytest.raises(NoReason):
        appoint(grete, " ")
    assert appoint(grete) == appoint(grete)
    assert steps(money_season) == [("grete", "appointed")]
    assert TrustStep.objects.get().reason == "Ines has left."
    assert money_season.competition.arbiters.filter(user=grete, left_at=None).exists()
    assert len(trusting.trustees_of(money_season.competition)) == 2
    agree(money_season, grete)
    assert len(trusting.trustees_of(money_season.competition)) == 3


def test_nobody_is_appointed_to_a_draft(make_money_season, carl):
    season = make_money_season()
    with pytest.raises(NotInState):
        trusting.appoint(
            competition=season.competition, user=season.member("grete"), by_admin=carl, reason="Why not."
        )


def test_whoever_is_replaced_is_lost_without_a_mail_about_it(money_season, carl):
    ines = Trustee.objects.get(user=money_season.ines)
    trusting.appoint(
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
        trusting.ask_again(
            trustee=Trustee.objects.get(user=money_season.ines), by_admin=carl, reason="Please."
        )


def test_the_data_base_knows_one_of_each_person(money_season):
    with pytest.raises(IntegrityError), transaction.atomic():
        Trustee.objects.create(competition=money_season.competition, user=money_season.ines)
