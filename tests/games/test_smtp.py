"""Mails over a real line, to a mail server of a few lines."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from email import message_from_string, policy

import pytest

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from games.models import Mailing


class MailServer(socketserver.ThreadingTCPServer):
    """Takes mails (RFC 5321), but for addresses in `refused`, which it answers with the code there.

    `hangs_up_after` so many mails of one connection it goes away without a word.
    """

    daemon_threads = allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.connections = 0
        self.mails: list[tuple[str, str]] = []
        self.refused: dict[str, int] = {}
        self.hangs_up_after = 1000


class Talk(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.connections += 1
        self.say("220 ready")
        to, taken = "", 0
        for line in self.rfile:
            word = line.decode().strip()
            if word.upper().startswith("RCPT"):
                to = word.partition("<")[2].partition(">")[0]
                self.say(f"{self.server.refused.get(to, 250)} {to}")
            elif word.upper() == "DATA":
                if taken == self.server.hangs_up_after:
                    return
                self.say("354 go on")
                lines = iter(lambda: self.rfile.readline().decode().rstrip("\r\n"), ".")
                self.server.mails.append((to, "\n".join(line.removeprefix(".") for line in lines)))
                taken += 1
                self.say("250 taken")
            else:
                self.say("250 well")

    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@pytest.fixture
def server(settings) -> Iterator[MailServer]:
    with MailServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        settings.EMAIL_TIMEOUT = 10
        yield server
        server.shutdown()


@pytest.fixture
def three_games(make_game, seat_both, running_game):
    """Mails to two people about three games."""
    for name in ("Second", "Third"):
        seat_both(make_game(name=name))


@pytest.mark.slow
def test_all_mails_of_a_batch_go_over_one_connection(server, three_games, ada, ben):
    delivery.deliver()
    assert server.connections == 1
    assert sorted(to for to, _said in server.mails) == [ada.email, ben.email]
    for _to, said in server.mails:
        letter = message_from_string(said, policy=policy.default)
        assert [part.get_content_type() for part in letter.iter_parts()] == ["text/plain", "text/html"]
        for kind in ("plain", "html"):
            assert "Third" in letter.get_body((kind,)).get_content()


@pytest.mark.slow
def test_an_address_that_is_refused_costs_the_others_nothing(server, three_games, ada, ben):
    server.refused[ada.email] = 550
    delivery.deliver()
    assert [to for to, _said in server.mails] == [ben.email]
    assert server.connections == 1
    assert Mailing.objects.get(user=ada).last_error == "SMTPRecipientsRefused 550"
    ada.refresh_from_db()
    assert (ada.refusals, ada.refused_address) == (1, ada.email)
    assert not OutboxRow.objects.filter(topic="mail", sent_at=None).exists()


@pytest.mark.slow
def test_a_server_that_hangs_up_is_called_again(server, three_games, ada, ben, set_clock):
    server.hangs_up_after = 1
    delivery.deliver()
    assert len(server.mails) == 1
    set_clock.pass_(seconds=5)
    delivery.deliver()
    assert sorted(to for to, _said in server.mails) == [ada.email, ben.email]


@pytest.mark.slow
def test_when_nobody_answers_mails_wait(server, three_games, settings, set_clock, ada, ben):
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    delivery.deliver()
    assert set(Mailing.objects.values_list("handed_at", "last_error")) == {(None, "ConnectionRefusedError")}
    settings.EMAIL_PORT = port
    set_clock.pass_(seconds=5)
    delivery.deliver()
    assert len(server.mails) == 2
