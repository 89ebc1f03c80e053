"""Several orders on one line: where one ends and the next begins."""

from __future__ import annotations

from typing import Final

from adjudicator.notation.lexicon import SIDES, VERBS, is_explicit
from adjudicator.notation.words import Token, tokens

_LOOKED_AT: Final = 80
"""Characters of a part that tell whether it goes on with the order before it."""
_CONDITIONS: Final = frozenset(
    (
        *("not", "unless", "if", "except", "but", "or", "until", "when", "while", "before", "after"),
        *("without", "otherwise", "else", "instead", "only", "never"),
        *("pas", "ne", "sauf", "si", "mais", "ou", "sinon", "quand", "jusqu", "avant", "apres", "sans"),
        *("seulement", "jamais", "plutot", "excepte"),
    )
)
"""Words that take back or limit the order before them: what follows must not be left out of it in silence."""
_ALTERNATIVES: Final = frozenset(
    ("but", "or", "otherwise", "else", "instead", "mais", "ou", "sinon", "plutot")
)
"""The words that, behind a semicolon, begin another order and leave the one before it as it is."""
_JOINED: Final = frozenset(("via", "by", "through", "thru"))


def parted(line: str) -> list[str]:
    """The orders of one line, which semicolons divide, unless a condition follows, and commas where no order
    goes on after them.

    "F MAO - Spain, south coast" is one order, "A Lon - Bel, via convoy" too; "A Par - Bur, unless …" is read
    as a whole, so that it is refused as a whole.
    """
    found: list[str] = []
    for order in line.split(";"):
        for at, part in enumerate(order.split(",")):
            belongs = _is_limit if at == 0 else _goes_on
            if found and found[-1].strip() and belongs(tokens(part[:_LOOKED_AT])):
                found[-1] = f"{found[-1].rstrip()} {part.lstrip()}"
            else:
                found.append(part)
    return found


def _is_limit(text: tuple[Token, ...]) -> bool:
    """Whether what begins with `text` limits the order before its semicolon."""
    return bool(text) and text[0].text in _CONDITIONS - _ALTERNATIVES


def _goes_on(text: tuple[Token, ...]) -> bool:
    """Whether a part that begins with `text` belongs to the order before its comma."""
    if not text:
        return False
    if text[0].text in _CONDITIONS | _JOINED or any(match.meaning & {"VIA"} for match in VERBS.at(text, 0)):
        return True
    if len(text) == 1 and text[0].text in ("convoy", "convoi"):
        return True
    return any(
        match.end == len(text) or (is_explicit(match, text, 0) and any(VERBS.at(text, match.end)))
        for match in SIDES.at(text, 0)
    )
