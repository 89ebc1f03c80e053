"""Parting of lines, as people write them, into one order each: results behind orders, a verb for several
units, ditto.

"Build A War, A Mos" is two orders, "A Par - Bur and A Mar S A Par - Bur" too; `A Ruh S "` says again what the
order above it supports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adjudicator.board import Board
from adjudicator.notation.grammar import Grammar
from adjudicator.notation.lexicon import LETTERS, Lexicon, lexicon
from adjudicator.notation.parting import parted
from adjudicator.notation.rewording import powers_begun, reworded
from adjudicator.notation.words import Token, fold, tokens

_LOOKED_AT: Final = 400
"""Characters of a line beyond which it is no sentence."""
_OUTCOME: Final = (
    r"(?:bounced?|cut|fail(?:s|ed|ure)?|void|invalid|illegal|dislodged|succeed(?:s|ed)|success|ok|moved|held|"
    r"no convoy|no effect|disrupted|convoy disrupted|unmatched|destroyed|disbanded|misses|ordered to move|"
    r"rebond|rebondi|rebondit|a rebondi|coup[ée]e?|[ée]choue|a [ée]chou[ée]|[ée]chec|d[ée]log[ée]e?|"
    r"non valable|sans effet|r[ée]ussi|r[ée]ussit|a r[ée]ussi|d[ée]truite?|dissoute?)"
)
_OUTCOMES: Final = re.compile(
    rf"\s*(?:\(\s*\*?\s*{_OUTCOME}(?:\s*[,;/]\s*{_OUTCOME})*\s*\*?\s*\)"
    rf"|\*\s*{_OUTCOME}(?:\s*[,;/]\s*{_OUTCOME})*\s*\*)(?=\s*[.!]?\s*(?:$|[;,]))",
    re.IGNORECASE,
)
"""What a judge's report says behind an order: "(*bounce*)", "(*cut, dislodged*)"."""
_GLUED: Final = re.compile(r"(?<!\w)([A-Z][a-zéèî]{1,7})([AF])(?=[\s.(])")
"""A power and its unit, told apart by capitals: "GeA Mun", "FrF Bre"."""
_DITTO: Final = re.compile(
    r"(?:(?<!\S)|(?<=\)))(?:[\"“”″〃]|''|,,|(?:ditto|idem|same)(?![\w])\.?)(?:\s*(?:[\"“”″〃]|''|,,))*(?=\s|$)",
    re.IGNORECASE,
)
_AND: Final = ("and", "et", "&")
_SPIES: Final = ("e", "spy", "spies", "espion", "espions", "espionne")
_SHARED: Final = frozenset("BDH")
"""Orders that one verb may give to several units behind it."""
_SIGNS: Final = ("+", "-")


def orders_in(lines: Iterable[str], board: Board) -> Iterator[tuple[str, list[str]]]:
    """Each line with the orders in it, which may be written otherwise than they are there."""
    before = ""
    for line in lines:
        if board.reads_as_before:
            yield line, parted(line)
            continue
        orders = []
        for order in _divided(line, lexicon(board)):
            if _DITTO.search(order) and before:
                order = _repeated(before, order, lexicon(board))
            before = order if order.strip() else before
            orders.append(order)
        yield line, orders


def _divided(line: str, words: Lexicon) -> list[str]:
    """The orders of one line, each with a verb where one stands before several of their units."""
    if len(line) > _LOOKED_AT:
        return parted(line)
    if "*" in line or "(" in line:
        line = _OUTCOMES.sub("", line) if _OUTCOMES.sub("", line).strip() else line
    line = _GLUED.sub(lambda found: _apart(found, words), line)
    folded = line.casefold()
    if not any(sign in folded for sign in (",", ";", "&", "and", "et")):
        return [line]
    parts = parted(line)
    pieces: list[list[str]] = []
    is_led = False
    for part in parts:
        pieces.append(_at_ands(part, words, is_led=is_led))
        is_led = is_led or _lead(pieces[-1][0], words) is not None
    led = iter(_led([each for several in pieces for each in several], words))
    found: list[str] = []
    for part, several in zip(parts, pieces, strict=True):
        orders = [next(led) for _ in several]
        found += orders if len(orders) < 2 or all(_is_whole(each, words) for each in orders) else (part,)
    return found


def _apart(found: re.Match[str], words: Lexicon) -> str:
    power = powers_begun(words.board).get(fold(found[1]))
    return found[0] if power is None else f"{power} {found[2]}"


def _at_ands(part: str, words: Lexicon, *, is_led: bool) -> list[str]:
    """`part` divided at each "and" that a unit follows; `is_led`: behind a verb a mere place is one."""
    text = tokens(part)
    ways = [at for at, token in enumerate(text) if token.text in _AND]
    is_led = is_led or (bool(ways) and _lead(part[: text[ways[0]].start], words) is not None)
    starts, found = 0, []
    for at in ways:
        if 0 < at < len(text) - 1 and (is_led or _begins_unit(text[at + 1 :], words)):
            found.append(part[starts : text[at].start])
            starts = text[at].end
    return [*found, part[starts:]]


def _begins_unit(text: Sequence[Token], words: Lexicon) -> bool:
    """Whether a unit, its kind or power said, comes next: "my army", "F Lon", "German A Mun"."""
    plainer = reworded(tuple(text[:4]), "", words)
    first = plainer[0].text if plainer else ""
    return first in LETTERS or first in _SPIES or any(words.powers.at(plainer, 0))


def _led(parts: list[str], words: Lexicon) -> list[str]:
    """`parts` with the verb before the first of them given to the mere units behind it."""
    if len(parts) < 2:
        return parts
    found: list[str] = []
    lead: tuple[str, str] | None = None
    for part in parts:
        if lead is not None and (bare := _bare(part, words)) is not None:
            verb, letter = lead
            part = f"{verb} {letter if bare else ''} {part.strip()}".replace("  ", " ")
        else:
            lead = _lead(part, words)
        found.append(part)
    return found


def _lead(part: str, words: Lexicon) -> tuple[str, str] | None:
    """The verb, or sign, that begins `part` and may be meant for more units; and the letter after it."""
    start = part.rfind(":") + 1
    text = tokens(part[start:])
    if len(text) < 2:
        return None
    plainer = reworded(text, "", words)
    ends = [1] if text[0].text in _SIGNS else []
    ends += (
        match.end
        for match in words.verbs.at(plainer, 0)
        if match.meaning & _SHARED and len(plainer[0].text) > 1 and match.end < len(plainer)
    )
    if not ends or _bare_at(plainer, max(ends), words) is None:
        return None
    letter = LETTERS.get(plainer[max(ends)].text, "")
    verb = "build" if plainer[0].text == "build" else part[start:][text[0].start : text[max(ends) - 1].end]
    return verb, letter


def _bare(part: str, words: Lexicon) -> bool | None:
    """Whether `part`, which must be a mere unit, leaves its kind out; None for anything else."""
    return _bare_at(reworded(tokens(part), "", words), 0, words)


def _bare_at(text: Sequence[Token], start: int, words: Lexicon) -> bool | None:
    for at in (start, *(match.end for match in words.powers.at(text, start))):
        is_lettered = at < len(text) and (text[at].text in LETTERS or text[at].text in _SPIES)
        place = at + is_lettered
        if is_lettered and place < len(text) and text[place].text in ("a", "à"):  # "armée à Varsovie"
            place += 1
        if any(match.end == len(text) for match in words.place_at(text, place)):
            return not is_lettered
    return None


def _is_whole(part: str, words: Lexicon) -> bool:
    """Whether `part` is an order by itself, of a unit or of a spy."""
    part = part.rpartition(":")[2]
    text = tokens(part)
    return any(token.text in _SPIES for token in text[:3]) or any(
        Grammar(each, words).drafts() for each in (text, reworded(text, part, words))
    )


def _repeated(before: str, order: str, words: Lexicon) -> str:
    """`order` with what its ditto mark says again of the order `before` it; unchanged where that has none."""
    mark = _DITTO.search(order)
    if mark is None:
        return order
    head, tail = order[: mark.start()], order[mark.end() :]
    again = _again(head, before, words)
    return f"{head.rstrip()} {again} {tail.strip()}".strip() if again else order


def _again(head: str, before: str, words: Lexicon) -> str:
    """What of `before` stands where `head` ends: an order, what is supported, or where it goes."""
    text = tokens(before)
    helps = [at for at, kind in _verbs(text, words) if kind in "SC"]
    helped = [at for at, kind in _verbs(tokens(head), words) if kind in "SC"]
    if not head.strip():
        lead = _lead(before, words)
        return lead[0] if lead else ""
    if helped and helped[-1] == len(tokens(head)) - 1:
        return before[text[helps[0]].end :].strip() if helps else before.strip()
    if helped:
        goes = [at for at, kind in _verbs(text, words) if kind == "-"]
        return before[text[goes[-1]].start :].strip() if goes else ""
    if lead := _lead(before, words):
        return lead[0]
    unit = max((end for _, end, free in Grammar(text, words).units(0) if not free), default=0)
    return before[text[unit].start :].strip() if 0 < unit < len(text) else ""


def _verbs(text: Sequence[Token], words: Lexicon) -> Iterator[tuple[int, str]]:
    """The verbs of a line behind its first unit."""
    for at in range(1, len(text)):
        for match in words.verbs.at(text, at):
            for kind in sorted(match.meaning & {"S", "C", "-"}):
                yield at, kind
