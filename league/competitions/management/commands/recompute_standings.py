from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from league.leagues.models import League
from league.standings.counting import count

EVERY = 2000
"""Games after which it says how far it has come."""


class Command(BaseCommand):
    help = "Make the standings and the record book anew from the results of games, and say what was wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", nargs="*", help="addresses of leagues; without any, all leagues")

    def handle(self, *args: Any, league: list[str], **options: Any) -> None:
        leagues = League.objects.order_by("pk")
        if league:
            leagues = leagues.filter(slug__in=league)
            unknown = sorted(set(league) - set(leagues.values_list("slug", flat=True)))
            if unknown:
                raise CommandError(f"There is no league with the address {', '.join(unknown)}.")
        for each in leagues.iterator(chunk_size=100):
            self.recount(each)

    def recount(self, league: League) -> None:
        total = count.how_many(league=league.pk)
        done = told = rows = 0
        for games, wrong in count.recount(league=league.pk):
            done, rows = done + games, rows + wrong
            if done - told >= EVERY:
                told = done
                self.stdout.write(f"{league.slug}: {done} of {total} games")
        self.stdout.write(f"{league.slug}: {done} finished games, {rows} rows were wrong.")
