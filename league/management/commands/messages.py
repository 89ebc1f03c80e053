"""`manage.py messages`: collect the texts of code and templates, and compile their translations."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from league.server import catalogue

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
NO_TOOL = "xgettext is not installed, so no texts were collected (Debian: apt-get install gettext)."


class Command(BaseCommand):
    help = "Collect texts into the catalogues (needs xgettext), then compile them (needs only Python)."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--compile-only", action="store_true", help="only write the .mo files")
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail when a catalogue is not complete"
        )

    def handle(self, *args: Any, compile_only: bool, check: bool, verbosity: int, **options: Any) -> None:
        if check:
            self.check_catalogues()
            return
        if not compile_only:
            self.collect_texts()
        for path in catalogue.compile_all():
            if verbosity > 0:
                self.stdout.write(f"compiled {path.relative_to(settings.ROOT)}")

    def collect_texts(self) -> None:
        if not catalogue.can_collect():
            self.stderr.write(NO_TOOL)
            return
        for language in LANGUAGES:
            missing = catalogue.merge(language)
            self.stdout.write(f"{language}: {len(missing)} to translate")

    def check_catalogues(self) -> None:
        if not catalogue.can_collect():
            self.stderr.write(NO_TOOL)
            return
        said = [f"{language}: {fault}" for language in LANGUAGES for fault in catalogue.faults(language)]
        if said:
            raise CommandError("\n".join(said))
