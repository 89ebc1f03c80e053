"""Do two trees show everyone the same? For moving walls: nothing that people see may change.

    python -m tests.alike make /tmp/alike              the demo's database, once, of the tree before
    python -m tests.alike record /tmp/alike before     everything that its readers are shown, by this tree
    python -m tests.alike record /tmp/alike after      ... and by the tree after
    python -m tests.alike compare /tmp/alike before after

Recorded are, for a visitor, two players, an organiser, a treasurer, a guarantor, a member and an
administrator, in both languages: pages and files by following links from the first ones (so many of each kind
of address), what forms answer to nothing, and all e-mails that wait. Clock, `secrets` and `uuid` are the same
each time, and pages are not made longer. Runs of white space count as one, and none beside a block's tag;
between pieces of a line white space counts. Exit status 1 and the first differences, with address and reader,
if there are any.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

SHOWN = 12
"""Differences that are printed."""
AROUND = 160
"""Characters of both sides around each."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("do", choices=("make", "record", "compare"))
    asked.add_argument("folder", type=Path)
    asked.add_argument("names", nargs="*", help="of the recordings")
    options = asked.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets are listed in one order
        os.execve(
            sys.executable,
            [sys.executable, "-m", "tests.alike", *sys.argv[1:]],
            {**os.environ, "PYTHONHASHSEED": "0"},
        )
    folder: Path = options.folder
    if options.do == "compare":
        return _compare(*(folder / f"{name}.sqlite3" for name in options.names))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.embedded")
    demo = folder / "demo"
    if options.do == "make":
        os.environ["VAR_DIR"] = str(demo)
        from tests.alike.recording import make

        make()
        return 0
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(demo, copy, dirs_exist_ok=True)
        os.environ["VAR_DIR"] = copy
        from tests.alike.recording import record

        return record(folder / f"{options.names[0]}.sqlite3", now=(demo / "made-at").read_text())


def _compare(before: Path, after: Path) -> int:
    from tests.alike.kept import Kept

    one, other = Kept(before), Kept(after)
    found = 0
    for key in sorted(one.keys() | other.keys()):
        was, now = one.get(key), other.get(key)
        if was == now:
            continue
        found += 1
        if found <= SHOWN:
            place = next(
                (at for at, (a, b) in enumerate(zip(was, now, strict=False)) if a != b),
                min(len(was), len(now)),
            )
            begin = max(0, place - AROUND)
            print(f"{key}\n  - {was[begin : place + AROUND]}\n  + {now[begin : place + AROUND]}\n")
    print(f"{len(one.keys())} and {len(other.keys())} recorded, {found} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
