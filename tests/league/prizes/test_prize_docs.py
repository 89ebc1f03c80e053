"""The pages of `docs/` about prize money name what the code has, and all of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from league.prizes.models import Account, Booking, Checkout, HandRecord, Payment, Payout, Proposal, Refund
from league.prizes.services.incoming import reconciling, webhook_queue

DOCS = Path(settings.ROOT) / "docs"
PRIZES = (DOCS / "prizes.md").read_text()
CODES = set(re.findall(r"`([^`]+)`", PRIZES))


def test_every_account_and_every_kind_of_booking_is_in_the_tables():
    assert set(Account.Kind.values) <= CODES
    assert set(Booking.Kind.values) <= CODES


@pytest.mark.parametrize("model", [Checkout, HandRecord, Payment, Payout, Proposal, Refund])
def test_every_state_stands_in_its_row(model):
    row = next(line for line in PRIZES.splitlines() if line.startswith(f"| `{model.__name__}`"))
    named = re.findall(r"`([a-z_]+)`", row)
    assert set(model.State.values) <= set(named)


def test_the_keys_are_those_that_the_services_book_by():
    """Each key of the table begins as one in the code does, and so does each booked one in the table."""
    table = {code.partition(":")[0] for code in CODES if re.match(r"[a-z_]+:[<…]", code)}
    folder = Path(settings.ROOT) / "league/prizes"
    source = "".join(path.read_text() for path in folder.rglob("*.py"))
    booked = set(re.findall(r'ledger\.(?:post|reverse)\([^;]*?key=f"([a-z_]+):', source, re.DOTALL))
    assert booked and booked <= table
    assert {name for name in table if f'f"{name}:' not in source} == set()


def test_every_task_stands_with_how_often_it_runs():
    units = {"s": 1, "min": 60}
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        task = entry["task"].removeprefix("league.prizes.tasks.")
        if task == entry["task"]:
            continue
        row = next(line for line in PRIZES.splitlines() if line.startswith(f"| `{task}` |"))
        often = row.split("|")[2].strip()
        number, _, unit = often.partition(" ")
        said = 60 if often == "once a day" else int(number) * units[unit]  # asked each minute whether it was
        assert said == entry["schedule"], task


def test_no_setting_is_named_twice():
    """Two keys of the same name make a file that no container starts with."""
    for name, pattern in (
        ("deploy/compose.yaml", r"^    ((?:PRIZES|STRIPE)_\w+):"),
        ("deploy/.env.example", r"^(\w+)="),
        ("docs/running.md", r"^\| `((?:PRIZES|STRIPE)_\w+)`"),
    ):
        named = re.findall(pattern, (DOCS.parent / name).read_text(), re.MULTILINE)
        assert named and len(named) == len(set(named)), name


def test_files_and_services_that_the_page_names_exist():
    root = Path(settings.ROOT) / "league"
    prizes = root / "prizes"
    homes = (
        root,
        root.parent,
        prizes,
        *(
            prizes / room
            for room in ("book", "agreed", "services", "models", "selectors", "providers", "views")
        ),
    )
    named = {code for code in CODES if re.fullmatch(r"[\w/]+\.py", code)}
    assert len(named) > 20
    gone = [
        name for name in named if not any((home / name.removeprefix("league/")).exists() for home in homes)
    ]
    assert gone == []


def test_links_between_the_docs_lead_somewhere():
    for page in (*DOCS.glob("*.md"), *DOCS.glob("decisions/00*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_numbers_in_the_page_are_those_of_the_code():
    assert f"tried {webhook_queue.ATTEMPTS} times" in PRIZES
    assert f"dropped after {webhook_queue.KEPT_FOR.days} days" in PRIZES
    assert f"after {reconciling.ASKED_EVERY.seconds // 60} minutes" in PRIZES
    assert f"every {reconciling.ASKED_LATER.seconds // 3600} hours" in PRIZES
    assert f"for {reconciling.WATCHED_FOR.days} days" in PRIZES
    assert reconciling.YOUNG.days == 3 and "after three days" in PRIZES


def test_it_is_said_that_stripe_was_not_run_live():
    for page in (PRIZES, *((DOCS / name).read_text() for name in ("running.md", "packages.md"))):
        assert re.search(r"not\s+been\s+run\s+against", page)


def test_the_runbook_knows_the_alarms_about_money():
    runbook = (DOCS / "runbook.md").read_text()
    alarms = (Path(settings.ROOT) / "league/prizes/outbox/alarms.py").read_text()
    for subject in (
        "The ledger of prize money is not right",
        "Payments differ between the provider and the ledger",
    ):
        assert f'"{subject}"' in alarms and f"### {subject}" in runbook
