"""What leaves the house beside its pages: error reports, log lines, and what caches may keep."""

from __future__ import annotations

import logging
import logging.config
import secrets
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse

from games.agreed.pace import Pace
from games.common.guards.sealing import SealedLogFilter, SealedReporter, without_keys
from games.engine import bridge
from games.models import Answer, Game
from games.services.seats.seating import take_seat
from tests.opening import open_game

SEALED = "A PAR - BUR sealed and secret"


@pytest.fixture
def tunnel(calais: Any, ada: Any, ben: Any) -> Game:
    """A private game, in which ada and ben choose their homes."""
    game = open_game(
        league=calais,
        user=ada,
        name="Tunnel",
        variant="intimate",
        settings={},
        pace=Pace(),
        visibility=Game.Visibility.PRIVATE,
    )
    take_seat(game=game, user=ada)
    take_seat(game=game, user=ben)
    game.refresh_from_db()
    return game


def address(game: Game, page: str, *more: str) -> str:
    return reverse(f"games:{page}", args=["calais", game.code, *more])


@pytest.mark.parametrize(
    ("said", "legible"),
    [
        ("Not Found: /l/calais/g/abc/join/t0k-en_/", "Not Found: /l/calais/g/abc/join/********/"),
        ("/l/calais/g/abc/?key=t0ken&letters=3", "/l/calais/g/abc/?key=********&letters=3"),
        ("/accounts/password/reset/key/1-d5x/", "/accounts/password/reset/key/********/"),
        ("/l/calais/join/", "/l/calais/join/"),
        ("/l/calais/g/abc/S1901M/", "/l/calais/g/abc/S1901M/"),
    ],
)
def test_keys_in_addresses_are_illegible(said: str, legible: str) -> None:
    assert without_keys(said) == legible


def test_a_log_line_does_not_hand_on_a_link() -> None:
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "%s: %s", ("Not Found", "/l/a/g/b/join/t0ken/"), None
    )
    assert SealedLogFilter().filter(record)
    assert logging.Formatter().format(record) == "Not Found: /l/a/g/b/join/********/"


@pytest.mark.parametrize("form", ["get_traceback_text", "get_traceback_html"])
def test_a_report_tells_of_a_request_no_more_than_is_needed(form: str, settings: Any) -> None:
    token, password, power = (secrets.token_hex(8) for _secret in range(3))  # reports quote lines of code
    settings.REDIS_URL = f"redis://:{password}@example.org"
    door = f"/l/a/g/b/join/{token}/"
    request = RequestFactory().post(
        f"{door}?key={token}", {f"bid-{power}": "17"}, headers={"referer": f"/l/a/g/b/?key={token}"}
    )
    try:
        raise LookupError(f"see {door}")
    except LookupError:
        report = getattr(SealedReporter(request, *sys.exc_info(), is_email=True), form)()
    assert "LookupError" in report and "********" in report
    for secret in (token, password, power, "CONTENT_LENGTH ="):
        assert secret not in report


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("accept", ["text/html", "text/plain"])
def test_the_page_of_a_failed_save_quotes_nothing(
    tunnel: Game,
    ben: Any,
    client_of: Callable[[Any], Client],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    debug: bool,
    accept: str,
) -> None:
    """Even where errors are shown, as in the house that runs in one process."""

    def fail(*args: Any, **given: Any) -> None:
        raise LookupError(f"{args} {given}") from KeyError(SEALED)

    settings.DEBUG = debug
    monkeypatch.setattr(bridge.adjudicator, "read", fail)
    browser = client_of(ben)
    browser.raise_request_exception = False
    posted = {"label": "S1901H", "version": "0", "text": SEALED}
    response = browser.post(address(tunnel, "answer"), posted, headers={"accept": accept})
    assert response.status_code == 500
    assert SEALED not in response.content.decode()
    assert ("LookupError" in response.content.decode()) == debug


def test_no_log_of_queries_is_kept(settings: Any, db: None, capfd: pytest.CaptureFixture[str]) -> None:
    """Not even where Django gathers queries, with their parameters, for listeners."""
    logging.config.dictConfig(settings.LOGGING)
    assert logging.getLogger("django.db.backends").getEffectiveLevel() >= logging.WARNING
    assert logging.getLogger("django.template").getEffectiveLevel() >= logging.WARNING
    connection.force_debug_cursor = True
    try:
        assert not Answer.objects.filter(text=SEALED).exists()
    finally:
        connection.force_debug_cursor = False
    assert any(SEALED in query["sql"] for query in connection.queries)
    assert SEALED not in "".join(capfd.readouterr())


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("page", ["game", "status", "auctions"])
def test_nobody_on_the_way_keeps_a_players_page(
    tunnel: Game, ada: Any, client_of: Callable[[Any], Client], page: str
) -> None:
    response = client_of(ada).get(address(tunnel, page))
    assert response.headers["Cache-Control"] == "private, no-store"
    assert "ETag" not in response.headers and "Last-Modified" not in response.headers


def test_nor_a_page_that_somebody_sees_by_a_link(tunnel: Game, visitor: Client) -> None:
    assert visitor.get(address(tunnel, "game")).headers["Cache-Control"] == "no-cache"
    by_link = visitor.get(address(tunnel, "join-private", tunnel.join_token))
    assert by_link.headers["Cache-Control"] == "private, no-store"
    assert visitor.get(by_link.headers["Location"]).headers["Cache-Control"] == "private, no-store"
