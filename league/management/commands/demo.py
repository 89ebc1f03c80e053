from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction


class Command(BaseCommand):
    help = "Make the demo league with its people and games, once. Refused outside the embedded house."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if not getattr(settings, "EMBEDDED", False):
            raise CommandError(
                "The demo league has accounts whose passwords everybody knows: "
                "it exists in the embedded house alone."
            )
        from league import demo

        if demo.is_made():
            return
        demo.make(self._say)

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
