"""A mail server that takes a connection and never says a word holds up no hint."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from games import notices, tasks
from games.common import outbox
from games.common.outbox import claims, push
from games.common.outbox.row import OutboxRow
from tests.games.conftest import phase_of


class Hung:
    """Something that listens and never answers."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.called = threading.Event()
        self.calls: list[socket.socket] = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        while True:
            try:
                self.calls.append(self.socket.accept()[0])
            except OSError:
                return
            self.called.set()

    def hang_up(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)  # closing alone would leave the thread accepting
        self.socket.close()
        for call in self.calls:
            call.close()


@pytest.fixture
def hung(settings: Any) -> Iterator[Hung]:
    server = Hung()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = server.socket.getsockname()
    settings.EMAIL_TIMEOUT = 20
    yield server
    if server.socket.fileno() != -1:
        server.hang_up()


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    codes: list[str] = []
    monkeypatch.setattr(push, "push_all", lambda pushes: codes.extend(each.code for each in pushes))
    return codes


@pytest.mark.slow(but_first=True)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("task", [tasks.send_hints, tasks.send_outbox])
def test_hints_go_out_while_a_mail_hangs(running_game, ada, ben, set_clock, hung, pushed, task):
    """Both by the worker for hints, and in a process whose one thread is waiting for the mail server."""
    OutboxRow.objects.all().delete()
    outbox.put(*notices.mails("started", [ada.pk], game=running_game, now=set_clock.now))

    def send() -> None:
        try:
            tasks.send_outbox()
        finally:
            connection.close()

    mailing = threading.Thread(target=send)
    mailing.start()
    assert hung.called.wait(10)
    outbox.put(
        notices.hint(running_game, set_clock.now),
        *notices.mails("started", [ben.pk], game=running_game, now=set_clock.now),
    )
    task()
    assert mailing.is_alive()
    assert pushed == [running_game.code]
    assert len(hung.calls) == 1
    hung.hang_up()
    mailing.join(10)
    assert not mailing.is_alive()


def test_the_worker_for_hints_takes_nothing_that_is_mailed(running_game, ada, set_clock):
    OutboxRow.objects.all().delete()
    outbox.put(
        *notices.mails("started", [ada.pk], game=running_game, now=set_clock.now),
        notices.alarm(phase_of(running_game), set_clock.now),
        notices.hint(running_game, set_clock.now),
    )
    assert [row.topic for row in claims.claim(set_clock.now, with_mails=False)] == ["hint"]
    assert claims.claim(set_clock.now, with_mails=False) == []
    set_clock.pass_(minutes=4)
    assert [row.topic for row in claims.claim(set_clock.now, with_mails=False)] == ["hint"], "its worker died"
    topics = []
    while rows := claims.claim(set_clock.now):
        topics += [row.topic for row in rows]
    assert topics == ["alarm", "mail"], "each for itself"
