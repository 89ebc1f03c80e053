"""The files of `deploy/` and the pages of `docs/` that go with them name what the code has, and all of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

ROOT = Path(settings.ROOT)
COMPOSE = (ROOT / "deploy/compose.yaml").read_text()
IMAGE = (ROOT / "deploy/Containerfile").read_text()
RUNNING = (ROOT / "docs/running.md").read_text()


def asked_of_the_environment() -> set[str]:
    """Every variable that the settings for production read."""
    names = set()
    for file in ("base", "production"):
        for node in ast.walk(ast.parse((ROOT / f"league/settings/{file}.py").read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("os.environ.get", "needed"):
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    names.add(name.value)
    return names


def test_the_page_on_running_it_names_every_variable():
    asked = asked_of_the_environment()
    assert "DATABASE_URL" in asked
    told = set(re.findall(r"`([A-Z_]+)`", RUNNING))
    assert asked - told == set()


def test_the_containers_are_given_every_variable_that_is_needed():
    source = (ROOT / "league/settings/production.py").read_text()
    needed = set(re.findall(r'needed\(\s*"([A-Z_]+)"', source))
    assert needed
    given = set(re.findall(r"^    ([A-Z_]+):", COMPOSE, re.MULTILINE))
    assert needed - given == set()


def test_whatever_the_containers_want_from_the_operator_stands_in_the_example():
    wanted = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    example = (ROOT / "deploy/.env.example").read_text()
    assert wanted == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))


def test_every_queue_has_a_worker():
    queues = {settings.CELERY_TASK_DEFAULT_QUEUE} | {
        route["queue"] for route in settings.CELERY_TASK_ROUTES.values()
    }
    served = {
        queue
        for names in re.findall(r'worker, -Q, "?([a-z,]+)"?', COMPOSE)
        for queue in names.split(",")
        if queue
    }
    assert queues == served


def test_the_image_holds_every_folder_that_runs():
    copied = set(re.findall(r"^COPY (\w+) \1$", IMAGE, re.MULTILINE))
    runs = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()} - {"tests"}
    assert copied == runs | {"templates", "static"}


@pytest.mark.parametrize("page", ["running.md", "runbook.md"])
def test_the_pages_name_only_commands_that_exist(page):
    text = (ROOT / "docs" / page).read_text()
    named = set(re.findall(r"manage\.py ([a-z_]+)", text)) | set(
        re.findall(r"manage\.py, ([a-z_]+)", COMPOSE)
    )
    assert named - set(get_commands()) == set()


def test_the_runbook_names_the_metrics_that_there_are():
    source = (ROOT / "league/watch/metrics.py").read_text()
    there_are = {re.sub(r"_total$", "", name) for name in re.findall(r'"(poste_[a-z_]+)"', source)}
    text = (ROOT / "docs/runbook.md").read_text()
    told = {re.sub(r"_total$", "", name) for name in re.findall(r"`(poste_[a-z_]+)", text)} | {
        re.sub(r"_total$", "", name) for name in re.findall(r", `(poste_[a-z_]+)", text)
    }
    assert told == there_are
