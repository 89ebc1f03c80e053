"""`python -m tests.words`: print the texts that the tests of words refuse, with the files they stand in.

`--spaces`: write the spaces of French where they are missing.
"""

from __future__ import annotations

import argparse
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
django.setup()

from tests.words import lengths, searching, spaces  # noqa: E402

given = argparse.ArgumentParser(prog="python -m tests.words")
given.add_argument("--spaces", action="store_true")
if given.parse_args().spaces:
    print(f"Spaces of French: {spaces.correct()} texts changed.")
else:
    found = [*searching.found(), *lengths.found()]
    print(*found, f"{len(found)} texts.", sep="\n")
