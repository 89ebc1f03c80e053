"""`python -m tests.words`: take out of the lists what was put right.

`--term NAME`: list the texts that are hits of a term on the day it comes. `--spaces`: write the spaces of
French where they are missing.
"""

from __future__ import annotations

import argparse
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
django.setup()

from tests.words import lengths, spaces  # noqa: E402
from tests.words.searching import HITS, hits, known  # noqa: E402

given = argparse.ArgumentParser(prog="python -m tests.words")
given.add_argument("--term", action="append", default=[])
given.add_argument("--spaces", action="store_true")
asked = given.parse_args()

if asked.spaces:
    print(f"Spaces of French: {spaces.correct()} texts changed.")
found = {hit.line for hit in hits()}
left = known() & found | {line for line in found if line.partition("\t")[0] in asked.term}
print(f"Terms: {len(known() - left)} put right, {len(left)} left.")
HITS.write_text("".join(f"{line}\n" for line in sorted(left)))
too_long = lengths.known() & {each.line for each in lengths.found()}
print(f"Lengths: {len(lengths.known() - too_long)} put right, {len(too_long)} left.")
lengths.LIST.write_text("".join(f"{line}\n" for line in sorted(too_long)))
