"""`python3 manage.py up`: the whole house in one process, from an empty clone, with nothing to configure."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection

from league.server.embedded_address import address_of, is_loopback, names_of
from league.server.static_files import collect

if TYPE_CHECKING:
    from league.demo.people import LogIn

PORTS_TO_TRY = 20

KNOWN_PASSWORDS = "Log in as one of these (this machine only; they exist in no other mode):"
NEW_PASSWORDS = (
    "Other machines can reach this address, so the demo's people have new passwords, shown only now:"
)
OLD_PASSWORDS = (
    "Other machines can reach this address: the demo's people keep the passwords shown at the first start.\n"
    "`up` without --host gives them back the known ones."
)


def free_port(host: str, wanted: int) -> int:
    """The first port from `wanted` on that no one listens on.

    Raises CommandError when twenty in a row are taken, or when the address is not this machine's.
    """
    for port in range(wanted, wanted + PORTS_TO_TRY):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
            return port
    raise CommandError(
        f"The ports {wanted} to {wanted + PORTS_TO_TRY - 1} are all taken: stop a program that uses one, "
        "or name a free one with --port."
    )


FIRST_START = (
    "This is the first start: it makes the database and plays the demo’s games, which takes about half a "
    "minute on an idle machine with two cores and some minutes on a busy one. Later starts take seconds."
)


class Command(BaseCommand):
    help = "Set everything up (database, translations, a demo league) and serve it until Ctrl-C."
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (default: this machine only)"
        )
        parser.add_argument(
            "--port", type=int, default=8000, help="port, or the first free one after it (8000)"
        )
        parser.add_argument("--no-demo", action="store_true", help="do not make the demo league")

    def handle(self, *args: Any, host: str, port: int, no_demo: bool, **options: Any) -> None:
        if not getattr(settings, "EMBEDDED", False):
            raise CommandError(
                "`up` runs the embedded house only. In production run web, sockets, worker and beat apart "
                "(docs/running.md)."
            )
        if not connection.introspection.table_names():
            self.say(FIRST_START)
        self.say("Preparing the database …")
        call_command("migrate", verbosity=0, interactive=False)
        self.say("Preparing the translations …")
        call_command("messages", compile_only=True, verbosity=0)
        collect()
        if not no_demo:
            self.say("Preparing the demo league (its games are played now, once) …")
            call_command("demo", stdout=self.stdout)
        self.serve(host, free_port(host, port), self.log_ins(host))

    def log_ins(self, host: str) -> str:
        """What to say of the demo's people, whose passwords are known to everyone: those who can reach the
        house from elsewhere do not get in with them.
        """
        from league.demo import is_made, log_ins, passwords

        if not is_loopback(host):
            drawn = passwords.draw(settings.VAR)
            if drawn:
                return f"{NEW_PASSWORDS}\n{_lines(drawn)}\n"
            return f"{OLD_PASSWORDS}\n" if is_made() else ""
        passwords.make_known_again(settings.VAR)
        return f"{KNOWN_PASSWORDS}\n{_lines(log_ins())}\n" if is_made() else ""

    def serve(self, host: str, port: int, log_ins: str) -> None:
        from league.celery import app
        from league.management.embedded import serve

        own = os.environ.get("SITE_ADDRESS", "")
        settings.ALLOWED_HOSTS += names_of(host, own)
        address = address_of(host, port)
        if not own:
            settings.SITE_ADDRESS = address  # the port is known only now, and mails lead back here

        def announce() -> None:
            self.say(f"\nPoste Restante is open: {address}/\n")
            if log_ins:
                self.say(log_ins)
            self.say("\nE-mails that the site sends are printed here. Ctrl-C stops it; the games stay.\n")

        serve(app, host=host, port=port, on_started=announce)
        self.say("Stopped. Every game is kept; `python3 manage.py up` goes on from here.")

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _lines(log_ins: Iterable[LogIn]) -> str:
    return "\n".join(f"  {each.name:<8} {each.password:<16} {each.what}" for each in log_ins)
