"""What a bidder may ask for beside the powers: a satellite, its upkeep, its secrecy (ID2-6, ID2-8, ID2-10).

Each stands in the text as a line of its own, in the reader's language; the engine reads it in any. Which of
them can be chosen, and for how many credits, is what the engine's `due` says under `charges`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop, override, pgettext

from games.forms.sheets.choices import Rank
from games.forms.sheets.names import power_called, power_written

LABELS = {
    "nomination": gettext_noop("Satellite"),
    "upkeep": gettext_noop("Keep satellite"),
    "secrecy": gettext_noop("Secret"),
}
"""How a line begins, by what is charged for it."""
YES, NO = gettext_noop("yes"), gettext_noop("no")
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing that may be asked for, for `cost` credits.

    `says` is `yes`, `no` or empty: not a word; `ranks` is the list of a nomination. `problems` are what is
    wrong with it.
    """

    name: str
    cost: int
    says: str = ""
    ranks: list[Rank] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_asked(self) -> bool:
        return self.says == "yes" or any(rank.power for rank in self.ranks)


def written(charges: Mapping[str, int], powers: Sequence[str], post: Mapping[str, str]) -> Iterator[str]:
    """The lines that the fields posted stand for, of what may be asked for. A gap in a list stays one."""
    if "nomination" in charges:
        ranked = [_named(post.get(f"satellite-{number}", ""), powers) for number in _ranks(powers)]
        while ranked and not ranked[-1]:
            ranked.pop()
        if ranked:
            yield _line("nomination", ", ".join(ranked))
    for name in ("upkeep", "secrecy"):
        says = post.get(name, "")
        if name in charges and says:
            yield _line(name, gettext(says) if says in (YES, NO) else _squeezed(says))


def wishes(
    charges: Mapping[str, int], powers: Sequence[str], text: str, problems: Mapping[int, list[str]]
) -> dict[str, Wish]:
    """What may be asked for, by its name, as `text` says it. `problems` are messages by line."""
    found: dict[str, Wish] = {}
    lines = _lines(text)
    for name, cost in charges.items():
        number, rest = lines.get(name, (-1, ""))
        wrong = problems.get(number, [])
        if name == "nomination":
            found[name] = Wish(name, cost, ranks=_ranked(rest, powers), problems=wrong)
        else:
            found[name] = Wish(name, cost, says=_words().get(rest.casefold(), ""), problems=wrong)
    return found


def written_answer(answer: Mapping[str, Any]) -> Iterator[str]:
    """The lines for an answer as the engine takes it."""
    if ranking := answer.get("satellite"):
        yield _line("nomination", ", ".join(power_written(power) for power in ranking))
    for name, key in (("upkeep", "keep_satellite"), ("secrecy", "secret")):
        if key in answer:
            yield _line(name, gettext(YES if answer[key] else NO))


def _line(name: str, rest: str) -> str:
    return f"{gettext(LABELS[name])}{pgettext('before a sentence', ': ')}{rest}"


def _ranks(powers: Sequence[str]) -> range:
    return range(1, len(powers) + 1)


def _named(value: str, powers: Sequence[str]) -> str:
    return power_written(value) if value in powers else _squeezed(value)


def _squeezed(value: str) -> str:
    """What a field of ours never holds, fit to stand in one place of one line."""
    return " ".join("".join(" " if each in ",;>" else each for each in value).split())[:LONGEST_NAME]


def _ranked(rest: str, powers: Sequence[str]) -> list[Rank]:
    ranked = [power_called(word.strip(), powers) or "" for word in rest.split(",")]
    ranked = (ranked + [""] * len(powers))[: len(powers)]
    return [Rank(number, power) for number, power in enumerate(ranked, start=1)]


def _lines(text: str) -> dict[str, tuple[int, str]]:
    """The number of each wish's first line, and what it says after the colon."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        label, _colon, rest = line.partition(":")
        if name := _labels().get(label.strip().casefold()):
            found.setdefault(name, (number, rest.strip()))
    return found


@cache  # of catalogues that do not change
def _labels() -> dict[str, str]:
    return {said.casefold(): name for name, label in LABELS.items() for said in _in_all_languages(label)}


@cache
def _words() -> dict[str, str]:
    return {said.casefold(): word for word in (YES, NO) for said in _in_all_languages(word)}


def _in_all_languages(text: str) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            yield gettext(text)
