from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser, call_command

from games.adjudication.outage import owe_time
from games.models import Game
from league.server.backups import BackupError, put_back


class Command(BaseCommand):
    help = "Put the database back as a copy holds it, bring it up to date, and replay its games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a copy made by `backup`")
        parser.add_argument(
            "--replace", action="store_true", help="yes, throw away what is in the database now"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if not replace and self.holds_games():
            raise CommandError(
                "The database holds games. Stop the house, back up what is there, and say --replace."
            )
        try:
            put_back(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0, interactive=False)
        owe_time()
        self.stdout.write(f"Restored {Game.objects.count()} games from {file}.")
        call_command("replay_games", stdout=self.stdout)

    @staticmethod
    def holds_games() -> bool:
        from django.db import connection

        return Game._meta.db_table in connection.introspection.table_names() and Game.objects.exists()
