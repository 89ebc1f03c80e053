"""Sentences of the engine and of the board: they keep both languages side by side, in their code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from django.conf import settings

FOLDERS: Final = ("adjudicator", "games/board")
CODE: Final = re.compile(r"[a-z]+[-_][a-z_-]+")
"""What programs read; the text after it is English."""


class Said(NamedTuple):
    """A sentence, what it fills in in braces. `fr` is empty where there is no French."""

    en: str
    fr: str
    file: str


@cache
def sentences() -> list[Said]:
    """Every two texts that stand beside each other; names of programs without a space are none."""
    modules = [path for folder in FOLDERS for path in sorted((settings.ROOT / folder).rglob("*.py"))]
    return [
        Said(en, fr, str(path.relative_to(settings.ROOT)))
        for path in modules
        for en, fr in _pairs(ast.parse(path.read_text()))
        if " " in en + fr
    ]


def _pairs(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """English, French: in a row or in a call; French, English: in `french if is_french else english`."""
    for node in ast.walk(tree):
        match node:
            case ast.Tuple(elts=row) | ast.Call(args=row):
                for first, second in pairwise(map(_text, row)):
                    if first and second:
                        yield (second, "") if CODE.fullmatch(first) else (first, second)
            case ast.Dict(
                keys=[ast.Constant(value="en"), ast.Constant(value="fr")], values=[english, french]
            ):
                yield _text(english), _text(french)
            case ast.IfExp(body=french, orelse=english) if _text(french) and _text(english):
                yield _text(english), _text(french)


def _text(node: ast.expr) -> str:
    """What a text says, with names in braces; empty for anything else."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) or "{}" for part in parts)
    return ""
