from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from league.server.backups import BackupError, back_up


class Command(BaseCommand):
    help = "Write a copy of the whole database to a file; the house may go on running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where to write it; must not exist")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            back_up(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Wrote {file} ({file.stat().st_size:,} bytes). It holds sealed answers: keep it safe."
        )
