"""Problems: lines that could not be read, kept as facts until someone asks in a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.errors import OrderSyntaxError
from adjudicator.texts.problems import problem_sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that could not stand: its number (from 1), its text as typed, a code, and its facts."""

    line: int
    text: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The problem in English: what was expected, what came, where, and how to correct it."""
        return self.said("en")

    @property
    def message_fr(self) -> str:
        """The problem in French."""
        return self.said("fr")

    def said(self, language: str | None) -> str:
        """The message in `language`."""
        return problem_sentence(self.code, {"line": self.line, **self.facts}, language)

    def error(self) -> OrderSyntaxError:
        """The problem as an error to raise."""
        return OrderSyntaxError(self.code, self.message, self.message_fr)
