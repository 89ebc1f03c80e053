"""`python3 manage.py up`: the whole house in one process, from an empty clone, with nothing to configure."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command

PORTS_TO_TRY = 20


def free_port(host: str, wanted: int) -> int:
    """The first port from `wanted` on that nobody listens on.

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


class Command(BaseCommand):
    help = "Set everything up (data base, translations, a demo league) and serve it until Ctrl-C."
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
        self.say("Preparing the data base …")
        call_command("migrate", verbosity=0, interactive=False)
        self.say("Preparing the translations …")
        call_command("messages", compile_only=True, verbosity=0)
        if not no_demo:
            self.say("Preparing the demo league (its games are played now, once) …")
            call_command("demo", stdout=self.stdout)
        self.serve(host, free_port(host, port), with_demo=not no_demo)

    def serve(self, host: str, port: int, *, with_demo: bool) -> None:
        from league.celery import app
        from league.demo import log_ins
        from league.embedded import serve

        shown = f"[{host}]" if ":" in host else "localhost" if host == "127.0.0.1" else host
        address = f"http://{shown}:{port}"
        if "SITE_ADDRESS" not in os.environ:
            settings.SITE_ADDRESS = address  # the port is known only now, and letters lead back here

        def announce() -> None:
            self.say(f"\nPoste Restante is open: {address}/\n")
            if with_demo:
                self.say("Log in as one of these (this machine only; they exist in no other mode):")
                for name, password, what in log_ins():
                    self.say(f"  {name:<8} {password:<16} {what}")
            self.say("\nLetters that the site sends are printed here. Ctrl-C stops it; the games stay.\n")

        serve(app, host=host, port=port, on_started=announce)
        self.say("Stopped. Every game is kept; `python3 manage.py up` goes on from here.")

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
