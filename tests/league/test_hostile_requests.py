"""What strangers send to make pages fail: refused by our own page, cheaply, and without a mail for each."""

from __future__ import annotations

import logging
import logging.config
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as site
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone

from games.common.guards.sealing import SealedLogFilter, SealedReporter
from league.watch import admin_mail

pytestmark = pytest.mark.django_db

FIELDS = "&".join(["a=b"] * 501)
OUR_PAGE = "Poste Restante"


@pytest.fixture(autouse=True)
def with_admins(settings: Any) -> Iterator[None]:
    """ADMINS are told, and logging is as the site has it."""
    settings.ADMINS = [("admin", "admin@example.org")]
    admin_mail._mailed.clear()
    cache.clear()
    logging.config.dictConfig(site.LOGGING)
    yield
    admin_mail._mailed.clear()


HOSTILE = {
    "501 fields": {"path": f"/rules/?{FIELDS}"},
    "501 fields of a list": {"path": f"/leagues/?{FIELDS}"},
    "501 fields of a form": {"path": f"/accounts/login/?{FIELDS}"},
    "a strange host": {"path": "/rules/", "HTTP_HOST": "evil.example"},
    "no host at all": {"path": "/rules/", "HTTP_HOST": "a_b/.."},
    "100 kB of a header": {"path": "/rules/", "HTTP_X_LONG": "a" * 100_000},
    "100 kB of cookies": {"path": "/rules/", "HTTP_COOKIE": "a=b;" * 25_000},
    "100 kB of languages": {"path": "/", "HTTP_ACCEPT_LANGUAGE": "en," * 33_000},
    "bytes that are no text": {"path": "/rules/%ff%fe/"},
    "NULs": {"path": "/l/%00/g/%00/"},
}


@pytest.mark.parametrize("sent", HOSTILE.values(), ids=HOSTILE)
def test_hostile_requests_are_refused_by_our_own_page_and_mailed_to_nobody(
    sent: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    response = Client(raise_request_exception=True).get(**sent)
    assert 400 <= response.status_code < 500
    assert OUR_PAGE in response.content.decode()
    assert mail.outbox == []
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded; charset=utf-7", "multipart/form-data; boundary=x; charset=no"],
)
def test_a_form_in_a_strange_encoding_is_refused_too(kind: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get("/accounts/login/")
    response = browser.generic("POST", "/accounts/login/", "a=b", content_type=kind)
    assert 400 <= response.status_code < 500
    assert OUR_PAGE in response.content.decode()
    assert mail.outbox == []


def test_a_session_key_that_nobody_was_given_is_nobodys(client: Client) -> None:
    """A quoted cookie can hold a NUL, which PostgreSQL refuses to compare with anything."""
    client.cookies[site.SESSION_COOKIE_NAME] = "aaaaaaaaaaaa\0"
    assert client.get("/games/").status_code == 302


def failed(message: str = "it failed") -> logging.LogRecord:
    try:
        raise LookupError(message)
    except LookupError:
        return logging.LogRecord("django.request", logging.ERROR, "", 0, message, (), sys.exc_info())


def test_failures_of_one_kind_are_mailed_once_an_hour() -> None:
    handler = admin_mail.AdminMailHandler()
    for number in range(3):
        handler.emit(failed(f"as a visitor words it: {number}"))
    assert len(mail.outbox) == 1
    assert "no other failure of this kind is mailed" in mail.outbox[0].body
    handler.emit(logging.LogRecord("django.request", logging.ERROR, "elsewhere", 7, "another", (), None))
    assert len(mail.outbox) == 2
    with time_machine.travel(timezone.now() + timedelta(seconds=admin_mail.EVERY + 1)):
        handler.emit(failed())
    assert len(mail.outbox) == 3


def test_failures_are_mailed_while_the_cache_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(admin_mail.cache, "add", fail)
    for _time in range(3):
        admin_mail.AdminMailHandler().emit(failed())
    assert len(mail.outbox) == 1
    later = admin_mail.time.monotonic() + admin_mail.EVERY + 1
    monkeypatch.setattr(admin_mail.time, "monotonic", lambda: later)
    admin_mail.AdminMailHandler().emit(failed())
    assert len(mail.outbox) == 2


def test_a_report_that_fails_fails_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: Any, **_more: Any) -> None:
        raise ValueError("this quotes an answer")

    said: list[str] = []
    monkeypatch.setattr(admin_mail.logger, "warning", lambda text, *args: said.append(text % args))
    monkeypatch.setattr(admin_mail.AdminEmailHandler, "emit", fail)
    admin_mail.AdminMailHandler().handle(failed())
    assert len(said) == 1
    assert "ValueError at" in said[0] and "quotes" not in said[0]


def test_a_report_reads_no_fields_of_the_request() -> None:
    request = RequestFactory().post(f"/rules/?{FIELDS}", {"text": "A PAR - BUR"})
    for form in ("get_traceback_text", "get_traceback_html"):
        reporter = SealedReporter(request, *failed().exc_info or (), is_email=True)
        assert "LookupError" in getattr(reporter, form)()
    assert not hasattr(request, "_post"), "the form was read"


def test_a_line_that_cannot_be_read_is_told_as_such() -> None:
    record = logging.LogRecord("django", logging.ERROR, "", 0, "%s and %s", ("one",), None)
    assert SealedLogFilter().filter(record)
    assert "cannot be told: TypeError at" in logging.Formatter().format(record)


def test_the_page_of_a_refusal_is_in_the_readers_language(visitor: Client) -> None:
    for language in ("fr", "en", "fr"):
        page = visitor.get(f"/leagues/?{FIELDS}", HTTP_ACCEPT_LANGUAGE=language).content.decode()
        assert f'<html lang="{language}">' in page
