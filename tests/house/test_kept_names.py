"""What sites that run, mails and bookmarks name keeps its name, whatever room its code moves to.

`tests/data/kept_names.json` has the addresses, tasks and topics of 28 November 2026. A name may be added to
the code; one that goes needs a redirect, or a handler for a release.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from django.apps import apps
from django.conf import settings
from django.template import engines
from django.urls import URLPattern, get_resolver

from games.common.outbox import registry
from league.celery import app

KEPT: Final = json.loads((Path(__file__).parents[1] / "data" / "kept_names.json").read_text())
MODULES: Final = (
    *(
        "league.asgi",
        "league.celery",
        "league.wsgi",
        "league.settings.embedded",
        "league.settings.production",
    ),
    *("league.users.backends", "league.users.ciphers", "league.users.names"),
)
"""Named by operators' units and images, by sessions, and by migrations that have run."""
LABELS: Final = {"games", "leagues", "prizes", "tournaments", "users"}
LIBRARIES: Final = {
    "accounts",
    "files",
    "frame",
    "games",
    "letters",
    "lists",
    "prizes",
    "rules",
    "tournaments",
}
NAMED = re.compile(r"\b(?:games|league)(?:\.[a-z_]+)+\.[A-Za-z_]+\b(?=[,()])")


def addresses(resolver: Any, space: str = "", route: str = "") -> set[str]:
    found: set[str] = set()
    for each in resolver.url_patterns:
        here = route + str(each.pattern)
        if isinstance(each, URLPattern):
            found.add(f"{space}{each.name} {here}")
        else:
            found |= addresses(each, f"{space}{each.namespace}:" if each.namespace else space, here)
    return found


def test_every_address_of_before_is_there():
    assert len(KEPT["addresses"]) > 200
    assert set(KEPT["addresses"]) - addresses(get_resolver()) == set()


def test_every_task_and_every_topic_of_before_is_handled():
    app.loader.import_default_modules()
    assert set(KEPT["tasks"]) - set(app.tasks) == set()
    assert set(KEPT["topics"]) - set(registry._handlers) == set()


@pytest.mark.parametrize("name", MODULES)
def test_modules_that_others_name_stay_where_they_are(name: str):
    assert (settings.ROOT / f"{name.replace('.', '/')}.py").is_file()


def test_whoever_is_signed_in_stays_so():
    assert settings.AUTHENTICATION_BACKENDS == ["league.users.backends.AuthenticationBackend"]


def test_labels_and_libraries_of_tags_stay():
    own = {config.label for config in apps.get_app_configs() if config.name.startswith(("games", "league."))}
    assert own >= LABELS
    assert set(engines["django"].engine.template_libraries) >= LIBRARIES


IMPORT: Final = re.compile(
    r"^\s*from ((?:games|league|adjudicator)[\w.]*) import (?:\(([^)]*)\)|(.*))$", re.M
)


def imports_of(text: str) -> Iterator[tuple[str, str]]:
    """Each module of ours that `text` imports from, with each name."""
    for module, in_brackets, plain in IMPORT.findall(text):
        for name in (in_brackets or plain).partition("#")[0].split(","):
            if name.strip():
                yield module, name.split(" as ")[0].strip()


def can_be_imported(module: str, name: str) -> bool:
    try:
        found = import_module(module)
        return name == "*" or hasattr(found, name) or bool(import_module(f"{module}.{name}"))
    except ModuleNotFoundError:
        return False


def test_code_in_texts_and_migrations_imports_what_is_there():
    """What tests of the browser hand to the house as a text, and what migrations that have run import."""
    asked = set()
    for file in sorted((settings.ROOT / "tests").rglob("*.py")):
        constants = (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Constant))
        for node in constants:
            asked |= {*imports_of(node.value)} if isinstance(node.value, str) else set()
    for file in sorted(settings.ROOT.glob("*/**/migrations/0*.py")):
        asked |= {*imports_of(file.read_text())}
    assert len(asked) > 50
    assert [each for each in sorted(asked) if not can_be_imported(*each)] == []


def test_whatever_migrations_name_can_be_imported():
    texts = [
        path.read_text()
        for floor in ("games", "league")
        for path in (settings.ROOT / floor).glob("**/migrations/*.py")
    ]
    names = {name for text in texts for name in NAMED.findall(text)}
    assert len(names) >= 9
    for name in names:
        module, _dot, attribute = name.rpartition(".")
        owner: Any = import_module(module)
        assert hasattr(owner, attribute), name
