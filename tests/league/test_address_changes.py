"""Who has lost an account by its address gets it back from the old address, for a week."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league import tasks
from league.users import address_changes
from league.users.address_changes import note_change, take_back
from league.users.deletion import delete_account
from league.users.models import AddressChange, User
from tests.conftest import PASSWORD
from tests.league.test_accounts import code_in
from tests.league.test_keys import sign_in

pytestmark = pytest.mark.django_db

OLD, THIEFS, NEW = "ada@example.org", "thief@example.net", "les violons de l'automne"


def change_address(client: Client, to: str) -> None:
    """As a page does, for someone who knows the password."""
    asked = client.post(reverse("account_email"), {"email": to, "action_add": ""})
    if asked.url.startswith(reverse("account_reauthenticate")):
        asked = client.post(asked.url, {"password": PASSWORD}, follow=True).redirect_chain[-1][0]
    else:
        asked = asked.url
    code = next(each for each in reversed(mail.outbox) if each.to == [to])
    client.post(asked, {"code": code_in(code)})


def link_to(address: str) -> str:
    """The path of the newest link to an undoing that was mailed to `address`."""
    letters = [each.body for each in mail.outbox if each.to == [address]]
    return re.findall(r"http://localhost:8000(/accounts/address/\S+)", "\n".join(letters))[-1]


@pytest.fixture
def thief(ada) -> Client:
    """A session in ada's account, which mails of now reach elsewhere."""
    client, _to = sign_in("ada")
    change_address(client, THIEFS)
    ada.refresh_from_db()
    assert ada.email == THIEFS
    return client


@pytest.mark.slow
def test_the_old_address_takes_the_account_back_whatever_the_thief_has_done(thief, ada):
    thief.post(
        reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    )
    change_address(thief, "thief2@example.net")
    Authenticator.objects.create(user=ada, type="webauthn", data={"name": "thief's", "credential": {}})
    link, owner = link_to(OLD), Client(HTTP_ACCEPT_LANGUAGE="en")
    page = owner.get(link)
    assert page.status_code == 200 and OLD in page.content.decode()
    ada.refresh_from_db()
    assert ada.email == "thief2@example.net", "looking changes nothing"
    form = owner.post(link, follow=True).redirect_chain[-1][0]
    ada.refresh_from_db()
    assert (ada.email, ada.has_usable_password()) == (OLD, False)
    assert list(EmailAddress.objects.filter(user=ada).values_list("email", "verified", "primary")) == [
        (OLD, True, True)
    ]
    assert not Authenticator.objects.filter(user=ada).exists()
    assert thief.get(reverse("users:profile")).status_code == 302, "no session is left"
    mine = "une phrase à moi"
    assert owner.post(form, {"password1": mine, "password2": mine}).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(mine)


@pytest.mark.slow
def test_it_works_in_the_browser_that_the_thief_is_signed_in_with(thief, ada):
    form = thief.post(link_to(OLD), follow=True).redirect_chain[-1][0]
    assert thief.get(reverse("users:profile")).status_code == 302
    thief.post(form, {"password1": NEW, "password2": NEW})
    ada.refresh_from_db()
    assert ada.check_password(NEW)


@pytest.mark.slow
def test_the_older_address_prevails(thief, ada):
    """Who has taken it over cannot take the owner's undoing back from an address of theirs."""
    change_address(thief, "thief2@example.net")
    theirs, owners = link_to(THIEFS), link_to(OLD)
    Client().post(owners)
    told = [each for each in mail.outbox if each.to == ["thief2@example.net"]][-1]
    assert "/accounts/address/" not in told.body, "the address that goes has no way back"
    for link in (theirs, owners):
        assert Client().get(link).status_code == Client().post(link).status_code == 404
    ada.refresh_from_db()
    assert ada.email == OLD and not AddressChange.objects.exists()


@pytest.mark.slow
def test_of_two_who_have_opened_the_link_the_second_undoes_nothing(thief, ada):
    change = AddressChange.objects.get()
    assert take_back(change=change) == ada
    User.objects.filter(pk=ada.pk).update(email="next@example.net")
    assert take_back(change=change) is None
    ada.refresh_from_db()
    assert ada.email == "next@example.net"


@pytest.mark.slow
def test_after_a_week_it_is_too_late_and_forgotten(thief, monkeypatch):
    link = link_to(OLD)
    later = timezone.now() + timedelta(days=6, hours=23)
    monkeypatch.setattr(address_changes.clock, "read", lambda: later)
    assert Client().get(link).status_code == 200
    assert address_changes.forget_old() == 0
    later += timedelta(hours=2)
    assert Client().get(link).status_code == Client().post(link).status_code == 404
    tasks.forget_unconfirmed()
    assert not AddressChange.objects.exists()


@pytest.mark.slow
def test_unknown_altered_and_used_links_look_alike(thief, ada):
    link = link_to(OLD)
    number, signature = link.removesuffix("/").rsplit("/", 1)[1].split(":")
    for token in (f"{int(number) + 1}:{signature}", f"{number}:x{signature}", number, "x", "0:"):
        address = reverse("users:undo-address", args=[token])
        assert Client().get(address).status_code == Client().post(address).status_code == 404
    ada.refresh_from_db()
    assert ada.email == THIEFS


def test_keys_from_long_before_the_change_stay(ada):
    old, young = (
        Authenticator.objects.create(user=ada, type=kind, data={"name": kind, "credential": {}})
        for kind in ("totp", "webauthn")
    )
    long_ago = timezone.now() - timedelta(days=8)
    Authenticator.objects.filter(pk=old.pk).update(created_at=long_ago)
    Client().post(note_change(user=ada, old=OLD).removeprefix("http://localhost:8000"))
    assert list(Authenticator.objects.all()) == [old] and young.pk != old.pk


def test_an_address_that_has_another_account_by_now_is_not_taken_from_it(thief, ada, ben):
    EmailAddress.objects.filter(user=ben).update(email=OLD, verified=True)
    page = Client(HTTP_ACCEPT_LANGUAGE="en").post(link_to(OLD))
    assert "This address now belongs to another account" in page.content.decode()
    ada.refresh_from_db()
    assert ada.email == THIEFS and ada.has_usable_password()


def test_the_mail_is_in_the_owners_language_and_names_the_days(ben):
    client, _to = sign_in("ben", Client(HTTP_ACCEPT_LANGUAGE="en"))
    change_address(client, THIEFS)
    told = [each for each in mail.outbox if each.to == ["ben@example.org"]][-1]
    assert "7" in told.body and "/accounts/address/" in told.body
    assert told.subject.startswith("Poste Restante\u00a0: ")


@pytest.mark.slow
def test_no_page_of_the_account_shows_the_old_address_or_the_link(thief, client_of, ben):
    link = link_to(OLD)
    for name in ("account_email", "users:profile", "users:sessions"):
        page = thief.get(reverse(name)).content.decode()
        assert OLD not in page and link not in page
    boss = User.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    listed = client_of(boss).get("/admin/").content.decode()
    assert "addresschange" not in listed
    assert client_of(boss).get("/admin/users/addresschange/").status_code == 404


@pytest.mark.slow
def test_old_addresses_go_with_the_account(thief, ada):
    delete_account(user=ada)
    assert not AddressChange.objects.exists()
    assert Client().get(link_to(OLD)).status_code == 404
