"""Passkeys, codes from an app, recovery codes: turned on, asked for, told about. Passkeys themselves need a
browser: tests/browser/test_keys.py."""

from __future__ import annotations

import base64
import hmac
import json
import re
import struct
import time
from importlib import import_module
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.users import ciphers
from tests.conftest import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def code_of(secret: str, step: int = 0) -> str:
    """What an app shows (RFC 6238), `step` half minutes from now."""
    key = base64.b32decode(secret.replace(" ", ""))
    digest = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30 + step), "sha1")
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def sign_in(name: str, client: Client | None = None) -> tuple[Client, str]:
    """A browser after name and password, and where it was led."""
    client = client or Client(HTTP_ACCEPT_LANGUAGE="en")
    answer = client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    return client, answer.headers.get("Location", "")


def turn_codes_on(client: Client) -> str:
    """Enrol an app; its secret. Leads through the question who one is."""
    url = reverse("mfa_activate_totp")
    asked = client.get(url)
    if asked.status_code == 302:
        client.post(asked.url, {"password": PASSWORD})
    page = client.get(url).content.decode()
    secret = re.search(r'id="key">([A-Z2-7 ]+)<', page)[1]
    assert "data:image/svg+xml;base64," in page
    assert client.post(url, {"code": code_of(secret)}).url == reverse("mfa_view_recovery_codes")
    return secret


def recovery_codes(client: Client) -> list[str]:
    page = client.get(reverse("mfa_view_recovery_codes")).content.decode()
    return re.findall(r"<li>(\d{8})</li>", page)


@pytest.fixture
def guarded(ada):
    """Ada's browser, signed in, with codes turned on, and the app's secret."""
    client, _to = sign_in("ada")
    secret = turn_codes_on(client)
    mail.outbox.clear()
    cache.clear()
    return client, secret


def test_turning_codes_on_asks_who_it_is_and_takes_a_right_code(ada):
    client, _to = sign_in("ada")
    url = reverse("mfa_activate_totp")
    assert client.get(url).url.startswith(reverse("account_reauthenticate"))
    secret = turn_codes_on(client)
    assert ciphers.open_sealed(Authenticator.objects.get(user=ada, type="totp").data["secret"]) == (
        secret.replace(" ", "")
    )
    assert len(recovery_codes(client)) == 10


def test_a_wrong_code_turns_nothing_on_and_keeps_the_same_key(ada):
    client, _to = sign_in("ada")
    url = reverse("mfa_activate_totp")
    client.post(client.get(url).url, {"password": PASSWORD})
    before = re.search(r'id="key">([A-Z2-7 ]+)<', client.get(url).content.decode())[1]
    refused = client.post(url, {"code": "000000" if code_of(before) != "000000" else "000001"})
    page = refused.content.decode()
    assert "That’s not the right code" in page
    assert before in page
    assert not Authenticator.objects.exists()


def test_the_password_alone_does_not_let_in(guarded):
    client, to = sign_in("ada")
    assert to == reverse("mfa_authenticate")
    assert "_auth_user_id" not in client.session
    assert client.get(reverse("users:profile")).status_code == 302


def test_the_code_lets_in_once(guarded):
    _client, secret = guarded
    code = code_of(secret)
    client, to = sign_in("ada")
    assert client.post(to, {"code": "12"}).status_code == 200
    assert client.post(to, {"code": code}).status_code == 302
    assert "_auth_user_id" in client.session
    other, to = sign_in("ada")
    assert other.post(to, {"code": code}).status_code == 200
    assert "_auth_user_id" not in other.session


def test_a_clock_half_a_minute_off_still_lets_in(guarded):
    _client, secret = guarded
    client, to = sign_in("ada")
    assert client.post(to, {"code": code_of(secret, -1)}).status_code == 302


def test_a_recovery_code_lets_in_once(guarded):
    here, _secret = guarded
    codes = recovery_codes(here)
    client, to = sign_in("ada")
    assert client.post(to, {"code": codes[0]}).status_code == 302
    assert codes[0] not in recovery_codes(client)
    other, to = sign_in("ada")
    assert other.post(to, {"code": codes[0]}).status_code == 200
    assert "_auth_user_id" not in other.session


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_recovery_codes_are_a_file_too_and_new_ones_end_the_old(guarded):
    client, _secret = guarded
    old = recovery_codes(client)
    file = client.get(reverse("mfa_download_recovery_codes"))
    assert file.content.decode().split() == old
    assert "attachment" in file.headers["Content-Disposition"]
    client.post(reverse("mfa_generate_recovery_codes"))
    new = recovery_codes(client)
    assert len(new) == 10
    assert not set(new) & set(old)
    assert [letter.subject for letter in mail.outbox] == ["Poste Restante: New recovery codes were created"]


def test_recovery_codes_are_shown_after_asking_who_it_is(guarded):
    _client, secret = guarded
    client, to = sign_in("ada")
    client.post(to, {"code": code_of(secret)})
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 24 * 3600
    session.save()
    url = reverse("mfa_view_recovery_codes")
    asked = client.get(url)
    assert asked.url.startswith(reverse("account_reauthenticate"))
    assert client.get(reverse("mfa_download_recovery_codes")).status_code == 302
    assert client.post(asked.url, {"password": PASSWORD}).url == url
    assert len(recovery_codes(client)) == 10
    assert client.get(reverse("mfa_download_recovery_codes")).status_code == 200


def test_turning_codes_off_takes_the_recovery_codes_along(guarded, ada):
    client, _secret = guarded
    assert client.post(reverse("mfa_deactivate_totp")).status_code == 302
    assert not Authenticator.objects.filter(user=ada).exists()
    assert sign_in("ada")[1] == reverse("games:mine")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_owner_is_told_of_each_change_in_their_language(ben):
    client, _to = sign_in("ben")
    turn_codes_on(client)
    client.post(reverse("mfa_deactivate_totp"))
    subjects = [letter.subject for letter in mail.outbox]
    assert subjects == [
        "Poste Restante\u00a0: Codes d’une application activés",
        "Poste Restante\u00a0: Codes d’une application désactivés",
    ]
    for letter in mail.outbox:
        assert letter.to == [ben.email]
        assert "127.0.0.1" in letter.body


def test_the_owner_is_told_of_a_new_password_and_a_new_address_at_the_old_one(ada):
    client, _to = sign_in("ada")
    new = {"oldpassword": PASSWORD, "password1": "une autre phrase", "password2": "une autre phrase"}
    url = reverse("account_change_password")
    asked = client.get(url)
    if asked.status_code == 302:
        client.post(asked.url, {"password": PASSWORD})
    client.post(url, new)
    assert [letter.to for letter in mail.outbox] == [[ada.email]]
    assert "password was changed" in mail.outbox[0].subject
    assert " (London) from 127.0.0.1." in " ".join(mail.outbox[0].body.split())

    change = {"email": "ada@new.example", "action_add": ""}
    asked = client.post(reverse("account_email"), change)
    sent = client.post(asked.url, {"password": "une autre phrase"}, follow=True)
    code = re.search(r"^    (\S+)$", mail.outbox[-1].body, re.MULTILINE)[1]
    client.post(sent.redirect_chain[-1][0], {"code": code})
    told = mail.outbox[-1]
    assert told.to == ["ada@example.org"]
    assert "ada@new.example" in told.body


def test_whoever_has_codes_can_still_change_their_address(guarded, ada):
    client, _secret = guarded
    sent = client.post(reverse("account_email"), {"email": "ada@new.example", "action_add": ""}, follow=True)
    code = re.search(r"^    (\S+)$", mail.outbox[-1].body, re.MULTILINE)[1]
    client.post(sent.redirect_chain[-1][0], {"code": code})
    ada.refresh_from_db()
    assert ada.email == "ada@new.example"


def test_a_new_password_by_letter_does_not_go_round_the_codes(guarded, ada):
    visitor = Client(HTTP_ACCEPT_LANGUAGE="en")
    visitor.post(reverse("account_reset_password"), {"email": ada.email})
    link = re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[-1].body)[1]
    form = visitor.get(link, follow=True).redirect_chain[-1][0]
    visitor.post(form, {"password1": PASSWORD, "password2": PASSWORD})
    _client, to = sign_in("ada", visitor)
    assert to == reverse("mfa_authenticate")
    assert "_auth_user_id" not in visitor.session


def test_nobody_touches_anothers_passkey(client_of, ada, ben):
    key = Authenticator.objects.create(user=ada, type="webauthn", data={"name": "hers", "credential": {}})
    client, _to = sign_in("ben")
    turn_codes_on(client)  # after which the page does not ask again for the password
    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        url = reverse(name, args=[key.pk])
        assert client.get(url).status_code == 404
        assert client.post(url, {"name": "his"}).status_code == 404
    key.refresh_from_db()
    assert key.data["name"] == "hers"


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def answered(**response: str) -> str:
    return json.dumps({"id": "eA", "rawId": "eA", "type": "public-key", "response": response})


FORGED = [
    "",
    "{}",
    "[]",
    "7",
    "not json",
    '{"id": "x"}',
    '{"id": "x", "rawId": "eA", "type": "public-key", "response": 3}',
    '{"response": {"userHandle": "MQ"}}',
    '{"id": "eA", "rawId": "eA", "type": "public-key", "response": {"userHandle": "MQ", "signature": "eA", '
    '"clientDataJSON": "eyJ4IjoxfQ", "authenticatorData": "eA"}}',
    '{"id": "eA", "rawId": "eA", "type": "public-key", "response": {"userHandle": 7, "signature": [], '
    '"clientDataJSON": "", "authenticatorData": null}}',
    "[" * 3000 + "]" * 3000,
    "9" * 6000,
    '{"id":"\\ud800"}',
    '{"id":"\\u0000"}',
    answered(signature="eA", userHandle="MQ", authenticatorData="eA", clientDataJSON=packed(b"[" * 20_000)),
    answered(
        clientDataJSON=packed(b'{"type":"webauthn.create"}'), attestationObject=packed(b"\x81" * 20_000)
    ),
]


@pytest.mark.parametrize("credential", FORGED)
def test_a_forged_passkey_opens_nothing(visitor, ada, credential):
    visitor.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    answer = visitor.post(reverse("mfa_login_webauthn"), {"credential": credential}, follow=True)
    assert answer.status_code == 200
    assert "_auth_user_id" not in visitor.session
    assert 'class="notice notice-grave" role="alert"><svg' in answer.content.decode()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("credential", FORGED)
def test_a_forged_passkey_is_not_added(ada, credential):
    client, _to = sign_in("ada")
    url = reverse("mfa_add_webauthn")
    client.post(client.get(url).url, {"password": PASSWORD})
    client.get(url)
    answer = client.post(url, {"credential": credential, "name": "x"})
    assert answer.status_code == 200
    (shown,) = re.findall(r'<input[^>]*name="credential"[^>]*>', answer.content.decode())
    assert "value=" not in shown  # what was posted is not shown again
    assert not Authenticator.objects.exists()


def test_staff_come_in_by_the_sites_own_door():
    """The admin's own sign-in page would ask for no code."""
    make_user("root_", is_staff=True, is_superuser=True)
    client, _to = sign_in("root_")
    turn_codes_on(client)
    stranger = Client()
    asked = stranger.get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0].startswith(reverse("account_login"))
    assert "next=%2Fadmin%2F" in asked.redirect_chain[-1][0] or "next=/admin/" in asked.redirect_chain[-1][0]
    stranger.post("/admin/login/", {"username": "root_", "password": PASSWORD})
    assert "_auth_user_id" not in stranger.session
    assert client.get("/admin/login/?next=/admin/games/").url == "/admin/games/"
    assert client.get("/admin/login/?next=https://evil.example/").url == "/admin/"
    assert client.get("/admin/password_change/").url == reverse("account_change_password")


def test_the_admin_shows_neither_second_factors_nor_sessions(client_of):
    client = client_of(make_user("root_", is_staff=True, is_superuser=True))
    for path in ("mfa/authenticator/", "usersessions/usersession/"):
        assert client.get(f"/admin/{path}").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_of_ones_keys_speak_the_readers_language(language):
    make_user("zoe", language=language)
    client, _to = sign_in("zoe")
    heading = {"en": "Two-step sign-in", "fr": "Double authentification"}[language]
    assert f"<h1>{heading}</h1>" in client.get(reverse("mfa_index")).content.decode()
    turn_codes_on(client)
    for name in ("mfa_index", "mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_add_webauthn"):
        page = client.get(reverse(name)).content.decode()
        assert f'<html lang="{language}">' in page
        assert heading in page
        assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\bsrc=)", page), name


def test_who_has_lost_everything_gets_in_again_by_the_servers_command_line(guarded, ada, ben):
    client, _secret = guarded
    said = StringIO()
    call_command("forget_keys", "ada", stdout=said)
    assert said.getvalue() == "Forgotten: 2 passkeys and codes. Ended: 1 sessions.\n"
    assert client.get(reverse("users:profile")).status_code == 302
    assert sign_in("ada")[1] == reverse("games:mine")
    with pytest.raises(CommandError, match="no account named"):
        call_command("forget_keys", "nobody")


def test_the_data_base_holds_no_secret_of_codes(guarded):
    client, secret = guarded
    kept = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert Authenticator.objects.count() == 2 and kept.count("fernet:") == 2
    assert secret.replace(" ", "") not in kept
    codes = recovery_codes(client)
    stranger, to = sign_in("ada")
    assert to == reverse("mfa_authenticate")
    assert stranger.post(to, {"code": codes[0]}).status_code == 302


def test_codes_go_on_when_the_key_changes_and_the_old_one_is_named_too(guarded, settings):
    _client, secret = guarded
    settings.AUTHENTICATOR_KEYS = ["another key"]
    with pytest.raises(InvalidToken):
        Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret, 1))
    settings.AUTHENTICATOR_KEYS = ["another key", settings.SECRET_KEY]
    assert Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret, 1))
    sealed = ciphers.seal("anew")
    settings.AUTHENTICATOR_KEYS = ["another key"]
    assert ciphers.open_sealed(sealed) == "anew"


def test_without_keys_of_their_own_an_earlier_secret_key_still_opens(guarded, settings):
    _client, secret = guarded
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new secret key"
    assert Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret, 1))
    call_command("reseal", stdout=StringIO())
    settings.SECRET_KEY_FALLBACKS = []
    held = Authenticator.objects.get(type="totp").data["secret"]
    assert ciphers.open_sealed(held) == secret.replace(" ", "")


def test_secrets_of_before_are_sealed_by_the_migration_once_and_opened_by_its_way_back(guarded):
    client, _secret = guarded
    codes = recovery_codes(client)
    migration = import_module("league.users.migrations.0003_sealed_second_factors")
    migration.open_all(apps, None)
    plain = dict(Authenticator.objects.values_list("type", "data"))
    assert "fernet:" not in str(plain)
    assert recovery_codes(client) == codes, "they are read as they were"
    migration.seal_all(apps, None)
    migration.seal_all(apps, None)
    assert str(list(Authenticator.objects.values_list("data", flat=True))).count("fernet:") == 2
    assert recovery_codes(client) == codes
    migration.open_all(apps, None)
    assert dict(Authenticator.objects.values_list("type", "data")) == plain


def test_what_an_old_key_seals_is_sealed_anew_so_that_it_can_be_dropped(guarded, settings):
    client, secret = guarded
    codes = recovery_codes(client)
    old = settings.AUTHENTICATOR_KEYS or [settings.SECRET_KEY]
    settings.AUTHENTICATOR_KEYS = ["another key", *old]
    said = StringIO()
    with CaptureQueriesContext(connection) as asked:
        call_command("reseal", stdout=said)
    assert said.getvalue() == "2 secrets sealed anew.\n"
    if connection.features.has_select_for_update:
        assert any("FOR UPDATE" in each["sql"] for each in asked), "a code used meanwhile stays used"
    settings.AUTHENTICATOR_KEYS = ["another key"]
    assert Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret, 1))
    assert recovery_codes(client) == codes


def test_sealing_anew_says_which_secrets_none_of_the_keys_opens_and_changes_nothing(guarded, settings):
    before = list(Authenticator.objects.order_by("pk").values_list("data", flat=True))
    settings.AUTHENTICATOR_KEYS = ["another key"]
    with pytest.raises(CommandError, match="None of the keys opens 2 of 2 secrets"):
        call_command("reseal")
    assert list(Authenticator.objects.order_by("pk").values_list("data", flat=True)) == before
