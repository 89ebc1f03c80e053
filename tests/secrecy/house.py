"""An empty house whose clock and chance are set, and browsers that show the bytes they get."""

from __future__ import annotations

import logging
import random
import secrets
import string
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from typing import Any

import channels.db
import pytest
import time_machine
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.management.color import no_style
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.test import Client, RequestFactory
from django.test.utils import override_settings
from django.urls import get_resolver

from games.common import clock
from games.pages import showcase
from league.celery import app
from league.users import sessions
from league.watch import admin_mail, health

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
METRICS_TOKEN = "for-the-machine-that-gathers-figures"


TURNED_UP = ("", "games", "league", "django", "celery", "kombu", "channels", "allauth", "psycopg")


@contextmanager
def loud_house() -> Iterator[None]:
    """Loggers say all they have to say, but for those that the settings keep quiet; errors are reported."""
    app.finalize()
    before = {name: logging.getLogger(name).level for name in TURNED_UP}
    for name in TURNED_UP:
        logging.getLogger(name).setLevel(logging.DEBUG)
    try:
        with (
            override_settings(ADMINS=[("admin", "admin@example.org")], METRICS_TOKEN=METRICS_TOKEN),
            pytest.MonkeyPatch.context() as patched,
        ):
            patched.setattr(admin_mail, "EVERY", 0)  # each is mailed: what the second says is heard too
            yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


class Chance:
    """All that the site draws by lot, from a seed that is said before each act: `chance.seed("ada asks")`.

    So each act draws the same whatever was done before it, in another order or not at all.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.random = random.Random(0)
        monkeypatch.setattr(secrets, "choice", lambda letters: self.random.choice(letters))
        monkeypatch.setattr(secrets, "randbelow", lambda end: self.random.randrange(end))
        monkeypatch.setattr(secrets, "token_bytes", lambda count=32: self.random.randbytes(count))
        monkeypatch.setattr(secrets, "token_hex", lambda count=32: self.random.randbytes(count).hex())
        monkeypatch.setattr(secrets, "token_urlsafe", self._letters)
        monkeypatch.setattr(uuid, "uuid4", lambda: uuid.UUID(bytes=self.random.randbytes(16), version=4))

    def seed(self, act: str) -> None:
        self.random.seed(act)
        random.seed(act)

    def _letters(self, count: int = 32) -> str:
        return "".join(self.random.choices(string.ascii_letters, k=count * 4 // 3))


class Clock:
    """The hour of the site and of Python alike. It stands still until it is moved."""

    def __init__(self, traveller: time_machine.Coordinates) -> None:
        self._traveller = traveller

    def to(self, moment: datetime) -> None:
        self._traveller.move_to(moment)


@dataclass(slots=True)
class House:
    """One run's clock and chance, and the server."""

    clock: Clock
    chance: Chance
    server: WSGIHandler = field(default_factory=WSGIHandler)


@contextmanager
def empty_house(monkeypatch: pytest.MonkeyPatch, chance: Chance) -> Iterator[House]:
    """A database without rows, whose keys begin at 1 again, at noon; all is forgotten afterwards."""
    monkeypatch.setattr(clock, "read", lambda: datetime.now(UTC))
    # All happens in one transaction, which a connection given back would end.
    monkeypatch.setattr(channels.db, "close_old_connections", lambda: None)
    # What a process does once, the first run would do alone: importing the views, asking for migrations.
    assert get_resolver().url_patterns
    assert not health.faults_of_pages()
    ContentType.objects.clear_cache()
    cache.clear()  # a run begins with no counts of the one before, whose clock stood later
    sessions.forget_asking()
    showcase.picture_of.cache_clear()
    _begin_keys_anew()
    with time_machine.travel(NOON, tick=False) as traveller, _kept_connection(), transaction.atomic():
        yield House(Clock(traveller), chance)
        transaction.set_rollback(True)


@contextmanager
def _kept_connection() -> Iterator[None]:
    moments = (request_started, request_finished)
    for moment in moments:
        moment.disconnect(close_old_connections)
    try:
        yield
    finally:
        for moment in moments:
            moment.connect(close_old_connections)


def _begin_keys_anew() -> None:
    """Rolling back does not give back the keys that a sequence has handed out."""
    with connection.cursor() as cursor:
        for sequence in connection.introspection.sequence_list():
            table = connection.ops.quote_name(sequence["table"])
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608
            if cursor.fetchone() is None:
                for statement in connection.ops.sequence_reset_by_name_sql(no_style(), [sequence]):
                    cursor.execute(statement)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: status line and headers as sent, the body, how many queries it took."""

    status: int
    head: bytes
    body: bytes
    queries: int

    @property
    def bytes(self) -> bytes:
        return self.head + b"\r\n" + self.body + f"\r\n{self.queries} queries".encode()


class Browser:
    """Someone's browser in front of the whole server, with its cookies."""

    def __init__(self, house: House, name: str, user: Any = None) -> None:
        self.house, self.name, self.user = house, name, user
        self.cookies: SimpleCookie = SimpleCookie()
        if user is not None:
            house.chance.seed(f"{name} signs in")
            client = Client()
            client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
            self.cookies.load(client.cookies.output(header="", sep=";"))
        self.get("/")  # which brings the cookie that forms need

    def ask(self, method: str, path: str, data: Mapping[str, Any] | None = None, **headers: str) -> Reply:
        """Send a request as this person, and keep the cookies that come back."""
        self.house.chance.seed(f"{self.name} {method} {path}")
        if method == "POST" and "csrftoken" in self.cookies:
            headers["HTTP_X_CSRFTOKEN"] = self.cookies["csrftoken"].value
        request = getattr(RequestFactory(), method.lower())(path, data, **headers)
        environ = request.environ | {"HTTP_COOKIE": self._sent_cookies()}
        head: list[bytes] = []

        def start(status: str, fields: list[tuple[str, str]], exc_info: Any = None) -> None:
            head.append(status.encode())
            head.extend(f"{name}: {value}".encode() for name, value in fields)
            for name, value in fields:
                if name == "Set-Cookie":
                    self.cookies.load(value)

        count = _Counter()
        with connection.execute_wrapper(count):
            response = self.house.server(environ, start)
            body = b"".join(response)
            response.close()
        return Reply(int(head[0][:3]), b"\r\n".join(head), body, count.queries)

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def post(self, path: str, data: Mapping[str, Any] | None = None, **headers: str) -> Reply:
        return self.ask("POST", path, data or {}, **headers)

    def try_post(self, path: str, data: Mapping[str, Any] | None = None, *, is_forged: bool = False) -> Reply:
        """What a POST of `data`, or nothing, would answer. Nothing of it remains, in the database or here.

        `is_forged`: it comes from a page that is not the site's.
        """
        kept = deepcopy(self.cookies)
        if is_forged:
            del self.cookies["csrftoken"]
        with transaction.atomic():
            reply = self.post(path, data)
            transaction.set_rollback(True)
        self.cookies = kept
        return reply

    def _sent_cookies(self) -> str:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items() if morsel.value)

    @property
    def socket_headers(self) -> list[tuple[bytes, bytes]]:
        at = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
        return [*at, (b"cookie", self._sent_cookies().encode())]


class _Counter:
    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Any, *arguments: Any) -> Any:
        self.queries += 1
        return execute(*arguments)
