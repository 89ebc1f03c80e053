"""`python -m tests.words`: take out of hits.txt what was put right. Nothing is ever added."""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
django.setup()

from tests.words.searching import HITS, hits, known  # noqa: E402

left = known() & {hit.line for hit in hits()}
print(f"{len(known()) - len(left)} put right, {len(left)} left.")
HITS.write_text("".join(f"{line}\n" for line in sorted(left)))
