"""A league's webhook: who names it, what is posted where, how it is signed, and when it ends."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from games.common import outbox
from games.common.guards import outgoing
from games.common.outbox import claims, registry
from games.common.outbox.delivery import ATTEMPTS, deliver
from games.common.outbox.row import OutboxRow
from games.common.waiting import waits_of
from league.leagues import services as leagues
from league.leagues.errors import NotAllowed
from league.leagues.models import OrganiserAct, Webhook
from league.leagues.outbox.webhooks import plain, signed_headers
from league.leagues.services import webhooks
from league.leagues.services.webhooks import FAILS_FOR, next_monday
from league.users import ciphers
from league.users.services import seal_anew
from tests.games.conftest import Clock, set_clock  # noqa: F401  (a fixture)
from tests.https_server import HOST, OUTSIDE, Elsewhere, elsewhere, says

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ADDRESS = f"https://{HOST}/api/webhooks/17/t0ken"
PAGE = "/l/calais/desk/webhook/"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elsewhere]:
    with elsewhere(tmp_path_factory.mktemp("certificates")) as outside:
        yield outside


@pytest.fixture
def outside(server: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    server.says, server.names = says("204 No Content"), {HOST: [OUTSIDE]}
    for heard in (server.looked_up, server.reached, server.asked):
        heard.clear()
    monkeypatch.setattr(outgoing, "internet", server.network)
    return server


@pytest.fixture
def secret(calais: Any, carl: Any, set_clock: Clock) -> str:  # noqa: F811
    """What signs for Calais, whose webhook carl has just named."""
    return webhooks.name_webhook(league=calais, by=carl, address=ADDRESS, language="en")


def hook() -> Webhook:
    return Webhook.objects.get()


def said(outside: Elsewhere) -> list[str]:
    return [json.loads(body)["content"] for body in outside.bodies]


def try_until_off(clock: Clock, calais: Any, carl: Any) -> int:
    """Send tests and let time pass until the webhook is switched off; how many days that took."""
    began = clock.now
    while hook().off_at is None:
        webhooks.send_test(league=calais, by=carl)
        deliver()
        clock.pass_(hours=12)
        assert clock.now < began + timedelta(days=30)
    return (hook().off_at - began).days


def test_a_message_is_in_discords_form_and_mentions_nobody(secret, calais, carl, outside):
    assert webhooks.send_test(league=calais, by=carl)
    assert not outside.asked  # it leaves with the outbox
    deliver()
    assert outside.asked[0].startswith(b"POST /api/webhooks/17/t0ken HTTP/1.1\r\n")
    assert json.loads(outside.bodies[0]) == {
        "content": "A test message from Calais: it works.",
        "username": "Poste Restante",
        "allowed_mentions": {"parse": []},
    }
    assert outside.headers[0]["content-type"] == "application/json"
    row = hook()
    assert (row.said, row.failing_since, row.off_at) == ("204", None, None) and row.tried_at


def test_it_is_signed_as_standard_webhooks_say(secret, calais, carl, outside, set_clock):  # noqa: F811
    webhooks.send_test(league=calais, by=carl)
    deliver()
    heard, body = outside.headers[0], outside.bodies[0]
    assert heard["webhook-timestamp"] == str(int(set_clock.now.timestamp()))
    signed = f"{heard['webhook-id']}.{heard['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    assert len(key) == 24
    assert (
        heard["webhook-signature"]
        == "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    )


def test_the_specifications_own_example_is_signed_alike():
    """From its text: this secret, id, moment and body give this signature."""
    headers = signed_headers(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        datetime.fromtimestamp(1614265330, UTC),
        b'{"test": 2432232314}',
    )
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_name_of_a_message_stays_at_the_next_attempt(secret, calais, carl, outside, set_clock):  # noqa: F811
    outside.says = says("500 No")
    webhooks.send_test(league=calais, by=carl)
    deliver()
    assert hook().failing_since == set_clock.now and hook().said == "500"
    outside.says = says("200 OK")
    deliver()  # not yet
    assert len(outside.asked) == 1
    set_clock.pass_(minutes=1)
    deliver()
    first, second = outside.headers
    assert first["webhook-id"] == second["webhook-id"] and first != second
    assert hook().failing_since is None


def test_rows_and_the_data_base_hold_neither_address_nor_secret(secret, calais, carl, outside, caplog):
    outside.says = says("500 No")
    webhooks.send_test(league=calais, by=carl)
    deliver()
    told = f"{list(Webhook.objects.values())} {list(OutboxRow.objects.values())} {caplog.text}"
    told += str(list(OrganiserAct.objects.values()))
    assert "NotTaken" in told
    for hidden in ("t0ken", "/api/webhooks", secret, secret.removeprefix("whsec_")):
        assert hidden not in told
    assert ciphers.open_sealed(hook().address) == ADDRESS and ciphers.open_sealed(hook().secret) == secret


def test_keys_are_changed_with_those_of_codes(secret, settings):
    settings.AUTHENTICATOR_KEYS = ["new" * 20, settings.SECRET_KEY]
    before = hook().address
    assert seal_anew() == 1
    settings.AUTHENTICATOR_KEYS = ["new" * 20]
    assert hook().address != before and ciphers.open_sealed(hook().address) == ADDRESS
    settings.AUTHENTICATOR_KEYS = ["lost" * 20]
    with pytest.raises(ciphers.CannotOpen, match="1 of 1"):
        seal_anew()


def test_a_league_by_invitation_tells_nothing(secret, calais, carl, outside, client_of):
    webhooks.send_test(league=calais, by=carl)
    leagues.update_settings(league=calais, by=carl, visibility="invitation")
    deliver()
    assert not outside.asked and not OutboxRow.objects.filter(topic="webhook", sent_at=None).exists()
    calais.refresh_from_db()
    assert not webhooks.send_test(league=calais, by=carl)
    page = client_of(carl).get(PAGE).text
    assert "Only public leagues send messages" in page and "Send a test message" not in page


def test_it_is_switched_off_after_days_of_failure_and_its_organisers_read_so(
    secret,
    calais,
    carl,
    ada,
    outside,
    set_clock,  # noqa: F811
    client_of,
):
    outside.says = says("500 No")
    assert try_until_off(set_clock, calais, carl) == FAILS_FOR.days
    (waiting,) = waits_of(carl).when_you_like
    assert (waiting.kind, waiting.address, waiting.of) == ("webhook", PAGE, "Calais") and HOST in waiting.more
    assert waits_of(ada).are_none
    before = len(outside.asked)
    webhooks.post_news(league=calais.pk, event="test", key=calais.pk, now=set_clock.now)
    set_clock.pass_(days=1)
    deliver()
    assert len(outside.asked) == before
    assert "Switched off" in client_of(carl).get(PAGE).text
    outside.says = says("200 OK")
    webhooks.send_test(league=calais, by=carl)
    deliver()
    assert hook().off_at is None and waits_of(carl).are_none


def test_what_is_gone_is_switched_off_at_once(secret, calais, carl, outside, set_clock):  # noqa: F811
    outside.says = says("410 Gone")
    assert try_until_off(set_clock, calais, carl) == 0 and len(outside.asked) == 1


def test_an_address_that_leads_inside_by_now_is_not_written_to(secret, calais, carl, outside, client_of):
    outside.names = {HOST: ["10.0.0.1"]}
    webhooks.send_test(league=calais, by=carl)
    deliver()
    assert not outside.reached and hook().said == "inside"
    assert f"{HOST} leads into a private network" in client_of(carl).get(PAGE).text


def test_nobody_is_alarmed_when_a_message_is_given_up(secret, calais, carl, outside, set_clock, settings):  # noqa: F811
    settings.ADMINS = [("admin", "admin@example.org")]
    outside.says = says("500 No")
    webhooks.send_test(league=calais, by=carl)
    OutboxRow.objects.update(attempts=ATTEMPTS - 1)
    deliver(), deliver()
    assert OutboxRow.objects.get(topic="webhook").given_up_at and not mail.outbox
    assert not OutboxRow.objects.filter(topic="alarm").exists()


def test_messages_wait_for_mails_and_hold_up_no_hint(secret, calais, carl, ada, set_clock):  # noqa: F811
    webhooks.send_test(league=calais, by=carl)
    outbox.put(outbox.tell_person("mail", ada.pk, set_clock.now, about="nothing"))
    assert claims.claim(set_clock.now, with_mails=False) == []
    assert [row.topic for row in claims.claim(set_clock.now)] == ["mail"]
    assert [row.topic for row in claims.claim(set_clock.now)] == ["webhook"]
    set_clock.pass_(minutes=5)  # both workers have died
    assert claims.claim(set_clock.now, with_mails=False) == []
    assert registry.outside() >= {"webhook"}


def test_organisers_alone_have_a_say(secret, calais, ada):
    for act in (webhooks.change_secret, webhooks.remove_webhook, webhooks.send_test):
        with pytest.raises(NotAllowed):
            act(league=calais, by=ada)
    with pytest.raises(NotAllowed):
        webhooks.name_webhook(league=calais, by=ada, address="https://evil.example/", language="en")
    assert hook().host == HOST


def test_the_page_names_tries_and_removes_it(calais, carl, outside, client_of):
    browser = client_of(carl)
    wrong = browser.post(PAGE, {"name": "yes", "address": "http://a.example/t0ken", "language": "fr"}).text
    assert (
        "has to begin with https://" in wrong and "http://a.example/t0ken" in wrong
    )  # nothing typed is lost
    shown = browser.post(PAGE, {"name": "yes", "address": ADDRESS, "language": "fr"}).text
    (secret,) = re.findall(r"whsec_[\w+/=]+", shown)
    assert ciphers.open_sealed(hook().secret) == secret and "t0ken" not in shown
    again = browser.get(PAGE).text
    assert HOST in again and "whsec_" not in again and "t0ken" not in again
    browser.post(PAGE, {"test": "yes"})
    deliver()
    assert said(outside) == ["Message d’essai (Calais)\N{NO-BREAK SPACE}: il est bien arrivé."]
    assert "The last message arrived." in browser.get(PAGE).text
    (other,) = re.findall(r"whsec_[\w+/=]+", browser.post(PAGE, {"secret": "yes"}).text)
    assert other != secret
    moved = browser.post(PAGE, {"name": "yes", "address": f"{ADDRESS}2", "language": "en"}, follow=True).text
    assert "whsec_" not in moved and ciphers.open_sealed(hook().secret) == other
    browser.post(PAGE, {"remove": "yes"})
    assert not Webhook.objects.exists()
    kinds = list(OrganiserAct.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["webhook", "hook_secret", "webhook", "hook_gone"]
    assert "t0ken" not in browser.get(reverse("leagues:log", args=["calais"])).text


def test_tests_are_limited(secret, client_of, carl):
    browser = client_of(carl)
    answers = [browser.post(PAGE, {"test": "yes"}).status_code for _time in range(11)]
    assert answers == [302] * 10 + [429]


def test_names_make_no_links_mentions_or_bold_type():
    assert plain("@everyone **x** <@1>\n[a](https://e.vil)") == (
        r"\@everyone \*\*x\*\* \<\@1\> \[a\]\(https\://e.vil\)"
    )


@pytest.mark.parametrize(
    ("now", "following"),
    [
        ("2026-11-28T22:00", "2026-11-30T09:00"),
        ("2026-11-30T08:59", "2026-11-30T09:00"),
        ("2026-11-30T09:00", "2026-12-07T09:00"),
    ],
)
def test_tables_are_posted_on_mondays(now, following):
    moments = [datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (now, following)]
    assert next_monday(moments[0]) == moments[1]
