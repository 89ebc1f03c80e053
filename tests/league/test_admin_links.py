"""Staff reach no link that lets people into a league, whatever address of the admin they ask."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.leagues.models import Invitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation(calais, carl) -> Invitation:
    until = timezone.now() + timedelta(days=7)
    return Invitation.objects.create(league=calais, created_by=carl, expires_at=until)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("may_everything", [False, True])
def test_no_address_leads_staff_from_a_row_of_any_kind_to_its_page(ada, invitation, may_everything):
    ada.is_staff, ada.is_superuser = True, may_everything
    ada.save()
    staff = Client(raise_request_exception=False)
    staff.force_login(ada)
    for kind in ContentType.objects.all():
        for row in ("1", str(invitation.pk), "nonsense"):
            reply = staff.get(f"/admin/r/{kind.pk}/{row}/")
            assert reply.status_code == 404, f"{kind.app_label}.{kind.model} {row}"
            assert invitation.token not in reply.content.decode()


@pytest.mark.slow
def test_no_page_of_the_admin_shows_an_invitations_link(ada, invitation):
    ada.is_staff = ada.is_superuser = True
    ada.save()
    staff = Client()
    staff.force_login(ada)
    for path in (
        reverse("admin:leagues_invitation_changelist"),
        reverse("admin:leagues_invitation_change", args=[invitation.pk]),
        reverse("admin:leagues_league_change", args=[invitation.league_id]),
    ):
        page = staff.get(path).content.decode()
        assert invitation.token not in page
        assert "/admin/r/" not in page


def test_an_invitation_has_no_page_that_generic_code_could_lead_to(invitation):
    assert not hasattr(invitation, "get_absolute_url")
