"""Which tests run when: what one runs while working, and everything; on SQLite, in a browser, on PostgreSQL.

`manage.py test` asks for these runs by `--tier` and `--part`; plain pytest runs whatever it is given. A test
marked `thorough` is left to `manage.py test --all`: it plays in full what a shorter one plays in part; so is
what `tests/dearest.txt` lists. What was left out is counted at the end, by module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import dearest, statements

PARTS = ("sqlite", "browser", "postgres")
TIERS = ("working", "all")

ON_POSTGRES_TOO = (
    "tests/games/test_compiled.py",
    "tests/games/test_outage.py",
    "tests/games/test_outbox.py",
    "tests/games/test_processing.py",
    "tests/games/test_quick_arrays.py",
    "tests/games/test_races.py",
    "tests/games/test_reminder_races.py",
    "tests/games/test_seating.py",
    "tests/games/test_taking_back.py",
    "tests/games/test_tasks.py",
    "tests/games/pages/test_lists.py",
    "tests/league/test_league_services.py",
    "tests/league/test_sessions.py",
    "tests/league/prizes/test_guards.py",
    "tests/league/prizes/test_ledger_races.py",
    "tests/league/tournaments/test_rating_lists.py",
    "tests/league/tournaments/test_rating_races.py",
    "tests/league/tournaments/test_standings_races.py",
)
"""What is repeated there while one works: locks, races, the outbox, the queries behind pages and lists."""

LEFT_TO_ALL = (
    "tests/adjudicator/core/test_properties.py::test_what_is_offered_is_legal",
    "tests/adjudicator/test_notation.py::test_hostile_text_costs_no_more",
    "tests/adjudicator/test_notation_round_trip.py",
    "tests/adjudicator/variants/spy/test_games.py",
    "tests/browser/test_absence.py",
    "tests/browser/test_live_page.py::test_what_others_do",
    "tests/browser/test_map.py::test_a_retreat_is_ordered",
    "tests/browser/test_map.py::test_spies_are_sent",
    "tests/browser/test_map.py::test_the_unit_being_ordered",
    "tests/browser/test_map.py::test_verb_and_target",
    "tests/browser/test_open_seats.py",
    "tests/browser/test_pages_hold_up.py::test_a_page_of_every_kind",
    "tests/browser/test_results_first.py",
    "tests/browser/test_safety_on_the_page.py::test_choices_and_text",
    "tests/browser/test_safety_on_the_page.py::test_of_two_tabs",
    "tests/browser/test_safety_on_the_page.py::test_what_is_typed_survives",
    "tests/browser/test_safety_on_the_page.py::test_what_was_saved_elsewhere",
    "tests/browser/test_seasons.py",
    "tests/games/divine/test_masks.py",
    "tests/games/divine/test_staff.py",
    "tests/games/pages/test_secrecy.py",
    "tests/games/test_practice.py",
    "tests/games/test_whole_games.py",
    "tests/league/prizes/test_guards_kept.py::test_nothing_is_missing",
    "tests/league/prizes/test_ledger_properties.py::test_whatever_was_changed",
    "tests/league/prizes/test_prizes_admin.py::test_a_list_makes_no_more",
    "tests/league/tournaments/test_fuzz_ladder.py",
    "tests/league/tournaments/test_offers.py",
    "tests/league/tournaments/test_rating_lists.py::test_any_arrival",
    "tests/league/tournaments/test_standings_counting.py::test_any_order",
    "tests/secrecy/test_bytes.py",
    "tests/secrecy/test_leaks.py",
    "tests/secrecy/worlds/test_drawn.py",
    "tests/test_query_counts.py::test_no_list_of_the_admin",
    "tests/test_query_counts.py::test_no_page_makes_more_queries_for_more_rows",
    "tests/test_urls_walk.py::test_a_private_game",
    "tests/test_urls_walk.py::test_in_the_open",
    "tests/test_urls_walk.py::test_the_admin_is_for_staff",
)
"""The dearest tests, left out while one works beside those marked thorough. Others touch in part what they
guard (pairs of worlds, ceilings of queries, the table of addresses), and `--all` runs them.
"""

WHATEVER_THE_DATABASE = (
    "tests/games/pages/test_auction",
    "tests/games/pages/test_fog",
    "tests/games/pages/test_satellite",
    "tests/games/spy/test_sheets",
    "tests/games/test_practice.py::test_a_whole_game",
    "tests/games/test_practice.py::test_whoever_plays_otherwise",
    "tests/secrecy/test_bytes.py",
    "tests/secrecy/test_leaks.py",
    "tests/secrecy/worlds/",
    "tests/test_query_counts.py",
    "tests/test_urls_walk.py::test_a_league_by_invitation",
    "tests/test_urls_walk.py::test_a_private_game",
)
"""Tests that take long, of what no data base can change: two runs of the same code that are compared on one,
leaks made on purpose, whole games that are played in one row, what sheets and rooms of some games say, how
many queries there are, and who is let in where (every address is opened on both). Once is enough for them.
"""

COMMITTING = {"transactional_db", "django_db_reset_sequences", "live_server"}
DATABASE_FIXTURES = {"db", *COMMITTING}

MOST_NAMED = 30
"""Modules that are named; of more than that, only how many they are is said."""

LEFT_OUT = pytest.StashKey[Counter[str]]()
"""How many tests of each module the tier left out."""
NOT_REPEATED = pytest.StashKey[int]()
"""How many were not repeated on PostgreSQL, because others execute the same statements."""


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers", "which tests run when")
    group.addoption("--tier", choices=TIERS, default="all", help="working: without tests marked thorough")
    group.addoption("--statements", type=Path, help="folder: with it, PostgreSQL repeats tests/statements.py")
    group.addoption("--pictures", action="store_true", help="keep what windows show in tests/artifacts/")
    group.addoption("--part", choices=PARTS, help="only what belongs on SQLite, in a browser, on PostgreSQL")


def configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = Counter()
    config.stash[NOT_REPEATED] = 0
    config.addinivalue_line("markers", "browser: drives Chromium")
    config.addinivalue_line("markers", "long: takes seconds; begun first")
    config.addinivalue_line("markers", "thorough: left to `manage.py test --all`")


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave in `items` those of the part and of the tier."""
    part, tier = config.getoption("part"), config.getoption("tier")
    belong = [item for item in items if part is None or _belongs(item, part)]
    left = _dear_cases(belong) if part == "sqlite" else frozenset()
    kept = [
        item for item in belong if tier == "all" or (item.nodeid not in left and _is_for_working(item, part))
    ]
    for item in {*belong} - {*kept}:
        config.stash[LEFT_OUT][item.nodeid.partition("::")[0]] += 1
    if part == "postgres" and (folder := config.getoption("statements")):
        repeated = _repeated(kept, folder)
        config.stash[NOT_REPEATED] = len(kept) - len(repeated)
        kept = repeated
    if len(kept) < len(items):
        staying = {*kept}
        config.hook.pytest_deselected(items=[item for item in items if item not in staying])
        items[:] = kept


def _belongs(item: pytest.Item, part: str) -> bool:
    is_in_browser = item.get_closest_marker("browser") is not None
    if part == "postgres":
        return not is_in_browser and uses_database(item)
    return is_in_browser is (part == "browser")


def _repeated(items: list[pytest.Item], folder: Path) -> list[pytest.Item]:
    """Those of `items` that another database has to try, by what `folder` says of SQLite."""
    executed = statements.read(folder)
    always = {item.nodeid for item in items if _is_always_repeated(item) or item.nodeid not in executed}
    names = {item.nodeid for item in items}
    chosen = statements.enough({name: test for name, test in executed.items() if name in names}, always)
    return [item for item in items if item.nodeid in chosen]


def _is_always_repeated(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    commits = bool(mark and mark.kwargs.get("transaction"))
    return commits or {*getattr(item, "fixturenames", ())} & COMMITTING != set()


@contextmanager
def observed(item: pytest.Item) -> Iterator[None]:
    """While a test runs on SQLite: what it executes is written down, if that is wanted."""
    folder = item.config.getoption("statements")
    if folder is None or item.config.getoption("part") != "sqlite" or not uses_database(item):
        yield
        return
    with statements.written_down(folder, item.nodeid):
        yield


def uses_database(item: pytest.Item) -> bool:
    """Whether another data base might make a difference to a test."""
    names = {*getattr(item, "fixturenames", ())}
    uses = item.get_closest_marker("django_db") or names & DATABASE_FIXTURES
    return bool(uses) and not item.nodeid.startswith(WHATEVER_THE_DATABASE)


def _dear_cases(items: list[pytest.Item]) -> frozenset[str]:
    """The tests of functions that are dear, but for the first case of those that have several."""
    names, found, seen = dearest.names(), set(), set()
    for item in items:
        name = dearest.function_of(item.nodeid)
        if name in names:
            if name in seen or name == item.nodeid:
                found.add(item.nodeid)
            seen.add(name)
    return frozenset(found)


def _is_for_working(item: pytest.Item, part: str | None) -> bool:
    if part == "postgres" and not item.nodeid.startswith(ON_POSTGRES_TOO):
        return False
    if item.nodeid.startswith(LEFT_TO_ALL):
        return False
    return item.get_closest_marker("thorough") is None


def told(config: pytest.Config) -> dict[str, Any]:
    """What one of several processes tells of its choice; each of them chooses the same."""
    left_out = config.stash[LEFT_OUT]
    return {"left_out": dict(left_out), "not_repeated": config.stash[NOT_REPEATED]}


def heard(config: pytest.Config, said: Mapping[str, Any]) -> None:
    left_out: Counter[str] = Counter(said.get("left_out", {}))
    config.stash[LEFT_OUT] = config.stash[LEFT_OUT] | left_out
    config.stash[NOT_REPEATED] = max(config.stash[NOT_REPEATED], said.get("not_repeated", 0))


def summary(left_out: Counter[str], not_repeated: int = 0) -> list[str]:
    """Lines that say what was left out, if anything was: by module, or of how many."""
    lines = []
    if left_out:
        modules = ", ".join(f"{module} ({count})" for module, count in sorted(left_out.items()))
        where = modules if len(left_out) <= MOST_NAMED else f"{len(left_out)} modules"
        lines.append(f"Left to `manage.py test --all`: {left_out.total()} tests, in {where}.")
    if not_repeated:
        lines.append(f"Not repeated: {not_repeated} tests whose every SQL statement others execute.")
    return lines
