"""The style sheets of a page as it is sent: which it links, wherever in it, and which classes they know."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings

from tests.html_tree import tree

STATIC = Path(settings.ROOT) / "static"
HOLDS_A_HASH = re.compile(r"\.[0-9a-f]{12}(?=\.css$)")
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
NOT_SELECTORS = re.compile(r"/\*.*?\*/|url\([^)]*\)|\"[^\"]*\"", re.DOTALL)


def linked_by(page: str) -> set[str]:
    """The names of the sheets of ours that a page links, be it in its head or by a part of it."""
    addresses = (each.attributes["href"] for each in tree(page).all("link", rel="stylesheet"))
    names = {HOLDS_A_HASH.sub("", address.rpartition("/")[2]) for address in addresses}
    return {name for name in names if (STATIC / name).exists()}


def weight_of(sheets: Iterable[str]) -> int:
    """How many bytes these are together."""
    return sum((STATIC / sheet).stat().st_size for sheet in sheets)


def unknown_classes(page: str) -> set[str]:
    """Classes that stand in what a page says, and that no sheet that it links has a rule for; but for
    those inside drawings, which say what a layer is.
    """
    known = {
        name
        for sheet in linked_by(page)
        for name in CLASS.findall(NOT_SELECTORS.sub("", (STATIC / sheet).read_text()))
    }
    used = (each for each in tree(page).one("main").all() if each.around("svg") is None)
    return {name for each in used for name in each.classes} - known
