"""When the database is away, or someone holds a lock for too long, a page says busy, and nothing is lost."""

from __future__ import annotations

import threading

import pytest
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models.signals import pre_migrate
from django.template import engines

from games.models import Answer, Game
from games.services.players import answers
from league.settings.base import PATIENCE, postgres
from tests.games.conftest import phase_of

FAULTS = [OperationalError("canceling statement due to lock timeout"), InterfaceError("gone")]


@pytest.fixture
def save(client_of, running_game, ada, url):
    """Posts ada's orders and says what came back; a failure is answered, not raised."""
    browser = client_of(ada)
    browser.raise_request_exception = False
    browser.get(url(running_game))

    def post(text="France first", **headers):
        fields = {"version": "0", "label": phase_of(running_game).label, "text": text, "ready": ""}
        return browser.post(url(running_game, "answer"), fields, headers=headers)

    return post


def fail_with(error):
    def fail(**what):
        raise error

    return fail


@pytest.mark.parametrize("error", FAULTS)
def test_a_page_says_that_the_site_is_busy_and_gives_back_what_was_typed(save, monkeypatch, error):
    monkeypatch.setattr(answers, "save_answer", fail_with(error))
    answer = save()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    page = answer.content.decode()
    assert "The site is busy. Please try again." in page
    assert "France first" in page
    assert str(error) not in page


def test_a_script_that_saves_is_answered_503_without_a_sheet_so_that_it_tries_again(save, monkeypatch):
    """`static/sheet.js` keeps a save unsent until a response with the orders in it comes."""
    with monkeypatch.context() as away:
        away.setattr(answers, "save_answer", fail_with(FAULTS[0]))
        answer = save(**{"HX-Request": "true"})
    assert answer.status_code == 503
    assert b'id="answer"' not in answer.content
    assert save(**{"HX-Request": "true"}).status_code == 200
    assert Answer.objects.get().text


def test_another_failure_is_still_a_failure(save, monkeypatch):
    monkeypatch.setattr(answers, "save_answer", fail_with(RuntimeError()))
    assert save().status_code == 500


def test_the_busy_page_asks_the_database_nothing(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert engines["django"].get_template("503.html").render({"typed": "A Par - Bur"})


@pytest.mark.django_db(transaction=True)
def test_a_page_waits_for_a_games_lock_no_longer_than_it_may(save, running_game):
    """And goes on as if nothing had been when the lock is free again."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite knows no locks of rows")
    held, is_over = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=running_game.pk)
            held.set()
            is_over.wait(20)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(10)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '200ms'")
        try:
            assert save().status_code == 503
        finally:
            is_over.set()
            holder.join()
            cursor.execute("RESET lock_timeout")
    assert save().status_code == 302


def test_production_bounds_what_its_connections_wait_for():
    options = postgres("postgresql://poste@database/poste")["OPTIONS"]
    assert "-c lock_timeout=3s" in options["options"]
    assert "-c statement_timeout=30s" in options["options"]
    assert "-c idle_in_transaction_session_timeout=60s" in options["options"]
    assert options["keepalives_idle"] == 30
    own = postgres("postgresql://poste@database/poste?options=-c%20lock_timeout%3D9s")["OPTIONS"]
    assert own["options"] == "-c lock_timeout=9s"
    assert "options" not in postgres("sqlite:///x").get("OPTIONS", {})


@pytest.mark.django_db(transaction=True)
def test_the_database_keeps_to_these_bounds_and_migrations_are_without_them(monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("they are PostgreSQL's")

    def shown():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, setting || coalesce(unit, '') FROM pg_settings WHERE name = ANY(%s)",
                [[*PATIENCE]],
            )
            return dict(cursor.fetchall())

    connection.close()
    before = shown()
    assert before.keys() == PATIENCE.keys()
    assert (before["statement_timeout"], before["idle_in_transaction_session_timeout"]) == (
        "30000ms",
        "60000ms",
    )
    assert before["tcp_keepalives_idle"] == "30s"
    during = {}

    def look(**_signal):
        during.update(shown())

    pre_migrate.connect(look)
    try:
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        pre_migrate.disconnect(look)
    assert (during["lock_timeout"], during["statement_timeout"]) == ("0ms", "0ms")
    assert shown() == before
