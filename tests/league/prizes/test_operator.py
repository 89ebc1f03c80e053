"""What the operator decides in the admin: who collects online, who confirms, who is asked again."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.common import clock
from league.competitions.errors import NoReason, NotInState
from league.leagues.models import League
from league.prizes.models import OnlineApproval, Proposal, Trustee, TrustStep
from league.prizes.services.opening import approved
from league.prizes.services.payouts.confirming import confirm, refuse
from league.prizes.services.treasurers.approving import approve, end_approval
from tests.conftest import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def root(db):
    return make_user("root", is_staff=True, is_superuser=True)


def logged(words: str) -> bool:
    return LogEntry.objects.filter(change_message__contains=words).exists()


@pytest.mark.slow
def test_a_league_is_approved_to_collect_online_and_the_approval_ends_for_a_reason(calais, root, client_of):
    browser = client_of(root)
    add = reverse("admin:prizes_onlineapproval_add")
    assert browser.get(add).status_code == 200
    assert "required" in browser.post(add, {"league": "calais"}).content.decode()
    assert not approved(calais)
    for _again in range(2):
        given = {"league": "calais", "reason": "Contract of 3 May."}
        assert browser.post(add, given).status_code == 302
    assert approved(calais) and logged("Contract of 3 May.")
    approval = OnlineApproval.objects.get()
    assert (approval.by, approval.ended_at) == (root, None)
    end = reverse("admin:prizes_onlineapproval_end", args=[approval.pk])
    assert end in browser.get(reverse("admin:prizes_onlineapproval_changelist")).content.decode()
    browser.post(end, {"reason": "They asked for it."})
    assert not approved(calais) and logged("They asked for it.")
    approval.refresh_from_db()
    assert (approval.ended_by, approval.ended_why) == (root, "They asked for it.")
    assert browser.get(end).status_code == 404
    browser.post(add, {"league": "calais", "reason": "A new contract."})
    assert approved(calais) and OnlineApproval.objects.count() == 2


def test_both_need_a_reason(calais, root):
    with pytest.raises(NoReason):
        approve(league=calais, by=root, reason=" ")
    made = approve(league=calais, by=root, reason="Contract.")
    with pytest.raises(NoReason):
        end_approval(approval=made, by=root, reason="")
    end_approval(approval=made, by=root, reason="Over.")
    with pytest.raises(NotInState):
        end_approval(approval=made, by=root, reason="Over.")
    with pytest.raises(IntegrityError), transaction.atomic():
        OnlineApproval.objects.create(
            league=calais, by=root, at=clock.now(), reason="x", ended_at=clock.now()
        )


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("who", ["clerk", "organiser"])
def test_nobody_else_decides(money_season, client_of, who):
    person = make_user("clerk", is_staff=True) if who == "clerk" else money_season.organiser
    status = 404 if who == "clerk" else 302
    made = approve(league=League.objects.get(slug="calais"), by=money_season.organiser, reason="x")
    trustee = Trustee.objects.first()
    for name, arguments in (
        ("onlineapproval_add", []),
        ("onlineapproval_end", [made.pk]),
        ("trustee_add", []),
        ("trustee_ask_again", [trustee.pk]),
    ):
        page = reverse(f"admin:prizes_{name}", args=arguments)
        assert client_of(person).get(page).status_code == status, name
        assert client_of(person).post(page, {"reason": "x"}).status_code == status, name


@pytest.mark.slow
def test_somebody_is_appointed_in_the_place_of_who_refused(make_money_season, root, client_of):
    season = make_money_season().begin(3).finish()
    proposal = Proposal.objects.get()
    refuse(proposal=proposal, by=season.ines, reason="The second had help.")
    grete = season.member("grete")
    browser = client_of(root)
    page = reverse("admin:prizes_trustee_add") + f"?season={season.competition.code}"
    assert f'value="{season.competition.code}"' in browser.get(page).content.decode()
    given = {"season": season.competition.code, "name": "grete", "instead_of": "ines", "reason": "Deadlock."}
    for wrong in ({"season": "nowhere"}, {"name": "nobody"}, {"instead_of": "p1"}, {"name": "p1"}):
        shown = browser.post(page, {**given, **wrong})
        assert shown.status_code == 200 and "Deadlock." in shown.content.decode()
    assert browser.post(page, given).status_code == 302
    assert Trustee.objects.get(user=season.ines).lost_why == "replaced"
    assert Trustee.objects.get(user=grete).appointed_by == root
    assert list(TrustStep.objects.exclude(kind="agreed").order_by("pk").values_list("kind", flat=True)) == [
        "refused",
        "lost",
        "appointed",
    ]
    assert logged("Deadlock.")
    arbiter = season.competition.arbiters.get(user=grete, left_at=None)
    assert (arbiter.appointed_by, arbiter.reason) == (root, "Deadlock.")


@pytest.mark.slow
def test_somebody_who_refused_is_asked_again(make_money_season, root, client_of):
    season = make_money_season().begin(3).finish()
    proposal = Proposal.objects.get()
    refuse(proposal=proposal, by=season.ines, reason="The second had help.")
    season.clock.pass_(days=10)
    trustee = Trustee.objects.get(user=season.ines)
    page = reverse("admin:prizes_trustee_ask_again", args=[trustee.pk])
    browser = client_of(root)
    assert page in browser.get(reverse("admin:prizes_trustee_changelist")).content.decode()
    browser.post(page, {"reason": "The replay shows nothing."})
    proposal.refresh_from_db()
    assert proposal.asked_at == clock.now()
    assert TrustStep.objects.latest("pk").reason == "The replay shows nothing."
    assert browser.get(page).status_code == 404
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    assert season.balance("pool") == 0
