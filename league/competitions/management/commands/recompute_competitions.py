"""`manage.py recompute_competitions`: make the tables of competitions from their logs again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from league.competitions import kinds
from league.competitions.models import Competition, Event, Pairing
from league.competitions.services import results
from league.competitions.services.locking import lock

RESULTS, LOG = "results", "log"


class Command(BaseCommand):
    help = "Make the tables of competitions from their logs anew, and say which were different."

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.undecided: list[str] = []
        """Codes of competitions that are left as they are: log and results contradict each other."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="*", help="codes of competitions; none: all that have begun")
        parser.add_argument(
            "--believe",
            choices=[RESULTS, LOG],
            help="whom to follow where a log says another end of a game than the game's results do",
        )

    def handle(self, *args: Any, code: list[str], believe: str | None, **options: Any) -> None:
        found = Competition.objects.exclude(started_at=None).order_by("pk")
        if code:
            found = found.filter(code__in=code)
            unknown = set(code) - set(found.values_list("code", flat=True))
            if unknown:
                raise CommandError(
                    f"No competition that has begun has the code {', '.join(sorted(unknown))}."
                )
        different = sum(self._one(competition, believe) for competition in found)
        self.stdout.write(f"{different} of {len(found)} tables were different.")
        if self.undecided:
            raise CommandError(
                f"{len(self.undecided)} left as they were: {', '.join(self.undecided)}. Find out which side "
                f"is false, then say --believe {RESULTS} or --believe {LOG}."
            )

    def _one(self, competition: Competition, believe: str | None) -> bool:
        def progress(events: int) -> None:
            self.stderr.write(f"{competition.code}: {events} events", ending="\r")

        with transaction.atomic():
            locked = lock(competition)
            contradictions = [each for each in results.differing(locked) if each.is_contradiction]
            for each in contradictions:
                self.stdout.write(f"{competition.code}, {each.pairing.game}: {_in_words(each)}")
            if contradictions and believe is None:
                self.undecided.append(competition.code)
                return False
            written = 0
            if believe == RESULTS:
                written = results.count_ends(locked, [each.pairing.pk for each in contradictions])
            changed = kinds.of(locked).refold(locked, progress) or bool(written)
        entries = competition.standings.count()
        self.stdout.write(f"{competition.code}: {entries} entries, {'made anew' if changed else 'as it was'}")
        return changed


def _in_words(said: kinds.Taken) -> str:
    logged = _end(said.pairing, said.logged) if said.logged else "nothing"
    return f"the log says {logged}; the results say {_end(said.pairing, said.played)}."


def _end(pairing: Pairing, event: Event) -> str:
    names = {each.number: each.user.get_username() for each in pairing.entries}
    facts = event.facts
    winner = names.get(facts["winner"], "nobody")
    return f"{winner} won by {facts['how']} at {event.at.isoformat()}"
