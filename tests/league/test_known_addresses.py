"""Neither pages nor repeated tries tell a stranger whether an address has an account; nor do hashes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import get_hasher
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.users.models import User
from tests.conftest import PASSWORD
from tests.league.test_accounts import SIGNUP, code_in

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN = "ada@example.org", "odo@example.org"
CONFIRM = "account_email_verification_sent"
TOKENS = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|odo@example\.org|ada@example\.org'
)


@pytest.fixture(autouse=True)
def _somebody_has_an_address(ada):
    assert ada.email == KNOWN


@pytest.fixture
def hashes(monkeypatch) -> Callable[[], int]:
    """How many passwords were hashed since it was last asked."""
    kind, made = type(get_hasher()), []

    def counted(name: str):
        plain = getattr(kind, name)

        def wrapped(self, *args, **more):
            made.append(name)
            return plain(self, *args, **more)

        return wrapped

    monkeypatch.setattr(kind, "encode", counted("encode"))
    if "verify" in vars(kind) and kind.algorithm == "argon2":
        monkeypatch.setattr(kind, "verify", counted("verify"))

    def asked() -> int:
        so_many = len(made)
        made.clear()
        return so_many

    return asked


class Stranger:
    """A browser, and all it gets: status, place and page of each answer, without tokens and the address."""

    def __init__(self, address: str, hashes: Callable[[], int]) -> None:
        self.address, self.hashes, self.got, self.browser = address, hashes, [], Client()

    def look(self, name: str) -> None:
        self._note(self.browser.get(reverse(name)))

    def post(self, name: str, **fields: str) -> None:
        cache.clear()  # limits count both alike: see the test of them
        self.hashes()
        self._note(self.browser.post(reverse(name), fields))
        self.got.append(self.hashes())
        self.got.append(len(mail.outbox))
        mail.outbox.clear()

    def sign_up(self, username: str, email: str | None = None) -> None:
        # The name is the same for both strangers, who come one after the other.
        self.post("account_signup", **SIGNUP | {"username": username, "email": email or self.address})

    def _note(self, reply) -> None:
        page = TOKENS.sub("", reply.content.decode())
        self.got.append((reply.status_code, reply.headers.get("Location"), page, sorted(reply.cookies)))


def both(hashes: Callable[[], int], scene: Callable[[Stranger], None]) -> list[object]:
    """What a stranger got who asks for a known address, once it is what they get for an unknown one."""
    heard = []
    before = set(User.objects.values_list("pk", flat=True))
    for address in (KNOWN, UNKNOWN):
        stranger = Stranger(address, hashes)
        scene(stranger)
        heard.append(stranger.got)
        User.objects.exclude(pk__in=before).delete()
        mail.outbox.clear()
    for known, unknown in zip(*heard, strict=True):
        assert known == unknown
    return heard[0]


@pytest.mark.slow
def test_signing_up_and_the_page_for_the_code(hashes):
    def scene(stranger: Stranger) -> None:
        stranger.sign_up("zoe")
        stranger.look(CONFIRM)
        stranger.post(CONFIRM, code="WRONG1")
        stranger.post(CONFIRM, action="resend")
        stranger.look(CONFIRM)

    got = both(hashes, scene)
    assert got[1] == 1
    assert "Use another e-mail address" in got[3][2]


def test_the_name_is_taken_afterwards_whatever_the_address(hashes):
    def scene(stranger: Stranger) -> None:
        stranger.sign_up("zoe")
        stranger.browser = Client()
        stranger.sign_up("zoe", email="somebody@else.example")
        stranger.sign_up("zoe")

    got = both(hashes, scene)
    assert "This name is taken" in got[3][2]


@pytest.mark.slow
def test_another_address_on_the_page_for_the_code(hashes):
    def scene(stranger: Stranger) -> None:
        stranger.sign_up("zoe", email="zoe@mine.example")
        stranger.post(CONFIRM, action="change", email=stranger.address)
        stranger.look(CONFIRM)
        stranger.browser = Client()
        stranger.post("account_login", login="zoe", password=SIGNUP["password1"])
        stranger.look(CONFIRM)

    both(hashes, scene)


def test_whoever_changes_to_their_own_address_gets_in(visitor):
    for address in (KNOWN, UNKNOWN):
        name = address[:3] + "bert"
        browser = Client()
        browser.post(reverse("account_signup"), SIGNUP | {"username": name, "email": address})
        browser.post(reverse(CONFIRM), {"action": "change", "email": f"{name}@mine.example"})
        browser.post(reverse(CONFIRM), {"code": code_in(mail.outbox[-1])})
        assert browser.session["_auth_user_id"] == str(User.objects.get(username=name).pk)


@pytest.mark.slow
def test_signing_in_after_signing_up(hashes):
    def scene(stranger: Stranger) -> None:
        stranger.sign_up("zoe")
        for login in ("zoe", stranger.address, "zoe"):
            stranger.browser = Client()
            stranger.post("account_login", login=login, password=SIGNUP["password1"])
            stranger.look(CONFIRM)

    got = both(hashes, scene)
    assert got[4] == 1


def test_asking_for_a_new_password(hashes):
    def scene(stranger: Stranger) -> None:
        stranger.post("account_reset_password", email=stranger.address)
        stranger.sign_up("zoe")
        stranger.post("account_reset_password", email=stranger.address)

    assert both(hashes, scene)[1] == 0


def test_giving_ones_account_another_address(hashes, ben):
    def scene(stranger: Stranger) -> None:
        stranger.browser.force_login(ben)
        stranger.post("account_email", email=stranger.address, action_add="")
        stranger.post("account_reauthenticate", password=PASSWORD)
        stranger.look("account_email")
        stranger.post("account_email", email=stranger.address, action_add="")
        stranger.look("account_email")
        stranger.look(CONFIRM)
        stranger.post(CONFIRM, code="WRONG1")

    both(hashes, scene)


def test_limits_count_a_known_address_as_an_unknown_one():
    for address in (KNOWN, UNKNOWN):
        cache.clear()
        asked = [Client().post(reverse("account_reset_password"), {"email": address}) for _time in range(6)]
        assert [each.status_code for each in asked] == [302] * 5 + [429]


@pytest.mark.parametrize("login", ["ada", KNOWN, "odo", UNKNOWN, "unconfirmed", "two@example.org"])
def test_a_wrong_password_costs_one_hash_whoever_it_is_tried_on(hashes, login):
    for name in ("unconfirmed", "twice"):
        get_user_model().objects.create_user(name, "two@example.org", PASSWORD)
    hashes()
    page = Client().post(reverse("account_login"), {"login": login, "password": "wrong"})
    assert page.status_code == 200
    assert hashes() == 1


def test_a_wrong_password_costs_one_hash_of_whoever_is_signed_in(hashes, client_of, ben):
    browser = client_of(ben)
    asked = browser.post(reverse("account_email"), {"email": UNKNOWN, "action_add": ""})
    hashes()
    browser.post(asked.url, {"password": "wrong"})
    assert hashes() == 1


def test_the_one_backend_keeps_djangos_permissions(ben):
    from django.contrib.auth.models import Permission

    ben.user_permissions.add(Permission.objects.get(codename="view_league"))
    ben = User.objects.get(pk=ben.pk)
    assert ben.has_perm("leagues.view_league")
    assert not ben.has_perm("leagues.delete_league")
