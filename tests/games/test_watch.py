"""What those who run the site ask it: health, metrics, and which request a log line belongs to."""

from __future__ import annotations

import json
import logging
from datetime import timedelta

import pytest
from celery.signals import task_postrun, task_prerun
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.signals import request_finished
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from prometheus_client.parser import text_string_to_metric_families
from structlog.contextvars import bind_contextvars, clear_contextvars

from games.adjudication import tallies
from games.adjudication.drain import drain
from games.adjudication.outage import DRAIN
from games.adjudication.processing import claim
from games.common import clock
from games.common.guards.sealing import SealedLogFilter
from games.common.outbox.row import OutboxRow
from games.facts.figures import figures
from games.models import Heartbeat, Phase, Tally
from league.watch import health
from league.watch.logs import json_lines
from league.watch.middleware import RequestIdMiddleware
from tests.conftest import house_was_up
from tests.games.conftest import phase_of

pytestmark = pytest.mark.django_db
TOKEN = "a token nobody guesses"


def read_metrics(client: Client) -> dict[str, float]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def test_a_process_that_answers_is_alive_without_asking_anybody(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/health/live/")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_a_process_is_alive_for_whoever_is_signed_in_without_asking_anybody(
    client_of, ada, django_assert_num_queries
):
    browser = client_of(ada)
    with django_assert_num_queries(0):
        answer = browser.get("/health/live/")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies


def test_ready_means_the_data_base_the_schema_and_the_cache(client, monkeypatch):
    assert client.get("/health/ready/").status_code == 200
    known = health.known_migrations()
    monkeypatch.setattr(health, "known_migrations", lambda: known | {("games", "9999_of_tomorrow")})
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.content) == (503, b"migrations\n")


@override_settings(
    CACHES={
        "default": {
            "BACKEND": "league.server.caching.PatientRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
)
def test_a_cache_that_is_away_is_named(client):
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.content) == (503, b"cache\n")


def test_work_is_done_while_drains_end(client):
    assert client.get("/health/work/").status_code == 503, "no drain has ended yet"
    drain()
    assert client.get("/health/work/").status_code == 200
    Heartbeat.objects.filter(name=DRAIN).update(beat_at=clock.now() - timedelta(seconds=61))
    answer = client.get("/health/work/")
    assert (answer.status_code, answer.content) == (503, b"drain\n")
    with pytest.raises(CommandError, match="drain"):
        call_command("healthy", "work")


def test_a_phase_that_stays_open_means_that_work_is_not_done(client, running_game, set_clock):
    """Drains come to their end and leave it behind; or one of them hangs with it, claimed."""
    set_clock(phase_of(running_game).deadline)
    house_was_up()
    assert claim(1)
    set_clock.pass_(seconds=60)
    house_was_up()
    assert client.get("/health/work/").status_code == 200
    set_clock.pass_(seconds=1)
    answer = client.get("/health/work/")
    assert (answer.status_code, answer.content) == (503, b"phases\n")
    Phase.objects.update(set_aside_at=set_clock.now)
    assert client.get("/health/work/").status_code == 200, "that has an alarm of its own"


def test_the_command_says_that_nobody_answers():
    with pytest.raises(CommandError, match="pages not well"):
        call_command("healthy", "pages", "--port", "1")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN])
def test_without_its_token_there_is_no_page_of_metrics(client, header):
    with override_settings(METRICS_TOKEN=TOKEN):
        assert client.get("/metrics", headers={"Authorization": header}).status_code == 404


def test_without_a_token_in_the_environment_nobody_reads_metrics(client):
    with override_settings(METRICS_TOKEN=""):
        assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@override_settings(METRICS_TOKEN=TOKEN)
def test_metrics_follow_a_phase_from_due_to_adjudicated(client, running_game, set_clock):
    drain()
    before = read_metrics(client)
    assert before["poste_phases_due"] == 0
    set_clock(phase_of(running_game).deadline)
    set_clock.pass_(seconds=20)
    due = read_metrics(client)
    assert due["poste_phases_due"] == 1
    assert due["poste_phases_oldest_due_seconds"] == 20
    house_was_up()
    OutboxRow.objects.all().delete()
    drain()
    after = read_metrics(client)
    assert after["poste_phases_due"] == 0
    assert after["poste_phases_adjudicated_total"] == before["poste_phases_adjudicated_total"] + 1
    assert after["poste_lateness_seconds_bucket 15.0"] == before["poste_lateness_seconds_bucket 15.0"]
    assert after["poste_lateness_seconds_bucket 60.0"] == before["poste_lateness_seconds_bucket 60.0"] + 1
    assert after["poste_lateness_seconds_count"] == before["poste_lateness_seconds_count"] + 1
    assert after["poste_outbox_waiting hint"] >= 1
    assert after["poste_drain_age_seconds"] < 60


def test_failures_and_what_was_set_aside_are_counted(running_game, set_clock, monkeypatch, settings):
    def broken(*_: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("games.engine.bridge.resolve", broken)
    settings.GAMES_ATTEMPTS = 1
    set_clock(phase_of(running_game).deadline)
    house_was_up()
    drain()
    seen = figures()
    assert (seen.failed, seen.set_aside, seen.due) == (1, 1, 0)


def test_a_tally_counts_every_phase_in_all_steps_it_was_within():
    tallies.count([0.5, 1.5, 400.0], failed=2)
    tallies.count([4.0], failed=0)
    tally = Tally.objects.get()
    assert (tally.adjudicated, tally.failed, tally.lateness_ms) == (4, 2, 406_000)
    assert [tally.within_1, tally.within_2, tally.within_5, tally.within_300] == [1, 2, 3, 3]


def test_figures_take_as_many_queries_whatever_there_is(running_game, django_assert_max_num_queries):
    OutboxRow.objects.bulk_create(
        OutboxRow(topic="hint", payload={}, created_at=clock.now(), due_at=clock.now()) for _ in range(50)
    )
    with django_assert_max_num_queries(9):
        assert figures().waiting["hint"] >= 50


def logged(say) -> dict[str, str]:
    """The line that a record becomes, on the way that production's handler takes."""
    records: list[logging.LogRecord] = []
    logger = logging.Logger("games.somewhere")
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[method-assign]
    handler.addFilter(SealedLogFilter())
    logger.addHandler(handler)
    say(logger)
    (record,) = records
    return json.loads(json_lines().format(record))


def test_a_line_tells_its_request_and_its_game():
    seen = {}

    def page(request: object) -> HttpResponse:
        bind_contextvars(game="k7x9")
        seen.update(logged(lambda logger: logger.warning("Slow: %s", "map")))
        return HttpResponse()

    request = RequestFactory().get("/", headers={"X-Request-ID": "0123-abcd-4567"})
    answer = RequestIdMiddleware(page)(request)
    assert answer.headers["X-Request-ID"] == "0123-abcd-4567"
    assert seen | {"at": ""} == {
        "event": "Slow: map",
        "request": "0123-abcd-4567",
        "game": "k7x9",
        "level": "warning",
        "logger": "games.somewhere",
        "at": "",
    }
    request_finished.send(sender=None)
    assert "request" not in logged(lambda logger: logger.warning("Later"))


def test_the_line_that_tells_of_a_missing_page_has_its_request(client, running_game):
    seen: list[dict[str, str]] = []
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(json.loads(json_lines().format(record)))  # type: ignore[method-assign]
    logging.getLogger("django.request").addHandler(handler)
    try:
        answer = client.get(f"/l/calais/g/{running_game.code}/nothing/")
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert answer.status_code == 404
    (line,) = [line for line in seen if line["event"].startswith("Not Found")]
    assert line["request"] == answer.headers["X-Request-ID"]
    assert line["game"] == running_game.code


@pytest.mark.parametrize("given", ["", "short", "a b c d e f g h", "x" * 65, "line\nbreak-12345"])
def test_a_number_that_could_forge_lines_is_replaced(given):
    request = RequestFactory().get("/")
    request.META["HTTP_X_REQUEST_ID"] = given
    answer = RequestIdMiddleware(lambda _request: HttpResponse())(request)
    assert answer.headers["X-Request-ID"] != given
    assert len(answer.headers["X-Request-ID"]) == 32


def test_lines_name_the_game_and_the_kind_of_page_never_the_address(client, running_game, monkeypatch):
    bound: dict[str, str] = {}
    monkeypatch.setattr("league.watch.middleware.bind_contextvars", lambda **what: bound.update(what))
    client.get(f"/l/{running_game.league.slug}/g/{running_game.code}/join/not-the-link/")
    assert (bound["address"], bound["game"]) == ("games:join-private", running_game.code)
    assert "not-the-link" not in str(bound)


def test_a_task_is_told_in_its_lines():
    class Task:
        name = "games.tasks.drain_due"

    clear_contextvars()
    task_prerun.send(sender=Task, task_id="17", task=Task)
    line = logged(lambda logger: logger.warning("Failed", extra={"game": "k7x9"}))
    assert (line["task"], line["task_id"], line["game"]) == ("games.tasks.drain_due", "17", "k7x9")
    task_postrun.send(sender=Task)
    assert "task" not in logged(lambda logger: logger.warning("Idle"))


def test_an_error_near_answers_keeps_its_words_to_itself_in_json_too():
    from games.engine import bridge

    def fail(logger: logging.Logger) -> None:
        try:
            bridge.opening(object(), {})  # type: ignore[arg-type]
        except Exception as error:
            error.args = ("F KIE - DEN",)
            logger.exception("Broken")

    line = logged(fail)
    assert "bridge.py" in line["traceback"]
    assert "F KIE - DEN" not in json.dumps(line)


def test_a_failure_tells_its_number_on_the_page():
    from league.leagues.views import site

    request = RequestFactory().get("/")
    request.id = "deadbeefdeadbeef"
    assert b"deadbeefdeadbeef" in site.server_error(request).content
