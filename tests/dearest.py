"""Which tests are left to `manage.py test --all` because of what they cost: `tests/dearest.txt`.

A run of `--all` keeps what each test took on SQLite; `python -m tests.dearest` makes the list anew from that.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
MEASURED: Final = HERE / "artifacts" / "seconds.json"
LIST: Final = HERE / "dearest.txt"
WHOLE: Final = 5_000
"""So many tests are the whole of a run, not a few that were named."""
SUM, EACH = 0.35, 0.17
"""Seconds: a function is dear if all its cases take longer than the first, or one of them than the second."""
KEPT: Final = (
    "tests/league/test_old_seasons.py::test_nothing_is_found",
    "tests/league/test_old_seasons.py::test_rules_files_and_figures",
    "tests/secrecy/worlds/test_intimate.py::test_sealed_bids",
    "tests/test_query_counts.py::test_no_page_makes_more_queries_than_is_written_here",
    "tests/test_urls_walk.py::test_a_league_by_invitation",
)
"""What runs while one works although it is dear: that seasons of an older release stay as they are, sealed
bids, ceilings of queries, and that nobody outside a league finds any page of it.
"""


def names() -> frozenset[str]:
    """The functions listed, as pytest names them, without their cases."""
    lines = LIST.read_text().splitlines() if LIST.exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def function_of(test: str) -> str:
    """The function of a test: "tests/test_x.py::test_y[case]" is "tests/test_x.py::test_y"."""
    return test.partition("[")[0]


def dear(seconds: Mapping[str, float]) -> list[str]:
    """The functions that are dear by what each test took, in order, without those of KEPT."""
    taken: defaultdict[str, list[float]] = defaultdict(list)
    for test, took in seconds.items():
        taken[function_of(test)].append(took)
    return sorted(
        name
        for name, cases in taken.items()
        if (sum(cases) > SUM or max(cases) > EACH) and not name.startswith(KEPT)
    )


def keep(seconds: Mapping[str, float]) -> None:
    """Write down what each test took."""
    MEASURED.parent.mkdir(exist_ok=True)
    MEASURED.write_text(json.dumps(dict(seconds)))


def main() -> int:
    if not MEASURED.exists():
        print("Run `manage.py test --all` first: it measures every test.", file=sys.stderr)
        return 1
    found = dear(json.loads(MEASURED.read_text()))
    told = (
        "# Made by `python -m tests.dearest`: see there. Of a function with several cases the first one runs."
    )
    LIST.write_text("\n".join([told, *found, ""]))
    print(f"{len(found)} functions are dear.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
