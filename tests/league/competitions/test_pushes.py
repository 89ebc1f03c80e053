"""Web pushes: what a browser is sent, encrypted for it alone, by a request of ours; and when it is not."""

from __future__ import annotations

import base64
import json
import os
from datetime import time, timedelta
from types import SimpleNamespace

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from py_vapid import Vapid02

from games.common import clock
from games.common.guards import outgoing
from games.common.outbox import is_own
from games.common.outbox.bell import Words
from games.common.outbox.rings import Ring
from games.common.outbox.row import OutboxRow
from games.common.words.people import Weight
from league.competitions.ladder.services import challenging
from league.users import ciphers, pushes, services
from league.users.models import PushSubscription, Reach
from tests.https_server import HOST, OUTSIDE, elsewhere, says
from tests.league.competitions.seasons import Season
from tests.league.competitions.test_notices import deliver

ENDPOINT = f"https://{HOST}/push/abc"


def plain(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """Has keys, as one that subscribes; opens what it is sent."""

    def __init__(self, endpoint: str = ENDPOINT) -> None:
        self.endpoint, self.secret = endpoint, os.urandom(16)
        self.key = ec.generate_private_key(ec.SECP256R1())

    @property
    def given(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {
            "endpoint": self.endpoint,
            "p256dh": plain(point),
            "auth": plain(self.secret),
            "device": "Firefox, Linux",
        }

    def opens(self, body: bytes) -> dict[str, str]:
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(opened)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with elsewhere(tmp_path_factory.mktemp("certificates")) as outside:
        yield outside


@pytest.fixture
def service(server, monkeypatch):
    """A push service, to which names lead."""
    server.says, server.names = says("201 Created"), {HOST: [OUTSIDE]}
    for heard in (server.looked_up, server.reached, server.asked):
        heard.clear()
    monkeypatch.setattr(outgoing, "internet", server.network)
    return server


@pytest.fixture
def season(calais, carl, set_clock):
    made = Season(calais, carl, set_clock).begin(4)
    OutboxRow.objects.all().delete()
    return made


def hand_over() -> None:
    list(
        pushes.send_pushes(
            list(OutboxRow.objects.filter(topic="push", due_at__lte=clock.now() + pushes.TOGETHER))
        )
    )


@pytest.fixture
def challenged(season, service):
    """p1 takes pushes and is challenged by p2."""
    browser, entry = Browser(), season.entry(1)
    services.choose_reach(user=entry.user, reach=Reach.EVERYTHING, quiet_from=time(0), quiet_to=time(0))
    pushes.subscribe(user=entry.user, **browser.given)
    challenge = season.challenge(season.entry(2), entry)
    return SimpleNamespace(browser=browser, user=entry.user, challenge=challenge, season=season)


def test_a_push_says_the_league_and_that_something_waits(challenged, service):
    deliver()
    hand_over()
    (body,) = service.bodies
    shown = challenged.browser.opens(body)
    assert shown == {
        "title": "Calais",
        "body": "Something needs you.",
        "tag": f"challenge:{challenged.challenge.pk}",
        "address": f"{challenged.season.competition.get_absolute_url()}challenges/1/",
    }
    (head,) = service.headers
    assert (head["content-encoding"], head["ttl"]) == ("aes128gcm", "43200")
    token = head["authorization"].removeprefix("vapid t=").split(",")[0]
    assert Vapid02.verify(auth=head["authorization"])
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == f"https://{HOST}"
    assert head["authorization"].endswith(f"k={pushes.public_key()}")


def test_it_says_who_and_what_where_its_reader_wants_that(challenged, service):
    services.choose_push_words(user=challenged.user, names=True)
    deliver()
    hand_over()
    shown = challenged.browser.opens(service.bodies[0])
    assert shown["title"] == f"{challenged.challenge.by.user.username} challenges you: answer by 4 September"
    assert "Calais" in shown["body"]


def test_ones_page_says_how_much_pushes_say(ada, client_of):
    pushes.subscribe(user=ada, **Browser().given)
    for answer, names in (("yes", True), ("no", False)):
        page = client_of(ada).get("/profile/mails/").content.decode()
        assert f'name="push_names" value="{answer}"' in page
        client_of(ada).post("/profile/mails/", {"push_names": answer})
        ada.refresh_from_db()
        assert ada.push_names is names


def test_never_more_of_a_game_whose_players_or_board_are_hidden(ada):
    ada.push_names = True
    hidden = Words("game:1", "You missed Spring 1901", "You against ben", "", "/l/x/g/y/", "Calais", True)
    assert pushes.message(ada, [hidden])["title"] == "Calais"
    assert pushes.message(ada, [hidden])["body"] == "Something needs you."


def test_a_mail_that_is_tried_again_rings_once(challenged, service, monkeypatch):
    def refuses(*_messages):
        raise ConnectionError("the mail server is away")

    monkeypatch.setattr(EmailBackend, "send_messages", refuses)
    for _attempt in range(3):
        deliver()
        hand_over()
        OutboxRow.objects.filter(topic="push").update(sent_at=clock.now())
    assert OutboxRow.objects.filter(topic="push").count() == 1


def test_hundreds_cost_as_many_queries_as_one(challenged, service):
    def ring(people) -> int:
        for person in people:
            pushes.subscribe(user=person, **Browser(f"{ENDPOINT}{person.pk}").given)
        entry = {"occasion": "begun", "entry": challenged.season.entry(1).pk, "user": challenged.user.pk}
        told = [SimpleNamespace(pk=1000 + person.pk, payload=entry) for person in people]
        rings = [
            Ring(person, "season_mail", row, "competitions", Weight.COSTS)
            for person, row in zip(people, told, strict=True)
        ]
        OutboxRow.objects.filter(topic="push").delete()
        pushes.put_pushes(rings)
        rows = list(OutboxRow.objects.filter(topic="push"))
        assert len(rows) == len(people)
        with CaptureQueriesContext(connection) as queries:
            list(pushes.send_pushes(rows))
        return len(queries)

    everybody = [challenged.season.entry(rank).user for rank in range(1, 5)]
    assert ring(everybody[:1]) == ring(everybody)
    assert len(service.bodies) == 2 + 5, "the first of them has two browsers"


def test_what_was_done_elsewhere_rings_no_more(challenged, service):
    deliver()
    challenging.decline(challenge=challenged.challenge, user=challenged.user)
    hand_over()
    assert service.bodies == []


def test_several_things_are_one_push(challenged, service):
    deliver()
    row = OutboxRow.objects.get(topic="push")
    entry = {"occasion": "begun", "entry": challenged.season.entry(1).pk, "user": challenged.user.pk}
    told = [{"of": "season_mail", "told": entry, "row": row.ring_of + 1}]
    row.pk, row.payload, row.ring_of = None, {"user": challenged.user.pk, "told": told}, row.ring_of + 1
    row.save()
    hand_over()
    (body,) = service.bodies
    shown = challenged.browser.opens(body)
    assert (shown["title"], shown["tag"], shown["address"]) == ("Calais", "several", "/notices/")


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_browser_that_is_gone_is_forgotten(challenged, service, status):
    service.says = says(status)
    deliver()
    hand_over()
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", ["429 Too Many", "500 Fault", "301 Moved"])
def test_a_push_that_is_not_taken_is_not_sent_again(challenged, service, status):
    service.says = says(status)
    deliver()
    hand_over()
    hand_over()
    assert PushSubscription.objects.count() == 1


def test_nothing_rings_in_somebodys_night(challenged, service, set_clock):
    now = clock.now()
    user = challenged.user
    user.time_zone = "UTC"
    user.quiet_from, user.quiet_to = now.time(), (now + timedelta(hours=3)).time()
    user.save()
    deliver()
    (row,) = OutboxRow.objects.filter(topic="push")
    assert row.due_at == now + timedelta(hours=3)


def test_who_wants_to_lose_nothing_hears_no_news(season, service):
    winner, loser = season.entry(2), season.entry(1)
    services.choose_reach(user=winner.user, reach=Reach.LOSING)
    pushes.subscribe(user=winner.user, **Browser().given)
    season.play(winner, loser)
    deliver()
    assert not OutboxRow.objects.filter(topic="push").exists()


def test_a_row_tells_nobody_what_a_reminder_would(challenged):
    told = SimpleNamespace(pk=1, payload={"about": "reminder"})
    pushes.put_pushes([Ring(challenged.user, "mail", told, "reminders", Weight.SOON)])
    assert is_own(OutboxRow.objects.get(topic="push"))


def test_the_address_is_sealed_and_sealed_anew(challenged, settings):
    (row,) = PushSubscription.objects.all()
    assert row.sealed.startswith(ciphers.SEALED) and HOST not in row.sealed
    settings.AUTHENTICATOR_KEYS = ["another key " * 5, settings.SECRET_KEY]
    assert services.seal_anew() == 1
    row.refresh_from_db()
    settings.AUTHENTICATOR_KEYS = ["another key " * 5]
    assert json.loads(ciphers.open_sealed(row.sealed))["endpoint"] == ENDPOINT


@pytest.mark.parametrize(
    "spoiled",
    [
        {"endpoint": "http://hooks.example.org/x"},
        {"endpoint": "https://localhost/x"},
        {"p256dh": "x"},
        {"auth": ""},
    ],
    ids=["no https", "the site's own", "no key", "no secret"],
)
def test_what_is_no_subscription_is_refused(ada, client_of, spoiled):
    answer = client_of(ada).post(reverse("users:push-subscribe"), Browser().given | spoiled)
    assert answer.status_code == 400 and answer.json()["error"]
    assert not PushSubscription.objects.exists()


def test_a_browser_has_one_owner_and_nobody_stops_anothers(ada, ben, client_of):
    browser = Browser()
    for user in (ben, ada):
        assert client_of(user).post(reverse("users:push-subscribe"), browser.given).status_code == 200
    (row,) = PushSubscription.objects.all()
    assert row.user == ada
    assert "Firefox, Linux" in client_of(ada).get("/profile/mails/").content.decode()
    client_of(ben).post(reverse("users:push-stop"), {"key": row.pk})
    assert PushSubscription.objects.count() == 1
    client_of(ada).post(reverse("users:push-stop"), {"key": row.pk})
    assert not PushSubscription.objects.exists()


def test_the_eleventh_browser_takes_the_place_of_the_most_silent(ada):
    for number in range(pushes.DEVICES + 1):
        pushes.subscribe(user=ada, **Browser(f"{ENDPOINT}{number}").given)
    assert PushSubscription.objects.count() == pushes.DEVICES


def test_who_was_silent_for_ninety_days_is_forgotten(ada, monkeypatch):
    pushes.subscribe(user=ada, **Browser().given)
    assert pushes.drop_silent() == 0
    PushSubscription.objects.update(heard_at=clock.now() - timedelta(days=91))
    assert pushes.drop_silent() == 1


def test_the_site_has_one_key_from_its_secrets_or_its_own(settings):
    of_secret = pushes.public_key()
    assert of_secret == pushes.public_key() and len(base64.urlsafe_b64decode(of_secret + "=")) == 65
    settings.VAPID_PRIVATE_KEY = plain(os.urandom(32))
    assert pushes.public_key() != of_secret


@pytest.mark.django_db
def test_worker_and_manifest(client):
    worker = client.get("/sw.js")
    assert (
        worker.headers["Content-Type"].startswith("text/javascript") and b"showNotification" in worker.content
    )
    manifest = client.get("/manifest.webmanifest")
    assert manifest.json()["start_url"] == "/games/" and len(manifest.json()["icons"]) == 2
    assert "worker-src 'self'" in client.get("/").headers["Content-Security-Policy"]
