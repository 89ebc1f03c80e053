"""Which mails one wants: on one's own page, and by the link that each mail carries."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse

from games.common.guards.sealing import without_keys
from games.models import Mailing
from league.users import wishes
from tests.html_tree import tree

pytestmark = pytest.mark.django_db

PAGE = "/profile/mails/"
REACH = {"reach": "all", "digest_at": "18:00", "quiet_from": "23:00", "quiet_to": "07:00"}
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def mail_program() -> Client:
    """Something that posts by itself: no session, no cookies, no page of ours. Forged forms are refused."""
    return Client(enforce_csrf_checks=True)


def wanted(user) -> dict[str, bool]:
    user.refresh_from_db()
    return {wish: getattr(user, f"mail_{wish}") for wish in wishes.WISHES}


def all_but(*unwanted: str) -> dict[str, bool]:
    """What is wanted by who said no to these; no one has asked to hear of seasons that open."""
    return {wish: wish not in (*unwanted, "openings") for wish in wishes.WISHES}


def test_everybody_is_written_to_at_first(ada, client_of):
    page = tree(client_of(ada).get(PAGE).content.decode())
    boxes = {
        box.attributes["name"]: "checked" in box.attributes for box in page.all("input", type="checkbox")
    }
    assert boxes == all_but()


def test_boxes_say_which_mails_to_send(ada, client_of):
    browser = client_of(ada)
    answer = browser.post(PAGE, REACH | {"reminders": "on", "news": "on"}, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert wanted(ada) == all_but(*("turns", "letters", "invitations", "leagues", "competitions", "weeks"))
    page = tree(answer.content.decode())
    assert [
        box.attributes["name"] for box in page.all("input", type="checkbox") if "checked" in box.attributes
    ] == [
        "reminders",
        "news",
    ]


def test_the_page_is_ones_own(visitor, ada, client_of, eve):
    assert visitor.get(PAGE).status_code == 302
    client_of(eve).post(PAGE, {})
    assert wanted(ada) == all_but()


@pytest.mark.parametrize("wish", wishes.WISHES)
def test_the_link_stops_one_kind_without_signing_in(ada, ben, mail_program, wish):
    link = ada.stop_path(wish)
    answer = mail_program.post(link, ONE_CLICK)
    assert answer.status_code == 200
    assert wanted(ada) == all_but(wish)
    assert wanted(ben) == all_but()
    assert mail_program.post(link, ONE_CLICK).status_code == 200, "twice does what once does"
    assert wanted(ada) == all_but(wish)


def test_looking_at_it_stops_nothing(ada, mail_program):
    """Programs that scan mails for dangers open all their links."""
    for method in ("get", "head"):
        assert getattr(mail_program, method)(ada.stop_path("turns")).status_code == 200
    assert wanted(ada) == all_but()


def test_the_page_of_the_link_has_the_button_and_the_way_back(ada, mail_program):
    link = ada.stop_path("reminders")

    def button():
        page = tree(mail_program.get(link).content.decode())
        (form,) = (form for form in page.all("form", method="post") if list(form.all("button", name="wish")))
        (found,) = form.all("button", name="wish")
        assert not form.attributes.get("action")
        return found.attributes["value"]

    for value, expected in (("stop", all_but("reminders")), ("again", all_but())):
        assert button() == value
        mail_program.post(link, {"wish": value})
        assert wanted(ada) == expected
    assert button() == "stop"


@pytest.mark.parametrize("spoiled", ["", "x", "9", "1.everything"])
def test_nobody_stops_mails_with_a_made_up_link(ada, mail_program, spoiled):
    token = wishes.token(ada.pk, "reminders")
    for guess in (
        f"{ada.pk}.reminders",
        token + "x",
        token.replace(f"{ada.pk}.", f"{ada.pk + 1}.", 1),
        spoiled or "-",
    ):
        link = reverse("users:stop-mails", args=[guess])
        assert mail_program.get(link).status_code == 404
        assert mail_program.post(link, ONE_CLICK).status_code == 404
    assert wanted(ada) == all_but()


def test_the_link_holds_for_years_and_when_keys_change(ada, mail_program, settings):
    link = ada.stop_path("news")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    wishes._signer.__init__(salt=wishes._signer.salt)
    try:
        assert mail_program.post(link, ONE_CLICK).status_code == 200
    finally:
        settings.SECRET_KEY = settings.SECRET_KEY_FALLBACKS[0]
        settings.SECRET_KEY_FALLBACKS = []
        wishes._signer.__init__(salt=wishes._signer.salt)
    assert wanted(ada) == all_but("news")


def test_the_page_speaks_the_language_of_the_mail_unless_the_reader_has_chosen(ben, ada, client_of):
    link = ben.stop_path("reminders")
    said = Client(HTTP_ACCEPT_LANGUAGE="en").get(link)
    assert 'lang="fr"' in said.content.decode() and said.headers["Content-Language"] == "fr"
    chosen = Client()
    chosen.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert 'lang="en"' in chosen.get(link).content.decode()
    assert 'lang="en"' in client_of(ada).get(link).content.decode()


def test_logs_do_not_keep_the_link(ada):
    link = ada.stop_path("reminders")
    assert link.split("/")[-2] not in without_keys(f"Not Found: {link}")


@pytest.mark.slow
def test_who_is_out_of_reach_is_told_on_these_pages_and_may_have_it_tried_again(ada, client_of):
    ada.refused_address, ada.refusals = ada.email, 3
    ada.save()
    browser = client_of(ada)
    for page in (PAGE, "/profile/", "/games/"):
        assert "don’t arrive" in browser.get(page).content.decode(), page
    browser.post(PAGE, {"again": "yes"})
    ada.refresh_from_db()
    assert not ada.is_out_of_reach
    assert wanted(ada) == all_but()
    assert "don’t arrive" not in browser.get(PAGE).content.decode()


def test_nobody_else_hears_that_somebody_is_out_of_reach(ada, client_of, eve):
    ada.refused_address, ada.refusals = ada.email, 3
    ada.save()
    assert "don’t arrive" not in client_of(eve).get("/games/").content.decode()


# Mails about the account.


def test_mails_about_the_account_have_a_twin_and_cannot_be_stopped(visitor, ada):
    for wish in wishes.WISHES:
        setattr(ada, f"mail_{wish}", False)
    ada.refused_address, ada.refusals = ada.email, 3
    ada.save()
    visitor.post(reverse("account_reset_password"), {"email": ada.email})
    (letter,) = mail.outbox
    ((html, kind),) = letter.alternatives
    assert kind == "text/html" and 'lang="en"' in html and 'style="' in html
    (link,) = re.findall(rf"{settings.SITE_ADDRESS}\S*/key/\S+", letter.body)
    assert f'href="{link}"' in html
    assert "List-Unsubscribe" not in letter.message()
    row = Mailing.objects.get()
    assert (row.user, row.kind, row.attempts, row.last_error) == (ada, "account", 1, "")
    assert row.handed_at


def test_their_links_lead_to_the_site_whatever_name_it_was_called_by(ada, settings):
    settings.SITE_ADDRESS = "https://poste.example"
    settings.ALLOWED_HOSTS = ["*"]
    Client(HTTP_HOST="evil.example").post(reverse("account_reset_password"), {"email": ada.email})
    (letter,) = mail.outbox
    said = letter.body + letter.alternatives[0].content
    assert "evil.example" not in said and "https://poste.example/accounts/password/reset/key/" in said


def test_a_code_stands_out(visitor):
    visitor.post(
        reverse("account_signup"),
        {
            "email": "zoe@example.org",
            "username": "zoe",
            "password1": "les sanglots longs",
            "password2": "les sanglots longs",
        },
    )
    (letter,) = mail.outbox
    code = re.search(r"^    (\S+)$", letter.body, re.MULTILINE)[1]
    page = tree(letter.alternatives[0].content)
    assert [each.text for each in page.all("p", class_="mail-code")] == [code]


def test_a_mail_server_that_fails_is_in_the_log_and_says_so(visitor, ada, monkeypatch):
    def fail(self, messages):
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    visitor.raise_request_exception = False
    assert visitor.post(reverse("account_reset_password"), {"email": ada.email}).status_code == 500
    assert Mailing.objects.get().last_error == "ConnectionRefusedError"
