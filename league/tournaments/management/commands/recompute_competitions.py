"""`manage.py recompute_competitions`: make the tables of competitions from their logs anew."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from league.tournaments.models import Competition
from league.tournaments.services import table
from league.tournaments.services.locking import lock


class Command(BaseCommand):
    help = "Make the tables of competitions from their logs anew, and say which were different."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="*", help="codes of competitions; none: all that have begun")

    def handle(self, *args: Any, code: list[str], **options: Any) -> None:
        found = Competition.objects.exclude(started_at=None).order_by("pk")
        if code:
            found = found.filter(code__in=code)
            unknown = set(code) - set(found.values_list("code", flat=True))
            if unknown:
                raise CommandError(
                    f"No competition that has begun has the code {', '.join(sorted(unknown))}."
                )
        different = sum(self._one(competition) for competition in found)
        self.stdout.write(f"{different} of {len(found)} tables were different.")

    def _one(self, competition: Competition) -> bool:
        def progress(events: int) -> None:
            self.stderr.write(f"{competition.code}: {events} events", ending="\r")

        with transaction.atomic():
            changed = table.refold(lock(competition), progress)
        entries = competition.standings.count()
        self.stdout.write(f"{competition.code}: {entries} entries, {'made anew' if changed else 'as it was'}")
        return changed
