"""Texts and lines in, canonical orders out, with a problem for every line that cannot be read."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from adjudicator.board import Board
from adjudicator.notation.context import ORDERS_OF, Context
from adjudicator.notation.grammar import Draft, Grammar
from adjudicator.notation.lexicon import Lexicon, lexicon
from adjudicator.notation.meaning import Meaning, meanings
from adjudicator.notation.problems import Problem
from adjudicator.notation.rewording import reworded
from adjudicator.notation.sentences import orders_in
from adjudicator.notation.words import FROM, STANDING, Token, tokens

LONGEST_TEXT: Final = 20_000
LONGEST_ORDER: Final = 200
MOST_ORDERS: Final = 400
_MOST_SPLITS: Final = 8
_SIGNS: Final = {"+": "B", "-": "D"}
"""Signs before a mere unit in adjustments: "+ A Par" builds it, "- A Esp" disbands it."""
_LABELS: Final = frozenset(("exemple", "example", "orders", "ordres", "retreats", "retraites", "adjustments"))


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """An order that was read: the number of its line, its text as typed, its canonical line."""

    line: int
    text: str
    order: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text gave, in its own sequence."""

    orders: tuple[ReadOrder, ...]
    problems: tuple[Problem, ...]

    @property
    def lines(self) -> list[str]:
        """The canonical lines."""
        return [read.order for read in self.orders]


@dataclass(frozen=True, slots=True)
class _Heading:
    """What a heading said of the lines below it: whose they are, and "builds" or "removes"."""

    power: str | None = None
    verb: str | None = None


@dataclass(frozen=True, slots=True)
class _Piece:
    """The text of one order; `is_cut` if its line ended in the midst of running text."""

    line: int
    text: str
    is_cut: bool = False


def read_text(text: str, context: Context) -> Reading:
    """Read the orders of an answer: one a line, or several divided by semicolons or commas; headings name
    powers.

    Never raises for what is written. Takes time in proportion to the text, of which `LONGEST_TEXT`
    characters and `MOST_ORDERS` orders are read.
    """
    orders: list[ReadOrder] = []
    problems: list[Problem] = []
    heading = _Heading()
    pieces = list(_pieces(text[:LONGEST_TEXT], context.board))
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        if at > MOST_ORDERS:
            problems.append(Problem(piece.line, piece.text, "too-many-lines", {"limit": MOST_ORDERS}))
            break
        read, heading = _read(piece.text, piece.line, context, heading)
        if isinstance(read, Problem) and piece.is_cut and at < len(pieces) and _is_unfinished(read):
            joined, after = _read(f"{piece.text} {pieces[at].text}", piece.line, context, heading)
            if isinstance(joined, ReadOrder):
                read, heading, at = joined, after, at + 1
        if isinstance(read, Problem):
            problems.append(read)
        elif read is not None:
            orders.append(read)
    if len(text) > LONGEST_TEXT:
        line = text.count("\n", 0, LONGEST_TEXT) + 1
        problems.append(Problem(line, "", "text-too-long", {"limit": LONGEST_TEXT}))
    return Reading(tuple(orders), tuple(problems))


def read_line(text: str, context: Context) -> str:
    """The canonical line that `text`, one order, means; OrderSyntaxError saying why it cannot be read."""
    read, _ = _read(text, 1, context, _Heading())
    if isinstance(read, ReadOrder):
        return read.order
    if read is None:
        read = Problem(1, text, "order-missing", {"kind": context.kind})
    raise read.error()


def _pieces(text: str, board: Board) -> Iterator[_Piece]:
    """The orders of a text, each with its line's number."""
    words = lexicon(board)
    for number, (line, orders) in enumerate(orders_in(text.splitlines(), board), start=1):
        parts = [one for part in orders for one in _sentences(part, words)]
        for at, part in enumerate(parts, start=1):
            if part.strip():
                is_running = len(parts) > 1 or ":" in line
                yield _Piece(number, part.strip(), is_cut=is_running and at == len(parts))


def _sentences(part: str, words: Lexicon) -> Iterator[str]:
    """`part` divided where a full stop is followed by a heading: "F Tys (C) A Spa-Nap. ITALIE : …"."""
    start = stop = 0
    while len(part) <= 2 * LONGEST_ORDER and (stop := part.find(". ", stop)) >= 0:
        head, colon, _ = part[stop + 1 :].partition(":")
        if colon and _heading(tokens(head), words) is not None:
            yield part[start:stop]
            start = stop + 1
        stop += 1
    yield part[start:]


def _is_unfinished(problem: Problem) -> bool:
    return problem.code in ("place-missing", "order-missing")


def _read(
    text: str, line: int, context: Context, heading: _Heading
) -> tuple[ReadOrder | Problem | None, _Heading]:
    """Read one line: an order, nothing for a mere heading, or the problem; and the heading that now holds."""
    if len(text) > LONGEST_ORDER:
        facts = {"limit": LONGEST_ORDER, "kind": context.kind}
        return Problem(line, text[:LONGEST_ORDER] + "…", "line-too-long", facts), heading
    words = lexicon(context.board)
    typed = tokens(text)
    rest, heading = _without_headings(_without_bullet(typed), words, heading)
    if not rest:
        return None, heading
    verb = heading.verb or (_SIGNS.get(typed[0].text) if context.kind == "A" else None)
    try:
        order = _order(rest, text, context, words, _Heading(heading.power, verb))
    except _Unread as unread:
        facts = {"kind": context.kind, **unread.facts}
        return Problem(line, text, unread.code, facts), heading
    return ReadOrder(line, text, order), heading


class _Unread(Exception):
    """Why one line cannot be read: a problem's code and facts, on the way to becoming one."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def _without_bullet(text: tuple[Token, ...]) -> tuple[Token, ...]:
    """`text` without the dash, plus or number that begins an item of a list."""
    if text and (text[0].text in _SIGNS or (text[0].text.isdigit() and len(text) > 1)):
        return text[1:]
    return text


def _without_headings(
    text: tuple[Token, ...], words: Lexicon, heading: _Heading
) -> tuple[tuple[Token, ...], _Heading]:
    """Take "FRANCE :", "Builds:" and "Exemple 1 :" off the beginning; any other colon is passed over."""
    while True:
        colon = next((at for at, token in enumerate(text) if token.text == ":"), None)
        if colon is None:
            return text, heading
        head, rest = text[:colon], text[colon + 1 :]
        known = _heading(head, words)
        if known is None:
            return tuple(token for token in text if token.text != ":"), heading
        heading = _Heading(known.power, known.verb) if known != _Heading() else heading
        text = rest


def _heading(head: Sequence[Token], words: Lexicon) -> _Heading | None:
    """What stands before a colon: a power, a verb, a mere label, or None for part of an order."""
    if not head or (head[0].text in _LABELS and all(token.text.isdigit() for token in head[1:])):
        return _Heading()
    for match in words.powers.at(head, 0):
        if match.end == len(head):
            (power,) = match.meaning
            return _Heading(power=power)
    for match in words.verbs.at(head, 0):
        if match.end == len(head) and len(head[0].text) > 1 and match.meaning & {"B", "D"}:
            return _Heading(verb="B" if "B" in match.meaning else "D")
    return None


def _order(text: tuple[Token, ...], typed: str, context: Context, words: Lexicon, heading: _Heading) -> str:
    grammar = Grammar(text, words, phase=context.kind)
    drafts = grammar.drafts(verb=heading.verb)
    if not drafts:
        cut = text[:-1] if text[-1].text == "-" else text  # "F Bre - Mid-"
        drafts = Grammar(cut, words, phase=context.kind, letters=True).drafts(verb=heading.verb)
    if not drafts:
        drafts = [
            draft
            for respelled in _respelled(text, words)
            for draft in Grammar(respelled, words, phase=context.kind).drafts(verb=heading.verb)
        ]
    if not drafts and not words.board.reads_as_before:
        again = reworded(text, typed, words)
        if again != tuple(text):
            grammar = Grammar(again, words, phase=context.kind)
            drafts = grammar.drafts(verb=heading.verb)
    if not drafts:
        raise _stumbled(grammar, typed, words)
    return _chosen(drafts, typed, context, heading)


def _respelled(text: tuple[Token, ...], words: Lexicon) -> Iterator[tuple[Token, ...]]:
    """`text` with words that mean nothing parted into words that do, each way possible up to a bound."""
    versions: list[tuple[Token, ...]] = [()]
    for at, token in enumerate(text):
        ways = [] if _means_something(text, at, words) else list(words.split(token.text))
        parted = [_as_tokens(way, token) for way in ways] or [(token,)]
        versions = [version + part for version in versions for part in parted][:_MOST_SPLITS]
    return (version for version in versions if version != text)


def _as_tokens(words: Sequence[str], token: Token) -> tuple[Token, ...]:
    """`token` parted into `words`; what followed it follows the last of them."""
    parts = [Token(word, token.start, token.end) for word in words]
    return (*parts[:-1], replace(parts[-1], noise=token.noise))


def _means_something(text: tuple[Token, ...], at: int, words: Lexicon) -> bool:
    word = text[at : at + 1]
    return any(
        next(iter(phrases), None) is not None
        for phrases in (words.places.at(word, 0), words.verbs.at(word, 0), words.powers.at(word, 0))
    )


def _chosen(drafts: Sequence[Draft], typed: str, context: Context, heading: _Heading) -> str:
    """The canonical line of the one meaning that the position leaves (RB-3)."""
    found = meanings(drafts, context, power=heading.power, typed=typed)
    first = found[0]
    if first.kind not in ORDERS_OF[context.kind]:
        raise _Unread("wrong-phase", given=typed)
    if first.kind == "WAIVE":
        return str(Meaning("WAIVE", power=_waiving(first.power or heading.power, context)))
    if not first.is_whole:
        unit = first.unit if first.unit[:2] not in ("A ", "F ") else first.target
        raise _Unread("no-unit", place=unit)
    if len(found) > 1:
        code = "out-of-reach" if len({not meaning.freedom for meaning in found}) > 1 else "ambiguous"
        raise _Unread(code, meanings=tuple(str(meaning) for meaning in found[:4]))
    return str(first)


def _waiving(power: str | None, context: Context) -> str | None:
    """The power to be named in a WAIVE: none where the seat has only one."""
    if power is not None and power not in context.powers:
        raise _Unread("wrong-power", power=power, powers=context.powers)
    if len(context.powers) < 2:
        return None
    if power is None and len(context.building) == 1:
        return context.building[0]
    if power is None:
        raise _Unread("which-power", example=f"WAIVE {(context.building or context.powers)[0]}")
    return power


def _stumbled(grammar: Grammar, typed: str, words: Lexicon) -> _Unread:
    """Where reading stopped, as a problem that says what was expected there."""
    stumble = grammar.stumble
    if "sense" in stumble.expected:
        before = grammar.text[stumble.at - 1].noise
        word = next(word for word in before if word in FROM | STANDING | {"of"})
        return _Unread("stands-or-goes" if word in STANDING else "unexpected", word=word)
    if stumble.at >= len(grammar.text):
        return _Unread("order-missing" if "order" in stumble.expected else "place-missing")
    token = grammar.text[stumble.at]
    word = typed[token.start : token.end]
    if "place" in stumble.expected and token.text.isalnum():
        return _Unread("unknown-place", word=word, guesses=_guesses(token.text, words))
    return _Unread("unexpected", word=word)


def _guesses(word: str, words: Lexicon) -> tuple[str, ...]:
    """Up to two places whose names are spelled nearly like `word`."""
    names = {name[0]: places for name, places in words.places.meanings.items() if len(name) == 1}
    close = difflib.get_close_matches(word[:30], names, n=3, cutoff=0.8)
    places = [place for name in close for place in sorted(names[name])]
    return tuple(dict.fromkeys(places))[:2]
