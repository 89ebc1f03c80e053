from __future__ import annotations

import sys
from typing import Any

from django.core.management import BaseCommand

from games.adjudication.courses import games_without, keep_missing


class Command(BaseCommand):
    help = "Make the courses (curves, turning points) of finished games that have none; the site does daily."

    def handle(self, **options: Any) -> None:
        made = keep_missing(limit=sys.maxsize)
        left = games_without().count()
        self.stdout.write(f"{made} courses made; {left} games cannot have one.")
