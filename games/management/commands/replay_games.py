from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.adjudication.proof import prove
from games.models import Game


class Command(BaseCommand):
    help = "Prove stored games: replay each from its record and compare. Exit status 1 if one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", nargs="*", help="codes of the games; without any, all that have begun")

    def handle(self, *args: Any, code: list[str], **options: Any) -> None:
        games = Game.objects.exclude(lots="").order_by("pk")
        if code:
            games = games.filter(code__in=code)
        proven = differing = turns = 0
        for game in games.iterator(chunk_size=100):
            found = prove(game)
            for difference in found.differences:
                self.stderr.write(f"{game.code}: {difference}")
            proven, differing = proven + (not found.differences), differing + bool(found.differences)
            turns += found.turns
        self.stdout.write(f"Replayed {proven + differing} games, {turns} turns: {differing} differ.")
        if differing:
            raise CommandError("These games are not what their answers make them.")
