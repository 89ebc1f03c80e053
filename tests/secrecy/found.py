"""The channels that the code has, found without asking the registry: `found()` by kind, their names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import allauth.account
from django.conf import settings
from django.contrib import admin
from django.core.management import get_commands
from django.urls import URLPattern, URLResolver, get_resolver

from games.common.outbox import registry
from games.views import routing as game_routing
from league.celery import app
from league.channels import ChannelKind
from league.competitions.live import routing as season_routing

FLOORS = ("games", "league")
WITHOUT_ADDRESS = {"no such address", "a form from elsewhere", "a failure of ours"}
"""Pages that the site shows in place of others: 404, 403, 500."""
SENDING = {"EmailMessage", "EmailMultiAlternatives", "mail_admins", "mail_managers", "send_mail"}
PUSHING = {"group_send"}
NAMELESS = "no such page"


def found(sources: Path | None = None) -> dict[ChannelKind, set[str]]:
    """Every channel there is; `sources` is where the floors' code lies, if not in this project."""
    calls = _calls(sources or settings.ROOT)
    topics = {topic for _module, called, topic in calls if called in ("tell", "tell_person")}
    return {
        ChannelKind.PAGE: WITHOUT_ADDRESS
        | {name for name in address_names() if not name.startswith("admin:")},
        ChannelKind.ADMIN: {_admin_name(name) for name in address_names() if name.startswith("admin:")}
        | {model._meta.label_lower for model in admin.site._registry},
        ChannelKind.SOCKET: {
            str(pattern.pattern)
            for pattern in [*game_routing.websocket_urlpatterns, *season_routing.websocket_urlpatterns]
        },
        ChannelKind.PUSH: {module for module, called, _first in calls if called in PUSHING},
        ChannelKind.OUTBOX: topics | set(registry._handlers),
        ChannelKind.LETTER: set(_letters()) | {"an error report"},
        ChannelKind.SENDER: {module for module, called, _first in calls if called in SENDING},
        ChannelKind.TASK: _tasks(),
        ChannelKind.LOG: {module for module, called, _first in calls if called == "getLogger"}
        | {"loggers of libraries"},
        ChannelKind.COMMAND: {name for name, home in get_commands().items() if home.split(".")[0] in FLOORS},
    }


def address_names() -> list[str]:
    """The names of all addresses, with their namespaces."""
    return [name for name, _parts in addresses()]


def addresses(
    resolver: URLResolver | None = None, space: str = "", above: tuple[str, ...] = ()
) -> Iterator[tuple[str, list[str]]]:
    """Every address by its name with its namespaces, and the names of the parts that it takes."""
    for pattern in (resolver or get_resolver()).url_patterns:
        parts = (*above, *(pattern.pattern.converters or pattern.pattern.regex.groupindex))
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name or NAMELESS}", list(parts)
        else:
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern, inner, parts)


def _admin_name(address: str) -> str:
    """The model that a page of the admin belongs to; a page of no model by its own name."""
    name = address.removeprefix("admin:")
    for model in admin.site._registry:
        head = f"{model._meta.app_label}_{model._meta.model_name}_"
        if name.removeprefix(head) in ("add", "change", "changelist", "delete", "history"):
            return f"{model._meta.app_label}.{model._meta.model_name}"
    return name


def _tasks() -> set[str]:
    app.loader.import_default_modules()
    return {name for name in app.tasks if not name.startswith("celery.")}


def _letters() -> Iterator[str]:
    """Templates in folders named `mail` or `email`: the project's own, and the account pages'."""
    ours, theirs = settings.ROOT / "templates", Path(allauth.account.__file__).parents[1] / "templates"
    used = (path for app in ("account", "mfa") for path in theirs.glob(f"{app}/email/*.txt"))
    for root, paths in ((ours, ours.rglob("*.txt")), (theirs, used)):
        for path in paths:
            folder = path.parent.relative_to(root)
            if folder.name in ("mail", "email") and not path.name.startswith("_"):
                yield f"{folder.parent}/{_without_part(path.stem)}"


def _without_part(stem: str) -> str:
    for part in ("_subject", "_message", "_notification"):
        stem = stem.removesuffix(part)
    return stem


@lru_cache(maxsize=8)
def _calls(root: Path) -> list[tuple[str, str, str]]:
    """Every call in the floors' code: in which module, of what, with which first text (or `?`).

    Code that derives a class counts as its caller.
    """
    calls = []
    for floor in FLOORS:
        for path in (root / floor).rglob("*.py"):
            module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef):
                    calls += [(module, ast.unparse(base).rpartition(".")[2], "?") for base in node.bases]
                elif isinstance(node, ast.Call):
                    called = node.func
                    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                    first = node.args[0] if node.args else None
                    calls.append((module, name, first.value if isinstance(first, ast.Constant) else "?"))
    return calls
