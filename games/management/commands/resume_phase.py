from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.adjudication.deadlines import resume_phase
from games.common.errors import GameError
from games.models import Phase


class Command(BaseCommand):
    help = "Take up phases that were set aside, once what made them fail is mended."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="*", help="codes of the games; without any, the phases are listed")
        parser.add_argument("--all", action="store_true", help="every phase that was set aside")
        parser.add_argument("--note", default="", help="a reason, shown to the players")

    def handle(self, *args: Any, code: list[str], all: bool, note: str, **options: Any) -> None:
        phases = Phase.objects.filter(set_aside_at__isnull=False).select_related("game").order_by("pk")
        if code:
            phases = phases.filter(game__code__in=code)
        elif not all:
            for phase in phases:
                self.stdout.write(f"{phase.game.code} {phase.label} {phase.set_aside_at} {phase.last_error}")
            return
        resumed = 0
        for phase in phases:
            try:
                resume_phase(phase=phase, by=None, note=note)
            except GameError as error:
                raise CommandError(f"{phase.game.code}: {error}") from error
            resumed += 1
            self.stdout.write(f"Resumed {phase.label} of {phase.game.code}.")
        if code and resumed < len(set(code)):
            raise CommandError(f"{len(set(code)) - resumed} of these games have no phase that was set aside.")
