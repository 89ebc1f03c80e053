"""`manage.py healthy pages|sockets|work`: for a container's health check; ends with 1 if not."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.watch import health

PORTS = {"pages": 8000, "sockets": 8001}


class Command(BaseCommand):
    help = "Whether the pages or the sockets of this machine answer, or the work of the house is being done."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=[*PORTS, "work"])
        parser.add_argument("--port", type=int, help="where the process listens (pages 8000, sockets 8001)")

    def handle(self, *args: Any, what: str, port: int | None, **options: Any) -> None:
        faults = health.faults_of_work() if what == "work" else self.answer(what, port or PORTS[what])
        if faults:
            raise CommandError(f"{what} not well: {', '.join(faults)}")
        self.stdout.write("ok")

    def answer(self, what: str, port: int) -> list[str]:
        """Ask as the proxy would: with a host that the site knows, over what was https outside."""
        path = "/health/ready/" if what == "pages" else "/health/live/"
        host = next((host for host in settings.ALLOWED_HOSTS if not host.startswith("*")), "localhost")
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}",
            headers={"Host": host.removeprefix("."), "X-Forwarded-Proto": "https"},
        )
        try:
            with urllib.request.urlopen(request, timeout=5):  # noqa: S310
                return []
        except urllib.error.HTTPError as error:
            return error.read().decode(errors="replace").split() or [str(error.code)]
        except OSError as error:
            return [str(error)]
