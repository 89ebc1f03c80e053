"""Prints the modules of games and league that register something and that the site never loads."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

import django
from django.apps import apps
from django.urls import get_resolver

APART = ("migrations", "management", "settings", "bots", "demo", "wsgi.py")
"""What is in these is loaded by name, or are no part of the site that serves."""


def main() -> None:
    django.setup()
    get_resolver().url_patterns  # noqa: B018 - loads the views
    for config in apps.get_app_configs():
        if config.name.startswith(("games", "league")):
            load_tasks(config.name)
    for path in sorted([*Path("games").rglob("*.py"), *Path("league").rglob("*.py")]):
        name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        if name not in sys.modules and not {*APART} & {*path.parts} and registers(path):
            print(name)


def load_tasks(app: str) -> None:
    """As Celery does."""
    if Path(*app.split("."), "tasks.py").exists():
        import_module(f"{app}.tasks")


def registers(path: Path) -> bool:
    """Whether a module, when it is loaded, hands something of its own to a function of ours: a decorator that
    it has from elsewhere in the house, or a call of such a function as a statement of its own.
    """
    tree = ast.parse(path.read_text())
    ours = {
        (alias.asname or alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("games", "league"))
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and any(
            _root(each) in ours for each in node.decorator_list
        ):
            return True
    statements = [each for node in tree.body for each in (node.body if isinstance(node, ast.For) else [node])]
    return any(
        isinstance(each, ast.Expr) and isinstance(each.value, ast.Call) and _root(each.value) in ours
        for each in statements
    )


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Call | ast.Attribute):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


if __name__ == "__main__":
    main()
