"""Signing up, signing in, and what the account pages do, through the pages themselves."""

from __future__ import annotations

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.users.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

SIGNUP = {
    "email": "zoe@example.org",
    "username": "zoe",
    "password1": "les sanglots longs",
    "password2": "les sanglots longs",
    "time_zone": "Europe/Paris",
}


def sign_up(client: Client, **changes: str):
    return client.post(reverse("account_signup"), SIGNUP | changes)


def code_in(letter) -> str:
    """The code stands alone on a line of its own."""
    return re.search(r"^    (\S+)$", letter.body, re.MULTILINE)[1]


@pytest.mark.slow
def test_signing_up_ends_with_a_code_and_a_session(visitor):
    assert sign_up(visitor).status_code == 302
    [letter] = mail.outbox
    assert letter.to == ["zoe@example.org"]
    assert "Poste Restante" in letter.subject
    assert "sign" not in visitor.session.get("_auth_user_id", "")

    page = visitor.post(reverse("account_email_verification_sent"), {"code": code_in(letter)}, follow=False)
    assert page.status_code == 302
    user = User.objects.get(username="zoe")
    assert visitor.session["_auth_user_id"] == str(user.pk)
    assert EmailAddress.objects.get(user=user).verified
    assert (user.time_zone, user.language) == ("Europe/Paris", "en")


def test_the_rules_of_names_and_passwords_stand_beside_their_fields(visitor):
    page = visitor.get(reverse("account_signup")).content.decode()
    assert "2 to 30 characters: only letters, digits and + - _." in page
    assert "At least 8 characters, not digits alone." in page and "Your password can" not in page


@pytest.mark.parametrize(
    ("name", "password"),
    [("z", SIGNUP["password1"]), ("z" * 31, SIGNUP["password1"]), ("z e", SIGNUP["password1"])]
    + [("zoe", each) for each in ("sept777", "12098734", "password1", "zoe@example")],
)
def test_signing_up_is_refused_by_the_rules_that_are_given(visitor, name, password):
    page = sign_up(visitor, username=name, password1=password, password2=password)
    assert page.status_code == 200 and not User.objects.filter(email=SIGNUP["email"]).exists()


def test_a_wrong_code_opens_nothing(visitor):
    sign_up(visitor)
    page = visitor.post(reverse("account_email_verification_sent"), {"code": "nonsense"})
    assert page.status_code == 200
    assert 'aria-invalid="true"' in page.content.decode()
    assert "_auth_user_id" not in visitor.session
    assert not EmailAddress.objects.get().verified


def test_a_code_is_sent_again_on_request(visitor):
    sign_up(visitor)
    url = reverse("account_email_verification_sent")
    assert 'form="resend"' in visitor.get(url).content.decode()
    visitor.post(url, {"action": "resend"})
    first, second = mail.outbox
    assert second.to == first.to
    assert visitor.post(url, {"code": code_in(second)}).status_code == 302
    assert EmailAddress.objects.get().verified


def test_a_mistyped_address_is_put_right_before_it_is_confirmed(visitor):
    sign_up(visitor, email="zeo@example.org")
    url = reverse("account_email_verification_sent")
    visitor.post(url, {"action": "change", "email": "zoe@example.org"})
    assert mail.outbox[-1].to == ["zoe@example.org"]
    visitor.post(url, {"code": code_in(mail.outbox[-1])})
    assert User.objects.get().email == "zoe@example.org"


def test_an_account_made_in_french_is_french_and_its_letter_too():
    client = Client(HTTP_ACCEPT_LANGUAGE="fr")
    sign_up(client)
    assert User.objects.get().language == "fr"
    assert mail.outbox[0].subject == "Poste Restante\u00a0: Votre code pour confirmer votre adresse e-mail"
    assert "a donné cette adresse" in mail.outbox[0].body


@pytest.mark.parametrize("zone", ["", "Atlantis/Capital", "UTC' OR 1", "x" * 64])
def test_a_zone_that_the_browser_invents_becomes_utc(visitor, zone):
    sign_up(visitor, time_zone=zone)
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize("name", ["a@b", "two words", "-x", "x.", "é" * 31, "a", "admin", "\u202etxt"])
def test_names_that_could_mislead_are_refused(visitor, name):
    page = sign_up(visitor, username=name)
    assert page.status_code == 200
    assert 'id="id_username_error"' in page.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Zoé", "jean-pierre", "o-k_", "名前"])
def test_names_of_every_script_are_welcome(visitor, name):
    assert sign_up(visitor, username=name).status_code == 302
    assert User.objects.filter(username=name).exists()


def test_names_differ_by_more_than_case(visitor, ada):
    page = sign_up(visitor, username="ADA")
    assert page.status_code == 200
    assert User.objects.count() == 1


def test_a_refused_form_keeps_what_was_typed(visitor):
    page = sign_up(visitor, password2="something else").content.decode()
    assert 'value="zoe@example.org"' in page
    assert 'value="zoe"' in page
    assert 'value="Europe/Paris"' in page
    assert "les sanglots longs" not in page


DIFFER = "The two passwords differ. Type the same one twice."


@pytest.mark.parametrize("first", ["les sanglots longs", "short", "12345678"])
def test_that_passwords_differ_is_said_once_beside_whatever_else_is_wrong(visitor, first):
    page = sign_up(visitor, password1=first, password2="something else", email="nothing").content.decode()
    assert page.count(DIFFER) == 1
    assert 'id="id_email_error"' in page
    assert ('id="id_password1_error"' in page) == (first != "les sanglots longs")


def test_that_new_passwords_differ_is_said_where_one_changes_it(client_of, ada):
    client = client_of(ada)
    new = {"oldpassword": PASSWORD, "password1": "short", "password2": "shorter"}
    page = client.post(reverse("account_change_password"), new).content.decode()
    assert page.count(DIFFER) == 1
    assert 'id="id_password1_error"' in page


@pytest.mark.parametrize(("passed", "left"), [(0, "15 minutes"), (185, "12 minutes"), (850, "1 minute")])
def test_the_page_and_the_mail_say_how_long_the_code_is_valid(visitor, passed, left):
    with time_machine.travel("2026-11-22 12:00 +0000", tick=False) as clock:
        sign_up(visitor)
        clock.shift(passed)
        url = reverse("account_email_verification_sent")
        assert f"within {left}." in " ".join(visitor.get(url).content.decode().split())
        cache.clear()
        visitor.post(url, {"action": "resend"})
    assert f"It is valid for {left}." in mail.outbox[-1].body


def test_signing_up_with_a_known_address_looks_the_same_and_writes_to_its_owner(ada):
    fresh, known = Client(), Client()
    one = sign_up(fresh)
    two = sign_up(known, email=ada.email, username="someoneelse")
    assert (one.status_code, one.url) == (two.status_code, two.url)
    assert User.objects.count() == 3
    assert mail.outbox[-1].to == [ada.email]
    assert "already have an account" in mail.outbox[-1].subject


@pytest.mark.parametrize("login", ["ada", "ADA", "ada@example.org"])
def test_one_signs_in_by_name_or_address(visitor, ada, login):
    response = visitor.post(reverse("account_login"), {"login": login, "password": PASSWORD})
    assert response.status_code == 302
    assert visitor.session["_auth_user_id"] == str(ada.pk)


def test_a_wrong_password_and_an_unknown_name_read_alike(visitor, ada):
    pages = [
        visitor.post(reverse("account_login"), {"login": login, "password": "wrong"}).content.decode()
        for login in ("ada", "nil")
    ]
    masked = [re.sub(r'value="[^"]*"|"X-CSRFToken": "[^"]*"', "", page) for page in pages]
    assert masked[0] == masked[1]
    assert 'role="alert"' in pages[0]


@pytest.mark.slow
def test_guessing_passwords_is_slowed_down(visitor, ada):
    for _ in range(11):
        page = visitor.post(reverse("account_login"), {"login": "ada", "password": "wrong"})
    right = visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert "_auth_user_id" not in visitor.session
    assert right.status_code == 429
    assert page.status_code == 429
    assert "Too many attempts." in page.content.decode()


def test_signing_in_leads_back_to_where_one_wanted(visitor, ada, calais):
    target = reverse("leagues:home", args=["calais"])
    response = visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD, "next": target})
    assert response.url == target
    outside = Client().post(
        reverse("account_login"), {"login": "ada", "password": PASSWORD, "next": "https://evil.example/"}
    )
    assert "evil" not in outside.url


def test_signing_out_takes_a_post(client_of, ada):
    client = client_of(ada)
    assert client.get(reverse("account_logout")).status_code == 200
    assert "_auth_user_id" in client.session
    assert client.post(reverse("account_logout")).url == reverse("home")
    assert "_auth_user_id" not in client.session


def test_a_forgotten_password_is_replaced_by_a_link_that_works_once(visitor, ada):
    visitor.post(reverse("account_reset_password"), {"email": ada.email})
    [letter] = mail.outbox
    link = re.search(rf"{settings.SITE_ADDRESS}(\S*/key/\S+)", letter.body)[1]
    page = visitor.get(link, follow=True)
    form_url = page.redirect_chain[-1][0]
    new = {"password1": "une nouvelle phrase", "password2": "une nouvelle phrase"}
    assert visitor.post(form_url, new).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("une nouvelle phrase")
    again = Client().get(link, follow=True).content.decode()
    assert "no longer works" in again


def test_the_page_of_ones_password_leads_once_to_a_forgotten_one(visitor, ada):
    visitor.force_login(ada)
    page = visitor.get(reverse("account_change_password")).content.decode()
    assert page.count(reverse("account_reset_password")) == 1
    for label in ("Current password", "New password", "New password, again"):
        assert f"{label}</label>" in page


def test_asking_for_a_new_password_tells_nobody_who_has_an_account(ada):
    known, unknown = Client(), Client()
    one = known.post(reverse("account_reset_password"), {"email": ada.email})
    two = unknown.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert (one.status_code, one.url) == (two.status_code, two.url)
    assert len(mail.outbox) == 2
    assert "No account" in mail.outbox[1].subject


def test_letters_speak_the_accounts_language_whoever_asks(visitor, ben):
    visitor.post(reverse("account_reset_password"), {"email": ben.email})
    assert mail.outbox[0].subject == "Poste Restante\u00a0: Choisir un nouveau mot de passe"


@pytest.mark.slow
def test_changing_the_address_takes_the_password_and_a_code(client_of, ada):
    client = client_of(ada)
    url = reverse("account_email")
    assert client.get(url).status_code == 200
    asked = client.post(url, {"email": "ada@new.example", "action_add": ""})
    assert asked.url.startswith(reverse("account_reauthenticate"))
    assert not mail.outbox
    refused = client.post(asked.url, {"password": "wrong"})
    assert refused.status_code == 200

    sent = client.post(asked.url, {"password": PASSWORD}, follow=True)
    letter = mail.outbox[-1]
    assert letter.to == ["ada@new.example"]
    ada.refresh_from_db()
    assert ada.email == "ada@example.org"
    client.post(sent.redirect_chain[-1][0], {"code": code_in(letter)})
    ada.refresh_from_db()
    assert ada.email == "ada@new.example"


def test_changing_the_password_keeps_this_session_and_ends_the_others(client_of, ada):
    here, elsewhere = client_of(ada), client_of(ada)
    new = {"oldpassword": PASSWORD, "password1": "une autre phrase", "password2": "une autre phrase"}
    url = reverse("account_change_password")
    page = here.get(url)
    if page.status_code == 302:
        here.post(page.url, {"password": PASSWORD})
    assert here.post(url, new).status_code == 302
    assert here.get(reverse("users:profile")).status_code == 200
    assert elsewhere.get(reverse("users:profile")).status_code == 302


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_inactive",
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_account_pages_wear_the_sites_frame_in_both_languages(name, language):
    page = Client(HTTP_ACCEPT_LANGUAGE=language).get(reverse(name))
    text = page.content.decode()
    assert page.status_code == 200
    assert f'<html lang="{language}">' in text
    assert 'class="envelope envelope-one"' in text
    assert "style=" not in text


def test_signing_in_speaks_the_language_of_the_account(visitor, ben):
    assert ben.language == "fr"
    page = visitor.post(reverse("account_login"), {"login": "ben", "password": PASSWORD}, follow=True)
    said = [str(message) for message in page.context["messages"]]
    assert said and not any("signed in" in each for each in said)
