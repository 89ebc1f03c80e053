"""`manage.py export_season LEAGUE/CODE`: a competition as anyone can check it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.common import clock
from league.competitions.log.exporting import export_pieces
from league.competitions.models import Competition


class Command(BaseCommand):
    help = "Write a competition as one JSON object; without an argument: the codes, one a line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("season", nargs="?", metavar="LEAGUE/CODE")

    def handle(self, *args: Any, season: str | None, **options: Any) -> None:
        announced = Competition.objects.exclude(announced_at=None).select_related("league").order_by("pk")
        if season is None:
            for competition in announced:
                self.stdout.write(f"{competition.league.slug}/{competition.code}")
            return
        league, _slash, code = season.partition("/")
        found = announced.filter(league__slug=league, code=code).first()
        if found is None:
            raise CommandError(
                f"There is no announced competition {season}; without an argument this lists them all."
            )
        for piece in export_pieces(found, clock.now()):
            sys.stdout.buffer.write(piece.encode())
        sys.stdout.buffer.write(b"\n")
        sys.stdout.flush()
