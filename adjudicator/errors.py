"""What the engine refuses to take, as errors that carry a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Final

CODES: Final = (
    "bad-json",
    "bad-input",
    "unknown-variant",
    "bad-setting",
    "bad-position",
    "bad-seat",
    "game-over",
    "not-allowed",
    "replay-differs",
)


class AdjudicatorError(Exception):
    """Input that cannot be taken.

    `code` is one of `CODES`; `message` says in English what was expected, what came, and where;
    `message_fr` says it in French and falls back on the English.
    """

    def __init__(self, code: str, message: str, message_fr: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.message_fr = message_fr or message

    def text(self, language: str | None = None) -> str:
        """The sentence in `language` (`en` or `fr`; English when none is named)."""
        return self.message_fr if language == "fr" else self.message

    def __reduce__(self) -> tuple[type[AdjudicatorError], tuple[str, str, str]]:
        return type(self), (self.code, self.message, self.message_fr)


class OrderSyntaxError(AdjudicatorError):
    """A line of text that is no order; `code` is the notation's own, such as `unreadable` or `ambiguous`."""
